"""A hand with two winners as PMN, and the same with other tags."""

import re

TWO_WINNERS = """\
[Event "An evening"]
[Date "2024.02.29"]
[Board "3"]
[PWind "E"]
[East "Ann"]
[South "Ben"]
[West "Cho"]
[North "Dan"]
[Deal "c111d3b2468w1234r1f c123456789d12bwr33f c99d99b99w1122r112f cd12b123456789wr22f"]
[Scoring "Duplicate MCR"]
[Starting "0 0 0 0"]
[Result "-50 42 -8 42"]
[Penalty "0 0 0 0"]
[Play "T0b5D0d3H1H3"]
[Fan "None 28/16/1.62/2/1 None 28/16/1.62/2/1"]
"""


def changed(**tags):
    """Change tags of the hand with two winners; None takes one out."""
    text = TWO_WINNERS
    for name, value in tags.items():
        line = "" if value is None else f'[{name} "{value}"]\n'
        text = re.sub(rf'\[{name} ".*"\]\n', lambda _, line=line: line, text)
    return text
