"""Compare the names of companies, however they are printed."""

import re

from piperoll.corpora.sec_10k.topics import BETWEEN

SUBSIDIARIES = re.compile(
    r"\W{0,3}(?:and|&)\s(?:its\s)?(?:(?:consolidated|wholly[\s-]owned)\s)?(?:subsidiar|affiliate)\w*(?:\scompanies)?\W*\Z"
)
LEGAL_FORM = re.compile(r"(?:inc|incorporated|corp|corporation|co|company|ltd|limited|plc|llc|lp)\Z")
STATE = re.compile(r"\s*[\\/][A-Z]{2,3}[\\/]?\s*\Z")
"""Matches the mark of a state behind the name of a company in EDGAR: "REEF INC /DE/"."""


def bare(words: str) -> str:
    """Return the letters and digits of a name, without "The", its legal form and "and Subsidiaries"."""
    return LEGAL_FORM.sub("", BETWEEN.sub("", SUBSIDIARIES.sub("", words.casefold())).removeprefix("the"))
