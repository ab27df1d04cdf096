"""Games for tests: made up, legal, and written in the formats that the readers know."""

import gzip
import json
import random
from dataclasses import replace

from mjlab.hand import MeldKind, Win
from mjlab.logs import Claim, Event, EventKind, Game, Outcome, Table, WinRecord
from mjlab.logs.formats.tziakcha.wall import Wall, tile_of
from mjlab.notation import format_tiles
from mjlab.play.deal import Deal
from mjlab.play.state import Phase
from mjlab.reference import score
from mjlab.rules import fan, payment, ruleset
from mjlab.tiles import Wind
from tests.support.paths import CASES

FAN_CASES = CASES / "fan_cases.jsonl.gz"
K = EventKind
_WORDS = {
    K.DRAW: "Draw",
    K.DISCARD: "Play",
    K.CHOW: "Chi",
    K.PUNG: "Peng",
    K.KONG_MELDED: "Gang",
    K.KONG_CONCEALED: "AnGang",
    K.KONG_ADDED: "BuGang",
    K.WIN: "Hu",
}
_NAMES = {"closed_wait": "嵌张"}


class CannotPlayError(Exception):
    """The script of a winning hand does not work out with these seats."""


def cases(n, wanted=lambda case: True, seed=0):
    """Draw some of the recorded winning hands."""
    with gzip.open(FAN_CASES, "rt", encoding="utf-8") as file:
        found = [case for case in map(json.loads, file) if wanted(case)]
    return random.Random(seed).sample(found, min(n, len(found)))


def made_case():
    """Return a winning hand with a chow, a pung and an added kong, scored here."""
    case = {
        "id": "made",
        "concealed": "5699m",
        "melds": [
            {"type": "chow", "tiles": "123m"},
            {"type": "pung", "tiles": "888m"},
            {"type": "kong_added", "tiles": "1111z"},
        ],
        "win": "7m",
        "flags": {"round": "E", "seat": "S"},
    }
    found = score(Win.from_dict(case), ruleset())
    return case | {"total": found.total, "fans": found.fans}


# Duplicate play without flowers --------------------------------------------------------------


def random_game(seed, claim_rate=0.4):
    """Play legal moves at random until the wall is empty."""
    rng = random.Random(seed)
    walls = [t for t in range(34) for _ in range(4)]
    rng.shuffle(walls)
    own = [walls[34 * p : 34 * p + 34] for p in range(4)]
    deal = tuple(tuple(w[:13]) for w in own)
    game = Game("pku", f"r{seed}", "", "", Wind(seed % 4), deal, (), Outcome(), walls="duplicate")
    table, drawn, events = Table(game.start), [13] * 4, []
    while not (table.may_end and rng.random() < 0.9):
        moves = table.legal_events()
        if not moves:
            break
        claims = [m for m in moves if m.kind not in (K.DRAW, K.DISCARD)]
        others = [m for m in moves if m.kind in (K.DRAW, K.DISCARD)]
        pick = rng.choice(claims if claims and rng.random() < claim_rate else others or claims)
        if pick.kind is K.DRAW:
            pick = replace(pick, tile=own[pick.player][drawn[pick.player]], from_back=None)
            drawn[pick.player] += 1
        table.apply(pick)
        events.append(pick)
    return replace(game, events=tuple(events), outcome=Outcome(changes=(0, 0, 0, 0)))


