"""Find where clauses may open: every label and caption of a text, in order, with what it looks like.

A candidate at a line start is strong. One inside a line is weak: many sources give a whole page as one line, and there
a label counts only when it is the next one of its series (which :mod:`outline` knows); :mod:`inline` finds these, and
:mod:`line_starts` the strong ones.
"""

import re
from bisect import bisect_right
from collections.abc import Container, Sequence
from dataclasses import replace
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.addresses import without_addresses
from piperoll.corpora.clauses.candidates.amendments import attached_amendment
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.candidates.chinese import chinese_clauses
from piperoll.corpora.clauses.candidates.colon_captions import with_colon_captions
from piperoll.corpora.clauses.candidates.first_clauses import with_firsts
from piperoll.corpora.clauses.candidates.inline import CITED, LEADS, inline
from piperoll.corpora.clauses.candidates.inner_heads import with_inner_heads
from piperoll.corpora.clauses.candidates.item_captions import (
    is_empty_item,
    is_item_caption,
    item_caption,
    with_run_in_items,
)
from piperoll.corpora.clauses.candidates.labels_behind import labels_behind
from piperoll.corpora.clauses.candidates.line_starts import CLOSING, DATED, LEADING, LEADING_ENDS, at_line
from piperoll.corpora.clauses.candidates.lines import EMPTY, lines_of
from piperoll.corpora.clauses.candidates.lone_schedules import lone_schedules
from piperoll.corpora.clauses.candidates.missed import with_missed
from piperoll.corpora.clauses.candidates.no_captions import begins_anew, goes_on_over_page, is_field, is_signer
from piperoll.corpora.clauses.candidates.notes_and_rows import without_notes_and_rows
from piperoll.corpora.clauses.candidates.numbers_alone import numbers_alone
from piperoll.corpora.clauses.candidates.ordinals import with_ordinals
from piperoll.corpora.clauses.candidates.over_pages import with_reached
from piperoll.corpora.clauses.candidates.preamble import with_recitals, without_parties
from piperoll.corpora.clauses.candidates.prefixed import prefixed
from piperoll.corpora.clauses.candidates.quoted_articles import with_quoted_articles
from piperoll.corpora.clauses.candidates.schedule_headings import with_heading_below
from piperoll.corpora.clauses.candidates.set_off import below_day, is_set_off, stands_over, with_ruled_titles
from piperoll.corpora.clauses.candidates.short_run_ins import with_run_ins_of_page, with_short_run_ins
from piperoll.corpora.clauses.candidates.siblings import with_siblings
from piperoll.corpora.clauses.candidates.signatures import signatures
from piperoll.corpora.clauses.candidates.stranded import with_stranded
from piperoll.corpora.clauses.candidates.superseded import with_superseded
from piperoll.corpora.clauses.candidates.titles_in_front import with_titles_in_front
from piperoll.corpora.clauses.candidates.two_lines import (
    can_head,
    closes_bold,
    goes_on_bold,
    is_last_line,
    over_two_lines,
    with_bold,
)
from piperoll.corpora.clauses.candidates.unmarked import (
    SENTENCE,
    goes_on,
    headings_over,
    is_apart,
    is_caption,
    is_underlined,
    stands_alone,
)
from piperoll.corpora.clauses.candidates.unquoted_terms import unquoted_terms
from piperoll.corpora.clauses.candidates.wrapped_references import goes_on_above
from piperoll.corpora.clauses.candidates.wrapping import joined, wrapping_of
from piperoll.corpora.clauses.pages.furniture import RULED, WIDE
from piperoll.corpora.clauses.pages.setext import SETEXT, setext
from piperoll.corpora.clauses.pages.wrapped_lines import has_wrapped_lines, is_wrapped
from piperoll.corpora.clauses.words.captions import (
    BRIEF,
    CAPTION_LENGTH,
    LONG_LINE,
    RUN_IN_WIDE,
    is_title,
    plain,
)
from piperoll.corpora.clauses.words.labels import LINE_LABEL, Label

