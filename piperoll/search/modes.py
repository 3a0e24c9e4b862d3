"""Name the ways in which a search is asked and fused. This module imports nothing that ``--help`` would wait for."""

from enum import StrEnum


class Mode(StrEnum):
    """Choose which of the scorers that have a weight take part: by meaning, by what the text says, or both."""

    DENSE = "dense"
    LEXICAL = "lexical"
    HYBRID = "hybrid"


class Method(StrEnum):
    """Choose how scores become one."""

    SUM = "sum"
    """The weighted sum of scores that are normalised to 0..1 within the candidates."""
    RRF = "rrf"
    """Reciprocal rank fusion: the weighted sum of 1 / (RANK_DAMPING + rank)."""


class Filtering(StrEnum):
    """Say whether a question is searched where the things that it names are: companies, years, courts, acts."""

    NONE = "none"
    NAMED = "named"
    """There alone, and wider only where nothing is found."""
    WIDE = "wide"
    """There and wider, both by rank."""
