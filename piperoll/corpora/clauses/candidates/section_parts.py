"""Find the sections of a page that stand over its clauses: "SECTION II", and "Clause 8" below it."""

from collections.abc import Sequence
from dataclasses import replace

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.labels import Label

LEAST = 2
"""Sections with Roman numbers, from which they stand over clauses."""


def with_section_parts(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with Roman sections as parts, where clauses that have another word count in figures."""
    sections = [one for one in candidates if one.label and one.label.family == "section" and one.own_line]
    over = {_word(one) for one in sections if _is_roman(one)}
    below = {_word(one) for one in sections if not _is_roman(one)} - over
    if not below or sum(_is_roman(one) for one in sections) < LEAST:
        return list(candidates)
    parts = {id(one) for one in sections if _is_roman(one)}
    return [
        replace(one, label=Label("part", (f"{_word(one)}-{one.label.values[0]}",), one.label.values))
        if id(one) in parts and one.label
        else one
        for one in candidates
    ]


def _word(section: Candidate) -> str:
    return section.printed.split()[0].casefold()


def _is_roman(section: Candidate) -> bool:
    return not section.printed[-1].isdecimal()
