"""The rules of play, each broken once."""

from dataclasses import replace

import pytest

from mjlab.errors import ReplayError
from mjlab.logs import Claim, Event, EventKind, Table
from mjlab.notation import parse_tiles
from mjlab.play.deal import Deal
from mjlab.play.state import Phase
from tests.support import log_games

K = EventKind
EAST, SOUTH, WEST, NORTH = range(4)
T = {name: parse_tiles(name)[0] for name in (f"{n}{s}" for s in "mpszf" for n in range(1, 10 - 2))}
T |= {f"{n}{s}": parse_tiles(f"{n}{s}")[0] for s in "mps" for n in (8, 9)}

EASTS = "1112345m66m11p22p"
SOUTHS = "9m23m555p777p1234s"
WESTS = "111s234s46p9p5z1z2z3z"
NORTHS = "777s8899s1z2z3z4z6z7z"
KONGS = "11112345m66m11p2p"


def table(*hands, **facts):
    hands = hands if len(hands) != 1 else (*hands, SOUTHS, WESTS, NORTHS)
    hands = hands or (EASTS, SOUTHS, WESTS, NORTHS)
    deal = tuple(parse_tiles(hand) for hand in hands)
    defaults = {"walls": "one", "flowers": 0} | facts
    return Table(Deal(deal, **defaults))


def play(state, *doings):
    """Carry out events written as ``(player, kind, tile)``."""
    for player, kind, *tile in doings:
        state.apply(Event(kind, player, T[tile[0]] if tile else None))
    return state


def refused(state, player, kind, tile=None, **facts):
    before = snapshot(state)
    with pytest.raises(ReplayError) as error:
        state.apply(Event(kind, player, T.get(tile, tile), **facts))
    assert snapshot(state) == before
    assert state.legal_text()
    return error.value.message


def snapshot(state):
    return (
        [list(h) for h in state.hands],
        [list(m) for m in state.melds],
        list(state.flowers),
        list(state.face_up),
        list(state.wall),
        state.phase,
        state.turn,
        state.discard,
        state.discarder,
        state.drawn,
        state.robbable,
        state.winner,
    )


def test_deal_must_be_of_thirteen_real_tiles():
    with pytest.raises(ReplayError, match="South is dealt 12 tiles, not 13"):
        table(EASTS, SOUTHS[:-2] + "s", WESTS, NORTHS)
    with pytest.raises(ReplayError, match="a fifth 1m appears"):
        table(EASTS, "1m123m555p777p234s"[:-2] + "4s", WESTS, NORTHS)
    with pytest.raises(ReplayError, match="3 hands are dealt"):
        table(EASTS, SOUTHS, WESTS)
    with pytest.raises(ReplayError, match="99 is no tile"):
        Table(Deal(((99,) * 13,) * 4))
    with pytest.raises(ReplayError, match="without flowers"):
        table("1f" + EASTS[1:], SOUTHS, WESTS, NORTHS)
    with pytest.raises(ReplayError, match="a second 1f appears"):
        table("1f1f1f" + "1112345m66m1p", SOUTHS, WESTS, NORTHS, flowers=8)


def test_turns():
    state = table()
    assert refused(state, SOUTH, K.DRAW, "9m") == "the next draw is East's"
    assert refused(state, EAST, K.DISCARD, "1m") == "no discard of this player is due"
    assert refused(state, EAST, K.DRAW, "9m", from_back=True).startswith("a turn begins")
    assert refused(state, EAST, K.DRAW, None) == "None is no tile"
    play(state, (EAST, K.DRAW, "9m"))
    assert refused(state, EAST, K.DRAW, "9m") == "no draw is due"
    assert refused(state, SOUTH, K.DISCARD, "1m") == "no discard of this player is due"
    assert refused(state, EAST, K.DISCARD, "9p") == "East holds no 9p"
    assert refused(state, EAST, K.DISCARD, "1f") == "1f cannot be discarded"
    assert refused(state, 7, K.DISCARD, "9m") == "there is no player 7"
    play(state, (EAST, K.DISCARD, "9m"))
    assert refused(state, EAST, K.DRAW, "9m") == "the next draw is South's"
    assert state.turns == [1, 0, 0, 0]


