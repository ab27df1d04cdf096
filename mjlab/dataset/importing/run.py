"""Driving an import: pieces to workers, their parts into the dataset, in the order of the files."""

from __future__ import annotations

import errno
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mjlab.dataset.arrow import open_files, stored
from mjlab.dataset.importing.duplicates import KnownGames
from mjlab.dataset.importing.pieces import Batch, Piece, batches, pieces
from mjlab.dataset.importing.pool import InProcess, Waiting, Workers, workers_of
from mjlab.dataset.importing.remote import workers_at
from mjlab.dataset.importing.sessions import COLUMNS, add_up, spans
from mjlab.dataset.importing.store import Store
from mjlab.dataset.importing.work import write_table
from mjlab.dataset.manifest import SESSION_ROWS, Manifest, Part
from mjlab.dataset.players import Players, check_players
from mjlab.dataset.schemas import SCHEMAS
from mjlab.errors import MjlabError
from mjlab.logs.inputs import InputFile, input_files
from mjlab.rules import RULESETS, RuleSet, ruleset

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Progress", "Summary", "import_logs"]

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import has come.

    Parameters
    ----------
    done, total : int
        Bytes of the files that were dealt with, and of all.
    games : int
        Games that were added.
    seconds : float
        Since the import began.
    path : str
        The file that is dealt with.

    Examples
    --------
    >>> import tempfile
    >>> told = []
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = import_logs(["data/tziakcha"], folder, workers=1, progress=told.append)
    >>> told[-1].games, told[-1].done == told[-1].total, told[-1].path
    (17, True, 'data/tziakcha/TZ-B_session.json')
    """

    done: int
    total: int
    games: int
    seconds: float
    path: str


@dataclass(slots=True)
class Summary:
    """What an import has done.

    Attributes
    ----------
    files : int
        Files that were looked at.
    skipped : list of str
        Those of them whose contents were all there before.
    outcomes : Counter
        Games that were added, by how they ended.
    problems : Counter
        Problems that were added, by kind.
    duplicates : int
        Games that were set aside because the dataset had them already.
    parts : int
        Parts that were added.
    seconds : float
        How long it took.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first = import_logs(["data/tziakcha/TZ-B00.json"], folder, workers=1)
    ...     again = import_logs(["data/tziakcha/TZ-B00.json"], folder, workers=1)
    >>> first.games, first.outcomes["discard"], first.skipped
    (1, 1, [])
    >>> again.games, again.skipped
    (0, ['data/tziakcha/TZ-B00.json'])
    """

    files: int = 0
    skipped: list[str] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    duplicates: int = 0
    parts: int = 0
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """Games that were added."""
        return self.outcomes.total()


def import_logs(
    paths: Iterable[str | os.PathLike[str]],
    folder: str | Path,
    *,
    rules: str | RuleSet | None = None,
    players: Players | None = None,
    workers: int | None = None,
    cluster: str | Client | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Summary:
    """Read, replay and score logs, and add the games to a dataset.

    Parameters
    ----------
    paths : iterable of path
        Files and folders of logs.
    folder : str or Path
        The dataset; a new one is made if there is none.
    rules : str or RuleSet, optional
        A preset by which wins are scored. Left out, that of the dataset, or the usual one.
    players : "by-name" or "by-session", optional
        How players are told apart, see :func:`mjlab.dataset.make_dataset`. Left out, as in the
        dataset, or by name.
    workers : int, optional
        Processes that share the work; left out, one for each core.
    cluster : str or distributed.Client, optional
        Address of the scheduler of a Dask cluster, or a client of it, to do the work in place of
        processes of this machine. Its workers need not see the files.
    progress : callable, optional
        Called now and then with a :class:`Progress`.

    Returns
    -------
    Summary
        What was added, and what was there before.

    Raises
    ------
    MjlabError
        If a path does not exist, the folder is no dataset or cannot be written to, it is damaged,
        it would hold the logs, its settings are others, the disk is full, a worker of this machine
        died, or the cluster cannot be reached. What was added until then stays, whole.

    Notes
    -----
    Bytes that were imported before are known by their digest and passed over, under whatever name;
    what is no log is known by its name too, so that each such file is told.
    A game whose source and id the dataset has is set aside, without a word where file, place and
    content are the same too: a file that has grown. Whatever the number of workers, and however
    often an import was stopped and run again, the dataset comes out the same.
    A worker of a cluster may die: another one makes its part.

    Examples
    --------
    >>> import tempfile
    >>> from mjlab.dataset import Dataset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = import_logs(["data/tziakcha"], folder, workers=1)
    ...     print(Dataset.open(folder))
    Dataset(2 sessions, 17 games, 68 hands, 1,834 events, 807 discards, 76 melds, 17 wins, 75
            win_fans, 1 problems; mcr1998_online)
    >>> summary.games, summary.problems
    (17, Counter({'set aside': 1}))
    """
    begun = time.monotonic()
    if players is not None:
        check_players(players)
    preset = None if rules is None else _preset(ruleset(rules))
    sources = [Path(path) for path in paths]
    if not Path(folder, "dataset.json").exists():
        _check_apart(sources, Path(folder))
    files = [one for one in input_files(sources) if not _inside(one.path, Path(folder))]
    if not files:
        return Summary()
    offered = _offered(workers, cluster)
    with _full(folder), offered as team, Store.locked(folder, preset, players) as store:
        run = _Run(store, begun, progress)
        run.all(files, team, InProcess() if cluster is None else team)
        run.sessions()
    run.summary.seconds = time.monotonic() - begun
    return run.summary


def _preset(rules: RuleSet) -> str:
    if RULESETS.get(rules.name) != rules:
        raise MjlabError("a dataset is scored by a preset", hint="one of " + ", ".join(RULESETS))
    return rules.name


def _offered(workers: int | None, cluster: str | Client | None) -> AbstractContextManager[Workers]:
    if cluster is None:
        return workers_of(workers)
    if workers is not None:
        raise MjlabError("a cluster has the workers it has", hint="leave workers out")
    return workers_at(cluster)


def _check_apart(paths: Iterable[Path], folder: Path) -> None:
    """Refuse logs within a folder that is to become a dataset: they would not be read."""
    for path in paths:
        if path.exists() and _inside(path, folder):
            raise MjlabError(
                f"the dataset would hold the logs: {path} is in its folder",
                text=str(folder),
                hint="another folder",
            )


@contextmanager
def _full(folder: str | Path) -> Iterator[None]:
    """Say so where the disk is full."""
    try:
        yield
    except OSError as problem:
        if problem.errno not in _FULL:
            raise
        raise MjlabError(
            f"the disk is full: {problem.strerror}",
            text=str(folder),
            hint="make room and run the import again; what was imported is kept",
        ) from None


def _inside(path: Path, folder: Path) -> bool:
    """Whether a file belongs to the dataset itself."""
    return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder))


class _Run:
    """One import."""

    def __init__(
        self, store: Store, begun: float, progress: Callable[[Progress], object] | None
    ) -> None:
        _check(store.manifest)
        self.store = store
        self.begun = begun
        self.progress = progress
        self.summary = Summary()
        self.games = KnownGames(store.manifest)
        self.known = {piece for part in store.manifest.parts for piece in part.pieces}
        self.fresh: dict[str, bool] = {}  # for each file whether something of it was new
        self.sizes: dict[str, int] = {}  # bytes of each file that are not dealt with
        self.done = 0
        self.total = 0

    def all(self, files: list[InputFile], team: Workers, first: Workers) -> None:
        """Work on all files: as many batches at once as there are workers, and some more.

        The first, small batch is done in this process: so it compiles the kernels for the workers.
        """
        self.summary.files = len(files)
        self.sizes = {str(one.path): _size(one.path) for one in files}
        self.total = sum(self.sizes.values())
        going: deque[tuple[Batch, Waiting]] = deque()
        workshop, settings = self.store.workshop, self.store.manifest.settings
        try:
            for number, batch in enumerate(batches(pieces(files), self.is_known)):
                who = team if number else first
                going.append((batch, who.make(batch, settings, workshop)))
                while len(going) >= team.room:
                    self.commit(*going.popleft())
            while going:
                self.commit(*going.popleft())
        finally:
            for _, waiting in going:
                waiting.cancel()
        self.summary.skipped = [path for path, fresh in self.fresh.items() if not fresh]

    def is_known(self, piece: Piece) -> bool:
        """Whether the dataset has a piece, or will have it soon."""
        known = piece.digest in self.known
        self.known.add(piece.digest)
        self.fresh[piece.path] = self.fresh.get(piece.path, False) or not known
        if known:
            self.tell(piece)
        return known

    def commit(self, batch: Batch, waiting: Waiting) -> None:
        """Take what a worker has made."""
        try:
            made = waiting.result()
        except MjlabError:
            raise
        except Exception as problem:
            if isinstance(problem, OSError) and problem.errno in _FULL:
                raise
            raise MjlabError(
                f"a worker failed: {type(problem).__name__}: {problem}",
                hint="what was imported is kept; run the import again to go on",
            ) from problem
        parts = self.store.manifest.parts
        number = parts[-1].number + 1 if parts else 0
        rows, removed = self.games.sort_out(made, self.store)
        pieces_ = tuple(piece.digest for piece in batch.pieces)
        self.store.commit(Part(made.id, number, pieces_, rows))
        self.games.add(made, removed, self.store.manifest)
        summary = self.summary
        summary.parts += 1
        summary.outcomes += made.outcomes - removed.outcomes
        summary.problems += made.problems - removed.problems
        summary.problems["set aside"] += removed.listed
        summary.duplicates += removed.listed
        for piece in batch.pieces:
            self.tell(piece)

    def tell(self, piece: Piece) -> None:
        """Tell how far it has come."""
        if self.progress is None:
            return
        left = self.sizes.get(piece.path, piece.size)  # of a packed file its packed size
        step = min(left, piece.size)
        self.sizes[piece.path] = left - step
        self.done = min(self.done + step, self.total)
        seconds = time.monotonic() - self.begun
        self.progress(Progress(self.done, self.total, self.summary.games, seconds, piece.path))

    def sessions(self) -> None:
        """Add up the sessions, unless that was done since the last part came in."""
        manifest = self.store.manifest
        if manifest.finished:
            return
        kept, games = manifest.files(SESSION_ROWS), manifest.files("games")
        made: dict[str, list[Path]] = {"sessions": [], "problems": []}
        for number, span in enumerate(spans(kept)):
            for name, table in add_up(kept, games, span).items():
                if table.num_rows:
                    file = self.store.workshop / f"{name}-{number:04}.parquet"
                    write_table(file, table)
                    made[name].append(file)
        self.store.commit_sessions(made)


def _check(manifest: Manifest) -> None:
    """Refuse a damaged dataset before anything is added to it."""
    for table in SCHEMAS:
        stored(table, manifest.files(table), manifest.rows(table))
    if kept := manifest.files(SESSION_ROWS):
        open_files(kept, COLUMNS, manifest.rows(SESSION_ROWS))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
