"""What is asked has to be a dataset: anything else is refused, with the way to one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from mjlab.errors import MjlabError
from mjlab.frames.dataset import Dataset

__all__ = ["check_dataset"]


def check_dataset(given: Any) -> None:
    """Refuse what is no dataset.

    Parameters
    ----------
    given : object
        What was given for one.

    Raises
    ------
    MjlabError
        If it is none; the hint tells how to make one of it.

    Examples
    --------
    >>> check_dataset("data/tziakcha")
    Traceback (most recent call last):
        ...
    mjlab.errors.MjlabError: a Dataset is wanted, 'data/tziakcha' is a path
      hint: make_dataset(replay_all(['data/tziakcha'])), of mjlab.frames and mjlab.logs
    """
    if isinstance(given, Dataset):
        return
    what = f"this is of type {type(given).__name__}"
    hint = "Dataset.open('dataset'), or make_dataset(replay_all(['logs']))"
    if isinstance(given, str | Path):
        path = str(given)
        what = f"{path!r} is a path"
        hint = f"make_dataset(replay_all([{path!r}])), of mjlab.frames and mjlab.logs"
        if Dataset.is_at(given) or not Path(path).exists():
            hint = f"Dataset.open({path!r}), of mjlab.frames"
    elif isinstance(given, pd.DataFrame):
        what, hint = "this is a table", "the dataset itself: data, not data.hands"
    raise MjlabError(f"a Dataset is wanted, {what}", hint=hint)