class _Script:
    """Plays a hand of duplicate play so that a recorded winning hand comes about."""

    def __init__(self, case, seed):
        self.rng = random.Random(seed)
        self.case = case
        self.win = Win.from_dict(case, strict=False)
        self.me = int(self.win.seat)
        if self.win.kong_replacement and self.win.wall_last:
            raise CannotPlayError  # duplicate play has no kong when the last tile is drawn
        self.pool = [t for t in range(34) for _ in range(4)]
        self.events = []
        hand = [*self.win.concealed]
        self.tasks = []
        for meld in self.win.melds:
            tiles = list(meld.tiles)
            self.tasks.append((meld, self.rng.choice(tiles)))
            own = {MeldKind.CHOW: 2, MeldKind.KONG_MELDED: 3, MeldKind.KONG_CONCEALED: 3}
            tiles.remove(self.tasks[-1][1])
            hand += tiles[: own.get(meld.kind, 2)]
            for tile in meld.tiles:
                self.pool.remove(tile)
        for tile in (*self.win.concealed, self.win.tile):
            self.pool.remove(tile)
        self.copies = [t for t in self.pool if t == self.win.tile]
        self.pool = [t for t in self.pool if t != self.win.tile]
        self.rng.shuffle(self.pool)
        self.rng.shuffle(self.tasks)
        self.fillers = [self.pool.pop() for _ in range(13 - len(hand))]
        hands = [[] if p == self.me else [self.pool.pop() for _ in range(11)] for p in range(4)]
        self.robbed = (self.me + self.rng.randrange(1, 4)) % 4
        if self.win.robbing_kong:
            if len(self.copies) != 3:
                raise CannotPlayError
            hands[self.robbed] += [self.win.tile] * 2
        elif not self.win.last_of_kind:  # nobody may see them
            for place, tile in enumerate(self.copies):
                hands[(self.me + 1 + place % 3) % 4].append(tile)
        for hand_ in hands:
            hand_ += [self.pool.pop() for _ in range(13 - len(hand_))]
        self.pool += hands[self.me]
        hands[self.me] = hand + self.fillers
        deal = tuple(tuple(sorted(h)) for h in hands)
        name = f"{case['id']}-{seed}"
        self.game = Game(
            "pku", name, "", "", self.win.round, deal, (), Outcome(), walls="duplicate"
        )
        self.table = Table(self.game.start)

    def do(self, kind, player, tile, claims=()):
        event = Event(kind, player, tile, claims=claims)
        self.table.apply(event)
        self.events.append(event)

    def draw(self, player, tile=None):
        if not self.table.left(player) or (tile is None and not self.pool):
            raise CannotPlayError
        self.do(K.DRAW, player, self.pool.pop() if tile is None else tile)

    def pass_turn(self, player, tile=None):
        """Draw a tile and discard it."""
        self.draw(player, tile)
        self.do(K.DISCARD, player, self.events[-1].tile)

    def until(self, player):
        """Let the others pass until it is a player's turn to draw."""
        while self.table.turn != player:
            self.pass_turn(self.table.turn)

    def overruled(self, kind, player):
        """Think of a claim that goes behind another one."""
        left = (self.table.discarder + 1) % 4
        chows = [e for e in self.table.sets_to_claim(left) if e.kind is K.CHOW]
        if kind is K.CHOW or left == player or not chows or self.table.why_no_claim(left):
            return ()
        return (Claim(K.CHOW, left, self.rng.choice(chows).tile),)

    def claim(self, kind, low, claimed):
        giver = (self.me + 3) % 4 if kind is K.CHOW else (self.me + self.rng.randrange(1, 4)) % 4
        self.until(giver)
        self.pass_turn(giver, claimed)
        self.do(kind, self.me, low, self.overruled(kind, self.me))

    def lay(self, meld, claimed, replacement=None):
        """Make one set; a replacement tile that is given wins, it is not discarded."""
        kinds = {MeldKind.CHOW: K.CHOW, MeldKind.KONG_MELDED: K.KONG_MELDED}
        if meld.kind is not MeldKind.KONG_CONCEALED:
            self.claim(kinds.get(meld.kind, K.PUNG), meld.tile, claimed)
        if meld.kind in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG_ADDED):
            self.do(K.DISCARD, self.me, self.fillers.pop())
        if meld.kind in (MeldKind.KONG_ADDED, MeldKind.KONG_CONCEALED):
            self.until(self.me)
            self.draw(self.me, meld.tile)
            added = meld.kind is MeldKind.KONG_ADDED
            self.do(K.KONG_ADDED if added else K.KONG_CONCEALED, self.me, meld.tile)
        if meld.is_kong and replacement is None:
            self.pass_turn(self.me)
        elif meld.is_kong:
            self.draw(self.me, replacement)

    def play(self):
        win, me = self.win, self.me
        kongs = [task for task in self.tasks if task[0].is_kong]
        last = kongs[0] if win.kong_replacement and kongs else None
        for task in self.tasks:
            if task is not last:
                self.lay(*task)
        if win.last_of_kind and not win.robbing_kong:
            for _ in self.copies:
                self.until((me + self.rng.randrange(1, 4)) % 4)
                self.pass_turn(self.table.turn, win.tile)
        if win.robbing_kong:
            self.be_robbed()
        elif last is not None:
            self.lay(*last, replacement=win.tile)
        elif win.self_drawn:
            self.until(me)
            while win.wall_last and self.table.left((me + 1) % 4):
                self.pass_turn(me)
                self.until(me)
            self.draw(me, win.tile)
        else:
            self.win_by_discard()
        self.do(K.WIN, me, win.tile)
        return self.finished()

    def win_by_discard(self):
        giver = (self.me + self.rng.randrange(1, 4)) % 4
        if self.win.wall_last:
            while self.table.left((self.table.turn + 1) % 4):
                self.pass_turn(self.table.turn)
            giver = self.table.turn
        self.until(giver)
        if giver == self.me:
            raise CannotPlayError
        self.pass_turn(giver, self.win.tile)

    def be_robbed(self):
        tile, robbed = self.win.tile, self.robbed
        giver = next(p for p in range(4) if p not in (self.me, robbed))
        self.until(giver)
        self.pass_turn(giver, tile)
        self.do(K.PUNG, robbed, tile)
        self.do(K.DISCARD, robbed, next(t for t in self.game.deal[robbed] if t != tile))
        self.until(robbed)
        self.draw(robbed, tile)
        self.do(K.KONG_ADDED, robbed, tile)

    def finished(self):
        case = self.case
        fans = {key: n for key, n in case["fans"].items() if key != "flower_tiles"}
        total = case["total"] - self.win.flowers
        before = self.events[-2]
        giver = None if self.win.self_drawn else before.player
        return replace(
            self.game,
            events=tuple(self.events),
            outcome=Outcome(
                (WinRecord(self.me, total=total, fans=fans),),
                changes=payment(total, self.me, giver),
            ),
        )


