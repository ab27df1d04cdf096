"""What the commands take: names of rulesets and dialects, logs, datasets, a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import typer

from mjlab.cli.console import clean, error, late_bar, note
from mjlab.common.wording import LANGUAGES, near, plural
from mjlab.errors import MjlabError, RulesetError

if TYPE_CHECKING:
    from mjlab.common.wording import Language
    from mjlab.dataset import Dataset
    from mjlab.dataset.players import Players
    from mjlab.logs import Replay, SessionReplay, SetAside
    from mjlab.notation import Dialect
    from mjlab.rules import RuleSet

__all__ = [
    "CLUSTER_HELP",
    "DIALECT_HELP",
    "RULESET_ALIASES",
    "SCHEDULER",
    "cluster_of",
    "dataset_of",
    "dialect_of",
    "language_of",
    "opened",
    "refuse_datasets",
    "replayed",
    "rules_of",
    "shown_progress",
    "tell_joined",
    "tell_no_game",
]

# Names -------------------------------------------------------------------------------


RULESET_ALIASES: Final = ("online",)
"""Other names by which :func:`mjlab.rules.ruleset` knows a ruleset."""
DIALECT_HELP: Final = "auto, native, helper, botzone, chinese, unicode or ids"
"""The dialects for the help, which is printed without importing the notation."""


def rules_of(name: str) -> RuleSet:
    """Find a ruleset by name, in capitals or not."""
    from mjlab.rules import RULESETS, ruleset

    return ruleset(_known("ruleset", name, (*RULESETS, *RULESET_ALIASES), RulesetError))


def dialect_of(name: str) -> Dialect:
    """Find a dialect by name, in capitals or not."""
    from mjlab.notation import DIALECTS

    return cast("Dialect", _known("dialect", name, ("auto", *DIALECTS), MjlabError))


def language_of(name: str) -> Language:
    """Find a language by name, in capitals or not."""
    return cast("Language", _known("language", name, LANGUAGES, MjlabError))


def _known(what: str, name: str, known: tuple[str, ...], refusal: type[MjlabError]) -> str:
    wanted = name.strip().casefold()
    if wanted not in known:
        raise refusal(f"unknown {what} {name!r}", hint=near(name.casefold(), known, begun=False))
    return wanted


# Logs --------------------------------------------------------------------------------


def refuse_datasets(paths: list[Path]) -> None:
    """Refuse to take the files of a dataset for logs."""
    from mjlab.dataset import Dataset

    for path in paths:
        if Dataset.is_at(path):
            raise MjlabError("a dataset holds no logs, which are needed here", text=str(path),
                             hint="the files that it was imported from")  # fmt: skip


@contextmanager
def shown_progress(paths: list[Path]) -> Iterator[Callable[[int, str], None]]:
    """Show how far files and folders are read, on standard error, after two seconds.

    Yields what takes the number of hands so far and the path that is read.
    """
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn

    from mjlab.logs import find_files

    refuse_datasets(paths)
    files = {str(path): number for number, path in enumerate(find_files(paths))}
    if not files:
        error(f"no log files in {', '.join(str(path) for path in paths)}")
        raise typer.Exit(1)
    with late_bar(
        TextColumn("{task.fields[hands]} hands", markup=False),
        BarColumn(),
        TextColumn("{task.fields[path]}", markup=False),
        TimeElapsedColumn(),
        total=len(files),
        hands=0,
        path="",
    ) as update:

        def shown(done: int, path: str) -> None:
            update(completed=files.get(path), hands=done, path=clean(Path(path).name))

        yield shown


@contextmanager
def replayed(
    paths: list[Path], ruleset: RuleSet
) -> Iterator[Iterator[Replay | SetAside | SessionReplay]]:
    """Replay files and folders, to be used up inside the ``with``, showing how far it has come."""
    from mjlab.logs import replay_all

    with shown_progress(paths) as shown:
        yield replay_all(paths, ruleset, shown)


# Datasets ----------------------------------------------------------------------------


SCHEDULER: Final = "DASK_SCHEDULER_ADDRESS"
"""The variable of the environment by which Dask knows its scheduler."""
CLUSTER_HELP: Final = (
    f"Scheduler of a Dask cluster that does the work, e.g. tcp://HOST:8786. Left out, that of "
    f"{SCHEDULER}, if it is set."
)
"""The help of the option ``--cluster``."""


def cluster_of(asked: str | None) -> str | None:
    """The scheduler: as asked for, or as the environment has it; empty is none."""
    return (os.environ.get(SCHEDULER) if asked is None else asked) or None


@contextmanager
def dataset_of(
    cluster: str | None, paths: list[Path], ruleset: str | None = None, players: str | None = None
) -> Iterator[Dataset]:
    """Open a dataset as :func:`opened` does; where there is a cluster, that counts it.

    Logs are not counted by the cluster of the environment, and refused by one that is asked for.
    """
    from mjlab.dataset import Dataset

    where = cluster_of(cluster)
    stored = len(paths) == 1 and Dataset.is_at(paths[0])
    if cluster and not stored:
        raise MjlabError("a cluster counts one dataset", text=str(paths[0]),
                         hint="mjlab import LOGS --to DATASET makes one")  # fmt: skip
    data = opened(paths, ruleset, players)
    if not stored and not data.count("games"):
        tell_no_game(data, "the list of 'mjlab check'")
        raise typer.Exit(1)
    if where is None or not stored:
        yield data
        return
    from mjlab.dataset.cluster import dataset_on

    with dataset_on(where, paths[0]) as shared:
        yield shared


def opened(paths: list[Path], ruleset: str | None = None, players: str | None = None) -> Dataset:
    """Open a dataset, or make one in memory of logs, with a bar if that takes long.

    `ruleset` and `players` are for logs: a dataset has both behind it.
    """
    from mjlab.dataset import Dataset, make_dataset
    from mjlab.dataset.players import check_players

    there = [path for path in paths if Dataset.is_at(path)]
    if there and len(paths) > 1:
        raise MjlabError(f"{there[0]} is a dataset: it goes alone", hint="import logs into it")
    if there:
        for option, value in (("--ruleset", ruleset), ("--players", players)):
            if value is not None:
                raise MjlabError(
                    f"{option} has no say over a dataset that is there", text=str(there[0]),
                    hint=f"import the logs anew: mjlab import LOGS --to NEW {option} {value}",
                )  # fmt: skip
        _tell_unfinished(there[0])
        return Dataset.open(there[0])
    _refuse_remains(paths)
    how = players or "by-name"
    check_players(how)
    rules = rules_of(ruleset or "mcr1998_online")
    with replayed(paths, rules) as results:
        return make_dataset(results, rules=rules, players=cast("Players", how))


def _refuse_remains(paths: list[Path]) -> None:
    """Refuse to read as logs a folder that is a dataset but for the record that says so."""
    from mjlab.dataset.files import damaged

    for path in paths:
        if all((path / name).is_dir() for name in ("parts", "games", "hands")):
            raise damaged(path / "dataset.json", "is missing")


def _tell_unfinished(path: Path) -> None:
    """Say on standard error that an import was stopped, or runs: sessions are not added up yet."""
    from mjlab.dataset.manifest import read_manifest

    if not read_manifest(path).finished:
        note(
            f"the last import into {path} is not finished, its sessions are not added up: "
            "run it again to go on"
        )


# What is told of a dataset -----------------------------------------------------------


_FEW: Final = 3
"""Reasons that are printed."""
_NAMES: Final = 4
"""Names that are printed: a table's four."""


def tell_joined(data: Dataset) -> None:
    """Say on standard error which names of several sessions are taken for one player each."""
    from mjlab.stats import joined_players

    joined = joined_players(data)
    if not len(joined):
        return
    names = ", ".join(joined["player"].head(_NAMES)) + ", ..." * (len(joined) > _NAMES)
    one = "that name is" if len(joined) == 1 else "each such name is"
    cure = "--players by-session" if data.path is None else (
        "the logs are imported anew with --players by-session"
    )  # fmt: skip
    note(
        f"{plural(len(joined), 'name')} in more than one session or single game ({names}); "
        f"{one} taken for one player, unless {cure}"
    )


def tell_no_game(data: Dataset, listed: str) -> None:
    """Say on standard error why a dataset has no game; `listed` is where all reasons are."""
    aside = data.set_aside
    lines = [
        f"  {', '.join(part for part in (row['path'], row['place']) if part)}: {row['reason']}"
        for row in aside.head(_FEW).to_dict("records")
    ]
    if (left := len(aside) - _FEW) > 0:
        lines.append(f"  {left:,} more in {listed}")
    error("\n".join(["no game could be read", *(lines or ["  the files hold no game"])]))
