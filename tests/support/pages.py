"""Pages of a report, made of a dataset and written nowhere."""

from __future__ import annotations

from typing import Any

from mjlab.dataset import Dataset
from mjlab.report.contents import contents_of
from mjlab.report.report import render

__all__ = ["page_of"]


def page_of(data: Dataset, *, player: str | None = None, **more: Any) -> str:
    return render(contents_of(data, player=player), player=player, **more)
