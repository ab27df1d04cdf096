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
# # From logs to findings 从牌谱到结论
#
# This notebook imports logs, looks at what is wrong with them, and asks the questions players ask: who
# wins, who deals in, which discard is dangerous. It goes on to show how such numbers deceive where
# there are few of them.
#
# Every sentence that draws a conclusion is written by the code below it, with the numbers it found.

# %%
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from IPython.display import Markdown, display

from mjlab import simulate, stats
from mjlab.charts import curves, figures
from mjlab.dataset import Dataset, describe
from mjlab.dataset.importing import import_logs
from mjlab.dataset.sql import query
from mjlab.logs.formats.native import native_line
from mjlab.report import write_report
from mjlab.stats.intervals import wilson

LOGS = Path("../data/tziakcha")
place = TemporaryDirectory()  # all that is written goes there
folder = Path(place.name)


def say(sentence):
    display(Markdown(sentence))


def percent(share):
    return f"{100 * share:.1f} %"


def at_left(frame, digits=3):
    """A frame with its text at the left and whole, numbers at the right."""
    text = frame.select_dtypes(exclude="number")
    styles = {name: [{"selector": "", "props": "text-align: left"}] for name in text}
    return frame.style.set_table_styles(styles).format(precision=digits, na_rep="–")


# %% [markdown]
# ## 1. Import 导入
#
# What ships with mjlab are a session of sixteen hands and one more hand, played by people on tziakcha
# 雀渣. An import replays every game by the rules, scores every win again and adds the games to a folder
# of Parquet files; in the shell it is `mjlab import LOGS --to DATASET`. So that there is something to
# complain about, a file is added that was cut off in the middle.

# %%
broken = folder / "cut_off.json"
broken.write_bytes((LOGS / "TZ-B01.json").read_bytes()[:900])
done = import_logs([LOGS, broken], folder / "played", workers=1)
played = Dataset.open(folder / "played")
say(
    f"Of {done.files} files {done.games} games came in: {played.games['replayed'].sum()} were "
    f"replayed, and {len(played.findings)} events or facts did not agree with the rules."
)
played

# %% [markdown]
# Nothing is dropped silently. What became no game stands in `problems` with its file, the place and the
# reason: here copies of games in other forms, files that hold no game, and the one that was cut off.

# %%
at_left(
    played.problems[["kind", "path", "place", "reason"]].assign(
        path=[Path(path).name for path in played.problems["path"]]
    )
)

# %%
named = {Path(path).name for path in played.problems["path"]}
assert broken.name in named
again = import_logs([LOGS, broken], folder / "played", workers=1)
say(f"Run again, the import knows its files by their content: {again.games} games are added.")

# %% [markdown]
# ## 2. The tables 数据表
#
# A **game** 盘 is one deal, a **session** the series of games of one table, a **hand** one player's part
# in one game. Every column has a sentence; these are the columns of `discards`:

# %%
at_left(describe("discards")).hide(axis=0)

# %%
at_left(played.table("wins", ["player", "seat", "hand", "turn", "waits", "total"]).head())

# %% [markdown]
# ## 3. A statistic and its interval 统计与置信区间
#
# Every statistic is a function of a dataset. It gives `k` cases out of `n`, and the interval in which the
# true share lies, at a confidence of 95 %, if the games are independent. The definition is printed below.

# %%
wins = stats.win_rate(played)
wins

# %%
widest = wins.loc[(wins["high"] - wins["low"]).idxmax()]
say(
    f"After {widest['n']} games the win rate of {widest['player']} may be anything from "
    f"{percent(widest['low'])} to {percent(widest['high'])}: one session tells who was lucky, "
    "not who is strong."
)

# %% [markdown]
# ## 4. More games
#
# Seventeen games answer hardly any question, and collections of thousands may not be passed on. From here
# on the games are **simulated**: legal games of twenty programs, of which some plan their hands, some
# hurry and some play at random. They say nothing about how people play. But here the truth is known
# (programs of one style are equally strong), and so one can see where statistics go wrong.

# %%
N_GAMES = 3200
with (folder / "simulated.jsonl").open("w", encoding="utf-8") as file:
    for record in simulate.records(N_GAMES, seed=4):
        file.write(native_line(record) + "\n")
done = import_logs([folder / "simulated.jsonl"], folder / "many", workers=1)
data = Dataset.open(folder / "many")
style = {player.name: player.style for player in simulate.default_players(20)}
assert done.games == N_GAMES
assert data.findings.empty
say(
    f"{done.games:,} games, {data.count('wins'):,} wins and {data.count('discards'):,} discards, all "
    f"replayed and scored: {len(data.problems)} problems."
)

