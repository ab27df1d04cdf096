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
# # Every hand 每一副和牌
#
# How often does a fan occur? A log of games gives an estimate; here every complete hand there is gets
# scored with every tile that may have won it, and the answer is exact. The same numbers, fan by fan,
# stand in [the reference of all fan](../docs/fans.md), and [the census](../docs/census.md) tells how they
# are counted and checked.
#
# Sentences with numbers of a census are written by the code above them, with what it found; what the text
# around them says in words was true of the rules `mcr1998_online`.

# %%
from pathlib import Path

import numpy as np
import pandas as pd
from IPython.display import HTML, Markdown, display
from rich.progress import track

from mjlab import MjlabError, Win, census, fan, score, stats
from mjlab.api.shanten.forms import FORMS_ZH
from mjlab.census.absent import censuses_with
from mjlab.charts.canvas import chart_of, finish
from mjlab.charts.census import COLOURS, Series, fan_dots, partner_map, total_lines
from mjlab.common.wording import exact_percent, one_in
from mjlab.dataset import make_dataset
from mjlab.logs import replay_all
from mjlab.stats.intervals import wilson

LEFT = [{"selector": "", "props": "text-align: left"}]  # of a column of text


def say(sentence):
    display(Markdown(sentence))


# %% [markdown]
# ## 1. What is counted
#
# A **hand** is fourteen tiles that are complete, in any of the five forms. A **win** is a hand with one
# of its kinds of tile as the last: the wait, and with it the score, depends on which tile came last. (What
# counts wins is called `pairs` in the code: pairs of a hand and a winning tile.) And since there are four
# copies of each kind, some hands are likelier than others: the **physical** count tells the copies apart.
# Take the smallest example, 十三幺 Thirteen Orphans, where all can be checked by head: thirteen hands, one
# for each kind that is doubled; thirteen winning tiles for each; and $\binom{4}{2}\cdot 4^{12}$ ways to
# take the tiles of each.

# %%
for where in track(
    ["forms=thirteen_orphans only=19m19p19s1234567z"],
    description="the first census of all compiles, some 15 seconds",
):
    orphans = census.run(where=where)
assert orphans.physical_hands == 13 * 6 * 4**12
say(
    f"十三幺: {orphans.hands} hands, {orphans.pairs} wins, {orphans.physical_hands:,} physical hands, "
    f"{orphans.physical_pairs:,} physical wins (each of the fourteen tiles may come last)."
)

# %% [markdown]
# Now all hands, without claimed sets and with one to four claimed from others, self-drawn 自摸 and by
# discard 点和. The player sits South in the East round, so that the pung of the seat and of the round are
# two things. Kongs, flowers and what depends on the course of play (杠上开花, 海底捞月, ...) are not
# counted.

# %%
KINDS = [(melds, drawn) for drawn in (True, False) for melds in range(5)]
found = {}
for melds, drawn in track(KINDS, description="every hand"):
    found[melds, drawn] = census.run(melds=melds, self_drawn=drawn, seat="S", round="E", threads=2)
own, given = found[0, True], found[0, False]

say(
    f"There are **{own.hands:,}** complete concealed hands and **{own.pairs:,}** wins with them, "
    f"{own.physical_pairs:,} if the copies are told apart."
)
reach_own, reach_given = (one.physical_at_least(8) / one.physical_pairs for one in (own, given))
say(
    f"Of the physical wins **{reach_own:.1%}** reach eight fan if the last tile is drawn, and "
    f"**{reach_given:.1%}** if it is discarded."
)

# %% [markdown]
# ## 2. What "every hand, equally likely" means
#
# The shares below answer one question: *fourteen tiles are taken at random, and they happen to be a
# complete hand; what does it score?* They say how rare a pattern is **among the tiles**. They do not say
#
# * how often you will see it: players choose. They keep what fits together, give up what does not, claim
#   sets, and stop short of hands that are worth less than eight;
# * how likely a hand is to get there from thirteen tiles: that is a matter of draws and discards.
#
# The forms show it best. Among the tiles seven pairs are common, since any seven kinds will do, while four
# sets ask for much more. At the table a pair cannot be claimed, unless it is the last.

# %%
logs = make_dataset(replay_all(sorted(Path("../data/tziakcha").glob("TZ-???.json"))))
wins = [Win.parse(hand) for hand in logs.wins["hand"]]
n = len(wins)
claimed = np.array([sum(not meld.is_concealed for meld in win.melds) for win in wins])
forms = given.forms()
shown = forms.set_index("form").rename(index=lambda form: f"{FORMS_ZH[form]} {form}")
shown.columns = [name.replace("_", " ").replace("pairs", "wins") for name in shown]
shares = [name for name in shown if name.endswith("share")]
heads = [{"selector": "th.row_heading", "props": "text-align: left"}]
display(shown.style.format("{:,}").format(exact_percent, subset=shares).set_table_styles(heads))

