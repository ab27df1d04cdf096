"""A Dask cluster of real processes: what it makes and counts is what this process would."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.support.paths import RECORDS

pytest.importorskip("distributed")
from typer.testing import CliRunner

from mjlab import stats as metrics
from mjlab.cli.app import app
from mjlab.cli.inputs import SCHEDULER
from mjlab.dataset import Dataset, schemas
from mjlab.dataset.cluster import client as cluster
from mjlab.dataset.cluster import dataset_on
from mjlab.dataset.importing import Progress, import_logs, pieces
from mjlab.dataset.manifest import read_manifest
from mjlab.errors import MjlabError
from mjlab.logs import Game, Session
from mjlab.logs.formats.native import native_line
from mjlab.simulate import records

UP = 60.0
"""Seconds within which a process has to be there, on a machine with much else to do."""


class Processes:
    """A scheduler and workers of this machine."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.folder = folder
        self.going: list[subprocess.Popen[bytes]] = []
        port = self.address.rpartition(":")[2]
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", port)

    def start(self, kind: str, *options: str, path: str = "") -> subprocess.Popen[bytes]:
        log = (self.folder / f"{len(self.going)}.log").open("wb")
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, *options, "--no-dashboard"]
        env = os.environ | {"PYTHONPATH": os.pathsep.join([path, os.environ.get("PYTHONPATH", "")])}
        with log:
            made = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=env)
        self.going.append(made)
        return made

    def worker(self, path: str = "") -> subprocess.Popen[bytes]:
        """Start one, and wait until it is there."""
        before = self.threads()
        made = self.start("worker", self.address, "--nthreads", "1", "--no-nanny", path=path)
        begun = time.monotonic()
        while self.threads() == before:
            assert made.poll() is None
            assert time.monotonic() - begun < UP
            time.sleep(0.1)
        return made

    def threads(self) -> int:
        from distributed import Client

        with Client(self.address, timeout=UP, set_as_default=False) as client:
            return sum(client.nthreads().values())

    def end(self) -> None:
        for one in self.going:
            one.kill()
        for one in self.going:
            one.wait(timeout=UP)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    """Two workers."""
    made = Processes(tmp_path_factory.mktemp("cluster"))
    try:
        made.worker()
        made.worker()
        yield made
    finally:
        made.end()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of few games, so that a few games make many parts."""
    monkeypatch.setattr(pieces, "_FIRST", 3)
    monkeypatch.setattr(pieces, "_GAMES", 5)


def native(path: Path, found: Iterable[Game | Session]) -> Path:
    path.write_text("".join(native_line(one) + "\n" for one in found), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty simulated games and their sessions, four of the games twice, and a broken line."""
    games = list(records(60, seed=4, players=8))
    folder = tmp_path_factory.mktemp("logs")
    native(folder / "a.jsonl", games[:40])
    native(folder / "b.jsonl", games[36:])
    with (folder / "b.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"mjlab": 1, "type": "game"\n')
    return folder


@pytest.fixture(scope="module")
def local(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an import of the logs by this process makes."""
    folder = tmp_path_factory.mktemp("local") / "ds"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "_FIRST", 3)
        patch.setattr(pieces, "_GAMES", 5)
        import_logs([logs, RECORDS], folder, workers=1)
    assert len(read_manifest(folder).parts) > 10
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """All there is in a dataset, apart from its lock."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != ".lock"
    }


# Imports -------------------------------------------------------------------------------------


def test_an_import_is_that_of_this_machine(
    two: Processes, logs: Path, local: Path, tmp_path: Path, small: None
) -> None:
    told: list[Progress] = []
    done = import_logs([logs, RECORDS], tmp_path / "ds", cluster=two.address, progress=told.append)
    assert (done.games, done.duplicates) == (77, 5)  # one of them among the recorded games
    assert told[-1].done == told[-1].total
    one, other = Dataset.open(tmp_path / "ds"), Dataset.open(local)
    for name in schemas.SCHEMAS:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name), obj=name)
    assert files(tmp_path / "ds") == files(local)
    again = import_logs([logs, RECORDS], tmp_path / "ds", cluster=two.address)
    assert (again.games, again.parts) == (0, 0)


