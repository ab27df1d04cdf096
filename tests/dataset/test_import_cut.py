"""Files cut into pieces: nothing is lost without a word, and places stay those of the file."""

from __future__ import annotations

import gc
import io
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mjlab.dataset import Dataset, make_dataset
from mjlab.dataset.importing import import_logs, pieces, work
from mjlab.errors import MjlabError
from mjlab.logs import Claim, EventKind, Outcome, WinRecord, replay, replay_all
from mjlab.logs.formats.pku import pku_text
from mjlab.logs.formats.pmn import pmn_text
from mjlab.logs.inputs import InputFile
from mjlab.simulate import games

MADE = list(games(9, seed=4, walls="duplicate"))
SHEET = "tournament,round,table,hand,winner,loser,points\n"


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut wherever it can be cut."""
    monkeypatch.setattr(pieces, "_FIRST", 1)
    monkeypatch.setattr(pieces, "_GAMES", 1)


def imported(tmp_path: Path, data: bytes | str, name: str = "a.txt") -> Dataset:
    (tmp_path / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    import_logs([tmp_path / name], tmp_path / "ds", workers=1)
    return Dataset.open(tmp_path / "ds")


def as_read(tmp_path: Path, name: str = "a.txt") -> Dataset:
    return make_dataset(replay_all([tmp_path / name]))


def places(data: Dataset) -> list[tuple[str, str]]:
    return sorted(zip(data.games["game"], data.games["place"], strict=True))


def told(data: Dataset) -> set[tuple[str, str]]:
    return set(zip(data.problems["place"], data.problems["reason"], strict=True))


# Where it is cut -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_every_byte_is_in_a_piece_or_counted(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr(pieces, "_BLOCK", rng.choice([7, 64, 1000]))
    monkeypatch.setattr(pieces, "_LONGEST", rng.choice([30, 300, 10_000]))
    parts = [b"\nM", b"\n", b"x", b" M", b"\n\n", b"y" * 50, b"\n" * 40, b"M"]
    stream = b"".join(rng.choice(parts) for _ in range(2000))
    found = list(pieces.cut(io.BytesIO(stream), re.compile(rb"\nM"), 2, rng.choice([1, 3, 100])))
    place = 0
    for one in found:
        assert stream.startswith(one.data, place)
        size = len(one.data) + one.lost
        assert one.lines == stream.count(b"\n", place, place + size)
        place += size
        assert one is found[-1] or stream.startswith(b"M", place)
        assert not one.lost or b"\nM" not in stream[place - one.lost + 1 : place]
    assert place == len(stream)
    assert [one.last for one in found[:-1]] == [False] * (len(found) - 1)


@pytest.mark.parametrize("space", ["", "  ", "\t", "\u3000", "\xa0"])
def test_hands_may_be_indented(tmp_path: Path, one_by_one: None, space: str) -> None:
    first, *others = map(pku_text, MADE)
    lines = "".join(others).splitlines(True)
    data = imported(tmp_path, first + "".join(space + line for line in lines))
    assert len(list((tmp_path / "ds" / "games").iterdir())) > 4
    assert len(places(data)) == len(MADE)
    assert places(data) == places(as_read(tmp_path))
    assert data.problems.empty


def test_pmn_is_cut_at_its_events(tmp_path: Path, one_by_one: None) -> None:
    text = "\n".join(map(pmn_text, MADE))
    data = imported(tmp_path, '[Board "1"]\n\n' + text.replace("[Board", "  [Board"), "a.pmn")
    assert len(list((tmp_path / "ds" / "games").iterdir())) > 4
    assert len(places(data)) == len(MADE)
    memory = as_read(tmp_path, "a.pmn")
    assert (places(data), told(data)) == (places(memory), told(memory))


def test_a_sheet_has_its_heading_in_every_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "_ROWS", 4)
    rows = [f"Cup,1,{n},1,P0,P1,{'x' if n % 5 == 3 else 8 + n}\n" for n in range(1, 23)]
    data = imported(tmp_path, SHEET + "".join(rows), "a.csv")
    memory = as_read(tmp_path, "a.csv")
    assert (places(data), told(data)) == (places(memory), told(memory))
    assert (len(places(data)), len(told(data))) == (18, 4)


@pytest.mark.parametrize("first", [1, 2])
def test_whatever_is_broken_is_as_in_memory_wherever_it_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    monkeypatch.setattr(pieces, "_FIRST", first)
    monkeypatch.setattr(pieces, "_GAMES", 1)
    rng = random.Random(first)
    lines = "\n".join(map(pku_text, MADE)).encode().split(b"\n")
    odd = [b"Match", b"Match \xff", b"Matchbox", b"Match " + b"x" * 2000, b"", b"Huang", b"\xff"]
    odd += [b"Player 0 Draw W1", b"Match a\r", b" Match b", b"Score 0 0 0 0", b"Match\tc"]
    for number in range(12):
        for _ in range(4):
            lines[rng.randrange(len(lines))] = rng.choice(odd)
        (tmp_path / f"{number:02}.txt").write_bytes(b"\n".join(lines))
        lines = "\n".join(map(pku_text, MADE[number % 3 :: 2])).encode().split(b"\n")
    logs = sorted(tmp_path.glob("*.txt"))
    for log in logs:
        import_logs([log], tmp_path / f"ds{log.name}", workers=1)
        data, memory = Dataset.open(tmp_path / f"ds{log.name}"), make_dataset(replay_all([log]))
        assert (places(data), told(data)) == (places(memory), told(memory)), log


# What is passed over --------------------------------------------------------------------------


@pytest.mark.parametrize("junk", [b"Player 0 Draw W1\n", b"y", b"\x1cMatch z\n"])
def test_what_is_passed_over_is_told_and_moves_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, junk: bytes
) -> None:
    monkeypatch.setattr(pieces, "_LONGEST", 50_000)
    monkeypatch.setattr(pieces, "_BLOCK", 9_000)
    hands = [pku_text(game).encode() for game in MADE[:3]]
    giant = b"Match big\nWind 0\n" + junk * (180_000 // len(junk)) + b"\n"
    data = imported(tmp_path, giant.join(hands))
    memory = as_read(tmp_path)
    assert places(data) == places(memory)
    assert len(places(data)) == 3
    reasons = [reason for _, reason in told(data) if "passed over" in reason]
    assert len(reasons) == 2
    for reason in reasons:
        found = re.fullmatch(
            r"([0-9,]+) bytes before line (\d+) are passed over: no game in sight", reason
        )
        assert found is not None
        assert f"line {found[2]}" in {place for _, place in places(data)}
        assert 120_000 < int(found[1].replace(",", "")) < 190_000


def test_a_sheet_is_never_cut_within_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part of a line may be a line: 24 points are not 2."""
    monkeypatch.setattr(pieces, "_LONGEST", 100)
    monkeypatch.setattr(pieces, "_BLOCK", 30)
    text = b"Match a\nWind 0\n" + b"Player 0 Draw W1\n" * 100
    for one in pieces.cut(io.BytesIO(text), re.compile(rb"(?!)"), 1, 1):
        assert one.data.endswith(b"\n")
        assert one.lost


