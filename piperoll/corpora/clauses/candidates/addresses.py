"""Tell the labels of address blocks from captions: "Owner: …, Pier Town, ME 04101 Keeper: …" is the owner's in part."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.candidates.unmarked import FIELD

NEAR = 220
"""Characters behind a label in which an address begins."""
FAR = 800
"""Characters behind a label in which the next address stands."""
ADDRESS = re.compile(
    r"(?i:\b(?:attn|attention|facsimile|fax|tele(?:phone|copier)|phone|e-?mail)\b\.?[ ]?(?:no\.?|number)?[ ]?:)"
    r"|,\s[A-Z][\w.]+(?:\s[A-Z]\w+)?,?\s{1,9}\d{5}\b|\b[A-Z]{2}\s{1,9}\d{5}\b|\bP\.\s?O\.\s+Box\b"
)
"""Matches a part of an address."""
EMPTY = re.compile(r"[ \t]*(?:\n\s*(?:[-_ ]{5,}|\Z))")
"""Matches the place for an address: a rule, or nothing."""
SAYS = re.compile(r"\b(?:shall|will|may|must|is|are|be|should|agrees?)\b")
"""Matches a word of a sentence."""
LABEL = re.compile(
    r"(?:\n[ \t]*|[ \t]{2,}|(?<=\d)[ ])"
    r"(?P<label>(?:(?:For|FOR|To|TO|Notices to)\s)?(?:[Tt]he\s)?[A-Z][\w&.’'-]*(?: [A-Z&][\w&.’'-]*){0,4}\s?:)"
    r"(?=\s)"
)
"""Matches the label of a block; a field of an address looks like one."""


def without_addresses(text: str, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a text without the labels of addresses behind which other ones stand."""
    return [one for one, behind in zip_longest(found, found[1:]) if not _shares(text, one, behind)]


def _shares(text: str, one: Candidate, behind: Candidate | None) -> bool:
    """Return whether a candidate is the label of an address, and that of another one stands in front of the next."""
    if one.label or one.own_line or one.definition or text[one.end - 1] != ":":
        return False
    stop = min(one.end + FAR, behind.start if behind else len(text))
    labels = [label for label in LABEL.finditer(text, one.end, stop) if not FIELD.match(label["label"])]
    return _leads(text, one.end) and any(_leads(text, label.end()) for label in labels)


def _leads(text: str, at: int) -> bool:
    """Return whether an address stands behind a label that ends in front of ``at``, or the place for one."""
    address = ADDRESS.search(text, at, at + NEAR)
    empty = EMPTY.match(text, at) is not None
    return empty if address is None else not SAYS.search(text, at, address.start())
