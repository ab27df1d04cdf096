"""Tiles as text: one grammar, six dialects, parsing and formatting as pairs.

A hand is written as its sets, its standing tiles and, after ``+``, the winning tile::

    [123m]{5555z}45678p99s+9p

``[...]`` is a claimed set and ``{...}`` a concealed kong. ``[777z+7z]`` is a pung that became a
kong by adding the fourth tile. ``[123m,2]`` says where the claimed tile came from: for a chow
which of its tiles was claimed (1-3), for a pung or kong from whom (1 left, 2 across, 3 right;
5, 6, 7 the same for a kong added later).

======== ======================================== ============================================
dialect  tiles                                    particulars
======== ======================================== ============================================
native   ``123m 123p 123s``, ``1234z`` E S W N,   flowers ``1f``-``8f``
         ``567z`` white green red
helper   suits as native, honors ``ESWN`` and     a kong in ``[...]`` without a source is
         ``C F P`` (red green white); digits with concealed, as in Chinese helper apps; the
         z: ``5z`` red, ``6z`` green, ``7z`` white winning tile is the last tile
botzone  ``W1`` characters, ``B1`` dots, ``T1``   as on the platform and in the PKU data set
         bamboo, ``F1-4`` winds, ``J1-3`` red
         green white, ``H1-8`` flowers
chinese  ``一二三万``, ``九饼``, ``五条``, 东南西 traditional and regional forms (萬, 筒, 索
         北中发白, 春夏秋冬梅兰竹菊               ...) are read too
unicode  U+1F000 to U+1F029                       never drawn by mjlab, but read and written
ids      ``11``-``19`` characters, ``21``-``29``  two digits a tile
         dots, ``31``-``39`` bamboo, ``41``-``47``
         as 1z-7z, ``51``-``58`` flowers
======== ======================================== ============================================

The order of the dragons differs between dialects, so a dialect is either named or recognised
(``"auto"``) by a form that no other dialect has: see :func:`detect_dialect`. A text without any
such form is native by definition, whatever an app would make of it. Where such forms of two
dialects stand together, or the letters of helper beside something that native reads differently
(``567z``, a kong in ``[...]`` without a source), the text is refused.

Fullwidth forms of an input method are read like plain ones (``３ｍ＋３ｍ``), ``【】`` like ``[]``
and ``、`` like a comma. Spaces may stand anywhere, commas between tiles but not inside a
group such as ``123m``. ``docs/notation.md`` has examples of everything.
"""

from mjlab.notation.grammar import DIALECTS, Dialect, ParsedHand, ParsedMeld, check_dialect
from mjlab.notation.reading import detect_dialect, parse_hand, parse_tiles
from mjlab.notation.writing import format_hand, format_tiles, tile_indices

__all__ = [
    "DIALECTS",
    "Dialect",
    "ParsedHand",
    "ParsedMeld",
    "check_dialect",
    "detect_dialect",
    "format_hand",
    "format_tiles",
    "parse_hand",
    "parse_tiles",
    "tile_indices",
]
