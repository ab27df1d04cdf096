"""The report in a real browser: it renders, tables sort, names stay text. Needs chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from mjlab.dataset import Dataset
from tests.support.pages import page_of

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
pytestmark = [
    pytest.mark.skipif(not BROWSER, reason="no chromium is installed to open the page in"),
    pytest.mark.slow,
]
ATTACKS = (
    "<script>document.title='hit'</script>",
    '"><img src=x onerror="document.title=\'hit\'">',
    "</td></table><svg onload=document.title='hit'>",
    "</script><script>document.title='hit'</script>",
    "<b>bold</b>&lt;i&gt;",
)


class Rows(HTMLParser):
    """Of each table its heads, its rows as cells by head, and how it is sorted; and the buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.heads: dict[str, list[str]] = {}
        self.cells: dict[str, list[list[str]]] = {}
        self.sorted: dict[str, list[str]] = {}
        self.buttons = 0
        self.name = ""
        self.inside = False
        self.body = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if said.get("role") == "region":
            self.name = said["aria-label"] or ""
        if tag == "tbody":
            self.body = True
        if tag == "tr" and self.body:
            self.cells.setdefault(self.name, []).append([])
        if tag in ("td", "th"):
            row = self.cells[self.name][-1] if self.body else self.heads.setdefault(self.name, [])
            row.append("")
            self.inside = True
        if tag == "th" and (order := said.get("aria-sort")):
            self.sorted.setdefault(self.name, []).append(order)
        self.buttons += tag == "button"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.inside = False
        if tag == "table":
            self.body = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            row = self.cells[self.name][-1] if self.body else self.heads[self.name]
            row[-1] += data

    def rows(self, table: str) -> list[dict[str, str]]:
        heads = self.heads[table]
        assert len(set(heads)) == len(heads)
        return [dict(zip(heads, cells, strict=True)) for cells in self.cells[table]]

    def column(self, table: str, head: str) -> list[str]:
        return [row[head] for row in self.rows(table)]


def opened(page: str, folder: Path) -> str:
    """Return the document as it is after the browser has run what it runs."""
    path = folder / "report.html"
    path.write_text(page, encoding="utf-8")
    done = subprocess.run(
        [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'u'}",
         "--virtual-time-budget=3000", "--dump-dom", path.as_uri()],
        capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    return done.stdout.decode("utf-8")


def pressing(page: str, *presses: tuple[str, str]) -> str:
    """A page that presses buttons itself: a script beside ours, allowed by its own digest."""
    script = "".join(
        f"[...document.querySelectorAll(`[aria-label='{label}'] thead button`)]"
        f".find((button) => button.textContent === '{head}').click();"
        for label, head in presses
    )
    digest = b64encode(sha256(script.encode()).digest()).decode()
    page = page.replace("script-src ", f"script-src 'sha256-{digest}' ")
    return page.replace("</body>", f"<script>{script}</script></body>")


def numbers(cells: list[str]) -> list[float]:
    """What stands before the small figures."""
    return [float(c.split()[0].rstrip("%").replace(",", "").replace("−", "-")) for c in cells]


@pytest.fixture(scope="module")
def page(simulated: Dataset) -> str:
    return page_of(simulated, most_wins=3)


def test_the_page_renders_and_heads_are_buttons(page: str, tmp_path: Path) -> None:
    found = Rows(opened(page, tmp_path))
    assert found.buttons > 30
    assert len(found.rows("Players")) == 8
    assert not found.sorted
    assert sum(numbers(found.column("Players", "Games"))) == 4 * 96


def test_tables_sort_by_numbers_and_back(page: str, tmp_path: Path) -> None:
    before = Rows(opened(page, tmp_path))
    once = Rows(opened(pressing(page, ("Fan", "Times")), tmp_path))
    times = numbers(once.column("Fan", "Times"))
    assert times == sorted(times, reverse=True)
    assert once.sorted == {"Fan": ["descending"]}
    twice = Rows(opened(pressing(page, *[("Fan", "Times")] * 2), tmp_path))
    assert len(set(times)) > 5
    assert numbers(twice.column("Fan", "Times")) == sorted(times)
    assert twice.sorted == {"Fan": ["ascending"]}
    for found in (once, twice):  # whole rows move, and nothing is lost
        assert sorted(found.cells["Fan"]) == sorted(before.cells["Fan"])
        assert found.cells["Players"] == before.cells["Players"]


def test_shares_and_signed_numbers_sort_by_value(page: str, tmp_path: Path) -> None:
    score, danger = ("Players", "Score"), ("Danger by class", "Share")
    presses = ("Players", "Player"), score, ("Danger by class", "Class"), danger
    found = Rows(opened(pressing(page, *presses), tmp_path))
    scores = numbers(found.column(*score))
    assert scores == sorted(scores, reverse=True)
    assert min(scores) < 0 < max(scores)
    shares = numbers(found.column(*danger))
    assert shares == sorted(shares, reverse=True)


def test_texts_sort_by_the_alphabet(page: str, tmp_path: Path) -> None:
    found = Rows(opened(pressing(page, ("Players", "Player")), tmp_path))
    names = found.column("Players", "Player")
    assert names == sorted(names)
    assert found.sorted == {"Players": ["ascending"]}


def test_hostile_names_stay_text(make_toy: Any, tmp_path: Path) -> None:
    games = [
        {"players": (attack, "P1", "P2", "P3"), "winner": "E", "outcome": "discard",
         "discarder": "S", "fans": {"all_chows": 1}, "session": f"toy {attack}"}
        for attack in ATTACKS
    ]  # fmt: skip
    toy = make_toy(games)
    for text in (page_of(toy), page_of(toy, player=ATTACKS[0])):
        document = opened(text, tmp_path)
        assert document.count("<title>hit") == 0
        assert document.count("<script") == 1
        assert "<img" not in document
        assert not re.search(r"<[^>]*\bonload=", document)
        assert "&lt;script&gt;document.title='hit'&lt;/script&gt;" in document


def test_the_policy_lets_no_other_script_run(page: str, tmp_path: Path) -> None:
    foreign = page.replace("</body>", "<script>document.title = 'hit'</script></body>")
    foreign = foreign.replace("<main>", '<main><img src="x" onerror="document.title=1">')
    assert "<title>Mahjong report</title>" in opened(foreign, tmp_path)