def test_the_drawn_tile_is_told_from_the_hand():
    state = play(table(), (EAST, K.DRAW, "9m"))
    assert refused(state, EAST, K.DISCARD, "1m", drawn_discarded=True) == (
        "the tile just drawn is 9m"
    )
    assert refused(state, EAST, K.DISCARD, "9m", drawn_discarded=False) == (
        "the only 9m is the one just drawn"
    )
    state = play(table(), (EAST, K.DRAW, "1p"))
    state.apply(Event(K.DISCARD, EAST, T["1p"], drawn_discarded=False))


def test_a_fifth_copy_is_never_drawn():
    state = play(table(), (EAST, K.DRAW, "5m"), (EAST, K.DISCARD, "5m"))
    assert refused(state, SOUTH, K.DRAW, "1s") == "a fifth 1s appears"


def test_chow():
    state = play(table(), (EAST, K.DRAW, "9m"), (EAST, K.DISCARD, "1m"))
    assert refused(state, WEST, K.CHOW, "1m") == (
        "a chow is claimed from the player before, not from East"
    )
    assert refused(state, EAST, K.CHOW, "1m") == "nobody claims his own discard"
    assert refused(state, SOUTH, K.CHOW, "2m") == "the discard 1m is not in that chow"
    assert refused(state, SOUTH, K.CHOW, "8m") == "no chow starts with 8m"
    assert refused(state, SOUTH, K.CHOW, "1z") == "no chow starts with 1z"
    play(state, (SOUTH, K.CHOW, "1m"))
    assert (state.turn, state.phase) == (SOUTH, Phase.CLAIMED)
    assert [str(m) for m in state.melds[SOUTH]] == ["[123m,1]"]
    assert [state.face_up[T[t]] for t in ("1m", "2m", "3m")] == [1, 1, 1]
    assert refused(state, SOUTH, K.CHOW, "1m") == "there is no discard to claim"
    assert refused(state, SOUTH, K.WIN) == "there is no tile to win on"
    assert refused(state, SOUTH, K.DRAW, "9m") == "no draw is due"


def test_pung_and_kong():
    state = play(table(), (EAST, K.DRAW, "5p"), (EAST, K.DISCARD, "5p"))
    assert refused(state, WEST, K.PUNG, "5p") == "West holds no 5p, 2 are needed"
    assert refused(state, SOUTH, K.PUNG, "7p") == "the discard is 5p, not 7p"
    assert refused(state, NORTH, K.KONG_MELDED, "5p") == "North holds no 5p, 3 are needed"
    assert refused(state, SOUTH, K.KONG_CONCEALED, "7p").startswith("a kong is declared in")
    play(state, (SOUTH, K.KONG_MELDED, "5p"))
    assert state.phase is Phase.REPLACE
    assert refused(state, SOUTH, K.DISCARD, "7p") == "no discard of this player is due"
    assert refused(state, WEST, K.DRAW, "9m") == "South replaces a tile first"
    assert refused(state, SOUTH, K.DRAW, "9m", from_back=False).startswith("a replacement comes")
    play(state, (SOUTH, K.DRAW, "7p"))
    assert state.face_up[T["5p"]] == 4
    assert refused(state, SOUTH, K.KONG_CONCEALED, "1s").startswith("South holds 1 1s")
    play(state, (SOUTH, K.KONG_CONCEALED, "7p"), (SOUTH, K.DRAW, "9m"))
    assert state.face_up[T["7p"]] == 0
    assert [str(m) for m in state.melds[SOUTH]] == ["[5555p,1]", "{7777p}"]


def test_no_kong_in_the_turn_of_a_claim():
    state = play(table(), (EAST, K.DRAW, "8m"), (EAST, K.DISCARD, "8m"), (SOUTH, K.DRAW, "7p"))
    play(state, (SOUTH, K.DISCARD, "5p"), (WEST, K.DRAW, "5p"), (WEST, K.DISCARD, "5p"))
    play(state, (SOUTH, K.PUNG, "5p"))
    assert refused(state, SOUTH, K.KONG_CONCEALED, "7p") == (
        "a kong is declared in one's own turn, after a draw"
    )
    assert refused(state, SOUTH, K.KONG_ADDED, "5p").startswith("a kong is declared in")


