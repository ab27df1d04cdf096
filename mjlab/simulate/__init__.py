"""Games that never were: legal, at random, with wins, recorded like any other game.

For tests and measurements at any size, and for statistics whose answer is known beforehand.
"""

from mjlab.simulate.players import STYLES, Player, Rotation, default_players, seating
from mjlab.simulate.records import games, records

__all__ = ["STYLES", "Player", "Rotation", "default_players", "games", "records", "seating"]