reaching = forms.set_index("form")["legal_physical_pairs"]
pairs_share = reaching["seven_pairs"] / reaching.sum()
concealed, seven = int((claimed == 0).sum()), int((logs.win_fans["fan"] == "seven_pairs").sum())
low, high = wilson(seven, concealed)
few = "too few to tell how players differ"
say(
    f"Seven pairs are **{pairs_share:.0%}** of the concealed hands that reach eight by discard, by the tiles "
    f"alone; in the logs they are {seven} of {concealed} concealed wins (95 % interval {low:.0%} to "
    f"{high:.0%}): {few if low <= pairs_share <= high else 'the players differ from the tiles'}."
)

# %% [markdown]
# ## 3. The fan table 番种表
#
# Exact shares beside those of the logs. The logs are few, and their intervals (Wilson, 95 %) wide; of one
# table as they are, the wins are no independent sample, and the truth may lie further off still. To
# compare like with like, the column *as in the logs* takes only hands that reach eight, and mixes the ten
# censuses as the wins of the logs are mixed: so many with two claimed sets on a discard, and so on. What
# is left between it and the logs is what players do, and chance. A dash stands where the census cannot
# count (kongs, flowers, the course of play), *never* where it counted and found none.

# %%
mix = pd.Series(list(zip(claimed, logs.wins["self_drawn"].astype(bool), strict=True)))
mix = mix.value_counts(normalize=True)
tables = {kind: one.fan_table().set_index("fan") for kind, one in found.items()}
in_logs = stats.fan_frequency(logs, absent=True).set_index("fan")
legal = {
    kind: tables[kind]["legal_physical_pairs"] / found[kind].physical_at_least(8) for kind in KINDS
}
expected = sum(share * legal[kind] for kind, share in mix.items())

exact = tables[0, True]
fans = pd.DataFrame(
    {
        "zh": exact["zh"],
        "en": exact["en"],
        "value": exact["value"],
        "wins": exact["pairs"],
        "self-drawn": exact["share"],
        "one in": exact["one_in"].fillna(np.inf),
        "by discard": tables[0, False]["share"],
        "discard, one in": tables[0, False]["one_in"].fillna(np.inf),
        "as in the logs": expected,
        "logs k": in_logs["k"],
        "logs": in_logs["rate"],
        "low": in_logs["low"],
        "high": in_logs["high"],
    }
).loc[exact.index]
uncounted = [not censuses_with(key) for key in fans.index]
shares = ["self-drawn", "by discard", "as in the logs"]
odds = ["one in", "discard, one in"]
fans.loc[uncounted, [*shares, *odds, "wins"]] = np.nan


def written(number, how):
    """A number of the census; none is "never", and none asked for a dash."""
    if number != number:
        return "–"
    return how(number) if 0 < number < np.inf else "never"


formats = {name: lambda share: written(share, exact_percent) for name in shares}
formats |= {name: lambda number: written(number, one_in) for name in odds}
formats |= {"wins": lambda wins: written(wins, "{:,.0f}".format)}
formats |= dict.fromkeys(["logs", "low", "high"], "{:.0%}")
by_value = fans.sort_values("value", ascending=False, kind="stable")
styled = by_value.style.format(formats, na_rep="–").hide(axis=0)
styled.set_table_styles({"zh": LEFT, "en": LEFT})

# %%
never = fans[~(fans["self-drawn"] > 0)]
rarest = fans[fans["self-drawn"] > 0].nsmallest(1, "self-drawn").iloc[0]
say(
    f"{len(fans) - len(never)} fan count in concealed self-drawn hands; the rarest is {rarest['zh']} "
    f"{rarest['en']}, one in {rarest['one in']:,.0f}."
)
tested = fans[fans["as in the logs"] >= 0.05]  # chosen by the census alone, not by the logs
inside = tested["as in the logs"].between(tested["low"], tested["high"])
outside = ", ".join(
    f"{row['zh']} {row['en']} ({row['logs k']} of {n}, {row['as in the logs']:.0%} expected)"
    for row in tested[~inside].to_dict("records")
)
say(
    f"Of the {len(tested)} fan that the mixed census expects in at least one win of twenty, "
    f"{inside.sum()} lie in the interval of the logs (n = {n} wins), outside: {outside or 'none'}; one in "
    f"twenty would lie outside by chance alone."
)

