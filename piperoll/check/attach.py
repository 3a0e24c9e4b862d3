"""Tell which citation a quotation is of.

1. The citation in parentheses right behind it: “…” (12 § LAS).
2. The nearest citation of the same sentence: before it, unless that has a quotation already and one behind has none.
3. The sentence behind it, where it is a citation and little else: “…” Smith v Jones [2019] UKSC 12 at [45].
4. For a quotation in a block, or behind a colon: the last citation of the sentence before.
Else none: the words are looked for everywhere.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from piperoll.check.mentions import Mention
from piperoll.check.quotations import Quotation
from piperoll.search.rules import TIED
from piperoll.text import sentences

RIGHT_BEHIND = re.compile(r"[\s>.,;:*_–—-]{0,8}[(\[]")
PARENTHESIS = 150
"""Characters between such a parenthesis and the citation in it."""
FOLLOWS = 120
"""Characters, as the name of a case, between a quotation and a citation that is a sentence of its own."""
REACH = 1_500
"""Characters before and behind a quotation in which its sentence may begin and end."""
ABBREVIATED = re.compile(
    r"(?:\bkap|\bst|\bp|\bs|\bss|\bpara|\bparas|\bsec|\bart|\bcl|\bv|\bNo|\bLtd|\bInc|\bCo|\bjfr|\bprop)\.\s*\Z"
)


def attach(masked: str, quotations: Sequence[Quotation], mentions: Sequence[Mention]) -> list[list[int]]:
    """Return for each quotation the indices of the citations that it is of: one, or one enumeration.

    Args:
        masked: the memo without what it quotes.
        quotations: of the memo, in order.
        mentions: of the memo, in order.
    """
    starts = [one.start for one in mentions]
    taken: set[int] = set()
    attached: list[list[int]] = []
    for place, one in enumerate(quotations):
        before = quotations[place - 1].outer_end if place else 0
        chosen = _choose(masked, one, before, mentions, starts, taken)
        group = _enumeration(masked, mentions, chosen) if chosen is not None else []
        taken.update(group)
        attached.append(group)
    return attached


def _choose(
    masked: str, one: Quotation, before: int, mentions: Sequence[Mention], starts: Sequence[int], taken: set[int]
) -> int | None:
    following = bisect_left(starts, one.outer_end)
    behind = following if following < len(mentions) else None
    ahead = bisect_right(starts, one.start) - 1
    front = ahead if ahead >= 0 and mentions[ahead].end <= one.outer_start else None
    gap = masked[one.outer_end : mentions[behind].start] if behind is not None else ""
    if behind is not None and len(gap) <= PARENTHESIS and RIGHT_BEHIND.match(gap) and ")" not in gap:
        return behind
    left, right = _sentence(masked, one)
    in_front = front is not None and mentions[front].end > left
    in_back = behind is not None and mentions[behind].start < right
    if in_front and not (front in taken and in_back and behind not in taken):
        return front
    if in_back:
        return behind
    if behind is not None and len(gap) <= FOLLOWS and "\n\n" not in gap.strip("\n> ") and "¤" not in gap:
        rest = masked[mentions[behind].end : mentions[behind].end + 3]
        if not rest.strip() or rest.lstrip()[0] in ".)]" or "\n" in rest:
            return behind
    lead = masked[max(0, one.outer_start - 6) : one.outer_start].rstrip(" \t\n>")
    if front is not None and (one.block or lead.endswith(":")) and one.outer_start - mentions[front].end <= REACH:
        return front if mentions[front].start >= before or front not in taken else None
    return None


def _sentence(masked: str, one: Quotation) -> tuple[int, int]:
    """Return where the sentence of a quotation begins and ends; a blank line ends it, but in front of a block."""
    floor, roof = max(0, one.outer_start - REACH), min(len(masked), one.outer_end + REACH)
    before = masked[floor : one.outer_start]
    if (cut := (before.rstrip() if one.block else before).rfind("\n\n")) >= 0:
        floor += cut
    if (cut := masked.find("\n\n", one.outer_end, roof)) >= 0:
        roof = cut
    begin = max(
        (at for at in sentences.ends(masked, floor, one.outer_start) if _ends(masked, floor, at)), default=floor
    )
    if one.block:
        return begin, one.outer_end
    end = next((at for at in sentences.ends(masked, one.outer_end - 1, roof) if _ends(masked, one.start, at)), roof)
    return begin, end


def _ends(masked: str, floor: int, at: int) -> bool:
    return not ABBREVIATED.search(masked[max(floor, at - 12) : at])


def _enumeration(masked: str, mentions: Sequence[Mention], chosen: int) -> list[int]:
    """Return a citation and those of the same document that stand right beside it: "3 och 7 §§", "paras 3-5"."""
    group = [chosen]
    for step in (-1, 1):
        at = chosen
        while 0 <= at + step < len(mentions) and len(group) < 60:
            near, other = sorted((at, at + step))
            gap = mentions[other].start - mentions[near].end
            same = mentions[at].target == mentions[at + step].target and (
                set(mentions[at].documents) == set(mentions[at + step].documents)
            )
            between = masked[mentions[near].end : mentions[other].start]
            if not same or gap > TIED or not mentions[at + step].path or re.search(r"[.;:()¤\n]", between):
                break
            group.append(at + step)
            at += step
    return sorted(group)
