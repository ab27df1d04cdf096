"""Whatever is changed in a log, nothing is raised, and no score appears beside an illegal event."""

import io
import json
import random
from contextlib import suppress

import pytest

from mjlab.logs import FORMATS, Game, Replay, SetAside, read, replay
from mjlab.logs.formats.botzone.write import botzone_match, judge_line
from mjlab.logs.formats.limits import CannotHoldError
from mjlab.logs.formats.native import native_line
from mjlab.logs.formats.pmn import pmn_text
from mjlab.logs.formats.tziakcha import record as tziakcha
from mjlab.logs.records import Session
from tests.support import log_games, pmn_sample, sheet_sample


def check(path):
    """Read and replay; return whether the file was found good, bad or set aside."""
    kinds = []
    for record in read(path):
        if isinstance(record, SetAside):
            assert record.reason
            assert str(record)
            kinds.append("aside")
        elif isinstance(record, Game):
            found = replay(record)
            assert isinstance(found, Replay)
            assert all(str(f) for f in (*found.illegal, *found.disagreements))
            if found.illegal:
                assert (found.end, found.score, found.payments) == ("error", None, None)
            for chosen in FORMATS.values():
                write(chosen, record)
            kinds.append("good" if found.ok else "bad")
        else:
            assert isinstance(record, Session)
            kinds.append("session")
    assert kinds
    return kinds


def write(chosen, game):
    """Whatever was read can be written, or the format says what it cannot hold."""
    with suppress(CannotHoldError):
        assert chosen.write(game)


def texts():
    """Write two won hands and a drawn one."""
    concealed = log_games.cases(1, lambda c: not c["melds"] and c["total"] >= 12
                                and set(c["flags"]) == {"round", "seat", "self_drawn"})  # fmt: skip
    won = [log_games.won_game(case) for case in (log_games.made_case(), *concealed)]
    games = [*won, log_games.random_game(1)]
    return [log_games.to_pku(game) for game in games]


@pytest.mark.parametrize("seed", range(3))
def test_single_bytes(tmp_path, seed):
    rng = random.Random(seed)
    data = texts()[seed].encode()
    path = tmp_path / "games.txt"
    kinds = []
    for _ in range(400):
        place = rng.randrange(len(data))
        byte = bytes([rng.choice([rng.randrange(256), *b"0123456789 \nWBTFJ"])])
        changes = (data[:place] + byte + data[place + 1 :], data[:place] + data[place + 1 :],
                   data[:place] + byte + data[place:])  # fmt: skip
        path.write_bytes(rng.choice(changes))
        kinds += check(path)
    assert {"aside", "bad"} <= set(kinds)


@pytest.mark.parametrize("seed", range(3))
def test_words_and_lines(tmp_path, seed):
    rng = random.Random(100 + seed)
    lines = texts()[seed].split("\n")
    words = sorted({word for line in lines for word in line.split()})
    path = tmp_path / "games.txt"
    kinds = []
    for _ in range(400):
        changed = list(lines)
        place = rng.randrange(len(changed))
        match rng.randrange(4):
            case 0:
                del changed[place]
            case 1:
                changed.insert(place, rng.choice(lines))
            case 2:
                other = rng.randrange(len(changed))
                changed[place], changed[other] = changed[other], changed[place]
            case _:
                parts = changed[place].split(" ")
                parts[rng.randrange(len(parts))] = rng.choice(words)
                changed[place] = " ".join(parts)
        path.write_text("\n".join(changed), encoding="utf-8")
        kinds += check(path)
    assert {"aside", "bad", "good"} <= set(kinds)


