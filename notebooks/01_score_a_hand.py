# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Score a hand 算番
#
# A hand of Chinese Official mahjong wins with four sets and a pair (or one of a few special
# shapes) worth **at least eight fan**. This notebook scores hands step by step: how to write one
# down, what the score is made of, why some fan are *not* counted, and what changes when one
# circumstance of the win changes.
#
# Run the cells from top to bottom; change anything and run again.

# %%
import pandas as pd

import mjlab
from mjlab import Win, explain, score


def listed(result):
    """The fan that count, with their values, the highest first."""
    return ", ".join(
        f"{mjlab.fan(key).zh} {len(made) * result.rules.fan_value(key)}"
        for key, made in result.readings[0].by_value()
    )


def at_left(frame):
    """A frame with its text at the left, numbers at the right."""
    text = frame.select_dtypes(exclude="number")
    styles = {name: [{"selector": "", "props": "text-align: left"}] for name in text}
    return frame.style.set_table_styles(styles).format(na_rep="")


# %% [markdown]
# ## 1. Writing a hand down
#
# `m` characters 万, `p` dots 饼, `s` bamboo 条; honors are `z`: 1-4 are East, South, West, North,
# 5 white 白, 6 green 发, 7 red 中. Claimed sets stand in `[ ]`, a concealed kong in `{ }`, and the
# winning tile comes last, after a `+`.
#
# In the corner of a drawn tile stands its number, or a letter: `E S W N` for the winds `1z` to `4z`,
# `P F C` for white, green and red, `5z` to `7z`.

# %%
win = Win.parse("[234s][345s][456s]234m7z+7z", seat="S")
win

# %% [markdown]
# Other notations are read as well: `W1 B2 T3 F1 J1`, the letters `E S W N C F P` of helper apps,
# Chinese, Unicode.

# %%
Win.parse("[二三四条][三四五条][四五六条]二三四万中+中", seat="S") == win

# %% [markdown]
# A hand that cannot be is refused, and the message says where and why:

# %%
try:
    Win.parse("[234s][345s][456s]2345m7z+7z")
except mjlab.HandError as error:
    print(error)

# %% [markdown]
# ## 2. The score
#
# `score` finds every way to read the hand and keeps the best one.

# %%
result = score(win)
result

# %%
result.total, result.fans, result.legal_win

# %% [markdown]
# Who pays what? A win on a discard costs the discarder 8 and the points, the other two 8 each; a
# self-drawn win costs all three 8 and the points.

# %%
{
    "North gave the tile": result.payment(discarder="N"),
    "self-drawn": score(win, self_drawn=True).payment(),
}

# %% [markdown]
# ## 3. Why these fan and no others?
#
# `explain` shows the reading, the tiles that make each fan, and the fan that are there but may not
# be counted, with the principle that forbids it:
#
# * **不重复 non-repeat**: what a larger fan implies is not counted again;
# * **不拆移 non-separation**: sets once formed are not regrouped for another fan;
# * **套算一次 account-once**: once some sets are combined, each remaining set may be combined only
#   once, with one of these;
# * **不得相同 non-identical**: a set that made a fan with one set may not make the same with another;
# * **就高不就低 high versus low**: of several readings the best counts.
#
# Here a pure straight 清龙 takes three chows. The fourth may join one of them, once; the short
# straights and the terminal chows inside the pure straight are implied:

# %%
explain("[123m][456m][789m]123p5z+5z", seat="S")

# %% [markdown]
# The same in Chinese (`language="both"` gives both):

# %%
explain("[123m][456m][789m]123p5z+5z", seat="S", language="zh")

# %% [markdown]
# ## 4. One circumstance at a time
#
# The same tiles, won in different ways:

