"""Datasets as arguments: a folder that ``mjlab import`` wrote, or logs, which are replayed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

import typer

from mjlab.cli.choices import rules_of
from mjlab.cli.clusters import cluster_of
from mjlab.cli.reading import replayed
from mjlab.cli.terminal import counted, error, note
from mjlab.errors import MjlabError

if TYPE_CHECKING:
    from mjlab.frames import Dataset
    from mjlab.frames.names import Players

__all__ = ["counted_by", "opened", "tell_joined", "tell_no_game"]

_FEW: Final = 3
"""Reasons that are printed."""
_NAMES: Final = 4
"""Names that are printed: a table's four."""


def opened(paths: list[Path], ruleset: str | None = None, players: str | None = None) -> Dataset:
    """Open a dataset, or make one in memory of logs.

    Parameters
    ----------
    paths : list of Path
        One folder with a dataset, or files and folders with logs.
    ruleset, players : str, optional
        By which wins of logs are scored, and how players are told apart; a dataset has both behind
        it.

    Returns
    -------
    Dataset
        A dataset is opened, logs are read at once, with a bar if that takes long.

    Raises
    ------
    MjlabError
        If a path does not exist, a dataset stands beside other paths, is to be scored anew, or has
        lost its first record.
    typer.Exit
        With code 1 if there is no file at all.
    """
    from mjlab.frames import Dataset, make_dataset
    from mjlab.frames.names import check_players

    there = [path for path in paths if Dataset.is_at(path)]
    if there and len(paths) > 1:
        raise MjlabError(f"{there[0]} is a dataset: it goes alone", hint="import logs into it")
    if there:
        for name, given in (("--ruleset", ruleset), ("--players", players)):
            if given is not None:
                raise MjlabError(
                    f"{name} has no say over a dataset that is there", text=str(there[0]),
                    hint=f"import the logs anew: mjlab import LOGS --to NEW {name} {given}",
                )  # fmt: skip
        _tell_unfinished(there[0])
        return Dataset.open(there[0])
    _refuse_remains(paths)
    told_apart = players or "by-name"
    check_players(told_apart)
    rules = rules_of(ruleset or "mcr1998_online")
    with replayed(paths, rules) as results:
        return make_dataset(results, rules=rules, players=cast("Players", told_apart))


@contextmanager
def counted_by(
    cluster: str | None, paths: list[Path], ruleset: str | None = None, players: str | None = None
) -> Iterator[Dataset]:
    """Open a dataset that a cluster counts, if there is one; else as :func:`opened` does.

    Parameters
    ----------
    cluster : str or None
        What the option ``--cluster`` says.
    paths, ruleset, players
        As for :func:`opened`. Logs are not counted by the cluster of the environment.

    Raises
    ------
    MjlabError
        If a cluster is asked for, and the paths are no dataset; else as for :func:`opened`.
    typer.Exit
        With code 1 if there is no file at all, or no game in any.
    """
    from mjlab.frames import Dataset

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
    from mjlab.frames.cluster_dataset import dataset_on

    with dataset_on(where, paths[0]) as counted:
        yield counted


def _refuse_remains(paths: list[Path]) -> None:
    """Refuse to read the files of a dataset as logs.

    Raises
    ------
    MjlabError
        If a folder is a dataset but for the record that says so.
    """
    from mjlab.frames.files import damaged

    for path in paths:
        if all((path / name).is_dir() for name in ("parts", "games", "hands")):
            raise damaged(path / "dataset.json", "is missing")


def _tell_unfinished(path: Path) -> None:
    """Say on standard error that an import was stopped, or runs: sessions are not added up yet."""
    from mjlab.frames.importing.store import read_manifest

    if not read_manifest(path).finished:
        note(
            f"the last import into {path} is not finished, its sessions are not added up: "
            "run it again to go on"
        )


def tell_joined(data: Dataset) -> None:
    """Say on standard error which names of several sessions are taken for one player each.

    Parameters
    ----------
    data : Dataset
        Its players, by name, may be others in each session.
    """
    from mjlab.frames.metrics import joined_players

    joined = joined_players(data)
    if not len(joined):
        return
    names = ", ".join(joined["player"].head(_NAMES)) + ", ..." * (len(joined) > _NAMES)
    one = "that name is" if len(joined) == 1 else "each such name is"
    cure = "--players by-session" if data.path is None else (
        "the logs are imported anew with --players by-session"
    )  # fmt: skip
    note(
        f"{counted(len(joined), 'name')} in more than one session or single game ({names}); "
        f"{one} taken for one player, unless {cure}"
    )


def tell_no_game(data: Dataset, listed: str) -> None:
    """Say on standard error why a dataset has no game.

    Parameters
    ----------
    data : Dataset
        Without games.
    listed : str
        Where all reasons are listed.
    """
    aside = data.set_aside
    lines = [
        f"  {', '.join(part for part in (row['path'], row['place']) if part)}: {row['reason']}"
        for row in aside.head(_FEW).to_dict("records")
    ]
    if (left := len(aside) - _FEW) > 0:
        lines.append(f"  {left:,} more in {listed}")
    error("\n".join(["no game could be read", *(lines or ["  the files hold no game"])]))