@pytest.mark.slow
def test_a_worker_killed_midway_loses_nothing(
    logs: Path, local: Path, tmp_path: Path, small: None
) -> None:
    made = Processes(tmp_path)
    try:
        made.worker()
        victim = made.worker()
        told: list[int] = []

        def kill(now: Progress) -> None:
            told.append(now.games)
            if len(told) == 3:
                os.kill(victim.pid, signal.SIGKILL)

        import_logs([logs, RECORDS], tmp_path / "ds", cluster=made.address, progress=kill)
        assert victim.wait(timeout=UP) == -signal.SIGKILL
        assert made.threads() == 1
    finally:
        made.end()
    assert told[2] < told[-1] == 77
    assert files(tmp_path / "ds") == files(local)


@pytest.mark.slow
def test_when_all_are_gone_what_is_there_is_kept(
    logs: Path, local: Path, tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 1.5)
    made = Processes(tmp_path)
    there: list[int] = []
    try:
        for victim, message in (
            (made.worker(), "has had no workers for 2 seconds"),
            (made.scheduler, r"the scheduler was lost|no workers for"),
        ):

            def kill(now: Progress, victim: subprocess.Popen[bytes] = victim) -> None:
                there.append(now.games)
                victim.kill()

            with pytest.raises(MjlabError, match=message):
                import_logs([logs, RECORDS], tmp_path / "ds", cluster=made.address, progress=kill)
            if victim is not made.scheduler:
                made.worker()
    finally:
        made.end()
    data = Dataset.open(tmp_path / "ds")
    assert 0 < data.count("games") < 77
    import_logs([logs, RECORDS], tmp_path / "ds", workers=1)
    for name in schemas.SCHEMAS:
        assert Dataset.open(tmp_path / "ds").count(name) == Dataset.open(local).count(name)


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_ANSWER", 1.0)
    made = Processes(tmp_path)
    try:
        made.threads()  # waits until it is up
        with pytest.raises(MjlabError, match="the scheduler has no workers") as caught:
            import_logs([RECORDS], tmp_path / "ds", cluster=made.address)
    finally:
        made.end()
    assert caught.value.hint == f"dask worker {made.address} --nthreads 1"


# Statistics ----------------------------------------------------------------------------------

ASKED: list[tuple[str, Any, Any]] = [
    *((name, "usual", None) for name in metrics.STATISTICS),
    ("win_rate", ["player", "seat"], "deal_shanten>=2"),
    ("points_per_hand", ["source", "round"], {"seat": ["E", "S"]}),
    ("totals", "player", "total>=10"),
    ("danger", ["turn", "visible"], None),
    ("fan_frequency", ["player"], "self_drawn=yes"),
    ("fan_frequency", ["discarder_seat", "player"], ["fan=平和", "fan=九莲宝灯"]),
    ("win_rate", "seat", ["ready_turn!=8", "year!=2020"]),
    ("outcomes", "year", None),
    ("fan_partners", None, "fan=平和"),
    ("player_summary", ["player", "round"], "source=native"),
]


@pytest.mark.slow
def test_statistics_are_those_of_this_machine(two: Processes, local: Path) -> None:
    here = Dataset.open(local)
    with dataset_on(two.address, local) as there:
        for name, by, where in ASKED:
            statistic = metrics.find(name)
            one, other = statistic(there, by, where=where), statistic(here, by, where=where)
            pd.testing.assert_frame_equal(one, other, check_exact=True, obj=f"{name} by {by}")
            assert one.attrs == other.attrs
        one = metrics.compare("win_rate", there, "seat=E", where="source=tziakcha")
        assert one == metrics.compare("win_rate", here, "seat=E", where="source=tziakcha")
        asked = {"where": ["fan=平和", "turn!=9"]}
        one = metrics.compare("fan_frequency", there, "ready_turn<=5", **asked)
        assert one == metrics.compare("fan_frequency", here, "ready_turn<=5", **asked)
        assert repr(there) == repr(here)


