"""Find where a text says nearly what a quotation says, and show the difference in words."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from piperoll.check.wording import Plain
from piperoll.wording_diff import word_diff

ENOUGH = 0.6
"""Share of the words of a quotation, in runs of two or more, that stand in a passage which it may render."""
LONGEST = 400
"""Words of a quotation that are compared, the first ones."""
LEFT_OUT = 60
"""Words that a quotation may have left out of the passage, besides as many as it has."""
SHOWN = 1_200
"""Characters of a passage that a difference shows."""


def nearest(quoted: Plain, source: Plain, start: int, end: int) -> tuple[float, int, int] | None:
    """Return the passage that a quotation comes nearest to: share of its words, and range of the text.

    Args:
        quoted: the wording.
        source: the text.
        start: where in the text the passage may begin.
        end: where in the text it must end.

    Returns:
        None where nothing comes near.
    """
    first, last = source.letters_in(start, end)
    spans = [span for span in source.word_spans if span[0] >= first and span[1] <= last]
    words, wanted = [source.lower[a:b] for a, b in spans], quoted.words[:LONGEST]
    if len(wanted) < 2 or len(words) < 2:
        return None
    pairs = set(pairwise(wanted))
    hits = [place for place, pair in enumerate(pairwise(words)) if pair in pairs]
    if not hits:
        return None
    begin = _densest(hits, 2 * len(wanted) + LEFT_OUT)
    begin = max(0, begin - 3)
    window = words[begin : begin + 2 * len(wanted) + LEFT_OUT + 6]
    share, low, high = _share(wanted, window)
    if share < ENOUGH:
        return None
    return share, source.span(*spans[begin + low])[0], source.span(*spans[begin + high - 1])[1]


def _densest(hits: Sequence[int], width: int) -> int:
    """Return the first of the hits that has the most others within ``width`` behind it."""
    best, at, last = 0, hits[0], 0
    for first, hit in enumerate(hits):
        while last < len(hits) and hits[last] < hit + width:
            last += 1
        if last - first > best:
            best, at = last - first, hit
    return at


def _share(wanted: Sequence[str], window: Sequence[str]) -> tuple[float, int, int]:
    """Return the share of the words that stand in the window in runs, and the range of the window that has them."""
    blocks = [
        (op.src_start, op.dest_start, op.src_end - op.src_start)
        for op in LCSseq.opcodes(wanted, window)
        if op.tag == "equal" and (op.src_end - op.src_start > 1 or len(wanted) < 5)
    ]
    ordered = sum(size for _, _, size in blocks) / len(wanted)
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, pair in enumerate(pairwise(window)):
        places[pair].append(place)
    found = [place for pair in pairwise(wanted) for place in places.get(pair, ())[:1]]
    shuffled = len(found) / (len(wanted) - 1)  # the order of its parts may be another one
    if shuffled > ordered and found:
        return shuffled, min(found), max(found) + 2
    if not blocks:
        return 0.0, 0, 1
    # what the quotation has before its first word in common and behind its last stands in place of as much
    low = max(0, blocks[0][1] - blocks[0][0])
    _, place, size = blocks[-1]
    high = min(len(window), place + size + len(wanted) - blocks[-1][0] - size)
    return ordered, low, high


def difference(source: str, quoted: str) -> str:
    """Return both wordings as one: "the seller [-shall not-] {+may+} deliver"; what both have in runs is cut short."""
    if len(source) > SHOWN or len(quoted) > SHOWN:
        source, quoted = source[:SHOWN], quoted[:SHOWN]
    pieces = []
    runs = word_diff(" ".join(source.split()), " ".join(quoted.split()))
    for place, (what, words) in enumerate(runs):
        if what == "same":
            pieces.append(_short(words.strip(), place == 0, place == len(runs) - 1))
        else:
            pieces.append(f"[-{words.strip()}-]" if what == "removed" else f"{{+{words.strip()}+}}")
    return " ".join(pieces)


def _short(words: str, first: bool, last: bool) -> str:
    """Return a run of words that both have: its middle is left out, and so is what is far from a difference."""
    listed = words.split()
    if len(listed) <= 12:
        return words
    head = [] if first else listed[:5]
    tail = [] if last else listed[-5:]
    return " ".join([*head, "…", *tail])
