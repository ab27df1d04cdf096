"""What is wrong with a log is named: set aside, an illegal event, or a disagreement."""

import base64
import json
import re
import zlib

import pytest

from mjlab.logs import Game, Session, SetAside, read, replay
from tests.support import log_games


def findings(path):
    """Name everything that is found wrong with a file; nothing may be raised."""
    found = []
    for record in read(path):
        if isinstance(record, SetAside):
            assert record.reason
            assert record.path == str(path)
            assert str(record).isprintable()
            found.append(f"aside: {record.place}: {record.reason}")
        elif isinstance(record, Game):
            result = replay(record)
            if result.illegal:
                assert (result.end, result.score, result.payments) == ("error", None, None)
            found += [f"illegal: {f.what}; {f.why}" for f in result.illegal]
            found += [f"disagree: {d}" for d in result.disagreements]
    return found


@pytest.fixture(scope="session")
def sample():
    """Make a won hand with a chow, a pung, an added kong and an overruled claim."""
    for seed in range(50):
        text = log_games.to_pku(log_games.won_game(log_games.made_case(), seed))
        if "Ignore" in text:
            return text
    raise AssertionError("no such hand")


def at(pattern, change, which=0):
    """Edit one line of a text: the `which`-th that matches."""

    def edit(text):
        lines = text.split("\n")
        places = [i for i, line in enumerate(lines) if re.search(pattern, line)]
        lines[places[which]] = re.sub(pattern, change, lines[places[which]])
        return "\n".join(lines)

    return edit


def insert(pattern, line, which=0):
    return at(f"({pattern}.*)", rf"\1\n{line}", which)


def drop(pattern, which=0):
    return at(f".*{pattern}.*", " ", which)


def next_player(match):
    return f"Player {(int(match[1]) + 1) % 4} {match[2]}"


