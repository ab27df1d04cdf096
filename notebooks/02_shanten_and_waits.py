# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Shanten and waits 向听与听牌
#
# How far is a hand from winning, which tiles bring it closer, and what should go? This notebook
# teaches the three numbers behind every discard, goes through the classical wait patterns, and then
# lets a million hands play to see how fast they become ready.

# %%
import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import HTML, display
from rich.progress import track

from mjlab import (
    FORMS,
    Hand,
    discards,
    discards_batch,
    format_tiles,
    shanten,
    shanten_batch,
    useful,
    waits,
    waits_batch,
)
from mjlab.draw import svg

# %% [markdown]
# ## 1. Shanten 向听数
#
# The **shanten** of a hand is the number of useful tiles it needs to be ready: 0 is ready 听牌, -1 is
# complete. A hand of Chinese Official mahjong may become complete in five forms: four sets and a
# pair, seven pairs 七对, thirteen orphans 十三幺, honors and knitted tiles 全不靠 / 七星不靠, and a
# knitted straight 组合龙 with a set and a pair. The hand is as close as its closest form.

# %%
hand = Hand.parse("199m258p147s1257z")
display(hand)
print(shanten(hand))
shanten(hand).by_form

# %% [markdown]
# As a hand of sets it needs seven tiles to be ready; as honors and knitted tiles only two. Eight is as
# bad as sets can be: no two tiles that belong together, and no pair.

# %%
shanten("19m258p147s12567z").by_form

# %% [markdown]
# Four of a kind count as two pairs here, so seven pairs may be nearer than it looks:

# %%
print(shanten("5566m233799p4444z"))
shanten("5566m233799p4444z").by_form

# %% [markdown]
# ## 2. Waits 听牌
#
# A ready hand waits for tiles. Two questions must be kept apart:
#
# * **live waits**: which tiles can still come? A tile of which you hold all four cannot.
# * **waits by shape**: which tiles would complete the hand, were there a copy? The fan 边张, 坎张 and
#   单钓将 are given only if there is just one by *shape*.
#
# Here 4m would complete the hand as well, but all four stand in it: one live wait, two by shape,
# and therefore no single wait 单钓将 on 1m.

# %%
found = waits("1234444678m456p")
print("live:    ", format_tiles(found.live))
print("by shape:", format_tiles(found.by_shape))
found.left

# %% [markdown]
# ## 3. The wait patterns
#
# The classical patterns: the tiles that matter, beside finished sets (here laid aside). Cover the
# right column and try to name the waits before you look.

# %%
PATTERNS = """
Four sets and a single tile 四组单张
s1  [111m][555m][999m][333p]7z   a lone tile waits for itself
s2  [111m][555m][999m]2345s      beside a chow: either end may be the pair
s3  [111m][555m][999m]2234s      equal to its first tile: pair 22 beside 34
s3b [111m][555m][999m]2344s      equal to its last tile: pair 44 beside 23
s4  [111m][555m][999m]2334s      equal to its middle tile: the gap 2-4 is filled by 3 alone
Three sets and two pairs 三组两对
p1  [111m][555m][999m]22z77z     either pair becomes a pung
p2  [111m][555m]22234s77z        a pair equal to the first tile of a chow
p2b [111m][555m]23444s77z        a pair equal to its last tile
p3  [111m][555m]2223444s         pairs at both ends: five tiles
p4  [111m][555m]23334s77z        a pair equal to its middle tile
p5  [111m][555m]2333444s         pairs at the middle and the end
p5b [111m][555m]2223334s         the mirror
A pair and two neighbours 一对两顺数
t1  [111s][555s][999s]99p23m     open at both ends
t2  [111s][555s][999s]99p12m     edge: only the 3
t3  [111s][555s][999s]99p89m     edge: only the 7
A pair and a gap 一对卡张
g1  [111s][555s][999s]99p24m     two even tiles wait for the odd one
g2  [111s][555s][999s]99p13m     two odd tiles wait for the even one
A pair and five in a row 一对五顺
f1  [111s][555s]99p23456m        three tiles
f2  [111s][555s]99p12345m        at the end of the row: two
f3  [111s][555s]99p56789m        the mirror
A pung with a neighbour 三刻带一单张
k1  [111s][555s][999s]5554m      three tiles
k2  [111s][555s][999s]5556m      the mirror
k3  [111s][555s][999s]5557m      a gap: two tiles
k4  [111s][555s][999s]1112m      at the end: two tiles
Subtleties of the wait fan 单钓、边张、坎张判别
e1  [111m][555m][999m]5557s      6s is no closed wait, 7s no single wait
e2  [111s][555m][999m]1234s      1s is gone, yet takes the single wait from 4s
e3  22334455p77779s              9s would be seven pairs: 8s is no closed wait
"""