# "| ### 3\\. Lamps | [Back to top](#top) |": pages that lay out their headings in tables; not "| ### Lamps<br>Oil |"
ROW_HEADING = re.compile(r"\|[ ]?(?P<level>#{1,6})[ \t]+(?P<heading>(?!\S[^|\n]*<br>)[^|\n]*[^|\s])")
# "The Port of Oslo 7. Lamps and Oil": the head of a page, or the end of a list, and the heading of the next clause
TRAILING = re.compile(r"(?<=\S)\s\d{1,2}\.\s{1,3}[A-Z][A-Za-z ,;&/’'-]{2,70}(?:\Z|\s1\.1\s)")
ITEM = re.compile(r"(?:[*+-]|\d{1,2}\\?\.)[ \t\xa0]")
# "… set forth in | Section 9.11", "Section 3.2(a) and   62 | Section 3.2(b)": the number of the page can stand between
REFERS = re.compile(
    r"\b(?:in|with|under|of|to|by|the|Sections?|Articles?|clauses?|(?<![;,]\s)(?<![;,]\s\s)(?:and|or))(?:\s{2,}[-–]?\d{1,3}[-–]?)?\s*\Z"
)
LEADING_PAGE = re.compile(r"[:：]\s{2,9}[-–—]?\s?\d{1,3}\s?[-–—]?\Z")
"""Matches the colon of a line that leads to a list on the next page, and the number of its page."""
LEADING_LENGTH = 20
"""Characters of its longest match."""
ITEM_ENDS = re.compile(r"[;,.:]\s+(?:and|or|and/or)\s*\Z")
"""Matches the end of an item in front of the next one."""
SECOND_BELOW = re.compile(r"[^\n]*\n\s*2[.)]\s")
"""Matches behind the label of a first item, where the second one begins the next line."""
NEAR = 12
"""Candidates in front of a number among which the number before it is searched."""
HEADINGS = 3
"""Headings that run into their text, from which a page without numbers is read by them."""


def candidates(text: str, skip: Sequence[Range], *, markdown: bool, running: Container[str] = ()) -> list[Candidate]:
    """Return every candidate of a text.

    Captions without a mark are searched in plain text, and in Markdown that marks none.

    Args:
        text: the stored text.
        skip: character ranges that are left out, in order.
        markdown: whether headings and lists are marked.
        running: lines that are printed on page after page.

    Returns:
        The candidates in their order.
    """
    rows = lines_of(text, skip, markdown=markdown, running=running)
    marked = _candidates(text, rows, markdown=markdown, captions=not markdown)
    if markdown and not any(
        one.level and not is_item_caption(one) for one in marked[1:]
    ):  # the first one can be the title
        marked = _candidates(text, rows, markdown=True, captions=True)
    if not any(one.own_line if markdown else _counts(one) for one in marked[int(markdown) :]):
        clauses = [one for one in marked if one.label and one.label.family == "number" and not one.weak]
        starts = {one.start for one in marked if one.own_line or not (one.bare and one.caption.isupper())}
        others = [row for row in rows if row[0] not in starts]
        run_into = list(headings_over(text, others if markdown else joined(text, others), clauses, page=markdown))
        if len(run_into) < HEADINGS:  # captions above text that is long enough count too
            alike = [one for one in [*run_into, *marked] if one.bare and one.own_line]
            run_into = [one for one in run_into if one.own_line] if not markdown and len(alike) >= HEADINGS else []
        begun = {one.start for one in run_into}
        marked = sorted([*run_into, *(one for one in marked if one.start not in begun)], key=attrgetter("start"))
    if markdown:
        return marked
    marked = with_reached(text, rows, without_addresses(text, without_notes_and_rows(text, marked)))
    marked = with_titles_in_front(text, with_recitals(text, without_parties(text, marked)))
    return with_missed(text, with_ordinals(text, with_stranded(text, marked)))


def _counts(one: Candidate) -> bool:
    """Return whether a label at the beginning of a line counts clauses, not the short items of a list: "1. lamps;"."""
    return one.label is not None and not one.weak and not one.small


