"""Tables as Arrow has them: schemas, making and reading tables, and the way to pandas.

Everything follows from the models of :mod:`mjlab.dataset.schemas`, by which every table is checked.
In the making of a table the columns are NumPy arrays (masked ones where values are missing; of a
category the numbers of its words, -1 where missing), or Arrow arrays of text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
from pyarrow.fs import LocalFileSystem

from mjlab.dataset.files import damaged
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError

__all__ = ["Field", "arrow_schema", "describe", "empty", "fields_of", "make_table", "open_files",
           "read_rows", "rows_of", "stored", "texts", "to_pandas", "validated"]  # fmt: skip


class Field(NamedTuple):
    """A column of a table: its types here and there, what it may hold, what it means."""

    name: str
    arrow: pa.DataType
    pandas: Any
    nullable: bool
    meaning: str
    words: tuple[str, ...] = ()  # of a category, in their order


@cache
def fields_of(table: str) -> tuple[Field, ...]:
    """The columns of a table, in order; refused if there is no such table."""
    if table not in SCHEMAS:
        raise MjlabError(f"no table is called {table!r}", hint="one of " + ", ".join(SCHEMAS))
    return tuple(_field(n, c) for n, c in SCHEMAS[table].to_schema().columns.items())


def _field(name: str, column: Any) -> Field:
    dtype = column.dtype.type
    words: tuple[str, ...] = ()
    pandas: Any
    if isinstance(dtype, pd.CategoricalDtype):
        words = tuple(dtype.categories)
        arrow, pandas = pa.dictionary(pa.int8(), pa.string()), dtype
    elif isinstance(dtype, pd.StringDtype) or str(dtype) in ("str", "<class 'str'>"):
        arrow, pandas = pa.string(), pd.StringDtype(na_value=np.nan)
    else:
        arrow, pandas = pa.type_for_alias(str(column.dtype).lower()), dtype
    return Field(name, arrow, pandas, column.nullable, column.description, words)


@cache
def arrow_schema(table: str) -> pa.Schema:
    """The Arrow schema of a table."""
    return pa.schema([pa.field(f.name, f.arrow, f.nullable) for f in fields_of(table)])


def describe(table: str) -> pd.DataFrame:
    """Tell what the columns of a table mean.

    Parameters
    ----------
    table : str
        One of :data:`mjlab.dataset.schemas.SCHEMAS`.

    Returns
    -------
    DataFrame
        Columns ``column``, ``type``, ``missing`` (whether values may be missing) and ``meaning``.

    Raises
    ------
    MjlabError
        If there is no such table.

    Examples
    --------
    >>> describe("wins").set_index("column").loc["fan_total", "type"]
    'Int16'
    """
    rows = [(f.name, str(f.pandas), f.nullable, f.meaning) for f in fields_of(table)]
    return pd.DataFrame(rows, columns=["column", "type", "missing", "meaning"])


def texts(values: Iterable[str | None]) -> pa.Array:
    """Make a column of text."""
    return pa.array(list(values), pa.string())


def make_table(table: str, columns: Mapping[str, Any]) -> pa.Table:
    """Put all columns of a table, arrays as told at the head of this module, into one.

    What the model of the table does not allow is refused by a pandera ``SchemaError``.
    """
    fields = fields_of(table)
    if unlike := set(columns) ^ {f.name for f in fields}:
        raise MjlabError(f"columns of {table} are missing or unknown: {', '.join(sorted(unlike))}")
    arrays = [_array(f, columns[f.name]) for f in fields]
    made = pa.Table.from_arrays(arrays, schema=arrow_schema(table))
    if made.num_rows:
        SCHEMAS[table].validate(to_pandas(table, made), inplace=True)
    return made


def _array(field: Field, values: Any) -> Any:
    if isinstance(values, pa.Array | pa.ChunkedArray):
        return values
    if field.words:
        codes = np.asarray(values, np.int8)
        indices = pa.array(codes, mask=codes < 0) if (codes < 0).any() else pa.array(codes)
        return pa.DictionaryArray.from_arrays(indices, list(field.words))
    if isinstance(values, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(values)
        return pa.array(values.data.astype(field.arrow.to_pandas_dtype()), mask=mask)
    return pa.array(values, field.arrow)


def to_pandas(table: str, rows: pa.Table) -> pd.DataFrame:
    """Turn a table, or some of its columns, into a frame of the documented types."""
    types = {f.name: f for f in fields_of(table)}
    frame = {name: _series(types[name], rows[name]) for name in rows.column_names}
    return pd.DataFrame(frame, index=pd.RangeIndex(rows.num_rows))


def _series(field: Field, column: pa.ChunkedArray) -> Any:
    if field.words:  # astype would keep another order of the same words, and so other codes
        return column.to_pandas().cat.set_categories(list(field.words))
    if field.arrow == pa.string():
        return column.to_pandas().astype(field.pandas)
    if isinstance(field.pandas, np.dtype):
        return column.to_numpy()
    return field.pandas.__from_arrow__(column)


def empty(table: str) -> pd.DataFrame:
    """Make a table without rows."""
    return to_pandas(table, arrow_schema(table).empty_table())


def validated(table: str, rows: pd.DataFrame | Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Check rows, columns in any order, against the model of a table: a new table of its types.

    What the model does not allow is refused by a pandera ``SchemaError``.
    """
    known = [f.name for f in fields_of(table)]
    frame = rows if isinstance(rows, pd.DataFrame) else pd.DataFrame(rows)
    if not len(frame) and not len(frame.columns):
        return empty(table)
    order = [name for name in known if name in frame.columns]
    frame = frame[[*order, *frame.columns.difference(known)]]
    return pd.DataFrame(SCHEMAS[table].validate(frame))


