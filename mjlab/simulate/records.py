"""Simulated games as logs have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from mjlab.errors import MjlabError
from mjlab.logs import Claim, Event, EventKind, Game, Outcome, Session, WinRecord
from mjlab.play import EVENT_KINDS
from mjlab.rules import FANS, RuleSet, payment
from mjlab.rules import ruleset as find_ruleset
from mjlab.rules.rulesets import DEFAULT
from mjlab.rules.seating import four
from mjlab.simulate.chunks import Chunk, play_chunk
from mjlab.simulate.players import (
    STYLES,
    Player,
    Rotation,
    default_players,
    seating,
    table_of,
)
from mjlab.tiles import N_TILES, Wind

__all__ = ["SOURCE", "games", "records"]

SOURCE: Final = "simulated"
_HANDS: Final = 16
"""Hands of a session."""
_FIRST_DAY: Final = date(2000, 1, 1)
_SESSIONS_A_DAY: Final = 8
_CHUNK: Final = 64 * _HANDS
_OVERRULED: Final = 16
Walls = Literal["one", "duplicate"]
_Hand = tuple[int, ...]


def games(
    n: int,
    seed: int = 0,
    *,
    players: int | Iterable[str | Player] = 20,
    walls: Walls = "one",
    flowers: bool | None = None,
    ruleset: str | RuleSet = DEFAULT,
    rotation: Rotation = "half",
) -> Iterator[Game]:
    """Play games by the rules, with random tiles and simple players.

    Parameters
    ----------
    n : int
        How many hands.
    seed : int
        The same seed gives the same games, in every process and on every machine; the first games
        of a longer run are those of a shorter one.
    players : int or iterable of str or Player
        How many players of all styles (:func:`mjlab.simulate.default_players`), or who: a name
        alone plays by plan. Four of them are drawn for each session.
    walls : "one" or "duplicate"
        One wall, or a quarter of the tiles for each player.
    flowers : bool, optional
        Whether the eight flowers are in play; left out, as the ruleset has it, but not in
        duplicate play.
    ruleset : str or RuleSet
        By which wins are scored, and how many fan they need.
    rotation : "none", "half" or "full"
        How players change seats between the rounds, see :func:`mjlab.simulate.seating`.

    Returns
    -------
    iterator of Game
        Sessions of sixteen hands, the last one as long as `n` allows. A record tells all that a
        log can: events with their place in the wall, claims that came to nothing, the fan of a
        win, its points and payments, and the scores before each hand.

    Raises
    ------
    MjlabError
        For numbers that are not possible, fewer than four players, two of one name, or flowers
        where there can be none.
    RulesetError
        For an unknown ruleset.

    Notes
    -----
    Play follows the 1998 rulebook, articles 5 to 8, as :mod:`mjlab.play.table` checks it. Nobody
    declares a false win, and nobody passes a win.

    Examples
    --------
    >>> game = next(games(1, seed=7))
    >>> len(game.events) > 10, game.players
    (True, ('P08', 'P04', 'P11', 'P05'))
    """
    made = records(
        n,
        seed,
        players=players,
        walls=walls,
        flowers=flowers,
        ruleset=ruleset,
        rotation=rotation,
    )
    return (record for record in made if isinstance(record, Game))


def records(
    n: int,
    seed: int = 0,
    *,
    players: int | Iterable[str | Player] = 20,
    walls: Walls = "one",
    flowers: bool | None = None,
    ruleset: str | RuleSet = DEFAULT,
    rotation: Rotation = "half",
) -> Iterator[Game | Session]:
    """Play games as :func:`games` does, with a record of each session behind its hands.

    Parameters
    ----------
    n, seed, players, walls, flowers, ruleset, rotation
        As for :func:`games`.

    Returns
    -------
    iterator of Game or Session
        What a reader of a log yields.

    Raises
    ------
    MjlabError, RulesetError
        As for :func:`games`.

    Examples
    --------
    >>> *hands, session = records(2, seed=7)
    >>> len(hands), sum(session.totals.values())
    (2, 0)
    """
    plan = _plan(n, seed, players, walls, flowers, find_ruleset(ruleset), rotation)
    return _records(plan)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be played, checked."""

    n: int
    seed: int
    players: tuple[Player, ...]
    walls: Walls
    n_flowers: Literal[8, 0]
    rules: RuleSet
    rotation: Rotation


