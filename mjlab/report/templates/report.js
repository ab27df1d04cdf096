"use strict";
// Tables of the class "sortable" are sorted by the buttons in their heads. Without this script they
// are what they are, in the order they were written.
(function () {
  const collator = new Intl.Collator("zh", { numeric: true });

  function value(row, column, numeric) {
    const cell = row.cells[column];
    if (!numeric) return cell.textContent.trim();
    const said = cell.dataset.value === undefined ? cell.textContent : cell.dataset.value;
    const number = parseFloat(said.replace(/[,\s]/g, "").replace("\u2212", "-"));
    return Number.isNaN(number) ? null : number;
  }

  function compare(a, b, numeric, down) {
    if (a === null || b === null) return (a === null) - (b === null); // what is missing comes last
    const order = numeric ? a - b : collator.compare(a, b);
    return down ? -order : order;
  }

  function sort(table, head, column) {
    const numeric = head.classList.contains("number");
    const now = head.getAttribute("aria-sort");
    const down = now === null ? numeric : now === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [value(row, column, numeric), row]);
    rows.sort((a, b) => compare(a[0], b[0], numeric, down)); // stable: equal rows stay in order
    body.append(...rows.map((pair) => pair[1]));
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(table, head, column));
      head.append(button);
    });
  }
})();
