"""Whatever is changed in a log, nothing is raised, and no score appears beside an illegal event."""

import json
import random

import log_games
import pytest

from mjlab.logs import Game, Replay, SetAside, read, replay
from mjlab.logs.schema import Session


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
            kinds.append("good" if found.ok else "bad")
        else:
            assert isinstance(record, Session)
            kinds.append("session")
    assert kinds
    return kinds


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
