"""The census beside the scorers: all hands in the slow test, samples and examples elsewhere."""

import numpy as np
import pytest

from mjlab import reference
from mjlab.api import score_batch
from mjlab.rules import FANS
from tests.support.census_sample import sample
from tests.support.peers import gb_arguments
from tools import verify_census


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [[], ["--melds", "4", "--discard"]], ids=str)
def test_all_hands_there_are(arguments, capsys):
    assert verify_census.main([*arguments, "--threads", "1"]) == 0
    assert "every list of fan is counted equally often" in capsys.readouterr().out


def list_keys(fans, totals):
    return {(row.tobytes(), int(total)) for row, total in zip(fans, totals, strict=True)}


def known_lists(found):
    return list_keys(found._lists.fans, found._lists.numbers["total"])


@pytest.mark.parametrize("drawn", [True, False])
def test_what_any_hand_scores_is_a_list_of_the_census(drawn, self_drawn, by_discard):
    scores = score_batch(sample(200_000, 1, circumstances=int(drawn)))
    assert not scores.status.any()
    found = self_drawn if drawn else by_discard
    assert list_keys(scores.fans, scores.total) <= known_lists(found)


@pytest.mark.parametrize("melds", range(5))
def test_every_example_scores_its_list(melds, melded):
    """Each of the lists has a hand that scores it: so none is made up."""
    found = melded[melds]
    rows = range(0, len(found._lists), 5)
    wins = [found.win(found._lists.examples[row]) for row in rows]
    scores = score_batch(wins)
    assert not scores.status.any()
    assert np.array_equal(scores.fans, found._lists.fans[list(rows)])
    assert np.array_equal(scores.total, found._lists.numbers["total"].iloc[list(rows)])


@pytest.mark.parametrize("drawn", [True, False])
def test_the_readable_scorer_agrees(drawn, self_drawn, by_discard):
    """On some of all lists, and on those of which another reading scores as much."""
    found = self_drawn if drawn else by_discard
    tied = found._lists.numbers["tied"].to_numpy()
    some = np.random.default_rng(2).choice(len(tied), 300, replace=False)
    for row in {*some.tolist(), *np.flatnonzero(tied)[:50].tolist()}:
        score = reference.score(found.win(found._lists.examples[row]))
        counted = found._lists.fans[row]
        fans = {FANS[i].key: int(counted[i]) for i in np.flatnonzero(counted)}
        best = [one.fans for one in score.readings]
        assert score.total == found._lists.numbers["total"].iloc[row]
        assert fans in best
        if tied[row]:
            assert any(other != fans for other in best)


@pytest.mark.parametrize("drawn", [True, False])
def test_an_independent_calculator_agrees(drawn, self_drawn, by_discard):
    """PyMahjongGB on 200,000 wins in all: its totals are those of lists the census has."""
    calculator = pytest.importorskip("MahjongGB").MahjongFanCalculator
    batch = sample(100_000, 3 + drawn, circumstances=int(drawn))
    scores = score_batch(batch)
    assert list_keys(scores.fans, scores.total) <= known_lists(self_drawn if drawn else by_discard)
    differ = [
        str(win)
        for win, total in zip(batch, scores.total.tolist(), strict=True)
        if sum(points for points, _ in calculator(*gb_arguments(win))) != total
    ]
    assert not differ


@pytest.mark.parametrize("drawn", [True, False])
def test_an_independent_calculator_agrees_on_every_list(drawn, self_drawn, by_discard):
    calculator = pytest.importorskip("MahjongGB").MahjongFanCalculator
    found = self_drawn if drawn else by_discard
    for row, total in enumerate(found._lists.numbers["total"].tolist()):
        win = found.win(found._lists.examples[row])
        assert sum(n for n, _ in calculator(*gb_arguments(win))) == total, str(win)