def _candidates(text: str, rows: Sequence[Range], *, markdown: bool, captions: bool) -> list[Candidate]:
    collected: list[Candidate] = []
    wrapped = not markdown or has_wrapped_lines(text, rows)
    alone = numbers_alone(text, rows)
    chinese = {} if markdown else chinese_clauses(text, rows)
    counted = {} if markdown else {**unquoted_terms(text, rows), **prefixed(text, rows), **lone_schedules(text, rows)}
    wrapping = wrapping_of(text, rows) if wrapped else None
    paragraphs = wrapping.paragraphs(text, rows) if wrapping and not markdown else {}
    signed = [] if markdown else list(signatures(text, rows))
    broken_at = -1
    closings = dict(zip([bisect_right(rows, (at, len(text))) - 1 for at in signed], signed, strict=True))
    for index, (start, end) in enumerate(rows):
        signature = closings.get(index, end)
        if start == signature and not CLOSING.match(text, start, end):
            collected.append(Candidate(start, start, closing=True))
            continue
        after = rows[index + 1] if index + 1 < len(rows) else (end, end)
        if markdown and text[start] in "=-|" and (text[start] == "|" or SETEXT.match(text, start, end)):
            cell = ROW_HEADING.match(text, start, end) if text[start] == "|" else None
            if cell and not ROW_HEADING.search(text, cell.end(), end):  # headings in all cells are those of columns
                first = _first_row(text, rows, index)
                level, caption = len(cell["level"]), plain(cell["heading"]).rstrip(". ")
                if headed := at_line(text, *cell.span("heading"), level, markdown):
                    caption = headed.caption or caption
                    collected.append(replace(headed, start=first, end=end, caption=caption, level=level, indent=1))
            continue
        if 0 <= broken_at == index - 1:
            continue  # the second line of a heading
        if index and rows[index - 1][0] in alone and signature == end:
            collected += inline(text, max(start, collected[-1].end), signature)
            continue
        if (
            markdown
            and text[start] == "#"
            and (empty := EMPTY.fullmatch(text, start, end))
            and can_head(text, end, after)
        ):
            broken_at = index
            if broken := at_line(text, *after, len(empty[0]), markdown):
                collected.append(replace(broken, start=start))
            continue
        if markdown and text[start:end] == "**" and closes_bold(text, end, after):
            broken_at = index
            if broken := at_line(text, *after, BOLD_LEVEL, markdown):
                collected.append(replace(broken, start=start, bold=True, level=0 if broken.label else BOLD_LEVEL))
            continue
        level = setext(text, (start, end), after) if markdown else 0
        here = alone.get(start) or chinese.get(start) or at_line(text, start, end, level, markdown)
        here = here if here and (here.label or here.definition or here.closing) else counted.get(start, here)
        if here is None and paragraphs.get(start, end) > end:
            whole = at_line(text, start, paragraphs[start], level, markdown)
            here = whole if whole and whole.bare and whole.end <= end else None
        if not markdown and (here is None or here.own_line) and is_underlined(text, *rows[index : index + 3]):
            caption = here.caption if here else plain(text[start:end]).rstrip(".: ")
            collected.append(replace(here or Candidate(start, end, own_line=True), end=after[1], caption=caption))
            continue
        behind = start
        if collected and not markdown and (titled := with_heading_below(text, collected[-1], (start, end), here)):
            collected[-1] = titled
            if titled.end == end:
                continue
            here, behind = None, titled.end
        bare = (
            bool(collected) and collected[-1].label is not None and not collected[-1].caption and collected[-1].own_line
        )
        if bare and index and collected[-1].end == rows[index - 1][1]:
            if _is_caption(text, start, end, here):
                level = max(collected[-1].level, here.level if here and here.level < BOLD_LEVEL else 0)
                collected[-1] = replace(collected[-1], end=end, caption=plain(text[start:end]), level=level)
                continue
            if _takes_caption(collected[-1]) and (wide := RUN_IN_WIDE.match(text, start, end)) and _is_heading(wide[0]):
                collected[-1] = replace(collected[-1], end=wide.end(), caption=plain(wide[0]))
                here, behind = None, wide.end()
        if collected and is_last_line(text, collected[-1], (start, end), here):
            collected[-1] = replace(collected[-1], end=end, caption=plain(f"{collected[-1].caption} {text[start:end]}"))
            continue
        before = rows[index - 1] if index else (0, 0)
        above_label = not markdown and end - start <= CAPTION_LENGTH and _heads_label(text, before, (start, end), after)
        if (
            here is None
            and not (markdown and wrapping and wrapping.joins(text, before, (start, end), after))
            and (
                (captions and stands_alone(text, (start, end), after, page=markdown))
                or (
                    start in paragraphs
                    and after[0] in paragraphs
                    and stands_alone(text, (start, end), (after[0], paragraphs[after[0]]))
                )
                or (above_label and is_caption(text[start:end]))
                or (
                    markdown
                    and not (wrapped and end - start > BRIEF and text[end - 1] != "?")
                    and is_set_off(text, before, (start, end), below_day(text, rows, index), unmarked=captions)
                )
                or (markdown and stands_over(text, rows, index, unmarked=captions))
            )
            and not (collected and DATED.search(text[start:end]))
        ):
            caption = plain(text[start:end]).rstrip(". ")
            here = Candidate(start, end, caption=caption, own_line=True, indent=int(markdown))
        if here is None and markdown:
            here = item_caption(text, (start, end), after)
        elif here and here.level == BULLET_LEVEL and is_empty_item(text, (start, end), after):
            here = None
        if not markdown:
            here = attached_amendment(text, (start, end)) or here
        listed = markdown and ITEM.match(text, before[0]) and text.count("\n", before[1], start) > 1
        set_off = (
            listed
            or (not wrapped and text.count("\n", before[1], start) > 1)
            or (above_label and here is not None and here.own_line)
        )
        below = here is not None and here.bare and not (here.bold or set_off) and is_wrapped(text, before, start)
        if here and here.bare and not markdown:
            below = below and not (here.own_line and begins_anew(text, before, (start, end), after))
            below = below or goes_on_over_page(text, before, start) or is_signer(text, before, start)
            below = below or is_field(text, before, (start, end), after)
            below = below or (bool(paragraphs) and start not in paragraphs)
        if below or (here and (_ends_sentence(text, here, before) or _parts_sentence(text, here, before, after))):
            here = None
        counts_on = bool(here and here.label and _follows(collected, here.label))
        if here and goes_on_above(text, before, here, counts_on=counts_on):
            behind, here = here.end, None
        if (
            here
            and here.label
            and not markdown
            and (CITED.match(text, here.start, end) or (not counts_on and _is_referred(text, here, before)))
        ):
            behind, here = here.end, None
        if here and here.label and not (markdown or here.led) and index and _leads_over_page(text, before):
            here = replace(here, led=before[0] + 1)
        if markdown and wrapped and here and not level:
            here = over_two_lines(text, here, rows[index : index + 3])
            if here and here.end > end:
                broken_at = index
        begun = len(collected)
        if here and collected and goes_on_bold(text, collected[-1], here):
            collected[-1] = with_bold(text, collected[-1], here)
        elif here:
            collected.append(replace(here, end=after[1]) if level else here)
            collected += labels_behind(text, collected[-1], end)
            behind = collected[-1].end if here.label or (here.level and not markdown) else start
        searched = end - start > LONG_LINE or (not markdown and text.find(WIDE, start, end) > start)
        if searched or (not markdown and TRAILING.search(text, start, end)):
            for one in inline(text, behind, signature):
                bullet = markdown and one.start > start and LEADING.fullmatch(text, start, one.start)
                collected.append(replace(one, start=start) if bullet else one)
        if not markdown and len(collected) > begun:
            collected[begun:] = with_firsts(text, collected[begun:], signature)
        if start < signature < end:
            collected.append(Candidate(signature, signature, closing=True))
    if not markdown:
        return with_short_run_ins(text, paragraphs or dict(rows), collected)
    collected = with_inner_heads(text, rows, with_run_in_items(text, rows, collected))
    collected = with_colon_captions(text, rows, collected)
    collected = with_superseded(text, rows, with_quoted_articles(text, rows, collected))
    collected = with_ruled_titles(text, rows, with_siblings(text, rows, collected))
    return with_run_ins_of_page(text, rows, collected)


