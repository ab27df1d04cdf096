"""Broken logs of every format: cut, wrongly encoded, nested, huge, packed to burst, hostile."""

import gzip
import io
import json
import struct
import zipfile

from mjlab.logs import Session
from mjlab.logs.formats.botzone.write import botzone_match, judge_line
from mjlab.logs.formats.native import native_line
from tests.support import log_games, pmn_sample, sheet_sample

HOSTILE = "<script>alert('x')</script>\u202e\x1b[31m\x00"


def sound_files():
    """Write a few hands that are sound, one in each format; 7 games."""
    games = [log_games.random_game(n) for n in range(6)]
    return {
        "sound/pku.txt": log_games.to_pku(games[0]).encode(),
        "sound/botzone.json": botzone_match(games[1]).encode(),
        "sound/judge.jsonl": judge_line(games[2]).encode(),
        "sound/native.jsonl": native_line(games[3]).encode(),
        "sound/two.pmn": pmn_sample.TWO_WINNERS.encode(),
        "sound/tziakcha.json": json.dumps(log_games.random_record(1)).encode(),
        "sound/more.zip": _zip({"a/b/games.txt": log_games.to_pku(games[4])}),
        "sound/more.txt.gz": gzip.compress(log_games.to_pku(games[5]).encode()),
    }


def broken_files():
    """Write broken files by name; of each at least one thing must be set aside."""
    files = {}
    for add in (_texts, _botzone, _judge, _native, _pmn, _sheets, _tziakcha, _packed, _others):
        files |= add()
    return {f"broken/{name}": data for name, data in files.items()}


def _far(archive):
    """Directory of an archive whose only member lies beyond all bounds."""
    entry, end = archive.index(b"PK\x01\x02"), archive.index(b"PK\x05\x06")
    place = struct.pack("<HHQ", 1, 8, 2**64 - 1)
    fields, tail = bytearray(archive[entry:end]), bytearray(archive[end:])
    fields[30:32], fields[42:46] = struct.pack("<H", len(place)), b"\xff" * 4
    tail[12:16] = struct.pack("<I", len(fields) + len(place))
    return bytes(fields) + place + bytes(tail)