# %% [markdown]
# ## 5. By seat and by player 座位与选手

# %%
by_seat = stats.win_rate(data, "seat")
figures.shares(by_seat.rename(columns={"seat": "label"}), title="Win rate by seat", unit="hands")

# %%
apart = stats.compare("win_rate", data, "seat=E", "seat=N")
say(
    f"East wins {percent(apart.value)} of its hands, North {percent(apart.other_value)}: the difference "
    f"lies between {100 * apart.low:+.1f} and {100 * apart.high:+.1f} percentage points. Were there none, "
    f"one at least as large would come about in {percent(apart.p)} of such samples (p = {apart.p:.3f})."
)

# %%
players = stats.player_summary(data)
at_left(players.assign(style=players["player"].map(style))[
    ["player", "style", "n_games", "win_rate", "win_low", "win_high", "deal_in_rate",
     "per_hand_mean", "per_hand_low", "per_hand_high"]
])  # fmt: skip

# %% [markdown]
# ## 6. Two groups compared 两组比较
#
# `compare` tells the difference with its interval, a test, and the size of the effect: with enough
# cases the smallest difference is significant, and only its size tells whether it matters.

# %%
of_style = {kind: [name for name, own in style.items() if own == kind] for kind in simulate.STYLES}
planners, gamblers = of_style["planning"], of_style["random"]
stats.compare("win_rate", data, {"player": planners}, {"player": gamblers})

# %%
both = stats.compare("points_per_hand", data, {"player": planners}, {"player": gamblers})
say(
    f"Planning is worth {both.difference:.1f} points a hand more than chance ({both.low:.1f} to "
    f"{both.high:.1f}), and the effect is {both.size} ({both.effect_name} {both.effect:.2f}): one "
    "hand says little about a player even where the difference is great."
)

# %% [markdown]
# ## 7. Pitfall: small samples 样本太小
#
# The win rate of one program, told after ever more of its games. The band is the interval.

# %%
one = planners[0]
won = data.table("hands", ["won"], where={"player": one})["won"].to_numpy()
games = np.arange(1, len(won) + 1)
bands = np.array([wilson(int(k), int(n)) for k, n in zip(won.cumsum(), games, strict=True)])
truth = stats.win_rate(data, None, where={"player": planners}).iloc[0]

figure, axes = plt.subplots(figsize=(7, 3.2))
axes.fill_between(games, 100 * bands[:, 0], 100 * bands[:, 1], alpha=0.25, label="95 % interval")
axes.plot(games, 100 * won.cumsum() / games, label=f"{one}, n = {len(won)} at the end")
axes.axhline(100 * truth["rate"], color="black", lw=1, ls="--",
             label=f"all of its style, n = {int(truth['n']):,}")  # fmt: skip
axes.set(xlabel="games", ylabel="win rate, %", xscale="log", ylim=(0, 100))
axes.legend(frameon=False)
plt.show()

