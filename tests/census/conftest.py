from __future__ import annotations

import pytest

from mjlab import census


@pytest.fixture(scope="session")
def self_drawn():
    return census.run()


@pytest.fixture(scope="session")
def by_discard():
    return census.run(self_drawn=False)


@pytest.fixture(scope="session")
def melded():
    """Self-drawn, with 0 to 4 claimed sets."""
    return [census.run(melds=n) for n in range(5)]
