"""Arrays of integers as a caller gives them: of any width and order, as lists or frames."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlab.batch.cells import as_frame, is_frame
from mjlab.errors import HandError, MjlabError
from mjlab.notation import DIALECTS, Dialect, parse_tiles
from mjlab.tiles import N_KINDS, code

if TYPE_CHECKING:
    import pandas as pd

_NUMBERED: Final = re.compile(r"(?:column_)?([0-9]|[12][0-9]|3[0-3])")
"""Columns without names: as pandas numbers them, also in a CSV file, and as polars does."""

__all__ = ["by_kind", "different_rows", "integers", "nullable", "packed_sets", "whole_numbers"]


def different_rows(rows: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the different rows of uint8[N,K] in the order in which they appear.

    Returned are int64[N], which of them each row is, and int64[D], where each first appears.
    """
    from mjlab.kernels.checks import number_rows  # Numba is loaded when it is needed

    n, width = rows.shape
    numbers, firsts = np.empty(n, np.int64), np.empty(n, np.int64)
    weights = np.random.default_rng(0).integers(2**63, size=width, dtype=np.uint64)
    slots = np.zeros(2 << max(n, 1).bit_length(), np.int64)
    found = number_rows(np.ascontiguousarray(rows), weights, slots, firsts, numbers)
    return numbers, firsts[:found].copy()


def nullable(
    values: NDArray[np.integer[Any]], missing: NDArray[np.bool_]
) -> pd.api.extensions.ExtensionArray:
    """A column of Int64 for a frame: what users reckon with it does not overflow."""
    import pandas as pd

    return pd.arrays.IntegerArray(values.astype(np.int64), missing.copy())


def integers(
    name: str,
    values: ArrayLike,
    dtype: type[np.integer[Any]],
    shape: tuple[int | str, ...],
) -> NDArray[Any]:
    """Copy an array of integers of any width and order, C-contiguous; refuse anything else.

    A letter in `shape` is any length. What the dtype cannot hold becomes its largest, also bad.
    """
    array = whole_numbers(name, values)
    if array.ndim == 0 and len(shape) == 1 and isinstance(shape[0], int):
        array = np.broadcast_to(array, (shape[0],))
    lengths = zip(array.shape, shape, strict=False)
    if array.ndim != len(shape) or any(isinstance(m, int) and n != m for n, m in lengths):
        expected = ", ".join(map(str, shape)) + "," * (len(shape) == 1)
        kinds = ": how many of each kind, 1m to 7z" * (shape[-1] == N_KINDS)
        raise HandError(f"{name} has shape {array.shape}", hint=f"({expected}) is expected{kinds}")
    limits = np.iinfo(dtype)
    if array.dtype != dtype and array.size:
        too_wide = (array < limits.min) | (array > limits.max)
        if too_wide.any():
            array = np.where(too_wide, limits.max, array)
    return np.array(array, dtype, order="C")


def whole_numbers(name: str, values: ArrayLike) -> NDArray[Any]:
    """Take an array of integers of any kind and shape; `name` is what messages call it."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise HandError(f"{name} has masked values", hint="leave these rows out")
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, NotImplementedError):  # rows of different lengths, e.g.
        raise HandError(
            f"{name} is no array of integers", hint="an array, or rows of equal length"
        ) from None
    held = ""
    if array.dtype == object:  # a frame of pandas' own integers; a missing one stays an object
        odd = next((type(v).__name__ for v in array.flat if not _is_whole(v)), "")
        held = f", with a {odd} in it"
        array = array if odd else _from_objects(array)
    if array.size == 0 and array.dtype.kind == "f":  # an empty list has no dtype of its own
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise HandError(
            f"{name} has dtype {array.dtype}{held}",
            hint="integers, e.g. uint8; NaN or text cannot be",
        )
    return array


def by_kind(name: str, values: Any) -> Any:
    """Put counts called like the kinds of tiles, in any notation or 0 to 33, into their order.

    Columns of a frame, entries of a series or of each in a list; else it is returned as it is.
    """
    values = as_frame(values)
    if isinstance(values, list | tuple):
        if any(hasattr(row, "_fields") for row in values):
            raise HandError(
                f"{name} are named tuples, whose names are not read", hint="the frame itself"
            )
        return [by_kind(name, row) if hasattr(row, "iloc") else row for row in values]
    if not hasattr(values, "iloc"):
        return values
    names = list(values.columns if is_frame(values) else values.index)
    if len(names) != N_KINDS and {code(tile) for tile in range(N_KINDS)}.isdisjoint(names):
        return values  # no counts of kinds: its shape is refused
    readings = [_kinds(names, dialect) for dialect in (None, *DIALECTS)]
    kinds = max(readings, key=lambda kinds: len(set(kinds) - {None}))
    if len(names) != N_KINDS or set(kinds) != set(range(N_KINDS)):
        odd = next((repr(n) for n, kind in zip(names, kinds, strict=True) if kind is None), "")
        why = f"{odd} is none" if odd else "a kind is missing or stands twice"
        what = "columns" if is_frame(values) else "labels"
        raise HandError(
            f"the {what} of {name} are not the {N_KINDS} kinds: {why}",
            hint=f"{code(0)} to {code(N_KINDS - 1)} or 0 to {N_KINDS - 1}, in any order",
        )
    places = np.argsort(np.array(kinds))
    return values.iloc[:, places] if is_frame(values) else values.iloc[places]


def _kinds(names: Sequence[object], dialect: Dialect | None) -> list[int | None]:
    """The kind that each name is one of, in one notation, or as a number without any."""
    return [_kind(str(name), dialect) for name in names]


def _kind(name: str, dialect: Dialect | None) -> int | None:
    if dialect is None:
        number = _NUMBERED.fullmatch(name)
        return int(number[1]) if number else None
    try:
        tiles = parse_tiles(name, dialect)
    except MjlabError:
        return None
    return tiles[0] if len(tiles) == 1 and tiles[0] < N_KINDS else None


def packed_sets(melds: ArrayLike, n: int) -> NDArray[np.int16]:
    """Take the codes of the sets of `n` hands, up to four each, as int16[N,4], the sets first."""
    codes = integers("melds", melds, np.int16, (n, "M"))
    if codes.shape[1] > 4:
        raise HandError(f"melds has shape {codes.shape}", hint=f"({n}, 4), -1 for no set")
    sets = np.full((n, 4), -1, np.int16)
    order = np.argsort(codes == -1, axis=1, kind="stable")
    sets[:, : codes.shape[1]] = np.take_along_axis(codes, order, axis=1)
    return sets


def _is_whole(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _from_objects(array: NDArray[Any]) -> NDArray[Any]:
    """Take an array of Python's integers as one of NumPy's."""
    limit = np.iinfo(np.int64).max
    clipped = [max(-limit, min(limit, int(v))) for v in array.flat]
    return np.array(clipped, np.int64).reshape(array.shape)