def _plan(
    n: int,
    seed: int,
    players: int | Iterable[str | Player],
    walls: Walls,
    flowers: bool | None,
    rules: RuleSet,
    rotation: Rotation,
) -> _Plan:
    if not isinstance(n, int) or n < 0:
        raise MjlabError(f"n={n!r} games cannot be played", hint="a whole number from 0")
    if not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise MjlabError(f"seed={seed!r} is not possible", hint="a whole number from 0")
    if walls not in ("one", "duplicate"):
        raise MjlabError(f"unknown walls {walls!r}", hint="one or duplicate")
    if flowers is None:
        flowers = rules.flowers > 0 and walls == "one"
    if flowers and not rules.flowers:
        raise MjlabError(f"{rules.name} is played without flowers", hint="flowers=False")
    seating(0, rotation)
    return _Plan(n, seed, _checked(players), walls, 8 if flowers else 0, rules, rotation)


def _checked(players: int | Iterable[str | Player]) -> tuple[Player, ...]:
    if isinstance(players, int):
        return default_players(players)
    if isinstance(players, str):
        raise MjlabError("players are a list of names, not one text", hint="['A', 'B', 'C', 'D']")
    found = tuple(p if isinstance(p, Player) else Player(p) for p in players)
    names = [player.name for player in found]
    if len(found) < 4:
        raise MjlabError(f"{len(found)} players make no table", hint="four names or more")
    if twice := {name for name in names if names.count(name) > 1}:
        raise MjlabError(f"two players are called {min(twice)!r}", hint="a name for each")
    return found


def _records(plan: _Plan) -> Iterator[Game | Session]:
    """Build records of one chunk while the next is played."""
    starts = range(0, plan.n, _CHUNK)
    with ThreadPoolExecutor(1) as pool:
        coming = [pool.submit(_play, plan, start) for start in starts[:1]]
        for start in starts:
            chunk = coming.pop().result()
            if start + _CHUNK < plan.n:
                coming.append(pool.submit(_play, plan, start + _CHUNK))
            yield from _sessions(plan, start, chunk)