def mutate(value, rng):
    """Change one thing somewhere inside a value of JSON."""
    odd = [None, True, -1, 0, 1, 255, 2**40, 1.5, "", "x", [], {}, [[]], {"a": 1}]
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: mutate(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.95:
        place = rng.randrange(len(value))
        if rng.random() < 0.1:
            return value[:place] + value[place + 1 :]
        return [*value[:place], mutate(value[place], rng), *value[place + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice("0123456789abcdefgz") + value[place + 1 :]
    if isinstance(value, int) and rng.random() < 0.8:
        return rng.choice([value ^ 1 << rng.randrange(17), value + 1, value - 1, -value])
    return rng.choice(odd)


@pytest.mark.parametrize("name", ["TZ-B03.json", "TZ-B13.json", "TZ-B_session.json", "made up"])
def test_values_of_a_record(tmp_path, records, name):
    rng = random.Random(name)
    if name == "made up":
        record = log_games.random_record(11)
    else:
        record = json.loads((records / name).read_text(encoding="utf-8"))
    path = tmp_path / "record.json"
    kinds = []
    for _ in range(500):
        path.write_text(json.dumps(mutate(record, rng)), encoding="utf-8")
        kinds += check(path)
    assert "aside" in kinds


def test_bytes_of_a_packed_record(tmp_path, records):
    rng = random.Random(5)
    data = (records / "TZ-B00.raw_script.json").read_bytes()
    path = tmp_path / "record.json"
    for _ in range(300):
        place = rng.randrange(len(data))
        path.write_bytes(data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :])
        check(path)


# The other formats --------------------------------------------------------------------------


def in_every_format():
    """Write two hands in each of the formats."""
    games = [log_games.won_game(log_games.made_case()), log_games.random_game(1)]
    record = json.dumps(log_games.random_record(3)).encode()
    (flowers,) = tziakcha.read(io.BytesIO(record), "record.json")
    return {
        "flowers": native_line(flowers),
        "botzone": botzone_match(games[0]),
        "bare": json.dumps(json.loads(botzone_match(games[1]))["logs"]),
        "judge": "\n".join(map(judge_line, games)),
        "native": "\n".join(map(native_line, games)),
        "pmn": pmn_sample.TWO_WINNERS + "".join(map(pmn_text, games)),
        "hands": "\n".join([sheet_sample.HANDS, *sheet_sample.ROWS]),
        "tables": "\n".join([sheet_sample.TABLES, sheet_sample.TOTALS]),
    }


FORMS = in_every_format()


@pytest.mark.parametrize("name", FORMS)
def test_cuts_and_bytes(tmp_path, name):
    rng = random.Random(name)
    data = FORMS[name].encode()
    path = tmp_path / "log"
    kinds = []
    for n in range(150):
        place = rng.randrange(len(data))
        byte = bytes([rng.choice([rng.randrange(256), *b'0123456789 \n"[]{},-'])])
        changes = (data[:place], data[:place] + byte + data[place + 1 :],
                   data[:place] + byte + data[place:], data[:place] + data[place + 1 :],
                   data[place:], data[:place] + data[place:][:50] + data[place:])  # fmt: skip
        path.write_bytes(changes[n % len(changes)] or b"x")
        kinds += check(path)
    assert "aside" in kinds


@pytest.mark.parametrize("name", ["botzone", "bare", "judge", "native", "flowers"])
def test_values_of_json(tmp_path, name):
    rng = random.Random(name)
    lines = [json.loads(line) for line in FORMS[name].split("\n")]
    path = tmp_path / "log"
    kinds = []
    for _ in range(200):
        changed = list(lines)
        place = rng.randrange(len(lines))
        changed[place] = mutate(lines[place], rng)
        path.write_text("\n".join(map(json.dumps, changed)), encoding="utf-8")
        kinds += check(path)
    assert {"aside", "good"} <= set(kinds)


@pytest.mark.parametrize("name", ["pmn", "hands", "tables"])
def test_words_of_texts(tmp_path, name):
    rng = random.Random(name)
    text = FORMS[name]
    split = (lambda t: t.split('"'), '"') if name == "pmn" else (lambda t: t.split(","), ",")
    words = split[0](text)
    path = tmp_path / "log"
    kinds = []
    for _ in range(300):
        changed = list(words)
        place, other = rng.randrange(len(words)), rng.randrange(len(words))
        match rng.randrange(4):
            case 0:
                del changed[place]
            case 1:
                changed[place] = words[other]
            case 2:
                changed[place] = words[place][: len(words[place]) // 2]
            case _:
                changed[place] = rng.choice(["", "-1", "9" * 30, "P0", "H1H2", "\u0000", "T0c1"])
        path.write_text(split[1].join(changed), encoding="utf-8")
        kinds += check(path)
    assert "aside" in kinds


def test_moves_of_pmn(tmp_path):
    rng = random.Random(3)
    path = tmp_path / "log"
    kinds = []
    for _ in range(500):
        play = "".join(
            f"{rng.choice('TDCPABZRHN')}{rng.randrange(4)}"
            f"{rng.choice(['b5', 'd3', 'z1', 'c1', 'w1', 'f1', ''])}"
            for _ in range(rng.randrange(12))
        )
        path.write_text(pmn_sample.changed(Play=play, Fan="None None None None"), encoding="utf-8")
        kinds += check(path)
    assert {"aside", "bad", "good"} <= set(kinds)
