"""Extract triplets by rules: who must, may or may not do what, and what terms mean, from the wording alone.

The rules are precise rather than complete: a sentence without a clear subject gives nothing. A statement is a sentence,
or an item of a list with the sentence that leads into it. The time is linear in the length of the text.
"""

import re
from collections.abc import Iterator, Mapping

from piperoll.model import Triplet
from piperoll.text import sentences
from piperoll.text.paragraphs import lines, trim
from piperoll.text.statements import english, swedish
from piperoll.text.statements.clause import Grammar, Lead, tidy

VERSION = 1
"""Raise it when any text gives other triplets than before: documents are done again where a corpus asks for them."""
GRAMMARS: Mapping[str, Grammar] = {"english": english, "swedish": swedish}

LABEL = re.compile(
    r"[ \t>]*(?:[*+•·–-]\s+|\(?(?:\d{1,3}[A-Z]{0,2}|[a-zA-Z]{1,2}|[ivx]{1,5})[.)]\s+|(?:\d{1,3}\.){1,4}\d{0,3}\s+)"
)
"""How an item of a list or a clause begins: "* ", "(a) ", "(1A) ", "1. ", "12.3 "."""
HEADING = "#"
FULL = 60
"""Characters from which a line may have been broken only to fit the page."""
CLOSED = ".:;!?—"


def triplets(text: str, start: int, end: int, language: str) -> Iterator[Triplet]:
    """Yield the triplets of the statements in ``text[start:end]``; none in a language without rules.

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last character.
        language: as of a corpus: ``english`` or ``swedish``.

    Yields:
        The triplets in the order of their statements.
    """
    grammar = GRAMMARS.get(language)
    if not grammar:
        return
    lead: Lead | None = None
    for first, last in _blocks(text, start, end):
        label = LABEL.match(text, first, last)
        sentence_start, lead = first, lead if label else None
        if text.startswith(HEADING, first):
            continue
        if label and lead:
            sentence = tidy(text[label.end() : last])
            own = next(grammar.clauses(sentence), None)
            if not own or not sentence.startswith(own.subject):
                if completed := grammar.item(lead, sentence):
                    yield Triplet(first, last, *completed)
                continue
        for stop in (*sentences.ends(text, first, last), last):
            begin, until = trim(text, sentence_start, stop)
            sentence_start = stop
            marked = LABEL.match(text, begin, until)
            sentence = tidy(text[marked.end() if marked else begin : until])
            for clause in grammar.clauses(sentence):
                yield Triplet(begin, until, *clause)
            lead = grammar.lead(sentence)


def _blocks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the character ranges of paragraphs, items and headings; lines broken to fit the page belong together."""
    first: int | None = None
    before = last = start  # of the line before
    for begin, stop in lines(text, start, end):
        begin, stop = trim(text, begin, stop)
        if first is not None and (
            begin == stop or LABEL.match(text, begin, stop) or last - before < FULL or text[last - 1] in CLOSED
        ):
            yield first, last
            first = None
        if begin < stop:
            first = begin if first is None else first
            before, last = begin, stop
    if first is not None:
        yield first, last
