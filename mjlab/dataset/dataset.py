"""The dataset: replayed games as tables, in memory or in a folder of Parquet files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property, partial
from html import escape
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import pandas as pd
import pyarrow as pa

from mjlab.dataset.arrow import arrow_schema, fields_of, rows_of, stored, to_pandas, validated
from mjlab.dataset.gather import Gathered, Row, game_key, session_key, set_aside_row
from mjlab.dataset.manifest import Manifest, read_manifest
from mjlab.dataset.players import Players, check_players
from mjlab.dataset.schemas import ENDS, SCHEMAS
from mjlab.dataset.tables import rows_table, session_findings, sessions_table, tables_of
from mjlab.errors import MjlabError
from mjlab.logs import Replay, SessionReplay, SetAside
from mjlab.rules import RuleSet, ruleset

__all__ = ["Dataset", "check_dataset", "make_dataset"]


def check_dataset(value: Any) -> None:
    """Refuse what is no dataset; the hint tells how to make one of it."""
    if isinstance(value, Dataset):
        return
    what = f"this is of type {type(value).__name__}"
    hint = "Dataset.open('dataset'), or make_dataset(replay_all(['logs']))"
    if isinstance(value, str | Path):
        path = str(value)
        what = f"{path!r} is a path"
        hint = f"make_dataset(replay_all([{path!r}])), of mjlab.dataset and mjlab.logs"
        if Dataset.is_at(value) or not Path(path).exists():
            hint = f"Dataset.open({path!r}), of mjlab.dataset"
    elif isinstance(value, pd.DataFrame):
        what, hint = "this is a table", "the dataset itself: data, not data.hands"
    raise MjlabError(f"a Dataset is wanted, {what}", hint=hint)


T = TypeVar("T")
_CHUNK: Final = 2000
"""Games whose decisions are worked out at once."""
Where = Mapping[str, Any]


class Dataset:
    """Replayed games as tables, whose columns :mod:`mjlab.dataset.schemas` documents.

    Made by :func:`make_dataset` of games in memory, by :meth:`open` of a folder that
    ``mjlab import`` wrote, or by :meth:`of` of frames. Statistics take either.

    Parameters
    ----------
    tables : mapping
        For each name of :data:`mjlab.dataset.schemas.SCHEMAS` an Arrow table, or an Arrow dataset
        of which only what is asked for is read, or a function that opens it when needed.
    rules : RuleSet, optional
        By which the wins were scored; None where nothing tells.
    path : Path, optional
        The folder.

    Attributes
    ----------
    sessions, games, hands, events, discards, melds, wins, win_fans, problems : DataFrame
        The tables as a whole; of a large one :meth:`table` reads some columns.

    Examples
    --------
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha"]))
    >>> data
    Dataset(2 sessions, 17 games, 68 hands, 1,834 events, 807 discards, 76 melds, 17 wins,
            75 win_fans, 1 problems; mcr1998_online)
    >>> data.wins[["player", "seat", "total"]].head(2)
      player seat  total
    0     P0    E     30
    1     P2    W     15
    """

    def __init__(
        self, tables: Mapping[str, Any], rules: RuleSet | None = None, path: Path | None = None
    ) -> None:
        self._tables = dict(tables)
        self._frames: dict[str, pd.DataFrame] = {}
        self.rules = rules
        self.path = path

    @classmethod
    def of(cls, tables: Mapping[str, pd.DataFrame], rules: RuleSet | None = None) -> Dataset:
        """Make a dataset of frames, each checked against its model.

        Parameters
        ----------
        tables : mapping
            Frames by name; those left out are empty.
        rules : RuleSet, optional
            By which the wins were scored.

        Raises
        ------
        MjlabError
            If there is no table of a name.
        pandera.errors.SchemaError
            If a column is missing, unknown or holds a value it cannot have.

        Examples
        --------
        >>> Dataset.of({"games": make_dataset([]).games}).games.shape[0]
        0
        """
        made = {name: arrow_schema(name).empty_table() for name in SCHEMAS}
        for name, frame in tables.items():
            rows = validated(name, frame)
            made[name] = pa.Table.from_pandas(rows, arrow_schema(name), preserve_index=False)
        return cls(made, rules)

    @classmethod
    def open(cls, folder: str | Path) -> Dataset:
        """Open a folder that ``mjlab import`` wrote; a table is read, and checked, when asked for.

        Parameters
        ----------
        folder : str or Path
            The folder.

        Raises
        ------
        MjlabError
            If it is no dataset, or its records are damaged.

        Examples
        --------
        >>> import tempfile
        >>> from mjlab.dataset.importing import import_logs
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     summary = import_logs(["data/tziakcha/TZ-B00.json"], folder, workers=1)
        ...     data = Dataset.open(folder)
        ...     print(data.count("discards"), data.wins["total"].tolist())
        46 [15]
        """
        return cls.of_manifest(read_manifest(folder))

    @classmethod
    def of_manifest(cls, manifest: Manifest) -> Self:
        """Open what a manifest names, of a dataset or of some of its parts.

        Examples
        --------
        >>> import tempfile
        >>> from mjlab.dataset.importing import import_logs
        >>> from mjlab.dataset.manifest import read_manifest
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     summary = import_logs(["data/tziakcha/TZ-B00.json"], folder, workers=1)
        ...     print(Dataset.of_manifest(read_manifest(folder)).count("games"))
        1
        """
        tables = {n: partial(stored, n, manifest.files(n), manifest.rows(n)) for n in SCHEMAS}
        return cls(tables, ruleset(manifest.settings.ruleset), manifest.folder)

    @staticmethod
    def is_at(folder: str | Path) -> bool:
        """Whether a folder looks like a dataset that ``mjlab import`` wrote.

        Examples
        --------
        >>> Dataset.is_at("data")
        False
        """
        return Path(folder, "dataset.json").is_file()

    def source(self, name: str) -> Any:
        """The Arrow table, or the Arrow dataset, that a table is read from: nothing is read.

        Raises
        ------
        MjlabError
            If there is no such table, or one of its files is missing or damaged.

        Examples
        --------
        >>> make_dataset([]).source("wins").num_rows
        0
        """
        fields_of(name)
        table = self._tables[name]
        if callable(table):
            table = self._tables[name] = table()
        return table

    def table(
        self, name: str, columns: Collection[str] | None = None, where: Where | None = None
    ) -> pd.DataFrame:
        """Read a table, or a part of it.

        Parameters
        ----------
        name : str
            One of :data:`mjlab.dataset.schemas.SCHEMAS`.
        columns : collection of str, optional
            Which columns; all where left out.
        where : mapping, optional
            For some columns the value, or a collection of the values, that the rows shall have.

        Returns
        -------
        DataFrame
            Of the documented types, with a fresh index.

        Raises
        ------
        MjlabError
            If there is no such table or column, or a file of the table is missing or damaged.

        Examples
        --------
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha/TZ-B00.json"]))
        >>> data.table("hands", ["player", "change"], {"seat": ["E", "W"]}).to_dict("records")
        [{'player': 'P0', 'change': -8}, {'player': 'P2', 'change': 39}]
        """
        return to_pandas(name, self.arrow(name, columns, where))

    def arrow(
        self, name: str, columns: Collection[str] | None = None, where: Where | None = None
    ) -> pa.Table:
        """Read a table as Arrow has it; arguments as for :meth:`table`.

        Examples
        --------
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha/TZ-B00.json"]))
        >>> data.arrow("hands", ["seat", "change"], {"won": True}).to_pylist()
        [{'seat': 'W', 'change': 39}]
        """
        known = [field.name for field in fields_of(name)]
        for column in (*(columns or ()), *(where or ())):
            if column not in known:
                raise MjlabError(f"{name} has no column {column!r}", hint=", ".join(known))
        chosen = [column for column in known if columns is None or column in columns]
        return rows_of(name, self.source(name), chosen, where or {})

    def count(self, name: str) -> int:
        """Number of rows of a table; nothing is read for it.

        Examples
        --------
        >>> make_dataset([]).count("wins")
        0
        """
        table = self.source(name)
        return int(table.num_rows if isinstance(table, pa.Table) else table.count_rows())

    def each(self, work: Callable[..., T], *args: Any) -> list[T]:
        """Have something done with the games.

        Parameters
        ----------
        work : callable
            Is called with a dataset and `args`: a function of a module. On a cluster it gets parts
            of this dataset, every game whole in one of them.
        args
            What else it is called with.

        Returns
        -------
        list
            What it gives: of the whole dataset; on a cluster of each part, in order.

        Examples
        --------
        >>> make_dataset([]).each(Dataset.count, "games")
        [0]
        """
        return [work(self, *args)]

    def _whole(self, name: str) -> pd.DataFrame:
        if name not in self._frames:
            self._frames[name] = self.table(name)
        return self._frames[name]

    @property
    def sessions(self) -> pd.DataFrame:
        """A row for each session."""
        return self._whole("sessions")

    @property
    def games(self) -> pd.DataFrame:
        """A row for each game."""
        return self._whole("games")

    @property
    def hands(self) -> pd.DataFrame:
        """A row for each player of each game."""
        return self._whole("hands")

    @property
    def events(self) -> pd.DataFrame:
        """A row for each thing a player did."""
        return self._whole("events")

    @property
    def discards(self) -> pd.DataFrame:
        """A row for each discard."""
        return self._whole("discards")

    @property
    def melds(self) -> pd.DataFrame:
        """A row for each set laid aside."""
        return self._whole("melds")

    @property
    def wins(self) -> pd.DataFrame:
        """A row for each win."""
        return self._whole("wins")

    @property
    def win_fans(self) -> pd.DataFrame:
        """A row for each fan of each win."""
        return self._whole("win_fans")

    @property
    def problems(self) -> pd.DataFrame:
        """A row for each thing that is wrong with the logs."""
        return self._whole("problems")

    @cached_property
    def all_played(self) -> bool:
        """Whether all games were played to their end: mostly so, and then none is left out."""
        return bool(self.arrow("games", ["outcome"])["outcome"].to_pandas().isin(ENDS).all())

    @property
    def played(self) -> pd.DataFrame:
        """The games that were played to their end: those that statistics are of.

        Examples
        --------
        >>> from dataclasses import replace
        >>> from mjlab.logs import Outcome, read, replay
        >>> game = next(read("data/tziakcha/TZ-B00.json"))
        >>> stopped = Outcome(finished=False)
        >>> part = replace(game, id="part", events=game.events[:9], outcome=stopped)
        >>> data = make_dataset([replay(game), replay(part)])
        >>> data.games["outcome"].tolist(), data.played["outcome"].tolist()
        (['discard', 'unfinished'], ['discard'])
        """
        return self.games[self.games["outcome"].isin(ENDS)]

    @property
    def findings(self) -> pd.DataFrame:
        """The problems that are illegal events or facts not confirmed.

        Examples
        --------
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha/TZ-B00.json"], "mcr_beginner"))
        >>> data.findings[["point", "reason"]].to_dict("records")
        [{'point': 'least fan', 'reason': 'least fan is recorded as 8, ours is 4'}]
        """
        return self.problems[self.problems["kind"] != "set aside"]

    @property
    def set_aside(self) -> pd.DataFrame:
        """The problems that are things set aside: they became no game.

        Examples
        --------
        >>> from mjlab.logs import replay_all
        >>> data = make_dataset(replay_all(["data/tziakcha"]))
        >>> data.set_aside["reason"].tolist()
        ['the same game as in data/tziakcha/TZ-B00.json']
        """
        return self.problems[self.problems["kind"] == "set aside"]

    def __repr__(self) -> str:
        rows = ", ".join(f"{self.count(name):,} {name}" for name in SCHEMAS)
        return f"Dataset({rows}{f'; {self.rules.name}' if self.rules else ''})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{name}</th><td>{self.count(name):,}</td>"
            f'<td style="text-align:left">{escape((model.__doc__ or "").splitlines()[0])}</td></tr>'
            for name, model in SCHEMAS.items()
        )
        scored = f"<p>Scored by {escape(self.rules.name)}.</p>" if self.rules else ""
        head = '<tr><th>table</th><th>rows</th><th style="text-align:left">what</th></tr>'
        return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>{scored}"


def make_dataset(
    results: Iterable[Replay | SetAside | SessionReplay],
    *,
    rules: str | RuleSet | None = None,
    players: Players = "by-name",
) -> Dataset:
    """Put replayed games into tables.

    Parameters
    ----------
    results : iterable of Replay, SetAside or SessionReplay
        What :func:`mjlab.logs.replay_all` yields.
    rules : str or RuleSet, optional
        By which the games were replayed; the games tell, unless none of them was won.
    players : "by-name" or "by-session"
        Whether a name is one player in all sessions, or another one in each: then the session
        stands behind it.

    Returns
    -------
    Dataset
        In memory. Games are in the order given; one that could not be replayed to its end has the
        outcome ``error`` and no win.

    Raises
    ------
    MjlabError
        If the same game is among the results twice, if games were scored by different rulesets,
        or for an unknown way to tell players apart.

    Notes
    -----
    Names are as recorded. A player without one is called by the seat (``seat E``), and two of one
    name at a table get the seat behind it (``P0 [E]``), for else they would be taken for one.
    In names, ids and paths what cannot be seen or stored is escaped, as
    :func:`mjlab.common.wording.visible` does. A recorded number beyond
    :data:`mjlab.dataset.gather.LARGEST` is missing, and a row of ``problems`` says so.

    Examples
    --------
    >>> from mjlab.logs import replay_all
    >>> data = make_dataset(replay_all(["data/tziakcha/TZ-B00.json"]))
    >>> data.wins[["player", "seat", "total"]].to_dict("records")
    [{'player': 'P2', 'seat': 'W', 'total': 15}]
    >>> data.discards[["hand", "tile", "shanten_after"]].head(2).to_dict("records")
    [{'hand': '55m57p22336779s35z', 'tile': '3z', 'shanten_after': 2},
     {'hand': '26799m17p18s45667z', 'tile': '1p', 'shanten_after': 4}]
    """
    check_players(players)
    gathered = Gathered(None if rules is None else ruleset(rules), players)
    parts: dict[str, list[pa.Table]] = {name: [] for name in SCHEMAS if name != "sessions"}
    met: dict[str, str] = {}
    missing: dict[str, int] = {}
    last: list[Row] = []

    def flush() -> None:
        nonlocal gathered
        for name, table in tables_of(gathered).items():
            parts[name].append(table)
        gathered = Gathered(gathered.rules, players)

    for result in results:
        if isinstance(result, Replay):
            _meet(result, met)
            gathered.add(result)
            if len(gathered.games) == _CHUNK:
                flush()
        elif isinstance(result, SetAside):
            last.append(set_aside_row(result))
        else:
            last += session_findings(result)
            missing[session_key(result.source, result.id) or ""] = len(result.missing)
    flush()
    parts["problems"].append(rows_table("problems", last))
    tables = {name: pa.concat_tables(made) for name, made in parts.items()}
    tables["sessions"] = sessions_table(tables["games"], missing)
    return Dataset({name: tables[name] for name in SCHEMAS}, gathered.rules)


def _meet(result: Replay, met: dict[str, str]) -> None:
    """Refuse a game that was there before."""
    name = game_key(result.game)
    if name in met:
        raise MjlabError(
            f"the game {name!r} is there twice, in {met[name]} and {result.game.path}",
            hint="replay_all() sets a repeated game aside",
        )
    met[name] = result.game.path
