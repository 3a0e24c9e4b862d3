"""Tell which items of a list complete the words that lead to it: "a secret shall include: (a) …", but no sentence."""

import re
from collections.abc import Sequence
from itertools import pairwise

from piperoll.corpora.clauses.pages.bullet_leads import LEADS, WORDS_LEADING
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.captions import is_title
from piperoll.text.sentences import ends

OPEN = re.compile(
    r"\b(?:to|if|by|of|for|from|in|on|with|not|that|which|who|whether|when|where|because|includes?|including|unless|until"
    r"|shall|will|must|may|can|be|is|are|has|have)[:：]\Z"
)
"""Matches the end of words that are no sentence without an item."""
SMALL = re.compile(r"\W{0,9}[^\W\d_A-Z]")
"""Matches the beginning of a part of a sentence."""
SENTENCE = re.compile(r"\W{0,9}[A-Z][^.;:]{1,200}?\b(?:shall|will|may|must|agrees?|acknowledges?|means?)\b")
"""Matches the beginning of a sentence with its verb."""
LEADS_LENGTH = 20
"""Characters of the longest match of LEADS."""
PARTS = 2
"""Items that are parts of a sentence, from which a sentence behind them is none of it."""


def completes_until(text: str, items: Sequence[Unit], lead: str) -> int:
    """Return where the first item stands that is a sentence of its own; where the last one ends, if there is none.

    Args:
        text: the stored text.
        items: what stands in a clause.
        lead: the words that lead to them.
    """
    if OPEN.search(lead):
        for count, (before, item) in enumerate(pairwise(items), 1):
            if before.caption or item.caption or not SMALL.match(text, before.head):
                break
            stopped = text[before.start : before.end].rstrip().endswith(".")
            if count >= PARTS and stopped and SENTENCE.match(text, item.head, item.end):
                return item.start
    return items[-1].end


def leads_into(text: str, start: int, end: int, item: Unit) -> bool:
    """Return whether the words in front of a list lead to it: by their end, or as a sentence that it goes on.

    Args:
        text: the stored text.
        start: offset of the first character of the words.
        end: offset behind the last one.
        item: the first item of the list.
    """
    if LEADS.search(text, max(start, end - LEADS_LENGTH), end):
        return True
    open_ = (text[end - 1] == "," or text[end - 1].isalpha()) and item.family == "letter"
    letter = SMALL.match(text, item.head) if open_ else None
    if letter is None or not letter[0].islower() or is_title(text[start:end].rpartition("\n")[2]):
        return False  # the heading of a page stands in front
    last = max(ends(text, start, end), default=start)
    return len(text[last:end].split()) > WORDS_LEADING


def goes_on_from(lead: str, named: str) -> bool:
    """Return whether what leads to a list begins as the name of its clause does, which is cut: it says more of it."""
    begins, left_out, _ = lead.partition(" … ")
    return lead.startswith(named) or (bool(left_out) and named.startswith(begins))