def stored(name: str, files: Sequence[Path], rows: Sequence[int | None] = ()) -> Any:
    """The Parquet files of a table as an Arrow dataset; an empty table where there are none.

    Arguments and errors are those of :func:`open_files`.
    """
    if not files:
        return arrow_schema(name).empty_table()
    schema = pa.schema([
        pa.field(f.name, pa.dictionary(pa.int32(), pa.string()) if f.words else f.arrow)
        for f in fields_of(name)
    ])  # fmt: skip
    return open_files(files, schema, rows)


def open_files(
    files: Sequence[Path], schema: pa.Schema, rows: Sequence[int | None] = ()
) -> ds.Dataset:
    """Open Parquet files as one, having looked at the foot of each, which is not read again.

    Each must have the columns of `schema`, no others, and so many `rows`, where that is known.
    """
    words = [field.name for field in schema if pa.types.is_dictionary(field.type)]
    form = ds.ParquetFileFormat(
        dictionary_columns=words,
        default_fragment_scan_options=ds.ParquetFragmentScanOptions(
            page_checksum_verification=True
        ),
    )
    system = LocalFileSystem()
    expected = [(field.name, field.type) for field in schema]
    fragments = [form.make_fragment(str(file), system) for file in files]
    for place, (file, fragment) in enumerate(zip(files, fragments, strict=True)):
        try:
            fragment.ensure_complete_metadata()
            columns = [(field.name, field.type) for field in fragment.physical_schema]
        except FileNotFoundError:
            raise damaged(file, "is missing") from None
        except PermissionError as problem:
            raise damaged(file, f"may not be read: {problem}") from None
        except (pa.ArrowException, OSError, ValueError):  # the last where a name is no text
            raise damaged(file, "is damaged: it is no whole Parquet file") from None
        if columns != expected:
            raise damaged(file, "holds other columns than it should")
        count, known = fragment.metadata.num_rows, rows[place] if place < len(rows) else None
        if known not in (None, count):
            raise damaged(file, f"holds {count:,} rows, not {known:,}")
    return ds.FileSystemDataset(fragments, schema, form, system)


def rows_of(name: str, source: Any, columns: Sequence[str], where: Mapping[str, Any]) -> pa.Table:
    """Read some columns, in order, of the rows that have one of some values in other columns.

    `source` is what :func:`stored` gives; a value that a column cannot have is refused.
    """
    rows = _having(name, where)
    if isinstance(source, pa.Table):
        return (source if rows is None else source.filter(rows)).select(columns)
    return read_rows(name, source, columns=columns, filter=rows)


def read_rows(name: str, source: ds.Dataset, **which: Any) -> pa.Table:
    """Read rows of what :func:`open_files` gives; damage within a file is told by `name`.

    `which` are the ``columns`` and the ``filter`` of ``to_table``.
    """
    try:
        return source.to_table(**which)
    except (pa.ArrowException, OSError) as problem:
        raise MjlabError(f"the files of {name} cannot be read: {problem}",
                         hint="import the logs again, into a new folder") from None  # fmt: skip


def _having(name: str, where: Mapping[str, Any]) -> pc.Expression | None:
    """The condition that columns of a table have one of their values; None for no condition."""
    fields = {field.name: field for field in fields_of(name)}
    condition = None
    for column, wanted in where.items():
        field, several = fields[column], not isinstance(wanted, str) and hasattr(wanted, "__iter__")
        kind = pa.string() if field.words else field.arrow
        try:
            values = pa.array(list(wanted) if several else [wanted], kind)
        except (pa.ArrowInvalid, pa.ArrowTypeError):
            raise MjlabError(f"{name}.{column} is never {wanted!r}", hint=f"{kind}") from None
        cell = pc.field(column).cast(kind) if field.words else pc.field(column)
        one = cell.isin(values)
        condition = one if condition is None else condition & one
    return condition