def test_of_nonsense_not_every_line_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "_MOST_LISTED", 20)
    data = imported(tmp_path, SHEET + "Cup,1,1,1,P0,P1,12\n" + "x\n" * 75, "a.csv")
    assert data.count("games") == 1
    assert data.count("problems") == 21
    assert "55 more such things from line 1 on" in set(data.problems["reason"])


def test_a_fault_of_a_file_whose_name_is_no_text() -> None:
    name = Path("gone \udcff.txt")
    for found in (InputFile(name), InputFile(name, True, "the file cannot be read: \udcfe")):
        (piece,) = pieces.pieces([found])
        assert piece.fault
        assert "cannot be read" in piece.fault


# One that spoils nothing ------------------------------------------------------------------------


def test_a_source_without_a_name_spoils_no_import(tmp_path: Path) -> None:
    good = '{"mjlab": 1, "type": "game", "source": "s", "id": "a", "round": "E"}\n'
    data = imported(tmp_path, good.replace('"s"', '""') + good, "a.jsonl")
    assert data.games["game"].to_list() == ["s a"]
    assert data.problems["reason"].to_list() == ["a name is expected"]


def test_keys_that_are_alike_are_one(tmp_path: Path) -> None:
    """By the key that tables have: two pairs of source and id may give one."""
    line = '{"mjlab": 1, "type": "game", "source": "%s", "id": "%s", "round": "E"}\n'
    data = imported(tmp_path, line % ("a", "b c") + line % ("a b", "c"), "a.jsonl")
    for found in (data, as_read(tmp_path, "a.jsonl")):
        assert found.games["game"].to_list() == ["a b c"]
        assert found.count("problems") == 1


def test_what_no_column_can_hold_is_left_out_and_listed() -> None:
    game = MADE[0]
    claims = (replace(game.events[0], claims=(Claim(EventKind.PUNG, 1, 99),)), *game.events[1:])
    huge = replace(game.outcome, penalties=(10**12, 0, 0, 0))
    data = make_dataset([replay(replace(game, min_fan=40_000, outcome=huge, events=claims))])
    assert data.games["least_fan"].isna().all()
    assert data.hands["payment"].isna().to_list() == [True, False, False, False]
    reasons = set(data.problems["reason"])
    assert "least_fan is recorded as 40000: left out" in reasons
    assert any(reason.startswith("payment of East is recorded as ") for reason in reasons)
    result = replace(game, deal=(), events=(), outcome=Outcome((WinRecord(1, total=10**10),)))
    data = make_dataset([replay(result)])
    assert data.wins["recorded_total"].isna().all()
    assert "number" in set(data.problems["point"])


def test_a_fault_of_ours_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> None:
        raise IndexError("list index out of range")

    monkeypatch.setattr(work, "game_key", fails)
    with pytest.raises(MjlabError, match=r"a fault of mjlab at .*a\.txt: IndexError") as caught:
        imported(tmp_path, pku_text(MADE[0]))
    assert "leave the file out" in str(caught.value.hint)


def test_the_collector_of_this_process_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only processes of the import itself go without it."""
    seen = []
    made = work.tables_of

    def watched(gathered: Any) -> Any:
        seen.append(gc.isenabled())
        return made(gathered)

    monkeypatch.setattr(work, "tables_of", watched)
    imported(tmp_path, pku_text(MADE[0]))
    assert seen == [True]
    assert gc.isenabled()
