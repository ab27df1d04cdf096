"""Datasets: replayed games as tables, in memory or in a folder of Parquet files.

Start with :func:`make_dataset`, or with :meth:`Dataset.open` on a folder that ``mjlab import``
wrote. :func:`describe` tells what the columns mean; statistics are in :mod:`mjlab.stats`, the page
is made by :mod:`mjlab.report`.

Examples
--------
>>> from mjlab.stats import points_per_win
>>> from mjlab.logs import replay_all
>>> data = make_dataset(replay_all(["data/tziakcha"]))
>>> points_per_win(data, by="seat")[["seat", "n", "mean"]].round(2)
  seat  n   mean
0    E  3  18.00
1    S  2  13.00
2    W  7  13.43
3    N  5  16.40
"""

from mjlab.dataset.arrow import describe
from mjlab.dataset.dataset import Dataset, make_dataset

__all__ = ["Dataset", "describe", "make_dataset"]
