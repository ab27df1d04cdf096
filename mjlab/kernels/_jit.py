"""The decorators of all kernels: every Numba option is set, and explained, here.

No other file names Numba, so how kernels are compiled can be read and changed in one place.
Nothing here touches ``numba.config``: a library changes no setting of the program it serves.
"""

import hashlib
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, register_jitable
from numba.np.arrayobj import make_array

from mjlab.errors import MjlabError

P = ParamSpec("P")
R = TypeVar("R")


class MjlabWarning(UserWarning):
    """Something works, but not as well as it could; the text says what would help."""


if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
    # As plain Python some would give wrong numbers: NumPy's small integers overflow.
    raise MjlabError(
        "NUMBA_DISABLE_JIT is set, but the kernels of mjlab have to be compiled",
        hint="unset NUMBA_DISABLE_JIT; mjlab.score, explain, shanten, waits, useful and discards "
        "of single hands compile nothing",
    )


def _digest(folder: Path) -> str:
    """A digest of all kernel files, of their names and contents."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


_KERNELS = _digest(Path(__file__).parent)
_warned = False

# The options of all kernels, and why they are as they are.
_OPTIONS: dict[str, Any] = {
    # Kernels touch no Python object, so slices of a batch can run in threads side by side.
    "nogil": True,
    # Callers have checked shapes and ranges once, at the edge. To look for a bad index set the
    # environment variable NUMBA_BOUNDSCHECK=1, which has the last word over this option.
    "boundscheck": False,
    # Division by zero gives inf or nan instead of raising: a kernel has no exceptions to raise,
    # and without the branch for it loops can be vectorised.
    "error_model": "numpy",
    # Nobody takes the address of a kernel; leaving out what C code would call is time saved on
    # the first call.
    "no_cfunc_wrapper": True,
    # No signature: kernels are compiled for the types they meet, when they meet them, and importing
    # stays fast. No fastmath, no parallel: results must not depend on the machine or on the number
    # of its cores.
}
# Numba counts references to every array that is passed on or sliced, with atomic instructions, in
# the innermost loops: the batch scorer took twice as long. A function under this option cannot
# allocate, and a mistake there fails at compilation, not silently.
_LEAN = {"_nrt": False}


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel on its first call, once for each combination of argument types.

    It takes numbers, arrays and other kernels; the Python original is its attribute `py_func`.
    """
    return _compiled(function, {})


def jit_lean(function: Callable[P, R]) -> Callable[P, R]:
    """Like `jit`, for a kernel that allocates nothing: what it writes to is passed in."""
    return _compiled(function, _LEAN)


def jit_inline(function: Callable[P, R]) -> Callable[P, R]:
    """Like `jit_lean`, for a piece of another kernel: its code is put where it is called.

    A call passes every array in seven registers: a fifth of the time of a kernel of many pieces.
    """
    return _compiled(function, {**_LEAN, "forceinline": True})


def jit_part(function: Callable[P, R]) -> Callable[P, R]:
    """Let kernels of `jit_lean` call a function, which stays plain Python where Python calls it.

    Numba compiles the way in from Python for each `jit`: as much code as a small function itself.
    """
    options = {name: _OPTIONS[name] for name in ("boundscheck", "error_model")}
    return register_jitable(**options, **_LEAN)(function)


def _compiled(function: Callable[P, R], more: dict[str, Any]) -> Callable[P, R]:
    """Compile, and keep compiled code on disk: compiling takes seconds, loading a fraction of one.

    Where nothing can be kept (no folder or no room, an unknown Numba) this is said once.
    """
    options = {**_OPTIONS, **more}
    try:
        kernel = numba.njit(cache=True, **options)(function)
        _mark_cache(kernel)
        _guard_cache(kernel._cache)
        return kernel  # type: ignore[no-any-return]
    except AttributeError:
        _warn_uncached("mjlab does not know how this version of Numba keeps compiled code", "")
    except RuntimeError as error:
        if "cannot cache function" not in str(error):
            raise
        if Path(function.__code__.co_filename).is_file():  # not typed at a prompt or in a doctest
            _warn_uncached(
                "mjlab found no folder it may write compiled kernels to",
                " Set NUMBA_CACHE_DIR to a writable folder to keep them.",
            )
    return numba.njit(cache=False, **options)(function)  # type: ignore[no-any-return]


def _mark_cache(kernel: Any) -> None:
    """Let cached code go by the whole kernels folder; AttributeError if Numba has been changed.

    Numba itself notices an edit of the file a function stands in, not of the files it calls into.
    """
    entries = kernel._cache._cache_file
    entries._source_stamp = (entries._source_stamp, _KERNELS)


