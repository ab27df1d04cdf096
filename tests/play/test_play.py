"""The table without any log: dealt, played to the end at random, and asked for nonsense."""

import random
from collections import Counter
from copy import deepcopy
from dataclasses import replace

import pytest

from mjlab.errors import MjlabError, ReplayError
from mjlab.hand import MeldKind
from mjlab.notation import parse_tiles
from mjlab.play import CLAIMS, EVENT_KINDS, Claim, Deal, Event, EventKind, Phase, Table
from mjlab.play.deal import all_tiles
from mjlab.reference import score
from mjlab.tiles import FLOWERS, Wind

K = EventKind
VARIANTS = [
    {"walls": walls, "flowers": flowers} for walls in ("one", "duplicate") for flowers in (0, 8)
]


def state_of(table):
    """Everything that a table holds, for comparison."""
    return deepcopy(vars(table))


def check_tiles(table, laid_aside):
    """Every tile lies in a hand, face up, in a concealed kong, aside, or still in the wall."""
    tiles = Counter(laid_aside)
    for player in range(4):
        tiles.update(table.standing(player))
        kongs = [m.tile for m in table.melds[player] if m.kind is MeldKind.KONG_CONCEALED]
        tiles.update(kongs * 4)
    tiles.update({tile: n for tile, n in enumerate(table.face_up) if n})
    for wall, drawn in zip(table.deal.wall, table._drawn_front, strict=True):
        tiles.update(wall[drawn : len(wall) - table._drawn_back])
    assert tiles == Counter(all_tiles(table.deal.flowers))
    assert sum(table.flowers) == len(laid_aside)
    gone = [len(wall) - left for wall, left in zip(table.deal.wall, table.wall, strict=True)]
    assert sum(gone) == sum(table._drawn_front) + table._drawn_back
    assert table.walls_left == sum(table.wall)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_random_play_loses_no_tile_and_ends(variant):
    met = Counter()
    for seed in range(40):
        choose = random.Random(seed).choice
        table, laid_aside = Table(Deal.shuffled(seed, **variant)), []
        while events := table.legal_events():
            shy = [e for e in events if e.kind not in (K.DISCARD, K.DRAW)]  # sets are rare
            event = choose(shy or events)
            assert not table.may_end
            table.apply(event)
            met[event.kind] += 1
            if event.kind is K.FLOWER:
                laid_aside.append(event.tile)
            check_tiles(table, laid_aside)
        assert table.may_end
        ending = table.replacing if table.phase is Phase.REPLACE else table.turn
        assert table.left(ending) == 0
    kinds = CLAIMS | {K.DRAW, K.DISCARD, K.KONG_CONCEALED, K.KONG_ADDED}
    assert set(met) == kinds | ({K.FLOWER} if variant["flowers"] else set())


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_not_legal_leaves_the_table_as_it_was(variant):
    """Of all events there can be, the listed ones and the wins are carried out and no others."""
    tried = Counter()
    for seed in range(2):
        rng = random.Random(seed)
        table = Table(Deal.shuffled(seed, **variant))
        while events := table.legal_events():
            listed = {(e.kind, e.player, e.tile) for e in events}
            before = state_of(table)
            for _ in range(20):
                kind, player, tile = rng.choice(EVENT_KINDS[:-2]), rng.randrange(4), None
                if kind is not K.DRAW:
                    tile = rng.randrange(42)
                legal = (kind, player, tile) in listed
                early_flower = kind is K.FLOWER and before["_opening"]
                if legal or early_flower:
                    continue
                with pytest.raises(ReplayError):
                    table.apply(Event(kind, player, tile))
                assert vars(table) == before
                tried[kind] += 1
            table.apply(rng.choice(events))
    assert set(tried) == set(EVENT_KINDS[:-2])


def test_a_deal_is_the_same_for_the_same_seed_and_has_every_tile():
    for variant in VARIANTS:
        deal = Deal.shuffled(5, round=Wind.W, winners="all", **variant)
        assert deal == Deal.shuffled(5, round=Wind.W, winners="all", **variant)
        assert deal.hands != Deal.shuffled(6, **variant).hands
        tiles = [t for part in (*deal.hands, *deal.wall) for t in part]
        assert Counter(tiles) == Counter(all_tiles(variant["flowers"]))
        assert len({len(part) for part in deal.wall}) == 1
    assert Deal.shuffled().hands != Deal.shuffled().hands


HANDS = "123m456p789s1122z", "2345678m234567p", "2345678s234567m", "2345678p234567s"
DEAL = Deal(tuple(tuple(parse_tiles(hand)) for hand in HANDS))


def test_a_win_is_scored_before_and_after_it_is_declared():
    table = Table(DEAL)
    table.apply(Event(K.DRAW, 0, 0))
    assert table.win(0).self_drawn
    table.apply(Event(K.DISCARD, 0, 0))
    for event in (Event(K.DRAW, 1, 27), Event(K.DISCARD, 1, 27)):
        table.apply(event)
    before = table.win(0)
    assert before.tile == 27
    table.apply(Event(K.WIN, 0))
    assert table.win(0) == before
    assert score(before).total == 14
    assert (table.winners, table.phase, table.legal_events()) == ([0], Phase.OVER, [])
    with pytest.raises(ReplayError, match="no tile to win on"):
        table.win(2)