def _heads_label(text: str, before: Range, row: Range, after: Range) -> bool:
    """Return whether a line between blank lines stands over a label; it goes on with no sentence of the line before."""
    return LINE_LABEL.match(text, *after) is not None and is_apart(text, row) and not goes_on(text, before[1])


def _first_row(text: str, rows: Sequence[Range], index: int) -> int:
    """Return the start of a table whose rows in front of a row are empty or ruled, or of that row."""
    while index and text[rows[index - 1][0]] == "|" and RULED.fullmatch(text, *rows[index - 1]):
        index -= 1
    return rows[index][0]


def _leads_over_page(text: str, row: Range) -> bool:
    """Return whether a line ends in a colon or a dash, also in front of the number of its page: "shall not:   -47-"."""
    start, end = row
    return text[end - 1] in LEADING_ENDS or LEADING_PAGE.search(text, max(start, end - LEADING_LENGTH), end) is not None


def _ends_sentence(text: str, here: Candidate, before: Range) -> bool:
    """Return whether the label of a part ends a sentence of the line above: "in accordance with | Title V."."""
    if here.label is None or here.label.family != "part" or here.caption or text[here.end - 1] != ".":
        return False
    return before[1] - before[0] > SENTENCE and text[before[1] - 1].islower()


def _parts_sentence(text: str, here: Candidate, before: Range, after: Range) -> bool:
    """Return whether a number alone on its line is that of a page, inside a sentence: "the | 3. | keeper"."""
    if here.label is None or here.label.family != "number" or len(here.label.values) > 1:
        return False
    return here.own_line and not here.caption and text[before[1] - 1].islower() and text[after[0]].islower()


