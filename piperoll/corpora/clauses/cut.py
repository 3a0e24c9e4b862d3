"""Cut the tree of clauses into chunks: a clause that fits is one chunk, small neighbours are joined, large ones cut.

Cuts and joins stay inside their clause, so that a change in one clause moves no boundary in another.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.amending import amending
from piperoll.corpora.clauses.candidates.bare_numbers import without_bare_numbers
from piperoll.corpora.clauses.candidates.cited_schedules import without_cited_schedules
from piperoll.corpora.clauses.candidates.columns import torn_columns, with_ends
from piperoll.corpora.clauses.candidates.entries import numbered_contents, with_linked_ranks
from piperoll.corpora.clauses.candidates.last_signatures import with_last_signatures
from piperoll.corpora.clauses.candidates.list_numbers import without_list_numbers
from piperoll.corpora.clauses.candidates.listed import with_listed
from piperoll.corpora.clauses.candidates.outside import headings, outside, outside_sentences, united
from piperoll.corpora.clauses.candidates.own_titles import heading
from piperoll.corpora.clauses.candidates.roman_sections import with_roman_sections
from piperoll.corpora.clauses.candidates.scan import candidates
from piperoll.corpora.clauses.candidates.section_parts import with_section_parts
from piperoll.corpora.clauses.candidates.sieve import (
    headed,
    printed_once,
    with_roman_articles,
    without_lone_definitions,
    without_page_headers,
    without_title,
)
from piperoll.corpora.clauses.candidates.signatures import from_announcement
from piperoll.corpora.clauses.candidates.summaries import without_summaries
from piperoll.corpora.clauses.candidates.told import told
from piperoll.corpora.clauses.headers import Headers
from piperoll.corpora.clauses.lead_ins.leads import leads_to_numbers
from piperoll.corpora.clauses.pages.contents import tables_of_contents
from piperoll.corpora.clauses.pages.furniture import running_lines, with_feet, without_furniture
from piperoll.corpora.clauses.pages.menus import menus
from piperoll.corpora.clauses.pages.no_documents import no_document
from piperoll.corpora.clauses.pages.page_contents import embedded, linked_contents
from piperoll.corpora.clauses.pages.page_gaps import NO_EDGES
from piperoll.corpora.clauses.pages.page_heads import edges_of
from piperoll.corpora.clauses.pages.pages_between import between_pages
from piperoll.corpora.clauses.pages.wrapped_lines import has_wrapped_lines
from piperoll.corpora.clauses.pieces.cutter import Cutter
from piperoll.corpora.clauses.pieces.inner_places import inner_places
from piperoll.corpora.clauses.pieces.lead_in_between import with_lead_in_between
from piperoll.corpora.clauses.pieces.pieces import Piece, piece_paths
from piperoll.corpora.clauses.tree.open_units import in_front_of_clauses
from piperoll.corpora.clauses.tree.outline import outline
from piperoll.corpora.clauses.tree.units import Unit
from piperoll.corpora.clauses.words.defined import defined_terms
from piperoll.coverage import VISIBLE
from piperoll.model import Chunk, SetAside
from piperoll.text.paragraphs import all_rows, trim
from piperoll.text.tokens import estimate

MIN_TOKENS = 40
"""The smallest limit of a chunk: below it there is no clause."""
HEAD = 3_000
"""Characters in which a document names itself."""
WORDS = re.compile(r"[^\W_]")
"""Matches a letter or a digit."""
NEAR = 12
"""Characters between what is printed around the text of pages and a clause that begins or ends there."""
ALIKE = str.maketrans("\u037e", ";")
"""The Greek question mark looks like a semicolon, and some programs print it for one."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Hold the chunks of a document and what is set aside."""

    chunks: Sequence[Chunk]
    set_aside: Sequence[SetAside]


def own_heading(text: str, *, markdown: bool) -> str:
    """Return what a document calls itself, where that is marked or stands alone at its start; else ""."""
    return heading(text, candidates(text[:HEAD], (), markdown=markdown))