def test_a_table_says_what_it_waits_for():
    table = Table(DEAL)
    assert repr(table).startswith("<Table: East's turn, 84 tiles left")
    assert [str(event) for event in table.legal_events()] == ["East: draw"]
    assert str(Event(K.KONG_ADDED, 2, 4)) == "West: kong added 5m"
    assert str(Event(K.WIN, 9)) == "player 9: win"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("draw", "'draw' is no event"),
        (None, "None is no event"),
        (Event("draw", 0), "'draw' is no kind of event"),
        (Event(K.DRAW, "East"), "there is no player 'East'"),
        (Event(K.DRAW, None), "there is no player None"),
        (Event(K.DRAW, 4), "there is no player 4"),
        (Event(K.DRAW, 0, "5m"), "'5m' is no tile"),
        (Event(K.DRAW, 0, 2.5), "2.5 is no tile"),
        (Event(K.DRAW, 0, 42), "42 is no tile"),
        (Event(K.DRAW, 0, -1), "-1 is no tile"),
        (Event(K.DRAW, 0), "None is no tile"),
        (Event(K.DRAW, 0, FLOWERS[0]), "1f appears, the game is played without flowers"),
        (Event(K.DRAW, 0, 0, claims=(Claim(K.PUNG, 9, 0),)), "there is no player 9"),
    ],
)
def test_events_that_are_nonsense(event, said):
    table = Table(DEAL)
    before = state_of(table)
    with pytest.raises(ReplayError, match=said):
        table.apply(event)
    assert vars(table) == before


@pytest.mark.parametrize("tile", ["5m", 2.5, (1,), [1]])
@pytest.mark.parametrize("drawn", [False, True])
def test_tiles_that_are_no_numbers_leave_the_table_as_it_was(tile, drawn):
    table = Table(DEAL)
    events = [Event(K.DRAW, 0, 0), Event(K.DISCARD, 0, 0), Event(K.DRAW, 1, 9)][: 1 + 2 * drawn]
    for event in events:
        table.apply(event)
    before = state_of(table)
    for kind in EVENT_KINDS:
        for player in range(4):
            with pytest.raises(ReplayError):
                table.apply(Event(kind, player, tile))
            assert vars(table) == before


@pytest.mark.parametrize("player", [4, -1, None, "East"])
def test_there_are_four_players(player):
    table = Table(DEAL)
    for ask in (table.win, table.circumstances):
        with pytest.raises(ReplayError, match="there is no player"):
            ask(player)


KNOWN = Deal.shuffled(1)


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ("1m", "a table begins with a deal, not with str"),
        (Deal(((0,) * 13,) * 4), "a fifth 1m appears"),
        (replace(DEAL, hands=DEAL.hands[:3]), "3 hands are dealt"),
        (replace(DEAL, hands=(("1m",) * 13,) * 4), "'1m' is no tile"),
        (replace(DEAL, hands=((99,) * 13,) * 4), "99 is no tile"),
        (replace(KNOWN, wall=(KNOWN.wall[0][1:],)), "the wall has"),
        (replace(KNOWN, walls="duplicate"), "the wall has"),
        (replace(KNOWN, wall=((5,) * 84,)), "are not all the tiles there are"),
    ],
)
def test_deals_that_are_nonsense(deal, said):
    with pytest.raises(ReplayError, match=said):
        Table(deal)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"flowers": 4}, "flowers=4 is not possible"),
        ({"walls": "four"}, "walls='four' is not possible"),
        ({"winners": "none"}, "winners='none' is not possible"),
        ({"round": "E"}, "round='E' is not a wind"),
        ({"seed": "abc"}, "seed='abc' is not possible"),
    ],
)
def test_facts_of_a_deal_that_are_nonsense(facts, said):
    with pytest.raises(MjlabError, match=said):
        Deal.shuffled(**facts)
    if "seed" not in facts:
        with pytest.raises(MjlabError, match=said):
            replace(KNOWN, **facts)


def test_a_known_wall_gives_its_own_tiles():
    table = Table(KNOWN)
    ours, other = KNOWN.wall[0][0], next(t for t in range(34) if t != KNOWN.wall[0][0])
    with pytest.raises(ReplayError, match="the next tile of the wall is"):
        table.apply(Event(K.DRAW, 0, other))
    table.apply(Event(K.DRAW, 0, ours))
    assert table.drawn == ours


def test_kernels_number_events_as_the_table_does():
    from mjlab.kernels.play import events, table

    assert [getattr(events, kind.name) for kind in EVENT_KINDS[:-1]] == list(range(9))
    assert EVENT_KINDS[-1] is K.FALSE_WIN  # nobody declares one in simulated games
    assert len(EVENT_KINDS) < table.OVERRULED
