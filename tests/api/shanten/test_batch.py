"""Shanten, useful tiles, waits and discards of many hands."""

import json
import os

import numpy as np
import pytest

from mjlab.api.shanten.answers import tiles_of
from mjlab.api.shanten.batch import discards_batch, shanten_batch, useful_batch, waits_batch
from mjlab.api.shanten.one import discards
from mjlab.batch.hands import HandBatch
from mjlab.errors import MjlabError
from mjlab.hand import Hand, Meld
from mjlab.notation import parse_tiles
from mjlab.reference.shanten import FORMS, distances
from tests.support import naive_shanten as naive
from tests.support.hands import random_hands
from tests.support.paths import CASES, SHARED

PUBLIC = SHARED / "cases" / "shanten_public"
N_NAIVE = int(os.environ.get("MJLAB_NAIVE_HANDS", "600"))
"""Hands to compare with the obvious twin; before a release 20,000."""
BUG_CASES = [
    json.loads(line) for line in (CASES / "bug_cases.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def recorded():
    with np.load(CASES / "mcr_forms.npz") as file:
        return dict(file)


@pytest.fixture(scope="module")
def ready():
    with np.load(CASES / "tenpai_waits.npz") as file:
        return dict(file)


def sets_of(laid, n_sets):
    """Codes of sets whose tiles are these."""

    def search(rest, left):
        tile = next((t for t in range(34) if rest[t]), None)
        if tile is None:
            return () if left == 0 else None
        if left == 0:
            return None
        options = [(34, 3), (4 * 34, 4)]
        for kind, copies in options:
            if rest[tile] >= copies:
                less = list(rest)
                less[tile] -= copies
                found = search(less, left - 1)
                if found is not None:
                    return (kind + tile, *found)
        if tile < 27 and tile % 9 < 7 and rest[tile + 1] and rest[tile + 2]:
            less = list(rest)
            for t in range(tile, tile + 3):
                less[t] -= 1
            found = search(less, left - 1)
            if found is not None:
                return (tile, *found)
        return None

    found = search([int(n) for n in laid], int(n_sets))
    return [*found, *[-1] * (4 - len(found))]


def test_recorded_forms(recorded):
    table = shanten_batch(recorded["hands"], form="all")
    names = ("std", "seven_pairs", "thirteen_orphans", "honors_knitted", "knitted_straight")
    for column, name in enumerate(names):
        assert np.array_equal(table[:, column], recorded[name]), name
        assert np.array_equal(
            shanten_batch(recorded["hands"], form=FORMS[column]), recorded[name]
        ), name
    assert np.array_equal(shanten_batch(recorded["hands"]), recorded["best"])


def test_recorded_forms_with_the_players_own_sets(recorded):
    melds = [sets_of(*row) for row in zip(recorded["meld_tiles"], recorded["n_melds"], strict=True)]
    batch = HandBatch.from_arrays(recorded["hands"], melds)
    assert np.array_equal(batch.n_melds, recorded["n_melds"])
    table = shanten_batch(batch, form="all")
    assert np.array_equal(table[:, 0], recorded["std_meldcap"])
    assert np.array_equal(table[:, 4], recorded["knitted_straight_meldcap"])
    assert np.array_equal(shanten_batch(batch), table.min(1))
    assert np.array_equal(shanten_batch(batch, form="regular"), table[:, 0])


@pytest.mark.parametrize("text", ["19m19p19s1234567z", "1122334455667z", "1m1p1s22334455667z"])
def test_far_from_a_knitted_straight(text):
    """A knitted straight may be nine tiles and more away from ready."""
    hand = Hand.parse(text)
    for form, distance in distances(hand.counts, [0] * 34, 0).items():
        found = useful_batch([hand], form=form)
        assert found.shanten.tolist() == [distance.short - 1]
        assert tiles_of(found.mask[0]) == tuple(sorted(distance.useful))
        assert shanten_batch([hand], form=form).tolist() == [distance.short - 1]
        assert shanten_batch([hand], form="all")[0, FORMS.index(form)] == distance.short - 1


def test_recorded_waits(ready):
    hands = ready["hands"]
    for column, form in enumerate(FORMS):
        found = waits_batch(hands, form=form)
        assert np.array_equal(found.live, ready["waits"][:, column])
        shape = ready["waits"][:, column] | ready["waits_fifth_copy"][:, column]
        assert np.array_equal(found.by_shape, shape)
    found = waits_batch(hands, n_melds=ready["n_melds"])
    assert np.array_equal(found.live, ready["union"])


def test_useful_tiles_of_a_ready_hand_are_its_live_waits(ready):
    found = useful_batch(ready["hands"])
    is_ready = found.shanten == 0
    live = waits_batch(ready["hands"]).live
    assert is_ready.sum() > 5000
    assert np.array_equal(found.mask[is_ready], live[is_ready])


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the public tables are not here")
@pytest.mark.parametrize("name", ["normal", "hon", "tin", "koku"])
def test_public_tables(name):
    with np.load(PUBLIC / f"ara_{name}_10000.npz") as file:
        table = shanten_batch(file["hands"], form="all")
        assert len(table) == 10_000
        assert np.array_equal(table[:, 0], file["std"])
        assert np.array_equal(table[:, 1], file["pairs7_mcr"])
        assert np.array_equal(table[:, 2], file["orphans13"])


def hand_of(case):
    melds = [
        Meld.from_tiles(meld["type"], parse_tiles(meld["tiles"]))
        for meld in case["input"].get("melds", ())
    ]
    return Hand(parse_tiles(case["input"]["hand"]), tuple(melds))


@pytest.mark.parametrize(
    "case", [c for c in BUG_CASES if c["kind"] == "shanten"], ids=lambda case: case["id"]
)
def test_known_faults_of_shanten(case):
    expected = dict(case["expected"]["shanten"])
    expected.pop("riichi_seven_pairs", None)  # four of a kind are no two pairs there
    (table,) = shanten_batch([hand_of(case)], form="all")
    found = dict(zip(FORMS, table.tolist(), strict=True)) | {"mcr_overall": int(table.min())}
    assert expected.items() <= found.items()


@pytest.mark.parametrize(
    "case", [c for c in BUG_CASES if c["kind"] == "waits"], ids=lambda case: case["id"]
)
def test_known_faults_of_waits(case):
    found = waits_batch([hand_of(case)])
    expected = case["expected"]
    assert tiles_of(found.live[0]) == tuple(sorted(parse_tiles(expected["waits"])))
    assert tiles_of(found.by_shape[0]) == tuple(sorted(parse_tiles(expected["formal_waits"])))


def masks(sets):
    return [sum(1 << tile for tile in found) for found in sets]


def test_naive_twin():
    counts, melds, laid = random_hands(N_NAIVE, seed=1)
    batch = HandBatch.from_arrays(counts, melds)
    table, found = shanten_batch(batch, form="all"), useful_batch(batch)
    regular = useful_batch(batch, form="regular")
    for row in range(N_NAIVE):
        hand = counts[row].tolist(), laid[row].tolist(), int(batch.n_melds[row])
        short = naive.forms(*hand)
        assert table[row].tolist() == [127 if s > 99 else s - 1 for s in short]
        short, forms, useful = naive.useful(*hand)
        assert (found.shanten[row], found.forms[row]) == (short - 1, masks([forms])[0])
        assert found.mask[row] == masks([useful])[0]
        short, _, useful = naive.useful(*hand, wanted=[0])
        assert (regular.shanten[row], regular.mask[row]) == (short - 1, masks([useful])[0])


def test_naive_twin_of_each_special_form():
    counts, melds, laid = random_hands(max(100, N_NAIVE // 20), seed=2)
    batch = HandBatch.from_arrays(counts, melds)
    for form in range(1, 5):
        found = useful_batch(batch, form=FORMS[form])
        for row in range(len(batch)):
            short, forms, useful = naive.useful(
                counts[row].tolist(), laid[row].tolist(), int(batch.n_melds[row]), wanted=[form]
            )
            assert found.shanten[row] == (127 if short > 99 else short - 1)
            assert found.forms[row] == masks([forms])[0]
            assert found.mask[row] == masks([useful])[0]


@pytest.mark.parametrize("form", ["best", "regular", "seven_pairs", "knitted_straight"])
def test_naive_twin_of_discards(form):
    n = max(20, N_NAIVE // 10) if form in ("best", "regular") else 20
    counts, melds, laid = random_hands(n, seed=3, spare=1)
    batch = HandBatch.from_arrays(counts, melds)
    found = discards_batch(batch, form=form)
    wanted = range(5) if form == "best" else [FORMS.index(form)]
    for row in range(n):
        held = np.flatnonzero(counts[row]).tolist()
        assert found.tile[row].tolist() == held + [-1] * (14 - len(held))
        for slot, tile in enumerate(held):
            left = counts[row].copy()
            left[tile] -= 1
            short, forms, useful = naive.useful(
                left.tolist(), laid[row].tolist(), int(batch.n_melds[row]), wanted
            )
            assert found.shanten[row, slot] == (127 if short > 99 else short - 1)
            assert found.forms[row, slot] == masks([forms])[0]
            assert found.mask[row, slot] == masks([useful])[0]
            seen = counts[row] + laid[row]
            assert found.live[row, slot] == sum(4 - int(seen[t]) for t in useful)
        for empty in (found.mask, found.forms, found.live):
            assert not empty[row, len(held) :].any()
        assert (found.shanten[row, len(held) :] == 127).all()


def test_naive_twin_of_waits():
    counts, melds, laid = random_hands(N_NAIVE, seed=4, spare=0)
    batch = HandBatch.from_arrays(counts, melds)
    found = waits_batch(batch)
    for row in range(N_NAIVE):
        expected = naive.waits(counts[row].tolist(), int(batch.n_melds[row]))
        by_shape = set().union(*expected.values())
        assert found.by_shape[row] == masks([by_shape])[0]
        live = {t for t in by_shape if counts[row, t] + laid[row, t] < 4}
        assert found.live[row] == masks([live])[0]


def test_plain_python_twin():
    counts, melds, laid = random_hands(200, seed=5)
    batch = HandBatch.from_arrays(counts, melds)
    table, found = shanten_batch(batch, form="all"), useful_batch(batch)
    for row in range(len(batch)):
        expected = distances(counts[row].tolist(), laid[row].tolist(), int(batch.n_melds[row]))
        short = [expected[f].short - 1 if f in expected else 127 for f in FORMS]
        assert table[row].tolist() == short
        closest = [d.useful for d in expected.values() if d.short - 1 == min(short)]
        assert tiles_of(found.mask[row]) == tuple(sorted(frozenset().union(*closest)))


def test_without_the_sets_only_the_standing_tiles_limit():
    # [5555z] leaves no 5z for the pair; who does not know of it finds 5z useful.
    standing = Hand.parse("[1555z]".replace("1555", "5555") + "123m456p78s12z")
    batch = HandBatch.from_hands([standing])
    blind = useful_batch(batch.counts, n_melds=batch.n_melds)
    assert blind.shanten[0] == useful_batch(batch).shanten[0] == 1
    pung = HandBatch.from_hands(["[555z]123m456p78s15z"])
    assert 31 in tiles_of(useful_batch(pung.counts).mask[0])
    assert 31 not in tiles_of(useful_batch(pung).mask[0])


def test_fifth_copies_are_no_target():
    hand = "1111m234567p789s"
    assert shanten_batch([hand], form="regular")[0] == 1
    found = waits_batch([hand], form="regular")
    assert (tiles_of(found.live[0]), tiles_of(found.by_shape[0])) == ((), (0,))


def test_visible_tiles_leave_fewer():
    hand = ["123m456p789s1122z"]
    shown = np.zeros((1, 34), int)
    shown[0, 27] = 2
    found = useful_batch(hand, visible=shown)
    assert tiles_of(found.mask[0]) == (27, 28)
    assert (found.live[0], found.kinds[0]) == (2, 2)
    waits = waits_batch(hand, visible=shown[0])
    assert (tiles_of(waits.live[0]), tiles_of(waits.by_shape[0])) == ((28,), (27, 28))
    discards = discards_batch(["123m456p789s11122z"], visible=shown[0] * 0 + (np.arange(34) == 0))
    assert discards.live[0, 0] == 6
    with pytest.raises(MjlabError, match="row 0: five copies of 1z are seen"):
        useful_batch(hand, visible=shown * 2)
    with pytest.raises(MjlabError, match="visible has shape"):
        useful_batch(hand, visible=np.zeros((1, 30), int))


def test_threads_and_chunks_change_nothing():
    counts, melds, _ = random_hands(300, seed=6, spare=1)
    many, sets = np.tile(counts, (20, 1)), np.tile(melds, (20, 1))
    batch = HandBatch.from_arrays(many, sets)
    for threads in (1, 2, 3):
        table = shanten_batch(batch, form="all", threads=threads)
        assert np.array_equal(table.reshape(20, 300, 5), np.broadcast_to(table[:300], (20, 300, 5)))
        for form in ("best", "regular"):
            one = discards_batch(batch, form=form, threads=threads)
            other = discards_batch(HandBatch.from_arrays(counts, melds), form=form)
            for name in ("tile", "shanten", "forms", "mask", "live"):
                expected = np.tile(getattr(other, name), (20, 1))
                assert np.array_equal(getattr(one, name), expected)
    with pytest.raises(MjlabError, match="threads=0"):
        shanten_batch(batch, threads=0)
    with pytest.raises(MjlabError, match="threads=True"):
        shanten_batch(batch, threads=True)


def test_arrays_of_any_make(recorded):
    hands, best = recorded["hands"][:500], recorded["best"][:500]
    read_only = hands.copy()
    read_only.setflags(write=False)
    wide = np.zeros((1000, 40), np.uint8)
    wide[::2, 3:37] = hands
    odd = np.zeros(500 * 34 + 1, np.uint8)[1:].reshape(500, 34)
    odd[:] = hands
    for same in (
        read_only,
        np.asfortranarray(hands),
        wide[::2, 3:37],
        odd,
        hands.astype(np.int64),
        hands.astype(">i2"),
        hands.tolist(),
    ):
        assert np.array_equal(shanten_batch(same), best)
    assert np.array_equal(shanten_batch(hands[::-1]), best[::-1])
    assert not read_only.flags.writeable
    assert hands.flags.writeable


def test_no_hands():
    none = np.zeros((0, 34), np.uint8)
    assert shanten_batch(none).shape == (0,)
    assert shanten_batch(none, form="all").shape == (0, 5)
    assert len(useful_batch(none)) == len(discards_batch(none)) == 0
    assert waits_batch(none).live.shape == (0,)
    assert discards_batch(none).best.shape == (0,)


def good(n=4):
    hands = np.zeros((n, 34), np.int64)
    hands[:, :13] = 1
    return hands


def changed(row, tile, count):
    hands = good()
    hands[row, tile] = count
    return hands


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (changed(2, 5, 5), "row 2 of the hands has 5 of 6m"),
        (changed(1, 33, -1), "row 1 of the hands has -1 of 7z"),
        (changed(1, 33, 256), "row 1 of the hands has 256 of 7z"),
        (changed(3, 0, 3), "row 3 of the hands has 15 standing tiles"),
        (changed(3, 0, 0), "row 3 of the hands has 12 standing tiles"),
        (good() * 0, "row 0 of the hands has 0 standing tiles"),
        (good().astype(float), "dtype float64"),
        (good().astype(bool), "dtype bool"),
        (good().astype(str), "dtype"),
        (good()[:, :33], "shape"),
        (good()[0], "shape"),
        (good()[None], "shape"),
        ("123m456p789s1122z", "not one str"),
        (Hand.parse("123m456p789s1122z"), "not one Hand"),
        (["123m456p789s1122z", "123m"], "row 1: 3 standing tiles"),
        (["123m456p789s1122z", "12q"], "row 1: "),
        (["123m456p789s1122z", 5], "row 1: a Hand or a text is expected, not int"),
    ],
)
def test_what_is_no_hand_is_refused(hands, message):
    with pytest.raises(MjlabError, match=message):
        shanten_batch(hands)


def test_number_of_tiles_and_sets_must_agree():
    with pytest.raises(MjlabError, match="13 standing tiles beside 1 set laid aside"):
        shanten_batch(good(), n_melds=1)
    with pytest.raises(MjlabError, match="row 1: 5 sets laid aside"):
        shanten_batch(good(), n_melds=[0, 5, 0, 0])
    with pytest.raises(MjlabError, match="n_melds has shape"):
        shanten_batch(good(), n_melds=[0, 0])
    with pytest.raises(MjlabError, match="13 standing tiles beside 1 set\n"):
        shanten_batch(good(1), melds=[[34, -1, -1, -1]])
    with pytest.raises(MjlabError, match="row 0 of the hands has 14 standing tiles"):
        waits_batch(changed(0, 0, 2)[:1])
    with pytest.raises(MjlabError, match="row 0 of the hands has 13 standing tiles"):
        discards_batch(good())
    with pytest.raises(MjlabError, match="row 0 of the hands has 13 standing tiles"):
        discards_batch(HandBatch.from_arrays(good()))


def test_sets_are_checked():
    hands = good(2)
    hands[1, :3] = 0
    with pytest.raises(MjlabError, match="row 1 of the sets holds 7, which is none"):
        shanten_batch(hands, melds=[[-1] * 4, [7, -1, -1, -1]])
    with pytest.raises(MjlabError, match="row 1 of the sets holds 170"):
        shanten_batch(hands, melds=[[-1] * 4, [170, -1, -1, -1]])
    with pytest.raises(MjlabError, match="row 1: five copies of 4m"):
        shanten_batch(hands, melds=[[-1] * 4, [4 * 34 + 3, -1, -1, -1]])
    with pytest.raises(MjlabError, match="melds has shape"):
        shanten_batch(hands, melds=[[-1] * 5] * 2)
    with pytest.raises(MjlabError, match="row 1 of the hands has 10 standing tiles beside 2 sets"):
        shanten_batch(hands, melds=[[-1] * 4, [34, 35, -1, -1]])
    with pytest.raises(MjlabError, match="a HandBatch knows its sets"):
        shanten_batch(HandBatch.from_arrays(good()), n_melds=0)
    with pytest.raises(MjlabError, match="a hand knows its sets"):
        shanten_batch(["123m456p789s1122z"], n_melds=0)
    with pytest.raises(MjlabError, match="unknown form 'standard'") as refused:
        shanten_batch(good(), form="standard")
    assert refused.value.hint == "regular 四副一将?"
    with pytest.raises(MjlabError, match="unknown form 5") as refused:
        shanten_batch(good(), form=5)
    assert refused.value.hint.startswith("one of regular 四副一将, seven_pairs 七对")


@pytest.mark.parametrize("name", ["七对", "Seven Pairs", "seven-pairs", " seven_pairs "])
def test_forms_go_by_any_of_their_names(name):
    hand = "123m456p78s112233z"
    assert (shanten_batch([hand], form=name) == shanten_batch([hand], form="seven_pairs")).all()
    assert str(discards(hand, form=name)) == str(discards(hand, form="seven_pairs"))
    assert shanten_batch([hand], form="All").shape == (1, 5)


def test_best_discard_and_order():
    found = discards_batch(["123m456p78s112233z", "19m19p19s12345677z"])
    assert found.best.tolist() == [27, 33]
    order = found.order()
    by_order = np.take_along_axis(found.shanten, order, 1)
    assert (np.diff(by_order.astype(int), axis=1) >= 0).all()
    assert repr(found) == "DiscardsBatch(2 hands)"
    assert repr(useful_batch(["123m456p789s1122z"])) == "UsefulBatch(1 hand)"
