"""Single values of a hand, taken for what they are or refused: numbers, flags, winds, names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from mjlab.common.numbers import integer
from mjlab.errors import HandError
from mjlab.tiles import Wind, wind_named

_T = TypeVar("_T")

FLAGS: Final = ("self_drawn", "last_of_kind", "wall_last", "kong_replacement", "robbing_kong")
CIRCUMSTANCES: Final = ("round", "seat", *FLAGS, "flowers")


def check_names(circumstances: Mapping[Any, Any]) -> None:
    """Refuse a name that is no circumstance."""
    for name in circumstances:
        if name not in CIRCUMSTANCES and name != "strict":
            raise HandError(
                f"unknown circumstance {name!r}", hint="one of " + ", ".join(CIRCUMSTANCES)
            )


def whole(value: Any, what: str, hint: str) -> int:
    """Take any integer, NumPy's too, as int."""
    number = integer(value)
    if number is None:
        raise HandError(f"{value!r} {what}", hint=hint)
    return number


def tiles_of(values: Iterable[Any]) -> tuple[int, ...]:
    """Take standing tiles as a sorted tuple."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise HandError(
            f"{values!r} are no standing tiles", hint="tile indices; Hand.parse reads a text"
        )
    hint = "tile indices 0-33"
    return tuple(sorted(whole(value, "cannot stand in a hand", hint) for value in values))


def flag_of(name: str, value: object) -> bool:
    """Take a truth value, NumPy's too; a number is none."""
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    raise HandError(f"{name}={value!r} is neither True nor False", hint=f"{name}=True")


def flowers_of(value: object) -> int:
    """Take a number of flowers laid aside."""
    wrong, hint = "flowers cannot be, 0 to 8 can", "flowers=0 to flowers=8"
    number = whole(value, wrong, hint)
    if not 0 <= number <= 8:
        raise HandError(f"{number} {wrong}", hint=hint)
    return number


def wind_of(name: str, value: object) -> Wind:
    """Take a wind by any of its names."""
    if isinstance(value, Wind):
        return value
    if isinstance(value, str):
        wind = wind_named(value)
        if wind is not None:
            return wind
    # No numbers: some count the winds from 0, some from 1.
    raise HandError(
        f"{name}={value!r} is not a wind: E, S, W or N",
        hint=f"{name}='E' (or S, W, N; 东 南 西 北)",
    )


def circumstance(name: str, value: object) -> bool | int | str:
    """Take a circumstance by its name, a wind as E, S, W or N."""
    if name in FLAGS:
        return flag_of(name, value)
    if name in ("round", "seat"):
        return wind_of(name, value).name
    if name == "flowers":
        return flowers_of(value)
    raise HandError(f"unknown circumstance {name!r}", hint="one of " + ", ".join(CIRCUMSTANCES))


def located(error: HandError, text: str, position: int | None = None) -> HandError:
    """Add the text that was read to an error that does not have it yet."""
    if error.text is not None:
        return error
    return type(error)(error.message, text=text, position=position, hint=error.hint)


def with_text(text: str, make: Callable[[], _T]) -> _T:
    """Make a value; an error tells the text it was made from."""
    try:
        return make()
    except HandError as error:
        raise located(error, text) from None