def punged():
    """East has punged 1p."""
    state = table(EASTS, SOUTHS, "1p23m456p789p12p99s", NORTHS)
    play(state, (EAST, K.DRAW, "5z"), (EAST, K.DISCARD, "5z"), (SOUTH, K.DRAW, "8m"))
    play(state, (SOUTH, K.DISCARD, "8m"), (WEST, K.DRAW, "6z"), (WEST, K.DISCARD, "1p"))
    return play(state, (EAST, K.PUNG, "1p"), (EAST, K.DISCARD, "5m"))


def test_added_kong():
    state = punged()
    assert state.face_up[T["1p"]] == 3
    play(state, (SOUTH, K.DRAW, "8m"), (SOUTH, K.DISCARD, "8m"), (WEST, K.DRAW, "8m"))
    assert refused(state, WEST, K.KONG_ADDED, "8m") == "there is no claimed pung of 8m to add to"
    play(state, (WEST, K.DISCARD, "8m"), (NORTH, K.DRAW, "7m"), (NORTH, K.DISCARD, "7m"))
    play(state, (EAST, K.DRAW, "7m"))
    assert refused(state, EAST, K.KONG_ADDED, "1p") == "East holds no 1p"


def test_robbing_leaves_a_pung():
    cases = log_games.cases(30, lambda c: c["flags"].get("robbing_kong"))
    seen = 0
    for case in cases:
        try:
            game = log_games.won_game(case)
        except log_games.CannotPlayError:
            continue
        state = Table(game.start)
        for event in game.events:
            state.apply(event)
        robbed = game.events[-2].player
        kinds = {m.kind.name for m in state.melds[robbed] if m.tile == game.events[-1].tile}
        assert kinds == {"PUNG"}
        assert state.win(state.winner).robbing_kong
        seen += 1
    assert seen > 10


def test_only_the_kong_that_is_added_can_be_robbed():
    state = table(KONGS, "238m555p777p1234s", WESTS, NORTHS)
    play(state, (EAST, K.DRAW, "9p"), (EAST, K.KONG_CONCEALED, "1m"))
    assert refused(state, SOUTH, K.WIN) == "there is no tile to win on"


def drained(walls="one", left=0, discarding=True):
    """A table whose wall holds few tiles more."""
    state = play(table(walls=walls), (EAST, K.DRAW, "5p"))
    state.wall = [left] if walls == "one" else [left] * 4
    return play(state, (EAST, K.DISCARD, "5p")) if discarding else state


@pytest.mark.parametrize("walls", ["one", "duplicate"])
def test_last_discard_can_only_be_won_on(walls):
    state = drained(walls)
    assert refused(state, SOUTH, K.PUNG, "5p") == "the last discard can only be won on"
    assert refused(state, SOUTH, K.DRAW, "9m") == "the wall is empty"
    assert state.may_end
    assert state.winning_tile(SOUTH) == T["5p"]
    assert [e.kind for e in state.legal_events()] == []
    assert "the end of the hand" in state.legal_text()


@pytest.mark.parametrize("walls", ["one", "duplicate"])
def test_no_kong_without_a_replacement(walls):
    state = table("1112345m66m11p2p3p", SOUTHS[2:] + "9m", WESTS, NORTHS, walls=walls)
    play(state, (EAST, K.DRAW, "1m"))
    state.wall = [0] if walls == "one" else [0] * 4
    assert refused(state, EAST, K.KONG_CONCEALED, "1m") == "no tile is left to replace a kong"
    state.wall = [1] if walls == "one" else [1] * 4
    play(state, (EAST, K.KONG_CONCEALED, "1m"))


def test_duplicate_play_looks_at_the_wall_of_the_next_player():
    state = play(table(walls="duplicate"), (EAST, K.DRAW, "5p"))
    state.wall = [3, 0, 3, 3]
    assert state.win(EAST).wall_last
    state.wall = [0, 3, 3, 3]
    assert not state.win(EAST).wall_last
    play(state, (EAST, K.DISCARD, "5p"))
    state.wall = [3, 0, 3, 3]
    assert state.win(SOUTH).wall_last
    assert state.may_end


