"""What chance deals: the shanten of thirteen random tiles."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["random_deals"]


def random_deals() -> pd.DataFrame:
    """Shanten of a hundred million random deals, to put beside those of games.

    Returns
    -------
    pandas.DataFrame
        How many deals have each shanten, 0 to 13, by the best of all forms (``best``) and by each
        form. Flowers make no difference, since they are replaced.

    Notes
    -----
    Made by ``tools/make_deal_shantens.py`` with a fixed seed. A share of a hundred million deals
    lies within 0.01 percentage points of the true one, 19 times in 20.

    Examples
    --------
    >>> deals = random_deals()
    >>> (deals["best"] / deals["best"].sum()).loc[2:4].round(4).tolist()
    [0.0988, 0.3961, 0.4211]
    """
    import pandas as pd

    with resources.files("mjlab.api.shanten").joinpath("deals.csv").open("rb") as file:
        table: pd.DataFrame = pd.read_csv(file, index_col="shanten")
    return table