def _takes_caption(bare: Candidate) -> bool:
    """Return whether the heading of a label alone on its line can begin the next line: "ARTICLE I", "THE LAMP  1.1"."""
    return bare.label is not None and bare.label.family != "letter"


def _is_heading(words: str) -> bool:
    """Return whether words are a title, and no number: "APPENDIX 2", and "1    LAMPS" below it."""
    return is_title(words) and any(map(str.isalpha, words))


def _follows(collected: Sequence[Candidate], label: Label) -> bool:
    """Return whether the number in front of a number, or the one above it, was found shortly before it."""
    *above, last = label.values or (0,)
    before = tuple(above) if last == 1 else (*above, last - 1)
    return any(one.label is not None and one.label.values == before for one in collected[-NEAR:] if before)


def _is_referred(text: str, here: Candidate, before: Range) -> bool:
    """Return whether a number goes on with the sentence of the line before: "in accordance with | Section 3.2"."""
    assert here.label is not None
    if here.label.family not in ("number", "section", "article") or (here.caption and is_title(here.caption)):
        return False
    above = max(before[0], before[1] - LEADS)
    if here.small and here.label.family == "number" and is_wrapped(text, before, here.start):
        gap = text[before[1] : here.start]
        directly = gap.count("\n") == 1 or bool(gap.strip())  # or the foot of a page between
        begins = here.label.values == (1,) and SECOND_BELOW.match(text, here.end)
        return directly and text[before[1] - 1].islower() and not (begins or ITEM_ENDS.search(text, above, before[1]))
    return REFERS.search(text, above, before[1]) is not None


def _is_caption(text: str, start: int, end: int, here: Candidate | None) -> bool:
    """Return whether a line can be the caption of a label that stands alone on the line before."""
    if here is not None and here.label is not None:
        return False
    line = text[start:end]
    if end - start <= BRIEF and line[-1] not in ".;,:":
        return True
    return end - start <= CAPTION_LENGTH and line[-1] not in ";," and (bool(here) or is_title(plain(line)))
