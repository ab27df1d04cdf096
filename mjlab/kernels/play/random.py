"""Random numbers of the simulator: the same in every process and on every machine.

Splitmix64: the state goes up by a constant, and a number is the state with its bits mixed. Each
game has a state of its own, made of the seed and of the number of the game, so that a game does
not depend on those before it.
"""

import numpy as np

from mjlab.kernels._jit import jit_lean

STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@jit_lean
def next_bits(state):
    """Move the state uint64[1] on and return 64 random bits."""
    state[0] += STEP
    bits = state[0]
    bits = (bits ^ bits >> np.uint64(30)) * _FIRST
    bits = (bits ^ bits >> np.uint64(27)) * _SECOND
    return bits ^ bits >> np.uint64(31)


@jit_lean
def below(state, n):
    """Return a random int64 from 0 to n - 1, for n up to 2**31."""
    return np.int64((next_bits(state) >> np.uint64(33)) * np.uint64(n) >> np.uint64(31))


@jit_lean
def seed_game(state, seed, number):
    """Set the state for a game of a seed: both are uint64."""
    state[0] = seed
    state[0] = next_bits(state) ^ number * _FIRST
    state[0] = next_bits(state)


@jit_lean
def shuffle(state, tiles):
    """Bring an array into a random order."""
    for last in range(tiles.size - 1, 0, -1):
        other = below(state, last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
