"""Sheets of a small tournament."""

HANDS = "tournament,round,table,hand,winner,loser,points,chicken_hand" + "".join(
    f",penalty_P{n}" for n in range(4)
)
TABLES = "tournament,round,table," + ",".join(
    [*(f"score_P{n}" for n in range(4)), *(f"tp_P{n}" for n in range(4)), "use_totals_only"]
)
ROWS = (
    "Cup,1,1,1,P0,P2,10,0,,,,",
    "Cup,1,1,2,P1,,8,0,,,,",
    "Cup,1,1,3,,,0,0,,,,",
    "Cup,1,1,4,P3,P0,12,1,-30,10,10,10",
    "Cup,1,1,5,P2,P1,20,0,,,,",
    "Cup,1,1,6,,,,0,,,,",
)
TOTALS = "Cup,1,1,-40,6,-8,42,0,2,1,4,0"