def won_game(case, seed=0):
    """Play a recorded winning hand as a game of duplicate play."""
    return _Script(case, seed).play()


def to_pku(game, end="\n", alias=True):
    """Write a game in the text format of the PKU data set."""
    lines = [f"Match {game.id}", f"Wind {int(game.round)}"]
    lines += [f"Player {p} Deal {format_tiles(h, 'botzone')}" for p, h in enumerate(game.deal)]
    for event in game.events:
        acts = [event, *event.claims]
        lines.append(" Ignore ".join(_act(act) for act in acts))
    outcome = game.outcome
    if not outcome.wins:
        lines.append("Huang")
    else:
        names, (win,) = _NAMES if alias else {}, outcome.wins
        fans = [f"{names.get(key) or fan(key).zh}*{n}" for key, n in win.fans.items()]
        lines.append(f"Fan {win.total} {'+'.join(fans)}")
    lines += ["Score " + " ".join(map(str, outcome.changes)), "", ""]
    return end.join(lines)


def _act(act):
    tile = act.tile + (act.kind is K.CHOW)
    return f"Player {act.player} {_WORDS[act.kind]} {format_tiles([tile], 'botzone')}"


# Records with flowers ------------------------------------------------------------------------


class _Recorder:
    """Plays legal moves at random from a wall of numbered tiles and writes them down."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        numbers = list(range(144))
        self.rng.shuffle(numbers)
        self.text = bytes(numbers).hex()
        self.dice = sum(self.rng.randint(1, 6) << shift for shift in (0, 4, 8, 12))
        self.wall = Wall(self.text, self.dice)
        self.hands, extra = self.wall.deal()
        deal = tuple(tuple(tile_of(n) for n in hand) for hand in self.hands)
        self.table = Table(Deal(deal, flowers=8))
        self.table.apply(Event(K.DRAW, 0, tile_of(extra)))
        self.hands[0].append(extra)
        self.drawn = extra
        self.actions, self.time = [[0, 0, 0]], 0

    def act(self, player, kind, data):
        self.time += self.rng.randint(1, 2000)
        self.actions.append([player << 4 | kind, data, self.time])

    def remove(self, player, tile):
        number = next(n for n in self.hands[player] if tile_of(n) == tile)
        self.hands[player].remove(number)
        return number

    def replace_flowers(self, player):
        """Lay aside what flowers a player holds, as long as the wall lasts."""
        while flowers := [n for n in self.hands[player] if n >= 136]:
            if not self.table.left(player):
                return
            self.table.apply(Event(K.FLOWER, player, tile_of(flowers[0])))
            self.hands[player].remove(flowers[0])
            number = self.draw(player, back=True)
            self.act(player, 1, (flowers[0] - 136) << 8 | number)

    def draw(self, player, back):
        number = self.wall.back() if back else self.wall.front()
        self.table.apply(Event(K.DRAW, player, tile_of(number), from_back=back))
        self.hands[player].append(number)
        self.drawn = number
        return number

    def run(self):
        for player in range(4):
            self.replace_flowers(player)
        while not self.table.may_end:
            moves = [m for m in self.table.legal_events() if m.kind is not K.FLOWER]
            rare = [m for m in moves if m.kind not in (K.DRAW, K.DISCARD)]
            self.step(self.rng.choice(rare if rare and self.rng.random() < 0.4 else moves))
        return self.actions

    def step(self, move):
        player, tile = move.player, move.tile
        if move.kind is K.DRAW:
            back = self.table.phase is Phase.REPLACE
            number = self.draw(player, back)
            self.act(player, 7, number | back << 8)
            self.replace_flowers(player)
        elif move.kind is K.DISCARD:
            first = not any(a[0] & 15 == 2 for a in self.actions)
            self.table.apply(move)
            number = self.remove(player, tile)
            self.act(player, 2, number | (first or number != self.drawn) << 8)
            self.drawn = None
        else:
            self.meld(move)

    def meld(self, move):
        table, player, tile = self.table, move.player, move.tile
        discard, giver = table.discard, table.discarder
        table.apply(move)
        if move.kind is K.CHOW:
            own = [t for t in (tile, tile + 1, tile + 2) if t != discard]
            data = _number(tile + 1) | (discard - tile + 1) << 6
            code = 3
        else:
            own = [tile] * {K.PUNG: 2, K.KONG_MELDED: 3, K.KONG_CONCEALED: 4}.get(move.kind, 1)
            form = {K.PUNG: 1, K.KONG_ADDED: 3}.get(move.kind, 2)
            source = 0 if giver is None else (player - giver) % 4
            data = _number(tile) | source << 6 | form << 8
            code = 4 if move.kind is K.PUNG else 5
        for one in own:
            self.remove(player, one)
        self.drawn = None
        self.act(player, code, data)


def _number(tile):
    """Number of a kind as actions have it, a quarter of that of its first tile."""
    return next(n for n in range(36) if tile_of(4 * n) == tile)


def random_record(seed, index=0):
    """Play a hand with flowers at random; it ends without a winner."""
    recorder = _Recorder(seed)
    actions = recorder.run()
    step = {
        "v": 0,
        "g": {"l": 8, "b": 8, "z": 1},
        "p": [{"n": name, "s": 0} for name in ("Ann", "Ben", "Cho", "Dan")],
        "s": [0, 0, 0, 0],
        "b": 0,
        "i": index,
        "w": recorder.text,
        "d": recorder.dice,
        "a": actions,
        "y": [{}, {}, {}, {}],
    }
    return {"id": f"R{seed}", "belongs": "R", "step": step}