# %%
ready = "222m45678p333s99s+9p"
changes = {
    "on a discard": {},
    "self-drawn 自摸": {"self_drawn": True},
    "last tile of its kind 和绝张": {"last_of_kind": True},
    "last tile of the wall 妙手回春": {"self_drawn": True, "wall_last": True},
    "last discard 海底捞月": {"wall_last": True},
    "robbing the kong 抢杠和": {"robbing_kong": True},
    "with two flowers 花牌": {"flowers": 2},
}
rows = []
for name, circumstances in changes.items():
    changed = score(ready, **circumstances)
    legal = "yes" if changed.legal_win else "no"
    rows.append({"won": name, "total": changed.total, "legal": legal, "fan": listed(changed)})
at_left(pd.DataFrame(rows)).hide(axis=0)

# %% [markdown]
# Two flowers bring points but do not help to reach eight: `total` has them, `fan_total` does not.

# %%
flowers = score(ready, flowers=2)
flowers.total, flowers.fan_total, flowers.legal_win

# %% [markdown]
# Try it yourself: tick the circumstances and watch the explanation change. Combinations that no
# game can bring about are refused with the reason.

# %%
from ipywidgets import Checkbox, Dropdown, IntSlider, Text, interact


def show(hand, **circumstances):
    try:
        return explain(hand, **circumstances)
    except mjlab.MjlabError as error:
        print(error)


controls = interact(
    show,
    hand=Text("{1111z}12378m99p888s+9m", continuous_update=False),
    language=Dropdown(options=["en", "zh", "both"]),
    seat=Dropdown(options="ESWN"),
    round=Dropdown(options="ESWN"),
    self_drawn=Checkbox(False),
    last_of_kind=Checkbox(False),
    wall_last=Checkbox(False),
    kong_replacement=Checkbox(False),
    robbing_kong=Checkbox(False),
    flowers=IntSlider(0, 0, 8),
)

# %% [markdown]
# ## 5. Several readings
#
# 222333444 is three pungs or three chows, never both. Here a discard completes the third pung, which
# is then not concealed, and the chows are worth more, by one fan; self-drawn the pungs are, by far.
# The other reading is shown last.

# %%
chows_or_pungs = "234m2223334466s+4s"
explain(chows_or_pungs, seat="S")

# %%
explain(chows_or_pungs, seat="S", self_drawn=True)

# %% [markdown]
# ## 6. The wait
#
# 边张, 坎张 and 单钓将 count only if no other tile would have completed the hand, in *any* shape,
# and even if all copies of that other tile are gone. Here 8s completes four sets and a pair, but 9s
# would have completed seven pairs, so there is no closed wait 坎张:

# %%
explain("445566m2277779s+8s")

# %% [markdown]
# ## 7. The same hand under other rulesets
#
# Authorities differ on some values and rulings; each ruling is a named switch of a ruleset.

# %%
kongs = "{1111s}[2222m]456m567p8s+8s"
rows = []
for name in ("mcr1998", "mcr1998_online", "mcr2006", "mcr2014"):
    other = score(kongs, ruleset=name, seat="S")
    legal = "yes" if other.legal_win else "no"
    rows.append({"ruleset": name, "total": other.total, "legal": legal, "fan": listed(other)})
at_left(pd.DataFrame(rows)).hide(axis=0)

# %% [markdown]
# ## 8. Many hands at once
#
# `score_batch` scores a list of hands, or a batch of arrays, in compiled code. A hand that cannot
# be read spoils no other: it gets a status and a reason.

# %%
hands = [
    "19m19p19s1234567z+1z",
    "1112345678999m+5m",
    "1122334455667m+7m",
    "147m258p369s1122z+2z",
    "123m456p789s1122z+3z",
    "11111m222m333m44p+4p",
]
at_left(mjlab.score_batch(hands).to_frame())

# %% [markdown]
# ## Over to you
#
# 1. Change the hand in section 3 so that the fourth chow joins the straight as a 一般高.
# 2. Find a hand whose total is exactly eight without flowers.
# 3. In section 4, which circumstances exclude each other? Tick the boxes and read what is said.
