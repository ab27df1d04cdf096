"""Many texts are read at once, and the result is that of reading them one by one."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mjlab.batch import CIRCUMSTANCE_BITS, HandBatch, WinBatch
from mjlab.batch.columns import cell
from mjlab.batch.reading import LEFT, TextColumn, column_of, put_in, read_column, read_win, texts_of
from mjlab.errors import MjlabError
from mjlab.hand import Hand, Win
from mjlab.notation import DIALECTS
from mjlab.tiles import Wind
from tests.support.generate import wins

WINS = list(wins(400, seed=31))
TEXTS = [str(win) for win in WINS]
NAMES = ("round", "seat", *CIRCUMSTANCE_BITS, "flowers")
GOOD = "[123m][777z+7z]{1111s}456p9p+9p"


@pytest.fixture(autouse=True)
def read_at_once_however_few(monkeypatch):
    few(monkeypatch)


def few(monkeypatch, number=0):
    for module in ("reading", "hands"):
        monkeypatch.setattr(f"mjlab.batch.{module}.FEW", number)


def assert_same(batch, problems, arrays):
    assert batch.problems() == problems
    for name, array in arrays.items():
        found = getattr(batch, name)
        assert found.dtype == array.dtype
        assert found.flags.c_contiguous
        np.testing.assert_array_equal(found, array, name)


def one_by_one(texts, circumstances=None, dialect="auto"):
    given = [{}] * len(texts) if circumstances is None else circumstances
    return put_in(read_win(t, dialect, named) for t, named in zip(texts, given, strict=True))


def frame_one_by_one(frame, dialect="auto"):
    names = [name for name in NAMES if name in frame]
    rows = zip(*(frame[name].tolist() for name in names), strict=True) if names else None
    cells = rows and [
        {name: cell(name, value) for name, value in zip(names, row, strict=True)} for row in rows
    ]
    return one_by_one(frame["hand"].tolist(), cells, dialect)


def frame_of(hands):
    return pd.DataFrame(
        [
            {"hand": str(win), **{name: getattr(win, name) for name in CIRCUMSTANCE_BITS}}
            | {"round": win.round.name, "seat": win.seat.name, "flowers": win.flowers}
            for win in hands
        ]
    )


def mutated(text, random):
    """One to three characters put in, left out, exchanged or doubled."""
    alphabet = "0123456789mpszfEWNCFP[]{}()+, \t\n\x0b\x1c\x85a-+９ｍ万东🀇【】、"
    for _ in range(random.integers(1, 4)):
        place = int(random.integers(len(text) + 1))
        other = int(random.integers(len(text) + 1))
        new = alphabet[random.integers(len(alphabet))]
        text = (
            text[:place] + new + text[place:],
            text[:place] + text[place + 1 :],
            text[:place] + new + text[place + 1 :],
            text[:place] + text[place:other] + text[place:],
        )[random.integers(4)]
    return text


def test_what_is_written_is_read_at_once():
    read = read_column(texts_of(TEXTS), "auto", with_win=True)
    assert (read.win >= 0).all()
    problems, arrays = put_in(WINS)
    assert problems == {}
    for name in ("concealed", "melds", "win"):
        np.testing.assert_array_equal(getattr(read, name), arrays[name])
    hands = read_column(texts_of([str(win.hand) for win in WINS]), "native", with_win=False)
    np.testing.assert_array_equal(hands.concealed, arrays["concealed"])
    np.testing.assert_array_equal(hands.melds, arrays["melds"])


SPELLINGS = (
    GOOD,
    " [1 2 3 m] [777z + 7z] {1111s} 4p5p6p 9p +9p ",
    "456p9p+9p[123m][777z+7z]{1111s}",
    "456p9p[321m][777z+7z,2]{1111s}+9p",
    "[7777z,6][123m,3][555p]4p,5p 6p9p,+,9p,",
    "[777z,7z][123m,3][555p,1]1122p+1p",
    "[1m,2m,3m]456p789s1122z+1z",
    "[,123m]456p789s1122z+1z",
    "1 2 3m, 456p, 789s 1122z + 1z",
    "123m\t456p\n789s\r1122z\x0b+\x0c1z",
    "1m2m3m4p5p6p7s8s9s1z1z2z2z+1z",
    "19m19p19s1234567z+1m",
)  # fmt: skip
FAULTS = (
    "", " ", "+", "+9p", "[", "]", "[]", "{}", "[]+1m", "123", "m", "123m456p789s1122z", "12m",
    "123m456p789s1122z+", "123m456p789s1122z+11z",
    "+9p[123m][777z+7z]{1111s}456p9p", "[123m][555p]4,5p6m1122z+1z", "123m456p789s1122z+1z+1z",
    "123m456p789s1122z+1z1z", "123m456p789s1122z+z", "123m456p789s1122z+0z",
    "123m456p789s1122z+8z", "123m456p789s1122z+9z", "123m456p789s112z+1f", "123m456p789s1122z+1f",
    "+1z123m456p789s1122z", "[123m]+1z[456p]789s1122z", "123m456p789s11222z+2z",
    "123m456p789s1111z+1z", "[1111z]456p789s123m+1z", "[123m][123m][123m][123m]1m+1m",
    "[123m]456p789s1122z+1z]", "[123m456p789s1122z+1z", "{123m}456p789s1122z+1z",
    "{111m}456p789s1122z+1z", "{1111m,1}456p789s1122z+1z", "{111m+1m}456p789s1122z+1z",
    "[123m+1m]456p789s1122z+1z", "[12m+3m]456p789s1122z+1z", "[11m+1m]456p789s1122z+1z",
    "[111m+1m+1m]456p789s1122z+1z", "[+1111m]456p789s1122z+1z", "[11m+11m]456p789s1122z+1z",
    "[111m+]456p789s1122z+1z", "[111m,5]456p789s1122z+1z", "[123m,5]456p789s1122z+1z",
    "[123m,4]456p789s1122z+1z", "[123m,0]456p789s1122z+1z", "[123m,8]456p789s1122z+1z",
    "[123m,12]456p789s1122z+1z", "[123m,]456p789s1122z+1z", "[123m,,1]456p789s1122z+1z",
    "[123m ,1 ]456p789s1122z+1z", "[123m 1]456p789s1122z+1z", "[,1]456p789s1122z+1z",
    "[123m,1,]456p789s1122z+1z", "[12,3m]456p789s1122z+1z", "[123]456p789s1122z+1z",
    "[123m}456p789s1122z+1z", "{1111m]456p789s1122z+1z", "[[123m]]456p789s1122z+1z",
    "[8m9m1p]456p789s1122z+1z", "[123z]456p789s1122z+1z", "[124m]456p789s1122z+1z",
    "[113m]456p789s1122z+1z", "[133m]456p789s1122z+1z", "[1m2m3p]456p789s1122z+1z",
    "[1234m]456p789s1122z+1z", "[1122m]456p789s1122z+1z", "[11m]456p789s1122z+1z",
    "[11111m]456p789s1122z+1z", "[89m1p]456p789s1122z+1z", "[9s1z2z]456p789s1122z+1z",
    "[111m][222m][333m][444m][555m]+1z", "[111m][222m][333m][444m]5m+5m",
    "[111f]456p789s1122z+1z", "1,2,3m456p789s1122z+1z", "(123m)456p789s1122z+1z",
    "123M456p789s1122z+1z", "123m456p789sEESS+E", "11 12 13 24 25 26 37 38 39 41 41 42 42 +41",
    "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F2 F2 +F1", "一二三万四五六饼七八九条东东南南+东",
    "１２３m456p789s1122z+1z", "【123m】456p789s1122z+1z", "123m456p789s1122z+1z" + " " * 381,
    "123m456p789s1122z+1z" + " " * 380, "1m" * 200 + "+1m", "\ud800", "123m456p789s1122z+1z\x00",
)  # fmt: skip


@pytest.mark.parametrize("dialect", ["auto", *DIALECTS])
def test_every_spelling_and_every_fault(dialect):
    texts = [*SPELLINGS, *FAULTS]
    assert_same(WinBatch.from_texts(texts, dialect=dialect), *one_by_one(texts, None, dialect))
    frame = pd.DataFrame({"hand": pd.Series(texts, dtype=object)})
    assert_same(WinBatch.from_frame(frame, dialect=dialect), *frame_one_by_one(frame, dialect))


def test_common_spellings_are_not_left_to_the_slow_reader():
    assert (read_column(texts_of(SPELLINGS), "auto", with_win=True).win >= 0).all()
    assert (read_column(texts_of(SPELLINGS), "helper", with_win=True).win == LEFT).all()


def test_faults_are_left_and_leave_no_trace():
    read = read_column(texts_of([GOOD, *FAULTS, GOOD]), "auto", with_win=True)
    left = read.win == LEFT
    assert not left[[0, -1]].any()
    assert not read.concealed[left].any()
    assert (read.melds[left] == -1).all()
    np.testing.assert_array_equal(read.concealed[0], read.concealed[-1])


def test_mutated_texts():
    random = np.random.default_rng(5)
    texts = [mutated(TEXTS[i % len(TEXTS)], random) for i in range(4_000)]
    batch = WinBatch.from_texts(texts)
    assert 200 < np.count_nonzero(batch.status == 0) < 3_800
    assert_same(batch, *one_by_one(texts))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text("123456789 mpsz[]{}+,07f", max_size=24), max_size=8))
@example(["[1m,2m,3m,1]456p789s1122z+1z"])
def test_any_text_of_these_characters(texts):
    whole = [*texts, *(text + "1m2m3m[456p]789s1122z+1z" for text in texts)]
    whole += [f"[{text}]456p789s1122z+1z" for text in texts]
    with pytest.MonkeyPatch.context() as patched:
        few(patched)
        assert_same(WinBatch.from_texts(whole), *one_by_one(whole))


SETS = st.sampled_from(
    ("[123m]", "[678s,2]", "[555p]", "[777z]", "[9999m]", "{2222p}", "[222s+2s]", "[3333p,6]")
)
RUNS = st.sampled_from(
    ("123m", "456p", "99s", "1122z", "777z", "5p", "4s5s6s", " 7 8 9 m", "19m", "1112345678p")
)
HANDS = st.builds(
    lambda parts, tile, place: "".join((*parts[:place], f"+{tile}", *parts[place:])),
    st.lists(SETS | RUNS, min_size=2, max_size=6),
    st.sampled_from(("1m", "9p", "5s", "7z", "1z")),
    st.sampled_from((99, 99, 99, 0, 1)),
)
CELLS = st.sampled_from(
    (True, False, 0, 1, 1.0, 0.0, 2, 9, -1, 0.5, 8.0, "E", "S", "西", "north wind", "x", "", "1",
     "true", "No", "FALSE ", "1.0", " 2", "9", "-1", "東風", "１", "9" * 5_000, " ",
     None, np.nan, pd.NA, np.True_, np.int8(1), np.float32(2), Wind.S, b"E", (1,), [1], 10**30,
     float("inf"), np.array([1, 2]), complex(1))
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(HANDS, st.dictionaries(st.sampled_from(NAMES), CELLS)), max_size=30))
def test_circumstances_of_any_kind(rows):
    texts, circumstances = [text for text, _ in rows], [named for _, named in rows]
    with pytest.MonkeyPatch.context() as patched:
        few(patched)
        batch = WinBatch.from_texts(texts, circumstances=circumstances)
        assert_same(batch, *one_by_one(texts, circumstances))
        frame = pd.DataFrame({"hand": pd.Series(texts, dtype=object)})
        for name in {name for named in circumstances for name in named}:
            values = [named.get(name, False) for named in circumstances]
            frame[name] = pd.Series(values, dtype=object)
        assert_same(WinBatch.from_frame(frame), *frame_one_by_one(frame))


@pytest.mark.parametrize("value", [pd.NA, None, np.nan, pd.NaT, [1], {}, np.array([1, 2])])
@pytest.mark.parametrize("name", ["seat", "self_drawn", "flowers"])
def test_a_circumstance_that_is_the_same_nothing_in_all_rows(name, value):
    for named in ([{name: value}, {}, {name: value}], [{name: value}] * 3):
        batch = WinBatch.from_texts([GOOD] * 3, circumstances=named)
        assert_same(batch, *one_by_one([GOOD] * 3, named))
    frame = pd.DataFrame({"hand": GOOD, name: pd.Series([value] * 3, dtype=object)})
    assert_same(WinBatch.from_frame(frame), *frame_one_by_one(frame))
    assert batch.status.tolist() == [2, 2, 2]


def test_circumstances_by_name_that_are_none():
    named = [{}, None, {"text": 1}, {"strict": False, "kong_replacement": True}, {1: 2}, 5, {"": 1}]
    named += [{"sea": "S"}, {"seat": "S"}, {"seat": Wind.W}, {"strict": True}]
    texts = [GOOD] * len(named)
    batch = WinBatch.from_texts(texts, circumstances=named)
    assert_same(batch, *one_by_one(texts, named))
    assert batch.status.tolist() == [0, 2, 2, 0, 2, 2, 2, 2, 0, 0, 0]


def frames():
    plain = frame_of([*WINS, *WINS[:50]])
    plain.loc[3, "hand"] = "junk"
    flags = list(CIRCUMSTANCE_BITS)
    yield "plain", plain
    yield "objects", plain.astype(object)
    yield "python strings", plain.astype({"hand": pd.StringDtype("python")})
    yield "nullable strings", plain.astype(dict.fromkeys(("hand", "seat", "round"), "string"))
    yield "categories", plain.astype(dict.fromkeys(("hand", "seat", *flags), "category"))
    yield "numbers", plain.astype(dict.fromkeys((*flags, "flowers"), float))
    yield "small numbers", plain.astype(dict.fromkeys((*flags, "flowers"), np.int8))
    yield "unsigned numbers", plain.astype(dict.fromkeys((*flags, "flowers"), np.uint64))
    yield "nullable", plain.convert_dtypes()
    holes = plain.convert_dtypes()
    for row, name in enumerate(plain.columns):
        holes.loc[[2 * row, 2 * row + 1], name] = pd.NA
    yield "nullable with holes", holes
    yield "objects with holes", holes.astype(object)
    yield (
        "floats with holes",
        plain.astype(dict.fromkeys((*flags, "flowers"), float)).where(
            np.arange(450)[:, None] % 9 != np.arange(9)
        ),
    )
    yield "numbers for winds", plain.assign(seat=1, round=np.arange(450) % 4)
    yield "wrong numbers", plain.assign(flowers=np.arange(450) - 200, self_drawn=np.arange(450) % 3)
    yield "texts for flags", plain.assign(self_drawn="True", flowers="1")
    yield "truth for flowers", plain.assign(flowers=True, seat=False)
    yield "chinese winds", plain.assign(seat=["东", "south", "W wind", " n "] * 112 + ["E", "e"])
    yield "times", plain.assign(flowers=pd.Timestamp("2020-01-01"))
    yield "backwards", plain[::-1]
    yield "some rows", plain.iloc[7:300:3]
    yield "two parts", pd.concat([plain[:200], plain[100:]])
    yield "labelled", plain.set_index(pd.MultiIndex.from_arrays([range(450), ["a"] * 450]))
    yield "hands only", plain[["hand"]]
    yield "no rows", plain[:0]
    yield "nothing but holes", pd.DataFrame({"hand": [None, None], "seat": [None, None]})
    yield "numbers for hands", pd.DataFrame({"hand": [1, 2]})


FRAMES = dict(frames())


@pytest.mark.parametrize("name", FRAMES)
def test_columns_of_any_dtype(name):
    frame = FRAMES[name]
    batch = WinBatch.from_frame(frame)
    assert_same(batch, *frame_one_by_one(frame))
    assert batch.index.equals(frame.index)
    if name in ("plain", "objects", "python strings", "categories", "numbers", "nullable"):
        assert batch.problems() == {3: "'j' is not a tile"}


def test_columns_of_arrow():
    pa = pytest.importorskip("pyarrow")
    frame = frame_of(WINS)
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        arrow = frame.assign(
            hand=pd.Series(TEXTS, dtype=pd.ArrowDtype(kind)),
            seat=frame["seat"].astype(pd.ArrowDtype(pa.string())),
            self_drawn=frame["self_drawn"].astype(pd.ArrowDtype(pa.bool_())),
            flowers=frame["flowers"].astype(pd.ArrowDtype(pa.int16())),
        )
        assert list(WinBatch.from_frame(arrow)) == WINS
        arrow["seat"] = pd.Series(["E", "x"] * 200, dtype=pd.ArrowDtype(kind))
        assert_same(WinBatch.from_frame(arrow), *frame_one_by_one(arrow))
    for values in (pa.array([t.encode() for t in TEXTS]), pa.array([[1]] * 400)):
        column = pd.Series(pd.array(values, dtype=pd.ArrowDtype(values.type)))
        frame = pd.DataFrame({"hand": column, "seat": column})
        batch = WinBatch.from_frame(frame)
        assert_same(batch, *frame_one_by_one(frame))
        assert "a text was expected" in batch.problem(0)
    chunks = pa.chunked_array([TEXTS[:5], [], [None], TEXTS[5:]], pa.large_string())
    series = pd.Series(pd.array(chunks, dtype=pd.StringDtype("pyarrow", na_value=np.nan)))
    read = WinBatch.from_frame(pd.DataFrame({"hand": series}))
    assert_same(read, *one_by_one([*TEXTS[:5], np.nan, *TEXTS[5:]]))
    part = series[2:5]
    column = column_of(part)
    assert [column.data[a:b].tobytes().decode() for a, b in zip(*column[1:], strict=True)] == (
        TEXTS[2:5]
    )


def test_read_only_numbers_in_columns_are_left_alone():
    plain = frame_of(WINS)
    numbers = np.asfortranarray(plain[[*CIRCUMSTANCE_BITS, "flowers"]].to_numpy(np.int64))
    numbers.setflags(write=False)
    frame = pd.DataFrame(numbers, columns=[*CIRCUMSTANCE_BITS, "flowers"], copy=False)
    frame = frame.assign(hand=TEXTS, seat=plain["seat"], round=plain["round"])
    before = frame.copy()
    batch = WinBatch.from_frame(frame)
    assert list(batch) == WINS
    pd.testing.assert_frame_equal(frame, before)
    assert batch.flowers.flags.owndata


def test_the_last_tile_of_its_kind_shows_itself():
    texts = ["[111m]23m456p789s11z+1m", "[1111m]456p789s123m1z+1z", "[123m][111p]1m456s77z+1p"]
    texts += ["[123m][123m][123m]4p55z+1m", "[123m][123m][123m]4p+1m"]
    batch = WinBatch.from_texts(texts)
    assert_same(batch, *one_by_one(texts))
    assert batch.circumstances.any()


def test_a_texts_length_is_what_python_says():
    class Liar(str):
        def __len__(self):
            return 10**9

    column = texts_of(["12m", "", "发" * 3, 5, None, Liar("1p"), np.str_("2s")])
    assert isinstance(column, TextColumn)
    assert column.data.tobytes() == b"12m???1p2s"
    assert (column.ends - column.starts).tolist() == [3, 0, 3, 0, 0, 2, 2]
    assert texts_of([]).data.size == 0


def test_few_are_read_without_compiled_code(monkeypatch):
    few(monkeypatch, 256)
    monkeypatch.setattr("mjlab.batch.reading.read_column", lambda *_, **__: pytest.fail("compiled"))
    assert list(WinBatch.from_texts(TEXTS[:255])) == [Win.parse(text) for text in TEXTS[:255]]


def test_hands_are_read_at_once_too():
    texts = [str(win.hand) for win in WINS]
    for hands in (texts, [win.hand for win in WINS], pd.Series(texts)):
        batch = HandBatch.from_hands(hands)
        assert list(batch) == [win.hand for win in WINS]
    mixed = HandBatch.from_hands(
        [texts[0], WINS[1].hand, "东东东南南南西西西北北北白", "123m" * 4 + "11z"]
    )
    assert mixed.counts.sum(axis=1).tolist()[2:] == [13, 14]
    assert len(HandBatch.from_hands([])) == 0


@pytest.mark.parametrize("bad", [*FAULTS, *SPELLINGS, None, 5])
def test_the_first_bad_hand_is_named(bad):
    texts = [str(WINS[0].hand), bad, "junk"]

    def refused(many):
        with pytest.raises(MjlabError) as caught:
            many(texts)
        return type(caught.value), str(caught.value)

    def singly(_):
        with pytest.MonkeyPatch.context() as patched:
            few(patched, 256)
            HandBatch.from_hands(texts)

    assert refused(HandBatch.from_hands) == refused(singly)


def test_mutated_hands():
    random = np.random.default_rng(6)
    for i in range(1_500):
        text = mutated(str(WINS[i % len(WINS)].hand), random)
        try:
            hand = Hand.parse(text)
        except MjlabError:
            hand = None
        read = read_column(texts_of([text]), "auto", with_win=False)
        if read.win[0] == LEFT:
            continue
        assert hand is not None
        np.testing.assert_array_equal(read.concealed[0], np.bincount(hand.concealed, minlength=34))
        codes = [34 * meld.kind + meld.tile for meld in hand.melds]
        assert read.melds[0].tolist() == codes + [-1] * (4 - len(codes))