# %% [markdown]
# Values that the rules call equal are not equally hard. On a logarithmic scale, one step of the grid is a
# factor of ten:


# %%
def series(label, table, one, column="share"):
    """One census as a series of a figure."""
    shown = table[table["pairs"] > 0].reset_index()
    return Series(label, one.pairs, "wins, exact", shown.assign(share=shown[column]))


seen = in_logs[in_logs["k"] > 0].reset_index().rename(columns={"rate": "share"})
seen = seen[seen["fan"] != "flower_tiles"]  # no fan of the hand
fan_dots(
    [
        series("concealed, self-drawn", exact, own),
        series("concealed, by discard", tables[0, False], given),
        Series("logs", n, "wins", seen),
    ],
    title="How often each fan counts",
    below="share of physical wins, or of the wins of the logs",
)

# %%
of_value = exact[exact["pairs"] > 0].groupby("value")["share"].agg(["min", "max", "size"])
spread = (of_value["max"] / of_value["min"])[of_value["size"] > 1]
widest = spread.idxmax()
some = exact[(exact["value"] == widest) & (exact["pairs"] > 0)].sort_values("share")
say(
    f"Among fan of equal value the odds differ most at {widest} fan: {some['zh'].iloc[-1]} "
    f"{some['en'].iloc[-1]} is {spread[widest]:,.0f} times as frequent as {some['zh'].iloc[0]} "
    f"{some['en'].iloc[0]}."
)

# %% [markdown]
# ## 4. Totals 番数
#
# The hump to the left is the hand with nothing in it; those at 24 and above are the special forms, which
# bring their value with them.

# %%
total_lines(
    [
        Series("concealed, self-drawn", own.pairs, "wins, exact", own.totals()),
        Series("concealed, by discard", given.pairs, "wins, exact", given.totals()),
    ],
    title="Totals of all concealed hands",
)


# %%
def median(table):
    """The total that half of the physical wins reach."""
    return int(table.loc[table["share_at_least"] >= 0.5, "total"].max())


say(
    f"Half of the concealed hands score {median(own.totals())} or more self-drawn, and "
    f"{median(given.totals())} or more by discard; a self-draw brings 不求人 (4) where a discard brings "
    f"门前清 (2), and many a hand lies just below eight."
)
beyond = own.physical_at_least(88) / own.physical_pairs
say(f"One self-drawn hand in {1 / beyond:,.0f} reaches 88; the median win of the {n} in the logs has "
    f"{logs.wins['fan_total'].median():g} fan, without flowers.")  # fmt: skip

# %% [markdown]
# ## 5. What reaches eight 起和
#
# Of the hands with a small fan, how many reach eight altogether? A dot far to the right is a fan that
# comes with others. Here and in section 7 concealed and claimed hands are compared, so only hands of four
# sets and a pair are counted: seven pairs always reach eight, can have no claimed set, and would lift every
# fan that goes with them.

# %%
COMPARED = {
    "concealed, self-drawn": (0, True),
    "concealed, by discard": (0, False),
    "two claimed sets, by discard": (2, False),
}
sets = {
    label: census.run(
        where="forms=regular", melds=melds, self_drawn=drawn, seat="S", round="E", threads=2
    )
    for label, (melds, drawn) in COMPARED.items()
}
of_sets = {label: one.fan_table().set_index("fan") for label, one in sets.items()}
small = [key for key in exact.index if exact.loc[key, "value"] < 8]
fan_dots(
    [series(label, of_sets[label].loc[small], sets[label], "legal_share") for label in COMPARED],
    title="Of the hands with a small fan, those that reach eight",
    below="share of the physical wins with the fan, four sets and a pair",
    scale="linear",
)

# %%
short = of_sets["concealed, by discard"].loc[small]
short = short[short["pairs"] > 0].sort_values("legal_share")
low, high = short.iloc[0], short[short["legal_share"] < 1].iloc[-1]
say(
    f"Concealed and by discard, {low['zh']} {low['en']} is in the worst company, {low['legal_share']:.0%} "
    f"of its hands reach eight; of the fan that do not ensure it {high['zh']} {high['en']} is in the "
    f"best, {high['legal_share']:.0%}."
)

# %% [markdown]
# The most frequent lists of fan that win by discard:

# %%
often = given.commonest(300)
often = often[often["total"] >= 8].head(10)
styled = often[["total", "fans", "fans_en", "share", "hand"]].style.format({"share": "{:.2%}"})
display(styled.set_table_styles(dict.fromkeys(["fans", "fans_en", "hand"], LEFT)))
say(
    f"The ten most frequent lists that reach eight make up {often['share'].sum() / reach_given:.0%} of "
    f"all hands that do; {often['fans'].iloc[0]} is the first."
)

