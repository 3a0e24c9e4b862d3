"""Triplets by rules: who must, may or may not do what, and what terms mean, from the wording alone.

Precise rather than complete: a sentence whose subject is not plain gives nothing. A statement is a sentence, or an item
of a list with the sentence that leads into it. Everything takes time in proportion to the length of the text.
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
"""Characters from which on a line may be one that was broken only to fit the page."""
CLOSED = ".:;!?—"


def triplets(text: str, start: int, end: int, language: str) -> Iterator[Triplet]:
    """What ``text[start:end]`` says, in its order; nothing in a language without rules.

    Args:
        language: as of a corpus: ``english`` or ``swedish``.
    """
    grammar = GRAMMARS.get(language)
    if not grammar:
        return
    lead: Lead | None = None
    for first, last in _blocks(text, start, end):
        label = LABEL.match(text, first, last)
        at, lead = first, lead if label else None
        if text.startswith(HEADING, first):
            continue
        if label and lead:
            said = tidy(text[label.end() : last])
            alone = next(grammar.clauses(said), None)
            if not alone or not said.startswith(alone.subject):
                if found := grammar.item(lead, said):
                    yield Triplet(first, last, *found)
                continue
        for stop in (*sentences.ends(text, first, last), last):
            begin, until = trim(text, at, stop)
            at = stop
            marked = LABEL.match(text, begin, until)
            said = tidy(text[marked.end() if marked else begin : until])
            for clause in grammar.clauses(said):
                yield Triplet(begin, until, *clause)
            lead = grammar.lead(said)


def _blocks(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Ranges of what is one paragraph, item or heading: lines that were broken to fit the page belong together."""
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
