"""How other calculators want a hand."""

from __future__ import annotations

from mjlab.hand import MeldKind, Win


def gb_arguments(hand: Win) -> tuple[object, ...]:
    """The arguments of PyMahjongGB's calculator."""

    def tile(t: int) -> str:
        if t < 27:
            return "WBT"[t // 9] + str(t % 9 + 1)
        return f"F{t - 26}" if t < 31 else f"J{34 - t}"

    packs = []
    for meld in hand.melds:
        if meld.kind is MeldKind.CHOW:
            packs.append(("CHI", tile(meld.tile + 1), 1))
        elif meld.kind is MeldKind.PUNG:
            packs.append(("PENG", tile(meld.tile), 1))
        else:
            packs.append(("GANG", tile(meld.tile), 0 if meld.is_concealed else 1))
    return (
        tuple(packs),
        tuple(tile(t) for t in hand.concealed),
        tile(hand.tile),
        hand.flowers,
        hand.self_drawn,
        hand.last_of_kind,
        hand.kong_replacement or hand.robbing_kong,
        hand.wall_last,
        int(hand.seat),
        int(hand.round),
    )