@pytest.mark.slow
def test_commands_take_the_cluster_of_the_environment(
    two: Processes, logs: Path, local: Path, tmp_path: Path
) -> None:
    def told(*words: str, env: dict[str, str] | None = None) -> str:
        result = CliRunner().invoke(app, list(words), env=env)
        assert result.exit_code == 0, result.output
        return result.output

    here = told("stats", "win_rate", str(local))
    assert told("stats", "win_rate", str(local), "--cluster", two.address) == here
    assert told("stats", "win_rate", str(local), env={SCHEDULER: two.address}) == here
    told("stats", "win_rate", str(RECORDS), env={SCHEDULER: "tcp://127.0.0.1:1"})
    told("import", str(RECORDS), "--to", str(tmp_path / "ds"), env={SCHEDULER: two.address})
    assert Dataset.open(tmp_path / "ds").count("games") == 17


# What goes wrong -----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_folder_that_workers_do_not_see_is_named(two: Processes, local: Path) -> None:
    with dataset_on(two.address, local) as data:
        hidden = local.rename(local.with_name("hidden"))
        try:
            with pytest.raises(MjlabError, match="does not see the dataset") as caught:
                metrics.win_rate(data)
        finally:
            hidden.rename(local)
    assert Path(str(caught.value.text)).parent == local / "games"


@pytest.mark.slow
def test_another_mjlab_is_refused(
    two: Processes, logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "code_mark", lambda: "another")
    with pytest.raises(MjlabError, match="another mjlab than this process") as caught:
        import_logs([logs], tmp_path / "ds", cluster=two.address)
    assert str(caught.value.text).startswith("tcp://")


@pytest.mark.slow
def test_an_error_of_the_work_is_that_of_this_machine(two: Processes, local: Path) -> None:
    with dataset_on(two.address, local) as data:
        for wrong in ("seat=Q", "won=perhaps"):
            with pytest.raises(MjlabError) as there:
                metrics.win_rate(data, where=wrong)
            with pytest.raises(MjlabError) as here:
                metrics.win_rate(Dataset.open(local), where=wrong)
            assert str(there.value) == str(here.value)


@pytest.mark.slow
def test_a_worker_without_mjlab_is_named(two: Processes, tmp_path: Path) -> None:
    import distributed

    if (Path(distributed.__file__).parents[1] / "mjlab").is_dir():
        pytest.skip("mjlab lies where Dask does: none is found without the other")
    (tmp_path / "sitecustomize.py").write_text(
        "import pathlib, sys\n"
        "sys.path[:] = [p for p in sys.path if not pathlib.Path(p, 'mjlab').is_dir()]\n",
        encoding="utf-8",
    )
    without = two.worker(str(tmp_path))
    try:
        with pytest.raises(MjlabError, match="mjlab is not installed everywhere") as caught:
            import_logs([RECORDS], tmp_path / "ds", cluster=two.address)
    finally:
        without.kill()
        without.wait(timeout=UP)
    assert str(caught.value.text).startswith("tcp://")
    assert "," not in str(caught.value.text)


@pytest.mark.parametrize("address", ["nonsense", "", "tcp://127.0.0.1:1"])
@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_told(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed

    monkeypatch.setattr(cluster, "_ANSWER", 1.0)
    with pytest.raises(MjlabError, match="no Dask scheduler answers there") as caught:
        import_logs([RECORDS], tmp_path / "ds", cluster=address)
    assert "dask scheduler" in str(caught.value)
    assert not (tmp_path / "ds").exists()
    # The client that failed is gone: if the collector closes it while another one starts, both
    # wait for ever.
    clients = [one for one in gc.get_objects() if isinstance(one, distributed.Client)]
    assert {one.status for one in clients} <= {"running", "closed"}


@pytest.mark.slow
def test_without_dask_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MjlabError, match="which is not installed") as caught:
        import_logs([RECORDS], tmp_path / "ds", cluster="tcp://127.0.0.1:1")
    assert caught.value.hint == 'pip install "mjlab-mcr[dist]"'


@pytest.mark.slow
def test_workers_and_a_cluster_exclude_one_another(tmp_path: Path) -> None:
    with pytest.raises(MjlabError, match="has the workers it has"):
        import_logs([RECORDS], tmp_path / "ds", cluster="tcp://127.0.0.1:1", workers=2)


@pytest.mark.slow
def test_a_cluster_counts_datasets_only(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["stats", "win_rate", str(RECORDS), "--cluster", "tcp://h:1"])
    assert result.exit_code == 2
    assert "a cluster counts one dataset" in result.output