def test_priority_of_recorded_claims():
    state = play(table(), (EAST, K.DRAW, "5p"), (EAST, K.DISCARD, "5p"))
    chow = Claim(K.CHOW, SOUTH, T["4p"])
    win_of_north = Claim(K.WIN, NORTH, T["5p"])
    assert refused(state, SOUTH, K.PUNG, "5p", claims=(win_of_north,)) == (
        "the win that North claimed goes before it"
    )
    assert refused(state, NORTH, K.WIN, claims=(Claim(K.WIN, WEST, T["5p"]),)) == (
        "the win that West claimed goes before it"
    )
    assert refused(state, SOUTH, K.PUNG, "5p", claims=(Claim(K.PUNG, WEST, T["4p"]),)).startswith(
        "West is said to claim 4p"
    )
    assert refused(state, SOUTH, K.PUNG, "5p", claims=(replace(chow, player=9),)) == (
        "there is no player 9"
    )
    north = replace(chow, player=NORTH)
    assert refused(state, SOUTH, K.PUNG, "5p", claims=(north,)) == (
        "North is said to claim 4p for a chow, but a chow is claimed from the player before"
    )
    west = Claim(K.PUNG, WEST, T["5p"])
    assert refused(state, SOUTH, K.PUNG, "5p", claims=(west,)) == (
        "West is said to claim 5p for a pung, but does not hold the tiles for it"
    )
    assert refused(state, SOUTH, K.DRAW, "9m", claims=(Claim(K.PUNG, SOUTH),)) == (
        "the pung that South claimed goes before it"
    )
    state.apply(Event(K.PUNG, SOUTH, T["5p"]))


def test_win_goes_to_the_first_after_the_discarder():
    state = play(table(), (EAST, K.DRAW, "5p"), (EAST, K.DISCARD, "5p"))
    state.apply(Event(K.WIN, SOUTH, T["5p"], claims=(Claim(K.WIN, NORTH, T["5p"]),)))
    assert state.winner == SOUTH
    assert refused(state, WEST, K.DRAW, "9m") == "the hand is already won"


def test_win_needs_the_tile_on_offer():
    state = play(table(), (EAST, K.DRAW, "5p"))
    assert refused(state, EAST, K.WIN, "6p") == "the tile to win on is 5p, not 6p"
    assert refused(state, SOUTH, K.WIN) == "there is no tile to win on"
    play(state, (EAST, K.DISCARD, "5p"))
    assert refused(state, EAST, K.WIN) == "there is no tile to win on"


def test_flowers():
    state = table(EASTS[1:] + "1f", SOUTHS[2:] + "2f", WESTS, NORTHS, flowers=8)
    play(state, (SOUTH, K.FLOWER, "2f"))  # the order of the players is left to the platform
    assert refused(state, EAST, K.DRAW, "9m") == "South replaces a tile first"
    assert refused(state, SOUTH, K.DRAW, "9m", from_back=False).startswith("a replacement")
    play(state, (SOUTH, K.DRAW, "3f"), (SOUTH, K.FLOWER, "3f"), (SOUTH, K.DRAW, "9m"))
    play(state, (EAST, K.DRAW, "8m"), (EAST, K.FLOWER, "1f"), (EAST, K.DRAW, "7m"))
    assert state.drawn == T["7m"]
    assert refused(state, EAST, K.FLOWER, "1m") == "1m is not a flower"
    assert refused(state, EAST, K.FLOWER, "4f") == "East holds no 4f"
    play(state, (EAST, K.DISCARD, "8m"))
    assert refused(state, NORTH, K.FLOWER, "4f") == "a flower is laid aside in one's own turn"
    assert state.flowers == [1, 2, 0, 0]
    assert state.wall == [144 - 52 - 5 + 1]


def test_a_flower_ends_the_kong_replacement():
    for tiles, kong in (("9p",), True), (("1f", "9p"), False):
        state = table(KONGS, "238m555p777p1234s", WESTS, NORTHS, flowers=8)
        play(state, (EAST, K.DRAW, "9p"), (EAST, K.KONG_CONCEALED, "1m"), (EAST, K.DRAW, tiles[0]))
        for tile in tiles[1:]:
            play(state, (EAST, K.FLOWER, "1f"), (EAST, K.DRAW, tile))
        assert state.win(EAST).kong_replacement is kong