def cell(picture):
    """A picture in a cell wide enough for it, so that all tiles are drawn in one size."""
    width = re.search(r'width="([\d.]+)"', picture)[1]
    return f'<td style="min-width:{width}px">{picture}</td>'


rows = []
for line in PATTERNS.strip().splitlines():
    if "  " not in line:
        rows.append(f'<tr><th colspan="4" style="text-align:left">{line}</th></tr>')
        continue
    name, text, remark = line.split(maxsplit=2)
    wait = waits(text)
    gone = [t for t in wait.by_shape if not wait.left[t]]
    drawn, tiles = (Hand.parse(text).draw(height=34), svg.tiles(wait.by_shape, height=34))
    note = f"{remark} ({format_tiles(gone)} has no copy left)" if gone else remark
    rows.append(
        f'<tr><td>{name}</td>{cell(drawn)}{cell(tiles)}<td style="text-align:left">{note}</td></tr>'
    )
HTML("<table>" + "".join(rows) + "</table>")

# %% [markdown]
# ## 4. Useful tiles and discards 进张与弃牌
#
# The **useful tiles** 进张 of a hand lower its shanten. Of two discards with the same shanten the one
# that leaves more useful tiles is usually better. `discards` is the table players know: one row for
# each discard, best first. `visible` are the tiles you see on the table beside your own.

# %%
useful("123m456p78s11223z", visible="1z22s9s")

# %%
fourteen = Hand.parse("345m67p233567s66z1z")
display(fourteen)
discards(fourteen, visible="8p8p")

# %% [markdown]
# The special forms change the picture. As a hand of sets these fourteen tiles are hopeless; the
# knitted straight 组合龙, worth twelve fan by itself, and 全不靠 are near, and ask for other discards:

# %%
knitted = "147m25p369s88s127z9p"
best, sets = discards(knitted), discards(knitted, form="regular")
display(Hand.parse(knitted), best)
print("as sets only, the best discard would leave shanten", sets.best.shanten)

# %% [markdown]
# How often is a special form the closest one? Two hundred thousand random deals tell. The five forms
# overlap: several may be equally close.

# %%
rng = np.random.default_rng(2024)
WALL = np.repeat(np.arange(34, dtype=np.uint8), 4)


def deal(n, tiles):
    """Counts of the first 13 tiles, and the tiles that follow, of n shuffled walls."""
    walls = rng.permuted(np.broadcast_to(WALL, (n, 136)), axis=1)[:, : 13 + tiles]
    counts = np.zeros((n, 34), np.uint8)
    np.add.at(counts, (np.arange(n)[:, None], walls[:, :13]), 1)
    return counts, walls[:, 13:]


counts, _ = deal(200_000, 0)
by_form = shanten_batch(counts, form="all", threads=2)
closest = by_form == by_form.min(axis=1, keepdims=True)
alone = closest & (closest.sum(axis=1, keepdims=True) == 1)
pd.DataFrame(
    {
        "mean shanten": by_form.mean(axis=0),
        "among the closest": closest.mean(axis=0),
        "closest alone": alone.mean(axis=0),
    },
    index=list(FORMS),
).round(3)

# %% [markdown]
# ## 5. A million hands
#
# One million hands draw eighteen tiles each, alone at the table, without claims. After each draw
# they discard for the lowest shanten, then for the most useful tiles left beside their own; what was
# discarded before is forgotten. That is not good mahjong (nobody looks at fan), but it shows how far
# luck alone carries a hand.

# %%
HANDS, DRAWS, CHUNK = 1_000_000, 18, 50_000
FORM = "best"  # the form a hand is played for: the closest of all, or one of FORMS
LEVELS = np.arange(-1, 14)  # shanten: complete is -1; thirteen orphans may be 13 away
levels = np.zeros((DRAWS + 1, len(LEVELS)), np.int64)  # hands at each level after each draw
kinds_of_wait = np.zeros(20, np.int64)  # hands by the number of kinds waited for when first ready
tiles_of_wait = np.zeros(60, np.int64)


def note_ready(hands):
    """Count the waits of hands that have just become ready."""
    live = waits_batch(hands, form=FORM, threads=2).live
    bits = live[:, None] >> np.arange(34) & 1
    kinds_of_wait[:] += np.bincount(bits.sum(axis=1), minlength=20)
    tiles_of_wait[:] += np.bincount((bits * (4 - hands)).sum(axis=1), minlength=60)


