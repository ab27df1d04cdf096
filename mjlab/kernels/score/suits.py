"""Suits in the table: whether a suit falls into sets, and where its records stand."""

from mjlab.kernels._jit import count_bits, jit_inline, look
from mjlab.kernels.score import facts as at
from mjlab.kernels.score import tables as table


@jit_inline
def suit_place(key, flat):
    """Place of the word of a suit, and 0 if the suit falls into sets, another number if not."""
    scrambled = key * at.SCRAMBLE & at.SCRAMBLED_MASK
    row = scrambled >> at.ROW_SHIFT
    place = at.SUITS + look(flat, at.ROWS + row) + (scrambled & at.COLUMN_MASK)
    return place, look(flat, place) >> table.ROW ^ row


@jit_inline
def records_of(place, flat):
    """Places of the first record of a suit and behind the last."""
    more = look(flat, place) >> table.MORE & 3
    if more:
        place = look(flat, place) & table.RECORD_MASK
    return place, place + more + 1


@jit_inline
def waited_alone(place0, place1, place2, honor_pair, flat):
    """Mask of the kinds that, as the winning tile, were waited for alone.

    Seven pairs aside. Of the honors only the pair is: two pairs wait for both.
    """
    return (
        look(flat, place0) >> table.ALONE & 511
        | (look(flat, place1) >> table.ALONE & 511) << 9
        | (look(flat, place2) >> table.ALONE & 511) << 18
        | honor_pair
    )


@jit_inline
def join(record0, record1, record2):
    """Masks of pungs, pair and chow starts of three suits, and the sum of their chow weights."""
    pungs = record0 & 511 | (record1 & 511) << 9 | (record2 & 511) << 18
    record0 >>= table.PAIR
    record1 >>= table.PAIR
    record2 >>= table.PAIR
    pair = record0 & 511 | (record1 & 511) << 9 | (record2 & 511) << 18
    record0 >>= 9
    record1 >>= 9
    record2 >>= 9
    starts = record0 & 511 | (record1 & 511) << 9 | (record2 & 511) << 18
    weights = record0 >> 9 & 4095 | (record1 >> 9 & 4095) << 12 | (record2 >> 9 & 4095) << 24
    return pungs, pair, starts, weights


@jit_inline
def falls_apart(key0, key1, key2, ones, twos, fours, flat):
    """Whether suits of three keys and honors of bit planes are sets and one pair."""
    place0, misfit0 = suit_place(key0, flat)
    place1, misfit1 = suit_place(key1, flat)
    place2, misfit2 = suit_place(key2, flat)
    if misfit0 | misfit1 | misfit2 | (ones & ~twos | fours) >> 27:
        return False
    first0, _ = records_of(place0, flat)
    first1, _ = records_of(place1, flat)
    first2, _ = records_of(place2, flat)
    _, pair, _, _ = join(look(flat, first0), look(flat, first1), look(flat, first2))
    return count_bits(pair) + count_bits((twos & ~ones) >> 27) == 1