def _zip(members, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def _texts():
    text = log_games.to_pku(log_games.random_game(10))
    lines = text.split("\n")
    other = log_games.to_pku(log_games.random_game(11))
    return {
        "pku_cut.txt": text[: len(text) // 2].encode(),
        "pku_cut_in_the_deal.txt": "\n".join(lines[:4]).encode(),
        "pku_latin1.txt": text.replace("Huang", "Hu\xe4ng").encode("latin-1"),
        "pku_utf16.txt": text.encode("utf-16"),
        "pku_utf32.txt": text.encode("utf-32"),
        "pku_utf16_without_mark.txt": text.encode("utf-16-le"),
        "pku_no_such_tile.txt": text.replace(" W1", " Q1").encode(),
        "pku_twelve_tiles.txt": text.replace(lines[2], lines[2].rsplit(" ", 1)[0]).encode(),
        "pku_endless_line.txt": b"Match a\nWind 0\nPlayer 0 Deal " + b"W1 " * 500_000,
        "pku_endless_hand.txt": "\n".join([*lines[:6], *["Player 0 Draw W1"] * 5000]).encode(),
        "pku_huge_score.txt": text.replace("Score 0", f"Score {10**4000}").encode(),
        "pku_zero_bytes.txt": text.replace("Draw", "Dr\0aw").encode(),
        "pku_hostile_name.txt": other.replace(
            "Match r11", f"Match {HOSTILE.replace(' ', '')} x"
        ).encode(),
        "pku_same_id_other_game.txt": (text + "\n" + other.replace("r11", "r10")).encode(),
        "pku_twice.txt": (other + "\n" + other).encode(),
    }


def _botzone():
    match = json.loads(botzone_match(log_games.random_game(12)))
    text = json.dumps(match)
    deep = '{"logs": [{"output": {"display": ' + "[" * 5000 + "]" * 5000 + "}}]}"
    return {
        "botzone_cut.json": text[:-100].encode(),
        "botzone_deep.json": deep.encode(),
        "botzone_hidden_depth.json": (
            '{"logs": [{"output": {"display": ' + '["]",' * 3000
        ).encode(),
        "botzone_huge_number.json": text.replace('"quan": 0', f'"quan": {"9" * 5000}').encode(),
        "botzone_name_twice.json": text.replace("{", '{"logs": [], ', 1).encode(),
        "botzone_not_a_number.json": text.replace("[21, 21, 21, 21]", "NaN").encode(),
        "botzone_latin1.json": text.replace("INIT", "IN\xefT").encode("latin-1"),
        "botzone_without_deal.json": json.dumps(match | {"logs": match["logs"][:2]}).encode(),
        "botzone_depth_in_strings.json": (
            '{"logs": [{"output": {"display": ' + '["]",' * 40 + "0" + ',"["]' * 40 + "}}]}"
        ).encode(),
        "botzone_initdata.json": json.dumps(match | {"initdata": "\ud800"}).encode(),
        "botzone_too_long.json": (text[:-1] + " " * 5_000_000 + "}").encode(),
        "botzone_hostile.json": text.replace('"DRAW"', json.dumps(HOSTILE), 1).encode(),
    }


def _judge():
    line = judge_line(log_games.random_game(13))
    return {
        "judge_cut.jsonl": line[:-20].encode(),
        "judge_deep.jsonl": (line[:-1] + ', "x": ' + "[" * 100 + "]" * 100 + "}").encode(),
        "judge_scores.jsonl": line.replace("[0, 0, 0, 0]", "[0, 0, 0, 1e400]").encode(),
        "judge_no_json.jsonl": (line + "\nnonsense").encode(),
        "judge_short_deal.jsonl": json.dumps(
            {
                "log": [
                    {p: f"0 {p} 0" for p in "0123"},
                    {p: {"response": "PASS"} for p in "0123"},
                    dict.fromkeys("0123", "1"),
                ]
            }
        ).encode(),
    }


def _native():
    line = native_line(log_games.random_game(14))
    return {
        "native_version.jsonl": line.replace('"mjlab": 1', '"mjlab": 99').encode(),
        "native_cut.jsonl": line[:300].encode(),
        "native_tile.jsonl": line.replace('"1m"', '"0m"').encode(),
        "native_array.jsonl": (line + "\n[1, 2]").encode(),
        "native_no_source.jsonl": line.replace('"source": "pku"', '"source": ""').encode(),
        "native_infinite.jsonl": native_line(
            Session("pku", "s", "", (), {"Ann": 1}, points={"Ann": 1.5})
        )
        .replace("1.5", "1e999")
        .encode(),
        "native_huge.jsonl": native_line(
            Session("pku", "t", "", (), {"Ann": 1}, points={"Ann": 1.5})
        )
        .replace("1.5", "9" * 400)
        .encode(),
        "native_endless_line.jsonl": (line[:-1] + ', "y": "' + "z" * 5_000_000 + '"}').encode(),
    }


def _pmn():
    text = pmn_sample.TWO_WINNERS
    return {
        "pmn_cut.pmn": text[: text.index("[Play") + 12].encode(),
        "pmn_no_deal.pmn": pmn_sample.changed(Deal=None).encode(),
        "pmn_huge.pmn": pmn_sample.changed(Result="9" * 4000 + " 0 0 0").encode(),
        "pmn_date.pmn": pmn_sample.changed(Date=f"{10**30}.1.1").encode(),
        "pmn_long.pmn": pmn_sample.changed(Play="T0b5" * 20_000).encode(),
        "pmn_latin1.pmn": pmn_sample.changed(East="J\xe9").encode("latin-1"),
    }


def _sheets():
    head, rows = sheet_sample.HANDS, sheet_sample.ROWS
    return {
        "sheet_empty.csv": head.encode(),
        "sheet_cut.csv": "\n".join([head, rows[0][:9]]).encode(),
        "sheet_huge.csv": "\n".join([head, "Cup,1,1,1,P0,P1," + "9" * 3900]).encode(),
        "sheet_quote.csv": "\n".join([head, 'Cup,1,1,1,"P0,P1,10,0,,,,']).encode(),
        "sheet_columns.csv": (head + ",hand\n" + rows[0] + ",1").encode(),
        "sheet_formula.csv": "\n".join([head, '=HYPERLINK("x"),1,1,1,P9,,8,0,,,,']).encode(),
    }


def _tziakcha():
    record = log_games.random_record(15)
    text = json.dumps(record)
    step = record["step"]
    return {
        "tziakcha_cut.json": text[:-3].encode(),
        "tziakcha_wall.json": json.dumps(
            record | {"step": step | {"w": step["w"][:-2] + "00"}}
        ).encode(),
        "tziakcha_base.json": json.dumps({"id": "x", "script": "!!!"}).encode(),
        "tziakcha_name.json": json.dumps(
            record | {"step": step | {"p": [{"n": HOSTILE * 50, "s": 0}] * 4}}
        ).encode(),
        "tziakcha_number.json": json.dumps(record | {"step": step | {"d": 2**70}}).encode(),
    }


def _packed():
    text = log_games.to_pku(log_games.random_game(16)).encode()
    packed = gzip.compress(text * 50)
    archive = _zip({"a.txt": text})
    return {
        "bomb.txt.gz": gzip.compress(text + b"\n" * (4 << 20)),
        "cut.txt.gz": packed[: len(packed) // 2],
        "gzip_in_gzip.gz": gzip.compress(packed),
        "cut.zip": archive[:-30],
        "empty.zip": _zip({}),
        "bzip2.zip": _zip({"a.txt": text}, zipfile.ZIP_BZIP2),
        "lzma.zip": _zip({"a.txt": text}, zipfile.ZIP_LZMA)[:60] + b"damaged" * 9 + archive[-60:],
        "far.zip": archive[: archive.index(b"PK\x01\x02")] + _far(archive),
        "zip_in_zip.zip": _zip({"inner.zip": archive}),
        "nothing_known.zip": _zip({"../../" + HOSTILE + ".txt": "nothing known"}),
    }


def _others():
    return {
        "empty.txt": b"",
        "binary.bin": bytes(range(256)) * 10,
        "json_of_something.json": b'{"a": 1}',
        "table.csv": b"a,b\n1,2\n",
        "page.html": b"<html><script>alert(1)</script></html>",
    }