for begun in track(range(0, HANDS, CHUNK), description="playing"):
    hands, draws = deal(min(CHUNK, HANDS - begun), DRAWS)
    row = np.arange(len(hands))
    now = shanten_batch(hands, form=FORM, threads=2)
    levels[0] += np.bincount(now + 1, minlength=len(LEVELS))
    note_ready(hands[now == 0])
    playing = now >= 0
    for turn in range(DRAWS):
        active = row[playing]
        hands[active, draws[active, turn]] += 1
        found = discards_batch(hands[active], form=FORM, threads=2)
        worse = found.shanten.astype(np.int64) * 256 + 255 - found.live
        slot = worse.argmin(axis=1)
        before = now[active]
        drawn = shanten_batch(hands[active], form=FORM, threads=2)
        won = active[drawn == -1]
        kept = drawn != -1
        hands[active[kept], found.tile[kept, slot[kept]]] -= 1
        now[active[kept]] = found.shanten[kept, slot[kept]]
        now[won] = -1
        playing[won] = False
        note_ready(hands[active[kept & (before > 0) & (now[active] == 0)]])
        levels[turn + 1] += np.bincount(now + 1, minlength=len(LEVELS))
assert (levels.sum(axis=1) == HANDS).all()

# %% [markdown]
# How shanten falls. Each band is the share of hands at one shanten. With a million hands the 95 %
# interval of any share here is narrower than ±0.1 %, thinner than the lines.

# %%
share = levels / HANDS
figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4.5))
names = ["complete", "ready", *(f"{s}-shanten" for s in LEVELS[2:])]
there = levels.sum(axis=0) > 0  # no hand is further away than the last of these
colours = plt.cm.viridis(np.linspace(0, 1, there.sum()))
bands = left.stackplot(range(DRAWS + 1), share.T[there], colors=colours)
left.set(
    xlim=(0, DRAWS),
    ylim=(0, 1),
    xlabel="tiles drawn",
    ylabel="share of hands",
    title=f"Shanten after each draw (n = {HANDS:,} hands)",
)
shown = [name for name, any_hand in zip(names, there, strict=True) if any_hand]
left.legend(bands[::-1], shown[::-1], loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
mean = (share * LEVELS).sum(axis=1)
right.plot(range(DRAWS + 1), mean, marker="o")
right.set(
    xlabel="tiles drawn",
    ylabel="mean shanten (complete = -1)",
    title=f"Mean shanten (n = {HANDS:,} hands)",
    xticks=range(0, DRAWS + 1, 3),
)
right.grid(alpha=0.3)
figure.tight_layout()

# %%
told = np.arange(0, DRAWS + 1, 6)
pd.DataFrame(
    {
        "drawn": told,
        "ready or complete": share[told, :2].sum(axis=1),
        "complete": share[told, 0],
        "mean shanten": mean[told],
    }
).round(4)

# %% [markdown]
# ## 6. How wide are ready hands?
#
# When a hand first becomes ready, for how many kinds of tiles does it wait, and for how many tiles? The
# last bar of each figure takes all that are wider; the table below tells them one by one, up to the
# thirteen kinds that only 十三幺 can wait for.

# %%
ready = kinds_of_wait.sum()
kinds = pd.DataFrame({"hands": kinds_of_wait, "share": kinds_of_wait / ready})
kinds.index.name = "kinds waited for"


def bars(axes, hands, last, **labels):
    """Shares from the narrowest wait there is, and one bar for `last` or more."""
    first = (hands > 0).argmax()
    shares = np.append(hands[first:last], hands[last:].sum()) / hands.sum()
    drawn = axes.bar([*map(str, range(first, last)), f"{last}+"], shares)
    axes.bar_label(drawn, fmt="{:.1%}", fontsize=8)
    axes.set(ylabel="share of ready hands", **labels)
    axes.yaxis.set_major_formatter("{x:.0%}")


figure, (left, right) = plt.subplots(1, 2, figsize=(12, 4))
bars(
    left,
    kinds_of_wait,
    4,
    xlabel="live kinds waited for",
    title=f"Waits when first ready (n = {ready:,})",
)
bars(
    right,
    tiles_of_wait,
    12,
    xlabel="tiles waited for (beside one's own)",
    title=f"Tiles waited for (n = {ready:,})",
)
figure.tight_layout()
kinds[kinds["hands"] > 0].round(4)

# %% [markdown]
# ## Over to you
#
# 1. In section 3, make `f1` wait for four kinds of tiles by changing the pair.
# 2. Does a hand that keeps only sets in mind become ready later? Set `FORM = "regular"` in section 5.
# 3. Find a ready hand with nine live waits (hint: one suit).
