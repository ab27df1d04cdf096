"""JSON with bounds; what a hostile file may hold is tested with the logs."""

import base64
import io
import zlib

import pytest

from mjlab.common.json import MAX_BYTES, dump, json_lines, load, unpack
from mjlab.errors import LogError


def test_lines_that_are_not_blank_have_their_places():
    lines = json_lines(io.BytesIO(b"[1]\n\n\xef\xbb\xbf\n[2]"))
    assert list(lines) == [("line 1", b"[1]"), ("line 4", b"[2]")]


def test_a_line_beyond_all_bounds_is_cut_off_and_refused():
    (_, long), (place, after) = json_lines(io.BytesIO(b"[" + b"1" * 2 * MAX_BYTES + b"]\n[2]"))
    assert (place, after) == ("line 2", b"[2]")
    with pytest.raises(LogError, match="too long for a record"):
        load(long)


def test_deep_nesting_is_refused_at_its_place():
    with pytest.raises(LogError, match="nested more than 32 levels deep") as caught:
        load(b"[" * 100 + b"]" * 100)
    assert caught.value.position == 32


def test_what_no_encoding_holds_is_escaped():
    assert dump({"a": "花龙"}) == '{"a": "花龙"}'
    assert dump(chr(0xD800)) == r'"\ud800"'


def test_the_wire_form_is_undone():
    packed = base64.b64encode(zlib.compress(b"[1]")).decode()
    assert unpack(packed) == b"[1]"
    with pytest.raises(LogError, match="cut short"):
        unpack(base64.b64encode(zlib.compress(b"[1]")[:-1]).decode())