def test_a_flower_in_the_hand_is_no_win():
    state = play(table(flowers=8), (EAST, K.DRAW, "1f"))
    assert refused(state, EAST, K.WIN) == "there is no tile to win on"
    state = play(table("1f" + EASTS[1:], flowers=8), (EAST, K.DRAW, "5z"))
    with pytest.raises(ReplayError, match="1f cannot stand in a hand"):
        state.win(EAST)


def test_the_last_tile_may_be_a_flower():
    state = play(table(flowers=8), (EAST, K.DRAW, "1f"))
    state.wall = [0]
    play(state, (EAST, K.FLOWER, "1f"))
    assert state.may_end
    assert refused(state, EAST, K.DRAW, "9m") == "the wall is empty"


def test_concealed_kongs_are_not_seen():
    state = table(EASTS, "8888p555p777p123s", WESTS, NORTHS)
    play(state, (EAST, K.DRAW, "9s"), (EAST, K.DISCARD, "9s"), (SOUTH, K.DRAW, "8m"))
    play(state, (SOUTH, K.KONG_CONCEALED, "8p"), (SOUTH, K.DRAW, "8m"))
    assert state.face_up[T["8p"]] == 0


def test_last_of_kind_counts_each_copy_once():
    state = play(table(), (EAST, K.DRAW, "1m"), (EAST, K.DISCARD, "1m"), (SOUTH, K.CHOW, "1m"))
    assert state.face_up[T["1m"]] == 1  # discarded and claimed, but one tile
    play(state, (SOUTH, K.DISCARD, "1s"), (WEST, K.PUNG, "1s"), (WEST, K.DISCARD, "1s"))
    assert state.face_up[T["1s"]] == 4


def test_legal_events_are_legal():
    for seed in range(20):
        game = log_games.random_game(seed)
        state = Table(game.start)
        for event in game.events:
            listed = [(e.kind, e.player, e.tile) for e in state.legal_events()]
            wanted = (event.kind, event.player, None if event.kind is K.DRAW else event.tile)
            assert wanted in listed
            state.apply(event)


# Several winners ----------------------------------------------------------------------------


def test_where_all_winners_are_paid_each_may_win_on_the_tile():
    state = play(table(winners="all"), (EAST, K.DRAW, "5z"), (EAST, K.DISCARD, "5z"))
    assert refused(state, EAST, K.WIN) == "there is no tile to win on"
    play(state, (SOUTH, K.WIN), (NORTH, K.WIN, "5z"))
    assert (state.winners, state.winner) == ([SOUTH, NORTH], SOUTH)
    for player in (SOUTH, NORTH):
        assert refused(state, player, K.WIN) == "the hand is already won"
    assert refused(state, EAST, K.WIN) == "the hand is already won"
    assert refused(state, WEST, K.DRAW, "5z") == "the hand is already won"
    assert state.win(NORTH).tile == state.win(SOUTH).tile == T["5z"]
    play(state, (WEST, K.WIN))
    assert state.winners == [SOUTH, NORTH, WEST]


def test_nobody_else_wins_on_a_self_drawn_tile():
    state = play(table(winners="all"), (EAST, K.DRAW, "5z"), (EAST, K.WIN))
    for player in (SOUTH, WEST, NORTH):
        assert refused(state, player, K.WIN) == "the hand is already won"


def test_several_may_rob_a_kong():
    cases = log_games.cases(12, lambda c: c["flags"].get("robbing_kong"))
    seen = 0
    for case in cases:
        try:
            game = log_games.won_game(case)
        except log_games.CannotPlayError:
            continue
        state = Table(replace(game, winners="all").start)
        for event in game.events:
            state.apply(event)
        robbed, winner = game.events[-2].player, game.events[-1].player
        other = next(p for p in range(4) if p not in (robbed, winner))
        state.apply(Event(K.WIN, other))
        assert state.win(other).robbing_kong
        assert refused(state, robbed, K.WIN) == "the hand is already won"
        seen += 1
    assert seen > 4


def test_one_winner_is_the_rule():
    state = play(table(), (EAST, K.DRAW, "5z"), (EAST, K.DISCARD, "5z"), (SOUTH, K.WIN))
    assert refused(state, NORTH, K.WIN) == "the hand is already won"


def test_walls_with_flowers_in_duplicate_play():
    assert table(walls="duplicate", flowers=8).wall == [23] * 4
    assert table(walls="duplicate").wall == [21] * 4