# %%
counts = [len(won) // 16, len(won) // 4, len(won)]
widths = {n: bands[n - 1, 1] - bands[n - 1, 0] for n in counts}
say(
    "The interval is "
    + ", ".join(f"{100 * width:.0f} points wide after {n} games" for n, width in widths.items())
    + f": sixteen times the games make it {widths[counts[0]] / widths[counts[-1]]:.1f} times narrower."
)

# %% [markdown]
# ## 8. Pitfall: many questions 多重比较
#
# The programs that plan are all alike: whatever difference is found among them is chance. Compare each
# with each other one, in three respects.

# %%
ASKED = ("win_rate", "deal_in_rate", "points_per_hand")
p = np.sort([
    stats.compare(question, data, {"player": a}, {"player": b}).p
    for question in ASKED
    for a, b in combinations(planners, 2)
])  # fmt: skip
found, kept = int((p < 0.05).sum()), int((p < 0.05 / len(p)).sum())
say(
    f"Of {len(p)} comparisons among equals {found} come out below p = 0.05 (the smallest is {p[0]:.4f}), "
    f"where about {0.05 * len(p):.0f} are to be expected; with the limit divided by the number of "
    f"questions (Bonferroni) {kept} {'is' if kept == 1 else 'are'} left."
)

# %% [markdown]
# ## 9. Pitfall: selection 选择偏差
#
# Whoever was the best of many was also lucky. Take the best and the worst of the equals in the first
# half of the games, and look at the same two in the second half.

# %%
hands = data.table("hands", ["game", "player", "won"], where={"player": planners})
order = data.table("games", ["game"])["game"]
first_half = hands["game"].isin(order.iloc[: len(order) // 2])
halves = pd.DataFrame({
    "first half": hands[first_half].groupby("player")["won"].mean(),
    "second half": hands[~first_half].groupby("player")["won"].mean(),
}).dropna()  # fmt: skip
best, worst = halves["first half"].idxmax(), halves["first half"].idxmin()
before = halves.loc[best, "first half"] - halves.loc[worst, "first half"]
after = halves.loc[best, "second half"] - halves.loc[worst, "second half"]
say(
    f"{best} was {100 * before:.1f} points ahead of {worst} in the first half, and "
    f"{100 * after:+.1f} points in the second: "
    + ("the lead was mostly luck." if after < before else "this lead happened to last.")
)

# %% [markdown]
# The same trap stands in every table that is sorted by what came later. How many sets a hand laid aside
# is known at its end only: hands that came far had the time to claim, and hands that were won early had
# not. So its win rate says nothing of what a claim is worth. What is known when the hand begins is fairer
# ground.

# %%
by_melds = stats.win_rate(data, "n_melds", where={"player": planners})
by_deal = stats.win_rate(data, "deal_shanten", where={"player": planners})
display(by_melds.round(3))
display(by_deal.round(3))
enough = by_deal[by_deal["n"] >= 30]
say(
    f"Dealt shanten {enough['deal_shanten'].iloc[0]} the programs that plan win "
    f"{percent(enough['rate'].iloc[0])} of their hands (n = {enough['n'].iloc[0]:,}), dealt "
    f"{enough['deal_shanten'].iloc[-1]} they win {percent(enough['rate'].iloc[-1])} "
    f"(n = {enough['n'].iloc[-1]:,})."
)

# %% [markdown]
# ## 10. Dangerous discards 放铳
#
# Out of the discards of a kind, how many did somebody win on? Late in the game more hands are ready;
# a tile of which copies lie on the table fits fewer of them. The suits fall into classes by the rank, counted
# from the nearer end.

# %%
by_class = stats.danger(data).sort_values("rate", ascending=False)
worst_class, best_class = by_class.iloc[0], by_class.iloc[-1]
say(
    f"A discard of the class *{worst_class['tile_class']}* is "
    f"{worst_class['rate'] / best_class['rate']:.1f} times as dangerous as one of the class "
    f"*{best_class['tile_class']}*; "
    + (
        "their intervals do not meet."
        if worst_class["low"] > best_class["high"]
        else "but their intervals meet."
    )
)
at_left(by_class, digits=4).hide(axis=0)

# %%
curves.by_number(
    stats.danger(data, "turn", where="turn<=18"), "turn", title="Danger by turn", unit="discards",
    below="turn of the discarder",
)  # fmt: skip

# %%
early, late = (stats.danger(data, None, where=w) for w in ("turn<=6", "turn>=12"))
rates = [float(part["rate"].iloc[0]) for part in (early, late)]
say(
    f"Of the discards of the first six turns {percent(rates[0])} were won on (n = {early['n'].iloc[0]:,}), "
    f"from the twelfth turn on {percent(rates[1])} (n = {late['n'].iloc[0]:,})."
)

# %% [markdown]
# ## 11. Questions in SQL
#
# What no statistic answers, SQL does (`mjlab sql` in the shell): the tables are those of the dataset, to
# be read only.

# %%
frequent = query(
    data,
    """
    SELECT f.fan, count(*) AS wins, round(avg(w.turn), 1) AS turn, round(avg(w.total), 1) AS points
    FROM win_fans f JOIN wins w USING (game, seat)
    GROUP BY f.fan HAVING count(*) >= 100 ORDER BY wins DESC LIMIT 8
    """,
)
at_left(stats.add_fan_names(frequent).drop(columns="pinyin"), digits=1)

# %% [markdown]
# ## 12. The report 报告
#
# `write_report` (`mjlab report` in the shell) makes a page of all this, and writes tables as CSV beside it.

# %%
files = write_report(played, folder / "report", title="Sixteen hands and one", tables="small")
sizes = pd.Series({file.name: file.stat().st_size for file in files}, name="bytes")
say(f"The page {files[0].name} and {len(files) - 1} tables, {sizes.sum() / 1e6:.1f} MB.")
sizes.to_frame()

# %%
place.cleanup()
