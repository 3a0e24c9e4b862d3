"""Tell apart words that are printed as headings are, and head nothing."""

import re

from piperoll.corpora.sec_10k.signs import MONTH, opens

MEASURE = re.compile(
    r"\W{0,3}(?:\((?!(?:\d{1,2}\)\s+|[a-z]\)\s*)[a-z\d])|in (?:millions|thousands)|\$|dollars|unaudited|amounts|page\b"
    r"|(?:index to )?(?:(?:\d{4} )?annual report on )?form 10-K\b"
    r"|for the (?:fiscal )?(?:period|year|quarter)s? end(?:ed|ing)\b|(?:fiscal )?years? ended|dated?:|continued|\*+"
    r"|as of\b|[\d\W]+\Z"
    rf"|(?:\W{{0,3}}(?:and\s)?(?:{MONTH}\s\d{{1,2}},\s)?\d{{4}}){{1,4}}\W*\Z)",
    re.IGNORECASE,
)
"""Matches lines that stand over a table and head nothing: "(in millions, except per share amounts)", "September 15,
2005". "(9) Income Taxes" is a heading, and does not match."""
REFERS = re.compile(
    r"\W{0,3}(?:(?:see|refer(?:ence)?)\b[^.\n\d]{0,40}|(?:the|these)\saccompanying\s(?:\w+\s)?)\bnotes\b", re.IGNORECASE
)
"""Matches "See accompanying notes." below a statement, which is printed as headings are."""
POINTS = re.compile(r"\W{0,3}(?:see|refer to)\b.*\.\W*\Z", re.IGNORECASE | re.DOTALL)
"""Matches "See Note 4 for further information." in italics."""
SIGNED = re.compile(r"\W{0,3}(?:by\W{1,4})?/s/", re.IGNORECASE)
FIRM = re.compile(r"(?!.*\b(?:of|by|with|from)\b)[A-Z][\w&,.’' ]{2,50}\bL\.?L\.?P\.?\W*\Z")
"""Matches the name of the auditors below their report."""
SERVED = re.compile(r"we (?:or our predecessor firms? )?have served as\b.{0,60}\bauditors?\b", re.IGNORECASE)
COLUMN = re.compile(r"(?:exhibit(?: (?:no|number))?|description(?: of exhibits?)?|page(?: no)?)\W*\Z", re.IGNORECASE)
"""Matches the name of a column over a list of exhibits."""
KEY = re.compile(r"\(?\d{1,3}(?:\.\d|\)?\(?[a-z]{1,4}\)|\)?\s)")
"""Begins an exhibit: "3.1", "3(ii)", "(13)"."""
CONTENTS = re.compile(r"\W{0,3}(?:(?:table of|index to) )?contents\W{0,3}", re.IGNORECASE)
# "1Source: TrendForce", "†† Portions of this exhibit", "2 The fair value of plan assets was 40% in the US.": in italics
FOOTNOTE = re.compile(r"(?:(?i:sources?\s?:|n/m\b)|[†‡§*]|\[\w\]|\d{1,2}\.?[A-Z]|\d{1,2}\s.*\.\s*\Z)", re.DOTALL)
TELLS = re.compile(r"[^$]*[$€£]\s?\d.*\.\s*\Z", re.DOTALL)
"""Matches a sentence that is printed as a heading and tells a result: "Revenue was up $5.7 billion."."""


def is_no_heading(words: str) -> bool:
    """Return whether words head nothing, however they are printed: a measure, a reference, a signature, a result."""
    return opens(words, MEASURE, REFERS, POINTS, SIGNED, TELLS) or CONTENTS.fullmatch(words) is not None


def names_column(words: str, below: str) -> bool:
    """Return whether a line is the name of a column over a list of exhibits: an exhibit, or another name, follows.

    Args:
        words: of the line.
        below: what follows it.
    """
    return COLUMN.match(words) is not None and (COLUMN.match(below) or KEY.match(below)) is not None
