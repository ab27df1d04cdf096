from __future__ import annotations

import dataclasses
import json
import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from mjlab import stats
from mjlab.common.wording import between
from mjlab.dataset import Dataset, importing, make_dataset
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError, RulesetError
from mjlab.logs import Game, Replay, replay, replay_all
from mjlab.report import figures as report_figures
from mjlab.report.report import PAGE, write_report
from mjlab.rules import ruleset
from mjlab.stats.kinds import Mean, Share
from tests.support.pages import page_of
from tests.support.paths import RECORDS

ATTACKS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style><svg onload=alert(1)>",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(1)",
    "P0&lt;b&gt;",
    "]]><b>x</b><!--",
]
VOID = {"meta", "link", "br", "wbr", "img", "input", "hr"}


class Page(HTMLParser):
    """Collects elements, ids, links and text, and checks that elements close in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["script"], ["style"]):
            self.text += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)

    def section(self, name: str) -> str:
        """Text from the heading with this id on."""
        return self.text[self.text.index(name) :]


@pytest.fixture(scope="module")
def frames() -> Dataset:
    return make_dataset(replay_all([RECORDS]))


@pytest.fixture(scope="module")
def page(frames: Dataset) -> Page:
    return Page(page_of(frames))


def test_the_page_stands_by_itself(page: Page) -> None:
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"link", "img", "iframe", "object", "base", "form", "text", "font"}
    for _, attributes in page.elements:
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name in ("href", "xlink:href", "src"):
                assert value is not None
                assert value.startswith("#")
            assert "url(http" not in (value or "")


def test_nothing_else_may_be_loaded(page: Page) -> None:
    policy = next(a for t, a in page.elements if t == "meta" and "http-equiv" in a)
    script = re.fullmatch(
        r"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-([^']+)'",
        policy["content"] or "",
    )
    assert script
    source = resources.files("mjlab.report").joinpath("templates", "report.js").read_bytes()
    assert script[1] == b64encode(sha256(source).digest()).decode()
    assert page.count("script") == 1


def test_ids_are_unique_and_links_lead_somewhere(page: Page) -> None:
    ids = [a["id"] for _, a in page.elements if "id" in a]
    links = [a[n] for _, a in page.elements for n in ("href", "xlink:href") if n in a]
    labels = [a["aria-labelledby"] for _, a in page.elements if "aria-labelledby" in a]
    assert len(ids) == len(set(ids))
    assert {(link or "")[1:] for link in links} | set(labels) <= set(ids)


def test_tables_have_heads_and_pictures_have_names(page: Page) -> None:
    heads = [a for t, a in page.elements if t == "th"]
    assert heads
    assert all(a.get("scope") in ("col", "row") for a in heads)
    pictures = [a for t, a in page.elements if t == "svg" and a.get("role") == "img"]
    drawn = [a for a in pictures if a.get("class") == "mjlab-tiles"]
    assert len(drawn) == 17
    assert all("aria-label" in a for a in pictures if a not in drawn)


def test_the_sample_is_told(page: Page) -> None:
    assert "17 games in 2 sessions from tziakcha, scored by mcr1998_online" in page.text
    assert "every event is legal and every recorded fact is confirmed" in page.text
    assert "None: every event is legal, and every recorded fact is confirmed." in page.text
    assert "the same game as in" in page.section("Set aside")
    for said in ("平和", "All Chows", "píng hú", "30 points", "P2, from P3 点和"):
        assert said in page.text


def test_the_same_tables_give_the_same_page(frames: Dataset) -> None:
    assert page_of(frames) == page_of(frames)
    assert "Made 2026-01-02." in Page(page_of(frames, made="2026-01-02")).text


@pytest.mark.parametrize("player", [None, "P1"])
@pytest.mark.parametrize("tables", ["all", "none"])
def test_each_table_is_read_once(
    simulated: Dataset, monkeypatch: Any, tmp_path: Path, player: str | None, tables: Any
) -> None:
    reads: Counter[tuple[str, str]] = Counter()
    for name in ("arrow", "table"):
        method = getattr(Dataset, name)

        def counting(self: Dataset, table: str, *which: Any, _method: Any = method, **more: Any
                     ) -> Any:  # fmt: skip
            if self is simulated or _method.__name__ == "table":  # frames: of any dataset
                reads[_method.__name__, table] += 1
            return _method(self, table, *which, **more)

        monkeypatch.setattr(Dataset, name, counting)
    write_report(simulated, tmp_path, player=player, tables=tables)
    needed = {"games", "hands", "discards", "wins", "win_fans", "problems"}
    assert {table for how, table in reads if how == "arrow"} == (
        set(SCHEMAS) if tables == "all" else needed
    )
    assert set(reads.values()) == {1}


def test_a_page_without_hands_says_so() -> None:
    page = Page(page_of(make_dataset([])))
    assert "no game was read" in page.text
    assert page.text.count("None: ") == 8
    assert "nan" not in page.text.lower()


def test_one_hand_is_enough(make_toy: Any) -> None:
    page = Page(page_of(make_toy([{}])))
    assert "1 game in 1 session from toy" in page.text
    assert "None: no game ended with a win." in page.text
    assert "nan" not in page.text.lower()


def problem(kind: str, text: str = "x", **more: str) -> dict[str, str]:
    return dict.fromkeys(SCHEMAS["problems"].to_schema().columns, text) | {"kind": kind} | more


def test_whatever_a_log_says_is_text(make_toy: Any) -> None:
    attack = " ".join(ATTACKS)
    game = {
        "players": (attack, "P1", "P2", "P3"), "session": attack, "source": attack, "winner": "E",
        "outcome": "discard", "discarder": "S", "fans": {"all_chows": 1},
    }  # fmt: skip
    kinds = ("disagreement", "set aside")
    data = make_toy([game], problems=pd.DataFrame([problem(kind, attack) for kind in kinds]))
    harmless = game | {"players": ("P0", "P1", "P2", "P3"), "session": "g", "source": "toy"}
    clean = Page(
        page_of(make_toy([harmless], problems=pd.DataFrame([problem(kind) for kind in kinds])))
    )
    page = Page(page_of(data, title=attack, made=attack))
    # The same elements, whatever the words are; figures differ in the letters they draw.
    drawing = {"path", "use", "g", "defs", "wbr"}
    assert Counter(t for t, _ in page.elements if t not in drawing) == Counter(
        t for t, _ in clean.elements if t not in drawing
    )
    assert f"from {attack}, scored by" in page.text
    assert page.text.count(attack) >= 13


def test_an_attack_through_a_log_file_is_text(tmp_path: Path) -> None:
    record = json.loads((RECORDS / "TZ-A00.json").read_text(encoding="utf-8"))
    record["id"] = record["belongs"] = ATTACKS[0]
    for player in record["step"]["p"]:
        player["n"] = ATTACKS[1] + player["n"]
    folder = tmp_path / "<b>logs"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps(record), encoding="utf-8")
    (folder / "b.json").write_text("<script>alert(2)</script>", encoding="utf-8")
    text = page_of(make_dataset(replay_all([folder])))
    assert text.count("<script") == 1
    assert "<img" not in text
    assert "<b>logs" not in text
    assert "&lt;script&gt;alert(2)" in text


def test_disagreements_are_shown(make_toy: Any) -> None:
    finding = problem("disagreement", point="total", recorded="31", computed="30")
    frames = make_toy(
        [{"winner": "E", "outcome": "self_drawn", "total": 30, "recorded": 31}],
        problems=pd.DataFrame([finding, finding | {"kind": "illegal event"}]),
    )
    page = Page(page_of(frames))
    assert "1 game replayed: 1 illegal event, 1 recorded fact not confirmed." in page.text
    assert "recorded 31" in page.section("Wins")
    assert "None: every event is legal" not in page.text


def test_hands_in_error_are_told(make_toy: Any) -> None:
    page = Page(page_of(make_toy([{"outcome": "error"}, {}])))
    assert "1 game not played to the end: in no statistic." in page.text
    assert "1 of 1 game" in page.text


def test_long_lists_are_cut_and_say_so(make_toy: Any) -> None:
    win = {"winner": "E", "outcome": "self_drawn", "fans": {"all_chows": 1}}
    page = Page(page_of(make_toy([win] * 5), most_wins=2, files=("wins.csv",)))
    assert "3 more wins in wins.csv" in page.text
    assert "3 more wins in the dataset" in Page(page_of(make_toy([win] * 5), most_wins=2)).text
    assert "Points" in page.text
    with pytest.raises(MjlabError, match="most_wins=-1"):
        page_of(make_toy([win]), most_wins=-1)


def test_unknown_rulesets_are_refused() -> None:
    with pytest.raises(RulesetError, match="nothing"):
        page_of(make_dataset([]), rules="nothing")


def test_files_beside_the_page(tmp_path: Path, frames: Dataset) -> None:
    written = write_report(frames, tmp_path / "a" / "b")
    assert [path.name for path in written] == [PAGE, *(f"{name}.csv" for name in SCHEMAS)]
    assert sorted(p.name for p in written[0].parent.iterdir()) == sorted(p.name for p in written)
    for name in SCHEMAS:
        table = getattr(frames, name)
        back = pd.read_csv(written[0].parent / f"{name}.csv")
        assert list(back.columns) == list(table.columns)
        assert len(back) == len(table)
    back = pd.read_csv(written[0].parent / "hands.csv")
    assert back["change"].to_list() == frames.hands["change"].to_list()


def test_formulas_in_names_are_defused(tmp_path: Path, make_toy: Any) -> None:
    frames = make_toy([{"players": ("=cmd|' /C calc'!A0", "+1", "-1", "@x")}])
    write_report(frames, tmp_path)
    names = pd.read_csv(tmp_path / "hands.csv")["player"].to_list()
    assert names == ["'=cmd|' /C calc'!A0", "'+1", "'-1", "'@x"]
    assert not re.search(r"(^|,)[=@]", (tmp_path / "hands.csv").read_text(encoding="utf-8-sig"))


def test_direction_of_writing_and_gaps_are_shown(make_toy: Any) -> None:
    hand = {"players": ("a\u202eb\x00", "P1", "P2", "P3"), "winner": "E", "outcome": "self_drawn"}
    text = page_of(make_toy([hand]), title="\u2066T\ud800", made="\x1b")
    assert not set(text) & {"\u202e", "\x00", "\u2066", "\x1b", "\ud800"}
    page = Page(text)
    assert r"a\u202eb\x00, self-drawn" in page.text
    assert r"\u2066T\ud800" in page.text


def test_programs_can_tell_what_made_the_page() -> None:
    head = page_of(make_dataset([]))[:300]
    assert '<meta name="generator" content="mjlab ' in head


def test_names_of_several_sessions_are_pointed_out(make_toy: Any) -> None:
    page = Page(page_of(make_toy([{"session": "toy a"}, {"session": "toy b"}])))
    said = "4 names occur in more than one session or single game; each is taken for one player"
    assert said in page.text
    assert "P0 (in 2)" in page.text
    assert "more than one session" not in Page(page_of(make_toy([{}, {}]))).text


def test_fan_in_disagreements_have_names(make_toy: Any) -> None:
    finding = problem("disagreement", recorded="all_chows + 2 short_straight", computed="")
    page = Page(page_of(make_toy([{}], problems=pd.DataFrame([finding]))))
    assert "平和 All Chows + 2 连六 Short Straight" in page.text
    assert "short_straight" not in page.text


def test_paths_break_between_their_parts(make_toy: Any) -> None:
    aside = problem("set aside", path="a/<b>/c.t")
    text = page_of(make_toy([{}], problems=pd.DataFrame([aside])))
    assert "a/<wbr>&lt;b&gt;/<wbr>c.t" in text


def test_player_columns_are_explained(make_toy: Any) -> None:
    page = Page(page_of(make_toy([{}])))
    for said in ("Self-draw rate", "Call rate", "Points a win"):
        assert page.text.lower().count(said.lower()) >= 2


def test_the_rules_are_those_of_the_tables(frames: Dataset, make_toy: Any) -> None:
    with pytest.raises(MjlabError, match="made by mcr1998_online, not by mcr2006"):
        page_of(frames, rules="mcr2006")
    toy = make_toy([{}], rules=ruleset("mcr_beginner"))
    assert "scored by mcr_beginner (4 fan to win)" in Page(page_of(toy)).text
    assert "scored by mcr2014" in Page(page_of(make_toy([{}]), rules="mcr2014")).text


# Statistics and players ----------------------------------------------------------------------


def test_every_statistic_is_told_with_its_definition(simulated: Dataset) -> None:
    page = Page(page_of(simulated, most_wins=0))
    told = page.section("Statistics 统计")
    for statistic in stats.STATISTICS.values():
        if isinstance(statistic, Share | Mean):
            assert statistic.definition in told
            assert statistic.zh in told
    assert "By class of the tile" in page.section("Danger of discards")


def test_cells_can_be_sorted_by_their_values(simulated: Dataset) -> None:
    page = Page(page_of(simulated, most_wins=0))
    values = [a["data-value"] for t, a in page.elements if t == "td" and "data-value" in a]
    assert len(values) > 100
    for value in values:
        assert value is not None
        assert value == "" or float(value) == float(value)  # a number, never nan
    tables = [a for t, a in page.elements if t == "table"]
    assert sum(a.get("class") == "sortable" for a in tables) == 8


def test_a_share_has_the_decimals_of_its_interval(simulated: Dataset) -> None:
    for text in (page_of(simulated, most_wins=0), page_of(simulated, player="P1", most_wins=0)):
        told = re.findall(r">([\d.]+)% <small>([\d.]+)–([\d.]+)%</small>", text)
        assert len(told) > 30
        for share in told:
            assert len({len(number.partition(".")[2]) for number in share}) == 1, share
            rate, low, high = map(float, share)
            assert low <= rate <= high
            assert low < high


def test_figures_stand_once_each(simulated: Dataset) -> None:
    page = Page(page_of(simulated, most_wins=0))
    labels = [a["aria-label"] for t, a in page.elements if t == "svg" and a.get("role") == "img"]
    assert len(labels) == len(set(labels)) == 8
    assert any("Danger by turn" in (label or "") for label in labels)


def test_a_player_is_told_beside_the_field(simulated: Dataset) -> None:
    page = Page(page_of(simulated, player="P1", most_wins=3))
    hands = simulated.hands
    own = hands[hands["player"] == "P1"]
    assert f"P1: {len(own)} games in {own['session'].nunique()} sessions" in page.text
    assert f"beside {len(hands) - len(own)} hands of others" in page.text
    field = page.section("Beside the field 与众比较")
    for statistic in (
        "Wins",
        "Deal-ins",
        "Points a hand",
        "Turn of the win",
        "Dealing in while ready",
    ):
        assert statistic in field
    assert "chi-squared test" in field
    assert "percentage points (pp)" in field
    win_rate = stats.compare("win_rate", simulated, "player=P1")
    for low, high in (
        (win_rate.value_low, win_rate.value_high), (win_rate.other_low, win_rate.other_high),
    ):  # fmt: skip
        assert between(low, high) in field
    assert f"{100 * win_rate.low:.1f} pp".replace("-", "−") in field
    row = stats.points_per_hand(simulated, by=None, where="player=P1").iloc[0]
    points = stats.compare("points_per_hand", simulated, "player=P1")
    assert (points.value_low, points.value_high) == pytest.approx((row["low"], row["high"]))
    wins = int(own["won"].sum())
    assert f"{wins - 3} more wins" in page.text
    assert page.text.count("one in twenty") == 1


def test_a_player_without_a_win_or_session_has_a_page(make_toy: Any) -> None:
    text = page_of(make_toy([{"changes": (None,) * 4}]), player="P0")
    page = Page(text)
    assert page.text.count("None: the player won no game.") == 2
    assert "nan" not in page.text.lower()


def test_unknown_players_are_refused_with_near_ones(make_toy: Any) -> None:
    with pytest.raises(MjlabError, match="no game of a player called 'P9'") as caught:
        page_of(make_toy([{}]), player="P9")
    assert "P0" in str(caught.value.hint)
    names = [{"players": tuple(f"N{4 * i + j:02}" for j in range(4))} for i in (1, 0)]
    with pytest.raises(MjlabError) as caught:
        page_of(make_toy(names), player="Nobody")
    assert caught.value.hint == "one of N00, N01, N02, N03, N04, ..."
    with pytest.raises(MjlabError, match="no game of a player"):
        page_of(make_dataset([]), player="P0")


@pytest.mark.parametrize("attack", [*ATTACKS, "=a", "a<b ", "turn>=1", "player=x", "(none)"])
def test_names_of_players_are_text(make_toy: Any, attack: str) -> None:
    game = {"players": (attack, "P1", "P2", "P3"), "winner": "E", "outcome": "discard",
            "discarder": "S", "fans": {"all_chows": 1}}  # fmt: skip
    plain = game | {"players": ("P0", "P1", "P2", "P3")}
    page = Page(page_of(make_toy([game] * 3), player=attack, title=attack))
    clean = Page(page_of(make_toy([plain] * 3), player="P0", title="x"))
    drawing = {"path", "use", "g", "defs", "wbr"}
    assert Counter(t for t, _ in page.elements if t not in drawing) == Counter(
        t for t, _ in clean.elements if t not in drawing
    )
    assert f"{attack}: 3 games" in page.text


def test_which_tables_are_written(tmp_path: Path, make_toy: Any) -> None:
    toy = make_toy([{}])
    names = [p.name for p in write_report(toy, tmp_path / "s", tables="small")]
    assert "events.csv" not in names
    assert "wins.csv" in names
    assert [p.name for p in write_report(toy, tmp_path / "n", tables="none")] == [PAGE]
    with pytest.raises(MjlabError, match="tables='some'"):
        write_report(toy, tmp_path, tables="some")  # type: ignore[arg-type]


def result_only(game: Game, number: int) -> Replay:
    """A game of which only the result is known; of every second one without names."""
    named = {"players": (" ",) * 4} if number % 2 else {}
    key = f"R{number}"
    return replay(
        dataclasses.replace(game, deal=(), events=(), id=key, session=key, index=None, **named)
    )


def test_games_of_which_only_the_result_is_known_are_told_apart(tmp_path: Path) -> None:
    games = [r for r in replay_all([RECORDS]) if isinstance(r, Replay)]
    data = make_dataset([*games, *(result_only(r.game, i) for i, r in enumerate(games))])
    page = Page(page_of(data))
    n, wins = len(games), data.count("wins")
    scored = data.win_fans[["game", "seat"]].drop_duplicates().shape[0]
    assert 0 < scored < wins
    assert f"{n} games replayed, {n} known by their results only: every event is" in page.text
    assert f"each fan occurred in {scored} scored wins of {wins}; of the others" in page.text
    assert f"Of {2 * n} games {n} were replayed event by event" in page.text
    nothing = Page(page_of(make_dataset([result_only(games[0].game, 0)])))
    assert "0 games replayed, 1 known by their results only" in nothing.text
    assert "every event is legal" not in nothing.text
    # Games without names: nobody is taken for one player because he sat in the east.
    assert stats.joined_players(data)["player"].to_list() == sorted(set(games[0].game.players))
    assert "seat E" not in page.text.split("each is taken for one player")[1].split("Where")[0]


def test_advice_on_names_can_be_followed(tmp_path: Path) -> None:
    cure = "import the logs anew with --players by-session"
    assert cure not in Page(page_of(make_dataset(replay_all([RECORDS])))).text
    importing.import_logs([RECORDS], tmp_path / "ds", workers=1)
    assert cure in Page(page_of(Dataset.open(tmp_path / "ds"))).text


@pytest.mark.parametrize("column", ["deal_shanten", "turn"])
def test_values_with_hardly_a_case_are_counted_with_their_neighbours(column: str) -> None:
    rows = pd.DataFrame({column: [0, 1, 2, 3, 9], "k": [1, 1, 30, 20, 1], "n": [1, 2, 100, 90, 1]})
    pooled, note = report_figures._pooled(rows, column)
    assert pooled[[column, "k", "n"]].to_numpy().tolist() == [[2, 32, 103], [3, 21, 91]]
    assert note == " (2 and below, 3 and above together)"
    every, note = report_figures._pooled(rows.iloc[2:4], column)
    assert (every["n"].to_list(), note) == ([100, 90], "")