TEXTS = {
    "empty": (lambda t: "", "aside: : the file is empty"),
    "not a log": (lambda t: "Dear diary,\n", "aside: : the format is not one of"),
    "no name": (at("^Match .*", "Match"), "aside: .*the format is not one of"),
    "name with a space": (at("^Match .*", "Match a b"), "the format is not one of"),
    "wind 7": (at("Wind .", "Wind 7"), "aside: line 2: Wind and a number from 0 to 3"),
    "twelve tiles": (at("(Deal .*) ..$", r"\1"), "aside: line 3: 12 tiles are dealt, not 13"),
    "dealt twice": (at("Player 1 Deal", "Player 0 Deal"), "line 4: Player 1 Deal and 13 tiles"),
    "no deal": (drop("Player 2 Deal"), "aside: line 6: Player 2 Deal and 13 tiles"),
    "unknown tile": (at("Draw ..", "Draw Q7"), "aside: .*no tile is called 'Q7'"),
    "tile 0": (at("Draw ..", "Draw W0"), "aside: .*no tile is called 'W0'"),
    "small letters": (at("Draw (.)(.)", r"Draw w1"), "no tile is called 'w1'"),
    "a flower": (at("Draw ..", "Draw H1"), "no tile is called 'H1'"),
    "no tile": (at("Draw ..", "Draw"), "aside: .*Player, a number, one of"),
    "five copies": (lambda t: re.sub("Deal ..", "Deal W1", re.sub(
        "(Player 0 Deal .*?) .. .. .. ..$", r"\1 W1 W1 W1 W1", t, flags=re.M)),
        "illegal: .*a fifth 1m appears"),
    "unknown event": (at("Draw", "Fly"), "aside: .*Player, a number, one of Draw, Play"),
    "player 4": (at("Player . Draw", "Player 4 Draw"), "Player, a number, one of"),
    "negative player": (at("Player . Draw", "Player -1 Draw"), "Player, a number, one of"),
    "words behind": (at("(Draw ..)", r"\1 quickly"), "Ignore is expected, not 'quickly'"),
    "chow by another": (at("Player (.) (Chi ..)", next_player), "illegal: .*chow"),
    "chow around a 1": (at("Chi (.).", r"Chi \g<1>1"), "is not the middle of a chow"),
    "chow of honors": (at("Chi ..", "Chi F2"), "F2 is not the middle of a chow"),
    "chow of other tiles": (at("Chi (.)(.)", lambda m: f"Chi {m[1]}{int(m[2]) % 7 + 2}"),
        "illegal: .*chow .*; (the discard .* is not in that chow|.* holds no)"),
    "pung of another tile": (at("Peng ..", "Peng J2", 1), "illegal: .*pung .*the discard is"),
    "pung without the tiles": (at("Player (.) (Peng ..)", next_player),
        "illegal: .*(needed|nobody claims)"),
    "discard not held": (at("Play ..", "Play J2", 0), "illegal: .*holds no 6z"),
    "draw out of turn": (at("Player (.) (Draw ..)", next_player, 4), "the next draw is"),
    "drawn twice": (at("(.*Draw .*)", r"\1\n\1", 2), "illegal: .*no draw is due"),
    "discarded twice": (at("(.*Play .*)", r"\1\n\1", 2), "no discard of this player is due"),
    "no discard": (drop("Play", 5), "illegal: .*; (no draw is due|there is no discard)"),
    "no draw": (drop("Draw", 0), "illegal: .*no discard of this player is due"),
    "concealed kong of nothing": (insert("Player 0 Draw", "Player 0 AnGang J2"),
        "illegal: .*4 are needed"),
    "added kong without pung": (insert("Player 0 Draw", "Player 0 BuGang J2"),
        "no claimed pung of 6z to add to"),
    "kong after a pung": (insert("Peng", "Player 0 AnGang J2"),
        "illegal: .*(own turn, after a draw)"),
    "kong not replaced": (lambda t: re.sub("(BuGang ..)\n.*\n", r"\1\n", t),
        "illegal: .*no discard of this player is due"),
    "win on another tile": (at("Hu ..", "Hu J2"), "the tile to win on is .*, not 6z"),
    "win by another": (at("Player (.) (Hu ..)", next_player), "disagree: .*|illegal: .*"),
    "win too early": (insert("Player 0 Play", "Player 1 Hu J2"), "illegal: .*(the tile to win on)"),
    "play after the win": (insert(" Hu ", "Player 0 Draw J2"), "Fan follows Hu"),
    "drawn too early": (lambda t: re.sub("Player . Hu.*\nFan.*", "Huang", t),
        "illegal: the end of the hand; there is no winner and play could go on"),
    "win and drawn": (at("Fan.*", "Huang"), "a hand with Hu ends with Fan, not with Huang"),
    "points without win": (drop(" Hu "), "aside: .*Fan follows Hu"),
    "unknown fan": (at(r"\+[^*]*", "+大满贯"), "aside: .*no fan is called '大满贯'"),
    "fan of markup": (at(r"\+[^*]*", "+<b>x</b>"), "aside: .*no fan is called '<b>x</b>'"),
    "fan 0 times": (at(r"\*1$", "*0"), "is not a fan and its count"),
    "fan -1 times": (at(r"\*1$", "*-1"), "is not a fan and its count"),
    "fan twice": (at(r"(Fan \d+ )([^+]*)", r"\1\2+\2"), "stands twice"),
    "some names lost": (at(r"(Fan \d+ )([^*]*)", r"\1??"), "some fan names are destroyed"),
    "fan left out": (at(r"\+[^+]*$", ""), "disagree: .*(fans|fan sum)"),
    "another total": (at("Fan .*? ", "Fan 88 "), "disagree: .*total is recorded as 88"),
    "total in words": (at("Fan .*? ", "Fan nine "), "Player, Fan or Huang is expected"),
    "wrong sum": (at("Score .*", "Score -8 40 -8 -8"), "disagree: .*payments is recorded as"),
    "three scores": (at("(Score .*) .*", r"\1"), "Score and four numbers is expected"),
    "scores in words": (at("Score .*", "Score a b c d"), "Score and four numbers is expected"),
    "no score": (lambda t: t[: t.index("Score")].rstrip(), "the hand breaks off: Score, or a bl"),
    "overruled win": (at(r"Ignore Player (.) Chi (..)", r"Ignore Player \1 Hu \2"),
        "illegal: .*(goes before it|is said to claim)"),
    "overruled other tile": (at(r"Ignore Player (.) Chi ..", r"Ignore Player \1 Peng J2"),
        "disagree: .*a pung on 6z by .*, ours is no such claim .on offer is"),
    "overruled nonsense": (at(r"Ignore .*", "Ignore me"), "aside: .*Player, a number, one of"),
    "overruled draw": (at(r"Ignore (Player .) .*", r"Ignore \1 Draw W1"), "one of Chi, Peng"),
    "long line": (insert("Draw", "Player 0 " + "x" * 5000), "longer than any of this format"),
    "endless hand": (lambda t: t[: t.index("Fan")] + "Player 0 Draw W1\n" * 700,
        "no hand has more than 600 lines"),
    "zero bytes": (at("Draw ..", "Draw \0\0"), "aside: .*"),
    "text between hands": (lambda t: t + "and then\n" + t, "the next hand begins with Match"),
    "text before": (lambda t: t + "\n\nMatch\nrest", "aside: .*a hand begins with Match"),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_text(sample, tmp_path, name):
    change, expected = TEXTS[name]
    path = tmp_path / "games.txt"
    assert change(sample) != sample
    path.write_text(change(sample), encoding="utf-8")
    found = findings(path)
    assert found
    assert re.search(expected, "\n".join(found)), found


def test_the_sample_itself_is_good(sample, tmp_path):
    (tmp_path / "games.txt").write_text(sample, encoding="utf-8")
    assert findings(tmp_path / "games.txt") == []


def test_text_cut_after_every_line(sample, tmp_path):
    lines = sample.rstrip().split("\n")
    path = tmp_path / "games.txt"
    for n in range(1, len(lines)):
        path.write_text("\n".join(lines[:n]), encoding="utf-8")
        whole = " Hu " in lines[n - 1]  # a hand may do without its points
        assert len(findings(path)) == (not whole), n


def test_text_cut_after_any_byte(sample, tmp_path):
    data = sample.rstrip().encode()
    path = tmp_path / "games.txt"
    for n in range(0, len(data), 7):
        path.write_bytes(data[:n])
        found = findings(path)
        whole = b" Hu " in data[:n].splitlines(keepends=True)[-1] if n else False
        if n < data.index(b"Score") and not whole:
            assert found, n


def test_text_that_is_not_utf8(sample, tmp_path):
    path = tmp_path / "games.txt"
    path.write_bytes(sample.encode("latin-1", "replace").replace(b"?", b"\xe9"))
    (found,) = findings(path)
    assert found.endswith("the line is not UTF-8")
    path.write_bytes(sample.encode("utf-16"))
    assert "the text is UTF-16: save it as UTF-8" in findings(path)[0]


def test_markup_in_names_stays_data(sample, tmp_path):
    path = tmp_path / "games.txt"
    path.write_text(re.sub("Match .*", "Match <script>alert(1)</script>", sample), encoding="utf-8")
    (game,) = read(path)
    assert game.id == "<script>alert(1)</script>"
    record = log_games.random_record(1)
    record["step"]["p"][0]["n"] = '<img src=x onerror="alert(1)">'
    (tmp_path / "r.json").write_text(json.dumps(record))
    (game,) = read(tmp_path / "r.json")
    assert game.players[0] == '<img src=x onerror="alert(1)">'


def script(data):
    return {"id": "x", "script": base64.b64encode(data).decode()}


def bomb():
    return script(zlib.compress(b"[" + b" " * 50_000_000 + b"]", 9))


def step(**changes):
    """Change fields of the step; a function gets the old value."""

    def edit(record):
        for key, value in changes.items():
            old = record["step"].get(key)
            record["step"][key] = value(old) if callable(value) else value
        return record

    return edit


def action(number, value):
    def edit(record):
        actions = record["step"]["a"]
        actions[number] = value(actions[number]) if callable(value) else value
        return record

    return edit


def first(kind, change):
    """Change the data of the first action of a kind."""

    def edit(record):
        one = next(a for a in record["step"]["a"] if a[0] & 15 == kind and a[1])
        one[1] = change(one[1])
        return record

    return edit


def without(key):
    def edit(record):
        del record["step"][key]
        return record

    return edit


def swap_wall(wall):
    """Swap the tile drawn first with another kind."""
    return wall[-2:] + wall[2:-2] + wall[:2]


RECORDS = {
    "not JSON": (lambda r: '{"step": ', "aside: character .*not JSON"),
    "cut": (lambda r: json.dumps(r)[:-30], "aside: character .*not JSON"),
    "a list": (lambda r: "[" + json.dumps(r) + "]", "the format is not one of"),
    "deep": (lambda r: '{"step": ' + "[" * 100_000, "nested more than 32 levels deep"),
    "deep in text": (lambda r: '{"step": 1, "x": "' + "[" * 99 + '"}', "aside: record.id: a text"),
    "a name twice": (lambda r: '{"step": 1, "step": 2}', "'step' stands twice in one object"),
    "NaN": (lambda r: '{"step": NaN}', "NaN is not a number of JSON"),
    "huge number": (lambda r: '{"step": ' + "9" * 5000 + "}", "a number in the JSON is too long"),
    "huge file": (lambda r: '{"step": "' + "x" * 5_000_000 + '"}', "too long for a record"),
    "no id": (lambda r: {"step": r["step"]}, "aside: record.id: a text is expected"),
    "step a list": (lambda r: {"id": "x", "step": []}, "aside: step: an object is expected"),
    "script a number": (lambda r: {"id": "x", "script": 5}, "neither step nor script"),
    "not base64": (lambda r: {"id": "x", "script": "%%%"}, "the packed record is not base64"),
    "not zlib": (lambda r: script(b"hello"), "the packed record is not zlib"),
    "cut zlib": (lambda r: script(zlib.compress(b"{}" * 99)[:-6]), "is cut short"),
    "behind zlib": (lambda r: script(zlib.compress(b"{}") + b"x"), "something follows"),
    "zip bomb": (lambda r: bomb(), "unpacks to more than 4,000,000 bytes"),
    "packed latin": (lambda r: script(zlib.compress(b"\xe9")), "is not UTF-8 at byte 0"),
    "packed depth": (lambda r: script(zlib.compress(b"[" * 999)), "more than 32 levels deep"),
    "packed text": (lambda r: script(zlib.compress(b'"x"')), "step: an object is expected"),
    "another version": (step(v=3), "aside: step.v: version 3 of the record is not known"),
    "another base": (step(g={"l": 8, "b": 16, "z": 1}), "step.g.b: the rule of 16 base points"),
    "another minimum": (step(g={"l": 4, "b": 8, "z": 1}), "least fan is recorded as 4, ours is 8"),
    "rules missing": (without("g"), "aside: step.g: an object is expected"),
    "hand 16": (step(i=16), "aside: step.i: 16 is not from 0 to 15"),
    "hand true": (step(i=True), "aside: step.i: a whole number is expected"),
    "hand 1.5": (step(i=1.5), "aside: step.i: a whole number is expected"),
    "short wall": (step(w="00" * 143), "aside: .*288 hexadecimal digits"),
    "wall of letters": (step(w="xy" * 144), "288 hexadecimal digits"),
    "a tile twice": (step(w=lambda w: w[:2] + w[:2] + w[4:]), "holds each of 144 tiles once"),
    "tile 200": (step(w=lambda w: w.replace("8f", "c8")), "144 tiles once, not so 200"),
    "wall a list": (step(w=[]), "aside: step.w: a text is expected"),
    "a die of 0": (step(d=0x1110), "does not stand for four dice"),
    "a die of 7": (step(d=0x7111), "does not stand for four dice"),
    "five dice": (step(d=0x11111), "aside: step.d: .* is not from 0 to"),
    "other dice": (step(d=lambda d: d ^ 3), "aside: step.a|illegal|does not stand"),
    "another wall": (step(w=lambda w: w[100:] + w[:100]), "aside: step.a|illegal"),
    "no actions": (step(a=[]), "illegal: the end of the hand"),
    "actions missing": (without("a"), "aside: step.a: a list is expected"),
    "too many actions": (step(a=[[8, 0, 0]] * 3000), "3,000 actions are too many"),
    "two numbers": (action(3, lambda a: a[:2]), r"step.a\[3\]: an action is three whole numbers"),
    "negative number": (action(3, [-1, 0, 0]), r"step.a\[3\]: an action is three whole numbers"),
    "a text": (action(3, "draw"), r"step.a\[3\]: an action is three whole numbers"),
    "a fraction": (action(3, [2.0, 0, 0]), "three whole numbers"),
    "huge action": (action(3, [2**70, 0, 0]), "three whole numbers"),
    "kind 12": (action(3, [12, 0, 0]), "12 is no kind of action"),
    "player 4": (action(3, [4 << 4 | 2, 0, 0]), "is no player and kind"),
    "negative flower": (first(1, lambda d: d | 0xF00), "there is no tile number 151"),
    "flower not held": (first(1, lambda d: d ^ 0x700), "illegal: .*flower .*holds no"),
    "flower flags": (first(1, lambda d: d | 1 << 13), "is no flower and its replacement"),
    "draw of another tile": (first(7, lambda d: d ^ 4), "at the (front|back) of the wall lies"),
    "draw from the back": (first(7, lambda d: d ^ 256), "at the (front|back) of the wall lies"),
    "draw of no tile": (first(7, lambda d: 200), "there is no tile number 200"),
    "draw flags": (first(7, lambda d: d | 1 << 9), "is no draw"),
    "discard not held": (first(2, lambda d: (d + 72) % 136 | 256), "illegal: .*holds no"),
    "discard a flower": (first(2, lambda d: 140 | 256), "illegal: .*7?5f cannot be discarded"),
    "discard flags": (first(2, lambda d: d | 1 << 11), "is no discard"),
    "chow form": (first(3, lambda d: d | 0x100), "is no such set"),
    "chow of a 1": (first(3, lambda d: d & ~63 | 9), "9 is not the middle of a chow"),
    "chow from nobody": (first(3, lambda d: d & ~0xC0), "is no such set"),
    "chow of another tile": (first(3, lambda d: d & ~0xC0 | ((d >> 6 & 3) % 3 + 1) << 6),
        "which is not the last discard"),
    "pung form": (first(4, lambda d: d ^ 0x300), "is no such set"),
    "pung from another": (first(4, lambda d: d & ~0xC0 | ((d >> 6 & 3) % 3 + 1) << 6),
        "which is not the last discard"),
    "pung of no tile": (first(4, lambda d: d | 63), "there is no tile number|last discard"),
    "three players": (step(p=lambda p: p[:3]), "step.p: 4 entries are expected, not 3"),
    "player a text": (step(p=["a", "b", "c", "d"]), r"step.p\[0\]: an object is expected"),
    "name a number": (step(p=[{"n": 1, "s": 0}] * 4), r"step.p\[0\].n: a text is expected"),
    "score a text": (step(s=[0, 0, "0", 0]), r"step.s\[2\]: a whole number is expected"),
    "scores missing": (without("s"), "step.s: a list is expected"),
    "scores of a drawn hand": (step(s=[8, -8, 0, 0]), "disagree: .*payments is recorded as"),
    "two winners": (step(b=0b0011), "names more than one winner"),
    "two discarders": (step(b=0b00110001), "names more than one winner or discarder"),
    "winner without discarder": (step(b=1), "does not say who gave the winning tile"),
    "winner without fan": (step(b=17), r"step.y\[0\].t: an object is expected"),
    "winner who did not win": (step(b=17, y=[{"f": 8, "t": {"45": 8}}] * 4), "winner is recorded"),
    "fan 99": (step(b=17, y=[{"f": 8, "t": {"99": 8}}] * 4), "there is no fan number"),
    "fan 0": (step(b=17, y=[{"f": 8, "t": {"0": 8}}] * 4), "stands twice or is none"),
    "fan x": (step(b=17, y=[{"f": 8, "t": {"x": 8}}] * 4), "there is no fan number"),
    "fan twice": (step(b=17, y=[{"f": 8, "t": {"31": 16, "32": 16}}] * 4), "stands twice"),
    "fan -1 times": (step(b=17, y=[{"f": 8, "t": {"1": -600}}] * 4), "does not count -2 times"),
    "fan a text": (step(b=17, y=[{"f": 8, "t": {"1": "8"}}] * 4), "a whole number is expected"),
    "points a text": (step(b=17, y=[{"f": "8", "t": {}}] * 4), r"step.y\[0\].f: a whole number"),
    "a win": (lambda r: step(a=lambda a: [*a[:-1], [1 << 4 | 6, 16, 10**9]])(r),
        "illegal: .*no tile to win on|disagree: .*win"),
    "unheard false win": (step(b=0x100), "disagree: .*false wins is recorded as East, ours is no"),
}  # fmt: skip


@pytest.fixture(scope="session")
def record_text():
    """Make a record with every kind of set."""
    for seed in range(500):
        record = log_games.random_record(seed)
        kinds = {a[0] & 15 for a in record["step"]["a"]}
        if {1, 2, 3, 4, 5, 7} <= kinds:
            return json.dumps(record)
    raise AssertionError("no such record")


@pytest.mark.parametrize("name", RECORDS)
def test_record(record_text, tmp_path, name):
    change, expected = RECORDS[name]
    changed = change(json.loads(record_text))
    text = changed if isinstance(changed, str) else json.dumps(changed)
    path = tmp_path / "record.json"
    assert text != record_text
    path.write_text(text, encoding="utf-8")
    found = findings(path)
    assert found
    assert re.search(expected, "\n".join(found)), found


def test_record_cut_anywhere(record_text, tmp_path):
    path = tmp_path / "record.json"
    for n in range(0, len(record_text), 97):
        path.write_text(record_text[:n])
        assert len(findings(path)) == 1


SESSIONS = {
    "three players": (lambda s: s | {"players": s["players"][:3]}, "players: 4 entries"),
    "score a text": (lambda s: s | {"players": [{"n": "a", "s": "1"}] * 4}, r"players\[0\].s"),
    "no games": (lambda s: s | {"records": 5}, "records: a list is expected"),
    "game a number": (lambda s: s | {"records": [5]}, r"records\[0\]: an object is expected"),
    "no name": (lambda s: {k: v for k, v in s.items() if k != "sessionId"}, "aside: : the format"),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_session(records, tmp_path, name):
    change, expected = SESSIONS[name]
    session = json.loads((records / "TZ-B_session.json").read_text(encoding="utf-8"))
    path = tmp_path / "session.json"
    path.write_text(json.dumps(change(session)))
    (found,) = findings(path)
    assert re.search(expected, found), found
    path.write_text(json.dumps(session))
    assert isinstance(next(read(path)), Session)
