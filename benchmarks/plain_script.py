"""What one would write to check PKU text with PyMahjongGB: the peer of the importer.

Reads a file, follows the tiles, and scores each win; asked to, it also finds the shanten that each
discard leaves. It checks no rule of play, keeps nothing and writes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import MahjongGB


def games(path: Path) -> Iterator[list[str]]:
    """The lines of each game."""
    block: list[str] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("Match") and block:
                yield block
                block = []
            if line.strip():
                block.append(line)
    if block:
        yield block


def shanten(hand: list[str]) -> int:
    """Shanten of the closest form, by PyMahjongGB's five functions."""
    tiles = tuple(hand)
    found = [MahjongGB.RegularShanten(tiles)[0]]
    if len(tiles) >= 10:
        found.append(MahjongGB.KnittedStraightShanten(tiles)[0])
    if len(tiles) == 13:
        found.append(MahjongGB.SevenPairsShanten(tiles)[0])
        found.append(MahjongGB.ThirteenOrphansShanten(tiles)[0])
        found.append(MahjongGB.HonorsAndKnittedTilesShanten(tiles)[0])
    return min(found)


class Table:
    """The tiles of one game while its lines go by."""

    def __init__(self, wind: int) -> None:
        self.wind = wind
        self.hands: list[list[str]] = [[], [], [], []]
        self.packs: list[list[tuple[str, str, int]]] = [[], [], [], []]
        self.shown: Counter[str] = Counter()
        self.drawn = [0, 0, 0, 0]
        self.tile = ""
        self.giver = -1
        self.kong = False

    def step(self, words: list[str], decisions: str) -> tuple[int, int] | None:
        """Follow one line; the fan of a win, and who won."""
        player, act, tile = int(words[1]), words[2], words[3]
        hand = self.hands[player]
        if act == "Deal":
            hand.extend(words[3:])
        elif act == "Draw":
            hand.append(tile)
            self.drawn[player] += 1
            self.tile, self.giver = tile, -1
        elif act == "Play":
            if decisions == "all":
                for other in set(hand) - {tile}:
                    left = hand.copy()
                    left.remove(other)
                    shanten(left)
            hand.remove(tile)
            self.shown[tile] += 1
            self.tile, self.giver, self.kong = tile, player, False
            if decisions:
                shanten(hand)
        elif act == "Chi":
            middle = int(tile[1])
            run = [f"{tile[0]}{n}" for n in (middle - 1, middle, middle + 1)]
            self.lay(
                player, ("CHI", tile, run.index(self.tile) + 1), [t for t in run if t != self.tile]
            )
        elif act == "Peng":
            self.lay(player, ("PENG", tile, 1), [tile] * 2)
        elif act == "Gang":
            self.lay(player, ("GANG", tile, 1), [tile] * 3)
            self.kong = True
        elif act == "AnGang":
            for _ in range(4):
                hand.remove(tile)
            self.packs[player].append(("GANG", tile, 0))
            self.kong = True
        elif act == "BuGang":
            hand.remove(tile)
            self.shown[tile] += 1
            packs = self.packs[player]
            packs[packs.index(("PENG", tile, 1))] = ("GANG", tile, 1)
            self.tile, self.giver, self.kong = tile, player, True
        elif act == "Hu":
            return self.score(player)
        return None

    def lay(self, player: int, pack: tuple[str, str, int], own: list[str]) -> None:
        """Lay a claimed set aside."""
        for tile in own:
            self.hands[player].remove(tile)
            self.shown[tile] += 1
        self.packs[player].append(pack)
        self.kong = False

    def score(self, player: int) -> tuple[int, int]:
        """The fan of a win, by PyMahjongGB."""
        hand, own = list(self.hands[player]), self.giver < 0
        if own:
            hand.remove(self.tile)
        actor = player if own else self.giver
        last = self.drawn[(actor + 1) % 4] == 21
        fourth = self.shown[self.tile] - (not own) == 3
        found = MahjongGB.MahjongFanCalculator(
            tuple(self.packs[player]), tuple(hand), self.tile, 0, own, fourth, self.kong, last,
            player, self.wind,
        )  # fmt: skip
        return sum(points for points, _ in found), player


def check(path: Path, decisions: str = "", most: int | None = None) -> tuple[int, int, int]:
    """Follow games; return how many there were, how many were won, and how many totals differ.

    `decisions` asks for the shanten that each discard leaves, ``"made"`` of the one made,
    ``"all"`` of every possible one.
    """
    n = wins = wrong = 0
    for lines in games(path):
        if n == most:
            break
        n += 1
        table = Table(int(lines[1].split()[1]))
        fan = None
        for line in lines[2:]:
            words = line.split()
            if words[0] == "Player":
                fan = table.step(words, decisions) or fan
            elif words[0] == "Fan" and fan is not None:
                wins += 1
                wrong += int(words[1]) != fan[0]
    return n, wins, wrong
