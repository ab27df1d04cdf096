"""The kinds of events, in the order of `mjlab.play.EventKind`."""

DRAW, DISCARD, CHOW, PUNG, KONG_MELDED, KONG_CONCEALED, KONG_ADDED, FLOWER, WIN = range(9)