# %% [markdown]
# ## 6. Which fan stand beside which 搭配
#
# Read a row: of the hands with the fan at the left, how many have the one below? White means never.

# %%
together = own.cooccurrence().to_numpy()
alone = together.diagonal()
there = np.flatnonzero(alone)
keys = exact.index[there]
beside = together[np.ix_(there, there)] / alone[there, None]
partner_map(
    keys,
    beside,
    n=own.pairs,
    unit="wins, exact",
    title="Fan and their partners, concealed, self-drawn",
)

# %%
half = np.triu_indices(len(there), 1)
apart = (beside[half] == 0).sum()
say(
    f"{len(there)} fan count in concealed self-drawn hands. Of the {len(half[0]):,} couples that can be "
    f"made of these, {apart:,} ({apart / len(half[0]):.0%}) never count in one hand: they exclude or imply "
    f"each other, or no tiles can make both."
)
lift = beside / (alone[there] / own.physical_pairs)
trusted = np.where((together[np.ix_(there, there)] / own.physical_pairs > 1e-4), lift, 0)
np.fill_diagonal(trusted, 0)
one, other = (fan(keys[i]) for i in np.unravel_index(trusted.argmax(), trusted.shape))
say(
    f"Among couples in at least one hand of ten thousand, {one} and {other} attract each other most: "
    f"together they are {trusted.max():,.1f} times as frequent as if they were independent."
)

# %% [markdown]
# ## 7. Claimed or concealed? 副露与门清
#
# A claim brings the hand forward, and takes fan away. How much? The same count for hands with sets
# claimed from others; each complete hand with so many claimed sets is equally likely here. The dashed
# lines are the fair comparison: 七对, 全不靠, 七星不靠 and 十三幺 always reach eight and cannot have claimed
# sets, so that without claims all forms together stand higher than four sets and a pair, whatever a claim
# may cost.

# %%
reach = pd.DataFrame(
    [
        (melds, "self-drawn" if drawn else "by discard",
         one.physical_at_least(8) / one.physical_pairs,
         one.forms().set_index("form").loc["regular", "legal_share"])
        for (melds, drawn), one in found.items()
    ],
    columns=["claimed sets", "last tile", "any form", "four sets and a pair"],
)  # fmt: skip
colours = {"self-drawn": COLOURS[0], "by discard": COLOURS[1]}  # as in the figures above
LINES = {"any form": "-", "four sets and a pair": "--"}
chart, axes = chart_of(3.6)
for last, rows in reach.groupby("last tile", sort=False):
    for form, line in LINES.items():
        axes.plot(rows["claimed sets"], rows[form], line, marker="o", color=colours[last],
                  markerfacecolor=colours[last] if line == "-" else "white",
                  label=f"{last}, {form}")  # fmt: skip
axes.set(ylabel="share of physical wins", ylim=(0, 1), xticks=range(5))
axes.yaxis.set_major_formatter("{x:.0%}")
axes.grid(alpha=0.3)
axes.legend()
counted = sum(one.pairs for (_, drawn), one in found.items() if drawn)
finish(axes, f"Hands that reach eight (n = {counted:,} wins each, exact)", "claimed sets")
display(chart)
reach.pivot_table(index="claimed sets", columns="last tile", values=list(LINES), sort=False).map(
    "{:.2%}".format
)

# %%
by = reach.set_index(["claimed sets", "last tile"])
whole, alone = by["any form"], by["four sets and a pair"]
fall, price = (one[0, "by discard"] - one[1, "by discard"] for one in (whole, alone))
say(
    f"By discard {whole[0, 'by discard']:.1%} of the concealed hands reach eight, with one set claimed "
    f"{whole[1, 'by discard']:.1%}. Only a part of this is what the claim costs: of four sets and a pair "
    f"alone it is {alone[0, 'by discard']:.1%} and {alone[1, 'by discard']:.1%}, {100 * price:.1f} points "
    f"less instead of {100 * fall:.1f}. A second and a third claim cost hardly anything "
    f"({alone[2, 'by discard']:.1%}, {alone[3, 'by discard']:.1%})."
)
say(
    f"Self-drawn the first claim costs more, since 不求人 (4) is lost: {alone[0, 'self-drawn']:.1%} of four "
    f"sets and a pair reach eight without claims, {alone[1, 'self-drawn']:.1%} with one."
)
say(
    f"With all four claimed it is {alone[4, 'by discard']:.1%} by discard, since 全求人 Melded Hand is "
    f"worth six by itself, and {alone[4, 'self-drawn']:.1%} self-drawn, where it does not count."
)