def cut(text: str, title: str, max_tokens: int, *, markdown: bool, to_the_next: bool = False) -> Cut:
    """Cut a text into chunks.

    Args:
        text: the stored text.
        title: stands in front of every header.
        max_tokens: of a chunk, at four characters a token; a fragment may exceed it by TINY.
        markdown: whether headings and lists are marked.
        to_the_next: whether a chunk has the white space behind it, which is no token of it and is not embedded.

    Returns:
        The chunks and the set-aside ranges; together they cover the text.
    """
    stored, text = text, text.translate(ALIKE)
    if markdown and (reason := no_document(text)):
        return Cut([], [SetAside(*trim(text, 0, len(text)), reason)])
    paged = not markdown or has_wrapped_lines(text, all_rows(text))
    running = running_lines(text) if paged else frozenset[str]()
    running = with_feet(text, running) if markdown else running
    openings = candidates(text, (), markdown=True) if markdown else []
    captions = Counter(headings(text, openings))
    contents = list(linked_contents(text, captions) if markdown else tables_of_contents(text))
    if markdown:
        contents = list(united(sorted([*contents, *numbered_contents(text, openings)])))
    aside = [SetAside(*part, "table of contents") for part in contents]
    pictures = list(embedded(text)) if markdown else []
    aside += [SetAside(*part, "embedded data") for part in pictures]
    if markdown and (links := menus(text, contents)):
        aside += [SetAside(*part, "site menu") for part in links]
        contents = sorted([*contents, *links])
    if not markdown:
        openings = candidates(text, contents, markdown=False, running=running)
        openings = with_last_signatures(text, from_announcement(text, openings, running))
        openings = with_listed(text, openings, contents)
    elif contents:
        openings = outside(openings, contents)
    openings = without_title(text, without_page_headers(openings))
    if markdown:
        openings = with_section_parts(without_summaries(openings))
        openings = without_list_numbers(text, openings)
    else:  # marked headings have their own ranks
        openings = with_roman_sections(with_roman_articles(amending(text, told(text, openings))))
        openings = without_cited_schedules(without_bare_numbers(openings))
    openings = without_lone_definitions(headed(printed_once(openings)), page=markdown)
    openings = with_linked_ranks(text, openings, contents) if markdown else openings
    edges = NO_EDGES if markdown else edges_of(text, running)
    openings = openings if markdown else outside_sentences(text, openings, edges)
    tree = outline(text, openings if markdown else with_ends(text, openings, contents), edges)
    kept: list[Piece] = []
    printed = list(_inside(tree, between_pages(text, running), contents)) if markdown and paged else []
    aside += [SetAside(*part, "page furniture") for part in printed]
    torn = [] if markdown else torn_columns(text, contents)
    aside += [SetAside(*part, "numbers without their text") for part in torn]
    holes = list(united(sorted([*contents, *pictures, *printed, *torn]))) if pictures or printed or torn else contents
    for piece in Cutter(text, max_tokens, holes, edges, markdown=markdown).all(tree):
        start, end = without_furniture(text, (piece.start, piece.end), running, edges.numbers, edges.fronts)
        if start < end and not WORDS.search(text, start, end):
            aside.append(SetAside(*trim(text, piece.start, piece.end), "no words"))
            continue
        if (start, end) == (piece.start, piece.end):
            kept.append(piece)
            continue
        around = (trim(text, piece.start, start), trim(text, end, piece.end))
        aside += [SetAside(*part, "page furniture") for part in around if part[0] < part[1]]
        if start < end:
            kept.append(replace(piece, start=start, end=end))
    headers = Headers(text, title, tree, page=markdown, edges=edges)
    fronts = set[int]() if markdown and _leads_to_list(text, tree) else in_front_of_clauses(tree)
    chunks = [
        _chunk(stored, headers, piece, path, clauses, to_the_next=to_the_next, in_front=id(piece.unit) in fronts)
        for piece, path, clauses in zip(kept, piece_paths(kept, fronts), _clauses(text, kept, tree), strict=True)
    ]
    if not markdown:
        chunks = with_lead_in_between(kept, chunks)
    return Cut(chunks, sorted(aside, key=lambda part: part.start))


def _leads_to_list(text: str, tree: Unit) -> bool:
    """Return whether a page begins with text of its own, and not with a preamble: it leads to a list of short items."""
    first = tree.children[0] if tree.children else None
    if first is None or first.candidate is None or not first.candidate.led or first.label is None or first.caption:
        return False
    return leads_to_numbers(text[first.candidate.led - 1 : first.start].rstrip("*_\\ \t\n\xa0") or ".")


def _inside(tree: Unit, printed: Iterable[Range], contents: Sequence[Range]) -> Iterator[Range]:
    """Yield the ranges between pages that stand in the text of a clause, in no table of contents."""
    edges = {at for unit in tree.walk() for at in (unit.start, unit.head)}
    for start, end in printed:
        outside = not any(one[0] < end and start < one[1] for one in contents)
        if outside and not any(at in edges for at in range(start - NEAR, end + NEAR)):
            yield start, end


def _chunk(
    text: str, headers: Headers, piece: Piece, path: str, clauses: Sequence[str], *, to_the_next: bool, in_front: bool
) -> Chunk:
    """Return the chunk of a piece; ``clauses`` are the paths of the numbered clauses that begin in it."""
    unit = piece.unit
    own, end = text[piece.start : piece.end], piece.end
    if to_the_next:
        behind = VISIBLE.search(text, end)
        end = behind.start() if behind else len(text)
    metadata: dict[str, Any] = {}
    if unit.caption:
        metadata["heading"] = unit.caption
    if unit.candidate and unit.candidate.printed:
        metadata["clause"] = unit.candidate.printed
    if terms := defined_terms(own):
        metadata["terms"] = terms
    return Chunk(
        path=path,
        role="PREAMBLE" if in_front else "CLAUSE",
        header=headers.header(unit.parent if piece.several and unit.parent else unit, piece.start),
        content=text[piece.start : end],
        start=piece.start,
        end=end,
        tokens=estimate(own),
        parent=(unit.parent.path or None) if unit.parent else None,
        metadata=metadata,
        clauses=tuple(clauses),
    )


def _clauses(text: str, pieces: Sequence[Piece], tree: Unit) -> list[list[str]]:
    """Return the paths of the numbered clauses that begin in each piece, and of the terms that are defined there.

    And of the items inside the sentences of a clause that is cut apart.
    """
    starts = [piece.start for piece in pieces]
    begun: list[list[str]] = [[] for _ in pieces]
    parts = {id(piece.unit) for piece in pieces if piece.part}
    taken = {unit.path for unit in tree.walk()}
    for unit in tree.walk() if pieces else ():
        if unit.label or (unit.candidate and unit.candidate.definition):
            begun[max(0, bisect_right(starts, unit.start) - 1)].append(unit.path)
        for at, path in inner_places(text, unit) if unit.path and id(unit) in parts else ():
            if path not in taken:
                taken.add(path)
                begun[bisect_right(starts, at) - 1].append(path)
    return begun