def _play(plan: _Plan, start: int) -> Chunk:
    """Play the games of a chunk."""
    numbers = range(start, min(start + _CHUNK, plan.n))
    styles = np.zeros((len(numbers), 4), np.int8)
    for row, number in enumerate(numbers):
        if number % _HANDS == 0:
            table = table_of(plan.players, plan.seed, number // _HANDS)
            of_player = [STYLES.index(player.style) for player in table]
        styles[row] = [of_player[p] for p in seating(number % _HANDS, plan.rotation)]
    return play_chunk(
        start,
        plan.seed,
        styles,
        _winds(numbers),
        plan.rules,
        duplicate=plan.walls == "duplicate",
        n_flowers=plan.n_flowers,
    )


def _winds(numbers: range) -> NDArray[np.int8]:
    return (np.arange(numbers.start, numbers.stop) % _HANDS // 4).astype(np.int8)


def _sessions(plan: _Plan, start: int, chunk: Chunk) -> Iterator[Game | Session]:
    """Put the games of a chunk, which begins with a session, into records."""
    n = len(chunk.results)
    events = _events(plan, chunk)
    for first in range(0, n, _HANDS):
        session = (start + first) // _HANDS
        names = [player.name for player in table_of(plan.players, plan.seed, session)]
        scores = [0, 0, 0, 0]
        ids = []
        for row in range(first, min(first + _HANDS, n)):
            hand = row - first
            seats = seating(hand, plan.rotation)
            before = four([scores[player] for player in seats])
            outcome = _outcome(plan.rules, chunk, row, before)
            ids.append(f"{_session_id(plan, session)}-{hand:02}")
            yield Game(
                source=SOURCE,
                id=ids[-1],
                path="",
                place="",
                round=Wind(hand // 4),
                deal=_deal(chunk, row),
                events=events[row],
                outcome=outcome,
                players=(names[seats[0]], names[seats[1]], names[seats[2]], names[seats[3]]),
                flowers=plan.n_flowers,
                walls=plan.walls,
                session=_session_id(plan, session),
                index=hand,
                min_fan=plan.rules.min_fan,
                date=_date(session),
            )
            for player, change in zip(seats, outcome.changes or (), strict=True):
                scores[player] += change
        totals = dict(zip(names, scores, strict=True))
        yield Session(SOURCE, _session_id(plan, session), "", tuple(ids), totals)


def _session_id(plan: _Plan, session: int) -> str:
    return f"S{plan.seed}-{session:06}"


def _date(session: int) -> str:
    """A day for a session, so that there are periods to compare."""
    return str(_FIRST_DAY + timedelta(days=session // _SESSIONS_A_DAY))


def _deal(chunk: Chunk, row: int) -> tuple[_Hand, _Hand, _Hand, _Hand]:
    east, south, west, north = chunk.deals[row].tolist()
    return tuple(east), tuple(south), tuple(west), tuple(north)


def _outcome(rules: RuleSet, chunk: Chunk, row: int, before: tuple[int, int, int, int]) -> Outcome:
    winner, giver, total, _ = chunk.results[row].tolist()
    if winner < 0:
        return Outcome(changes=(0, 0, 0, 0), before=before)
    discarder = None if giver < 0 else giver
    columns = np.flatnonzero(chunk.fans[row]).tolist()
    fans = {FANS[column].key: int(chunk.fans[row, column]) for column in columns}
    counts = chunk.winning[row]
    win = WinRecord(
        player=winner,
        discarder=discarder,
        self_drawn=discarder is None,
        total=total,
        fans=fans,
        fan_counts=tuple(fans.values()),
        values={key: rules.fan_value(key) for key in fans},
        hand=tuple(np.repeat(np.arange(len(counts)), counts).tolist()),
        declared=total,
    )
    return Outcome((win,), changes=payment(total, winner, discarder), before=before)


def _events(plan: _Plan, chunk: Chunk) -> list[tuple[Event, ...]]:
    """Find the events of each game, with the claims that came to nothing."""
    kind, player, tile, flag = (chunk.events[:, :, column].astype(np.int64) for column in range(4))
    numbers = ((kind % _OVERRULED * 4 + player) * N_TILES + tile) * 2 + flag
    found = np.take(_all_events(plan.walls), numbers).tolist()
    sizes = chunk.results[:, 3].tolist()
    overruled = np.any(kind >= _OVERRULED, axis=1).tolist()
    events = []
    for row, size in enumerate(sizes):
        happened = found[row][:size]
        if overruled[row]:
            happened = _with_claims(happened, kind[row].tolist()[:size])
        events.append(tuple(happened))
    return events


@cache
def _all_events(walls: Walls) -> NDArray[np.object_]:
    """Every event there can be, by number: games share theirs, since nothing changes an event."""
    made = np.empty(len(EVENT_KINDS) * 4 * N_TILES * 2, np.object_)
    for number in range(len(made)):
        rest, flag = divmod(number, 2)
        rest, tile = divmod(rest, N_TILES)
        kind, player = EVENT_KINDS[rest // 4], rest % 4
        back = bool(flag) if kind is EventKind.DRAW and walls == "one" else None
        drawn = bool(flag) if kind is EventKind.DISCARD else None
        made[number] = Event(kind, player, tile, from_back=back, drawn_discarded=drawn)
    return made


def _with_claims(events: Sequence[Event], kinds: Sequence[int]) -> list[Event]:
    """Give the claims that came to nothing to the event that happened instead."""
    happened = []
    claims: list[Claim] = []
    for event, kind in zip(events, kinds, strict=True):
        if kind >= _OVERRULED:
            claims.append(Claim(event.kind, event.player, event.tile))
            continue
        happened.append(replace(event, claims=tuple(claims)) if claims else event)
        claims = []
    return happened
