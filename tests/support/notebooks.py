"""Running notebooks."""

from __future__ import annotations

import time
from queue import Empty
from typing import Any
from unittest.mock import patch

import nbformat
from jupyter_client.channels import AsyncZMQSocketChannel
from nbclient import NotebookClient

from tests.support.paths import NOTEBOOKS

_wait_for_message = AsyncZMQSocketChannel.get_msg


async def _in_short_waits(channel: AsyncZMQSocketChannel, timeout: float | None = None) -> Any:
    """A long poll now and then misses a message that is there, and ends with the time given."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        try:
            return await _wait_for_message(channel, 1)
        except Empty:
            if end is not None and time.monotonic() > end:
                raise


def run(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """Run all cells in the folder of the notebooks; return what they put out."""
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": NOTEBOOKS}}
    )
    with patch.object(AsyncZMQSocketChannel, "get_msg", _in_short_waits):
        client.execute()
    return [o for cell in notebook.cells if cell.cell_type == "code" for o in cell.outputs]
