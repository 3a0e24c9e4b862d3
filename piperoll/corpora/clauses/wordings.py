"""What lawyers and users call a clause, and how it is worded."""

from pathlib import Path

from piperoll.text import analysis, thesaurus

LANGUAGE = "english"
FILE = Path(__file__).with_name("thesaurus.txt")


def wordings(query: str) -> list[str]:
    """How the clauses are usually worded that a query names: "choice of law" → "governed by the laws of the state"."""
    return thesaurus.load(FILE, LANGUAGE).wordings(analysis.terms(thesaurus.spaced(query), LANGUAGE))