# %%
fan_dots(
    [series(label, of_sets[label], sets[label]) for label in COMPARED],
    title="How often each fan counts, four sets and a pair",
    below="share of physical wins",
)

# %%
before, after = (
    of_sets[f"{label}, by discard"]["share"] for label in ("concealed", "two claimed sets")
)
ratio = (after / before)[(before > 0) & (after > 0)].sort_values()
most, least = fan(ratio.index[-1]), fan(ratio.index[0])
say(
    f"Of four sets and a pair won by discard, two claims make {most} {ratio.iloc[-1]:,.0f} times as "
    f"frequent, and {least} {1 / ratio.iloc[0]:,.0f} times rarer."
)

# %% [markdown]
# Why are three equal chows so rare in a concealed hand? Their tiles are three pungs too, and there the
# pungs are worth more. A claimed chow settles the matter:

# %%
for text in ("222333444m567p9s+9s", "[234m]223344m567p9s+9s"):
    display(score(text, seat="S"))

# %% [markdown]
# ## 8. The highest-scoring and the rarest


# %%
def drawn(census, rows):
    """Lists of fan with one hand each, drawn."""
    lines = "".join(
        f"<tr><td>{row.total}</td><td>{census.win(row.hand).draw(height=38)}</td>"
        f'<td style="text-align:left">{row.fans}<br>{row.fans_en}</td>'
        f"<td>{row.physical_pairs:,}</td></tr>"
        for row in rows.itertuples()
    )
    head = "<tr><th>total</th><th>hand</th><th>fan</th><th>physical wins</th></tr>"
    return HTML(f"<table>{head}{lines}</table>")


highest = own.highest(5)
top = int(highest["total"].iloc[0])
display(drawn(own, highest))
say(
    f"South in the East round draws no concealed hand worth more than **{top}** fan without kongs; one "
    f"physical win in {own.physical_pairs / own.physical_at_least(top):,.0f} is worth so much. (East would "
    f"have {census.run(seat='E', threads=2).highest(1)['total'].iloc[0]}: the pung of East counts twice.)"
)

# %%
lonely = own.rarest(5)
display(drawn(own, lonely))
say(
    f"No list of fan is scored by fewer than {lonely['physical_pairs'].iloc[0]} of the "
    f"{own.physical_pairs:,} physical wins."
)

# %% [markdown]
# And exactly eight by discard, made of as many fan as possible:

# %%
eight = census.run(self_drawn=False, seat="S", where="total=8", threads=2)
lists = eight.lists()
many = lists.assign(n=lists["fans"].str.count(" ") + 1).nlargest(3, "n")
display(drawn(eight, many))
say(f"Eight can be made of as many as {many['n'].iloc[0]} different fan.")

# %% [markdown]
# ## 9. Ask yourself
#
# Any question of tiles, fan, totals and forms is answered exactly. The text is that of
# `census.Filter`: `contains=55m`, `without=5z`, `only=123m456p`, `fans=half flush,碰碰和`,
# `without_fans=...`, `total=8-20`, `forms=七对`, `readings=2-`, `flush=full`.

# %%
from ipywidgets import Checkbox, IntSlider, Text, interact


def ask(where, claimed_sets, self_drawn):
    try:
        asked = census.run(
            where=where, melds=claimed_sets, self_drawn=self_drawn, seat="S", threads=2
        )
    except MjlabError as error:
        print(error)
        return
    whole = found[claimed_sets, self_drawn]
    say(
        f"{asked.hands:,} hands, {asked.pairs:,} wins, {asked.physical_pairs:,} physical: "
        f"{asked.physical_pairs / whole.physical_pairs:.3g} of all."
    )
    if asked.pairs:
        display(drawn(asked, asked.commonest(3)))


controls = interact(
    ask,
    where=Text("contains=555z fans=half_flush total=12-", continuous_update=False),
    claimed_sets=IntSlider(0, 0, 4, continuous_update=False),
    self_drawn=Checkbox(False),
)

# %% [markdown]
# ## Over to you
#
# 1. Which fan profit from sitting East in the East round? Run a census with `seat="E"` and compare the
#    tables.
# 2. Which rulings matter? Compare `ruleset="mcr1998"` with `"mcr2006"`, fan by fan.
# 3. Which hands can be read in the most ways? (Hint: `readings=4-`, and look at `lists()`.)
# 4. Load logs of your own in section 2. Does anything leave its interval?