def _guard_cache(cache: Any) -> None:
    """Go on without compiled code on disk where it cannot be read or written: a full disk, e.g."""

    def guarded(method: Callable[..., Any]) -> Callable[..., Any]:
        def attempt(*arguments: Any) -> Any:
            try:
                return method(*arguments)
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                cache.disable()
                reason = getattr(error, "strerror", None) or error
                _warn_uncached(
                    f"mjlab cannot keep compiled kernels in {cache.cache_path} ({reason})",
                    " Make room there, or set NUMBA_CACHE_DIR to another folder.",
                )
            return None

        return attempt

    cache.load_overload = guarded(cache.load_overload)
    cache.save_overload = guarded(cache.save_overload)


def _warn_uncached(why: str, advice: str) -> None:
    """Say once that kernels will be compiled in every process."""
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(
            f"{why}, so they are compiled anew in each "
            f"process (some seconds on first use).{advice}",
            MjlabWarning,
            stacklevel=4,
        )


@intrinsic
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """Index of the lowest set bit of an int64 other than 0; callable from kernels only."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero_is_undefined = context.get_constant(types.boolean, True)
        return builder.cttz(args[0], zero_is_undefined)

    return types.int64(types.int64), generate


@intrinsic
def count_bits(typing_context: Any, word: Any) -> Any:
    """Number of set bits of an int64; callable from kernels only."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def look(typing_context: Any, table: Any, place: Any) -> Any:
    """Element of an int64 table; the place is not negative, so nothing is counted from the end.

    Callable from kernels only.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_place(context, builder, signature, args[0], args[1], ir.IntType(64)))

    return types.int64(table, types.int64), generate


@intrinsic
def load_word(typing_context: Any, array: Any, start: Any) -> Any:
    """The eight bytes of a uint8 array from `start` on as an int64, the first one lowest.

    NumPy has no view for this where rows are not aligned. Callable from kernels only.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature, args[0], args[1], ir.IntType(64))
        return builder.load(place, align=1)

    return types.int64(array, types.int64), generate


@intrinsic
def bits_of(typing_context: Any, array: Any, start: Any, bit: Any) -> Any:
    """Mask of those of the 32 bytes from `start` on that have bit number `bit` set.

    Two machine instructions where a loop takes a hundred. Callable from kernels only.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = ir.VectorType(ir.IntType(8), 32)
        place = _place(context, builder, signature, args[0], args[1], lanes)
        found = builder.load(place, align=1)
        first = ir.Constant(ir.IntType(32), 0)
        wanted = builder.shl(ir.Constant(ir.IntType(8), 1), builder.trunc(args[2], ir.IntType(8)))
        one = builder.insert_element(ir.Constant(lanes, ir.Undefined), wanted, first)
        in_all = ir.Constant(ir.VectorType(ir.IntType(32), 32), None)  # element 0 everywhere
        mask = builder.shuffle_vector(one, one, in_all)
        present = builder.icmp_unsigned("!=", builder.and_(found, mask), ir.Constant(lanes, None))
        return builder.zext(builder.bitcast(present, ir.IntType(32)), ir.IntType(64))

    return types.int64(array, types.int64, types.int64), generate


@intrinsic
def store_bits(typing_context: Any, word: Any, array: Any, start: Any) -> Any:
    """Write the 64 bits of a word as 64 bytes 0 or 1 into a uint8 array, from `start` on.

    Callable from kernels only.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = ir.VectorType(ir.IntType(8), 64)
        place = _place(context, builder, signature, args[1], args[2], lanes, position=1)
        bits = builder.bitcast(args[0], ir.VectorType(ir.IntType(1), 64))
        builder.store(builder.zext(bits, lanes), place, align=1)
        return context.get_dummy_value()

    return types.void(types.int64, array, types.int64), generate


def _place(
    context: Any,
    builder: Any,
    signature: Any,
    array: Any,
    start: Any,
    kind: Any,
    position: int = 0,
) -> Any:
    """Pointer to element `start` of a contiguous array, to load or store a value of a kind."""
    data = make_array(signature.args[position])(context, builder, array).data
    return builder.bitcast(builder.gep(data, [start]), kind.as_pointer())


@intrinsic
def lesser(typing_context: Any, a: Any, b: Any) -> Any:
    """The lesser of two integers of one type, which it keeps; callable from kernels only."""
    return _select("<", a, b)


@intrinsic
def greater(typing_context: Any, a: Any, b: Any) -> Any:
    """The greater of two integers of one type, which it keeps; callable from kernels only."""
    return _select(">", a, b)


def _select(which: str, a: Any, b: Any) -> Any:
    """Comparison and choice in two instructions; ``min`` is a function to compile by itself."""
    if a != b:
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        compare = builder.icmp_signed if a.signed else builder.icmp_unsigned
        return builder.select(compare(which, *args), *args)

    return a(a, a), generate
