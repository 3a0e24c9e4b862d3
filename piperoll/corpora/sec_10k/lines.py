"""Tell headings from other lines where nothing says how words are printed.

A crawler leaves each cell of a table in a line of its own, and of a heading nothing but its words.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise

from piperoll.corpora.sec_10k.blocks import Block
from piperoll.corpora.sec_10k.indexes import AUDITED, OFFICE, OFFICER, TO_WHOM, indexes, officers
from piperoll.corpora.sec_10k.leads import leads
from piperoll.corpora.sec_10k.nesting import Nesting
from piperoll.corpora.sec_10k.not_headings import FIRM
from piperoll.corpora.sec_10k.sentences import sentences
from piperoll.corpora.sec_10k.signs import EXHIBITS, FIGURES, MONTH, NOTE, VERB, opens, opens_part
from piperoll.corpora.sec_10k.stopped import stopped
from piperoll.corpora.sec_10k.topics import COMPARES, HOLDS, RISKY

LEADS = re.compile(
    r"\b(?:following (?:tables?|schedule|summary)|tables? below|as follows|set forth below)\b", re.IGNORECASE
)
"""Stands in a sentence that leads to a table without a colon: "The following table sets forth … by product."."""
LONGEST_LEADING = 400
"""Characters of a line that leads to a table."""
SHORT, SHORTEST = 90, 30
"""Characters of a line that may be a cell, and of one with a colon at its end."""
MANY = 6
"""Short lines in a row that are the cells of a table; headings that stand one over the other are fewer."""
OFTEN = 3
"""Lines in a row that come so often before they are known to be the head of a table, or a running head."""
NUMBERS = re.compile(r"\d\Z|\b(?!\d{4}\s)\d|(?<=[^\W\d])\d")
"""Stands in a cell; a heading may have a year in its midst: "Other Fiscal 2031 Acquisitions"."""
FIGURE = re.compile(r"[\W\d]+")
FEWEST_FIGURES = 3
"""Lines without a letter among short ones that make all of them cells, also "Balance Sheets"."""
STOPPED = re.compile(
    r"(?i:(?<!\binc)(?<!\bltd)(?<!\bcorp)(?<!\bco)(?<!\bjr)(?<!\bsr)\.|[;:?!]|(?<!officer)(?<!president),)[)\"”’]{0,2}\Z"
)
"""Matches the end of what is no cell, as "Reef Ltd." and "Chief Executive Officer," may be."""
MARK = re.compile(r"[•●▪◦·*–—-]|[o¨ü§Ø]\s|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)](?:\s|\Z)")
"""Begins the item of a list."""
INITIAL = re.compile(r"[A-Z]\.\s[A-Z][a-z]+\s[A-Z][a-z]+\Z")
"""Matches a name, "F. Mary Read"."""
NUMBER = re.compile(r"\(\d{1,2}\)")
NOTED = re.compile(r"\((\d{1,2})\)\s?(?=[A-Z])(?!.*[.;:])")
"""Matches "(1)" in front of words without a stop."""
FOOTED = re.compile(
    r"\(\d{1,2}\)\s?(?:based on|(?:in|ex)cludes?|represents?|reflects?|consists? of|calculated|restated|adjusted)\b",
    re.IGNORECASE,
)
"""Matches what a footnote says of a number: "(1) Based on …"."""
LISTS_EXHIBITS = re.compile(
    rf"{EXHIBITS.pattern}|exhibits?\W*\Z|index (?:to|of) exhibits\b|exhibits? (?:index|no|number)\b", re.IGNORECASE
)
PART_OF_ITEM = re.compile(r"\([b-d]\)\s|reports on form 8-k\b|signatures?\W*\Z", re.IGNORECASE)
LEGEND = re.compile(r"\W{0,2}n[./]?[am][.\W]{1,4}(?:=\s)?not (?:meaningful|applicable)\b", re.IGNORECASE)
"""Matches what stands below a table: "NM - Not Meaningful"."""
ROW = re.compile(
    r".*-{3}"
    rf"|(?=.*{OFFICE}).*\s\d{{2}}(?:\s|\Z)"
    r"|(?=.{0,80}\bname\b)(?=.{0,80}\bage\b)(?=.{0,80}\b(?:positions?|since|offices?|title|served)\b).{9,80}\Z"
    r"|.*\w-\Z",
    re.IGNORECASE | re.DOTALL,
)
"""Matches the row of a table: "For ---- Withheld ----", "M. Stern 61 President of the Bank", "Name Age Position", and a
cell that goes on: "Other Post-"."""
DRAWN = re.compile(r"-{4,}|={4,}|\.{5,}")
PRINTS = re.compile(r"\$|\d[,.]\d|\d\s?%")
"""Stand in a table that a crawler has put into one line, and in its rows: "Oil........... 1,250 Wicks......... 900"."""
ENTRY = re.compile(r".*(?:\bpage\s|\)\s)\d{1,3}\Z", re.IGNORECASE)
"""Matches the entry of an index: "Report of Reef & Reef - page 68", "Note 8 - Debt (unaudited) 25"."""
DATED = re.compile(rf"(?:dated?\W{{1,2}})?{MONTH}\s\d{{1,2}},\s\d{{4}}\W*", re.IGNORECASE)
NOTHING = re.compile(r"(?:none|not applicable)\W*\Z", re.IGNORECASE)
LEAST_BELOW = 150
"""Characters of a paragraph that a line with one capital heads."""
LOOSE = re.compile(
    r"(?:[A-Z]|\d+(?:\.\d+)?%\s[A-Z])(?:[^.;:?!\n\t$]|\.(?=\w)){2,80}"
    r"(?:(?<![\s.;,:?!])|(?:(?<=\bInc)|(?<=\bLtd)|(?<=\bCorp))\.)"
)
"""Matches "Income taxes"."""
SHOUTED = re.compile(
    r"[A-Z](?:[^a-z;:?!\n\t$]){10,220}(?<![\s.;,:?!])"
    r"|(?=.*\s(?:IN|OF|TO)\s)[A-Z](?:[^a-z;:?!\n\t$]){10,220}(?<=\bINC)\."
)
"""Matches a long heading in capitals, also "INCOME OF REEF LAMPS INC.", but no mere name."""
NO_HEADING = re.compile(
    r"\bnotes to\b|\bstatements? of\b|\bbalance sheets?\b|, (?:19|20)\d\d\Z|\b(?:and|or)\Z|\(\d\)\Z", re.IGNORECASE
)
"""Stands in a running head, a date, an item of a list, a cell with a footnote."""
PERCENT = re.compile(r"\d+(?:\.\d+)?%")
LEAST_RISK, SHORTEST_RISK, TWO, MOST_RISK = 25, 15, 250, 420
"""Characters of the sentence that names a risk, and of one with a verb; from the third on, and over a text much longer,
it may be two."""
LEAST_TOLD, TOLD = 120, 0.9
"""Characters of the paragraph below it, and their share of its own."""
LONGER = 2
"""How many times longer it is where the line that names a risk may be the item of a list, or has two sentences."""
ALSO = re.compile(r"\balso\b", re.IGNORECASE)
"""Stands in what leads to a list and goes on with what is told: "We also face other risks, including:"."""
RISKS = ((3, 0.1), (2, 0.5))
"""Risks, and their share of all paragraphs, before such sentences are known to name risks; of few they are most."""
MANY_SHOUTED = 3
"""Long headings in capitals that name the risks in place of sentences."""
REFERS = re.compile(
    r"\bthese (?:and|or|other|risks|factors|events|uncertainties|matters|actions)\b|\bforegoing\b"
    r"|described (?:above|below)",
    re.IGNORECASE,
)
GOES_ON = re.compile(
    r"[\"“‘'(]?(?:these|this|those|such|in addition|additionally|furthermore|moreover|further,|however|for example"
    r"|for instance|as a result|accordingly|therefore|thus|consequently|also|similarly|in particular|specifically"
    r"|likewise|finally|nevertheless|in the event|(?:if )?any of (?:these|the)|the following|see |in some cases"
    r"|as (?:discussed|described|noted)|other |while |although |to the extent|there can be no|no assurance"
    r"|on [A-Z][a-z]+ \d|in (?:fiscal|\d{4}|[A-Z][a-z]+ \d{4})|during |we (?:also|further|have also)"
    r"|our (?:board|management) )",
    re.IGNORECASE,
)
"""Matches how a sentence begins that goes on with what is told already."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines say of a unit where those begin that are cells, and so no headings, and those that are headings.

    ``risks`` are the headings that are sentences, ``loose`` those with no capitals but the first, ``stopped`` those
    with a full stop, ``leads`` the ends of the words in front of a text that head it, by where they begin.
    """

    cells: frozenset[int] = frozenset()
    risks: frozenset[int] = frozenset()
    loose: frozenset[int] = frozenset()
    stopped: frozenset[int] = frozenset()
    leads: Mapping[int, int] = field(default_factory=dict)
    nesting: Nesting = field(default_factory=Nesting)

    def led(self, block: Block) -> Block:
        """Return a block with where the words end that head it."""
        return replace(block, lead=self.leads[block.start]) if block.start in self.leads else block


def lines_of(text: str, blocks: Sequence[Block], risky: bool) -> Lines:
    """Return what the lines of a unit are.

    Args:
        text: the stored text.
        blocks: of the unit, without its heading.
        risky: the unit tells of nothing but risks.

    Returns:
        The lines; how their headings stand in each other is not known yet.
    """
    legends = (block.start for block in blocks if LEGEND.match(text, block.start, block.end))
    lists = (_captions, _footnotes, _exhibits, indexes, officers, _tables)
    cells = frozenset(chain(legends, *(found(text, blocks) for found in lists)))
    told = blocks if risky else list(_below_risks(text, blocks))
    shouted = not risky and sum(_is_shouted(text, block) for block in told) >= MANY_SHOUTED
    risks = frozenset() if shouted else _risks(text, told)
    loose = frozenset(_loose(text, blocks, cells))
    return Lines(cells, risks, loose, frozenset(stopped(text, blocks, cells | risks)), leads(text, blocks, cells))


def heads_nothing(words: str) -> bool:
    """Return whether a line is a day, to whom a report goes, a row of a table, an entry of an index, a firm, "None"."""
    return DATED.fullmatch(words) is not None or opens(words, TO_WHOM, ROW, ENTRY, FIRM, NOTHING)


def is_flat(words: str) -> bool:
    """Return whether a table, or its rows, stand in one line."""
    return "\n" not in words and DRAWN.search(words) is not None and PRINTS.search(words) is not None


def leads_to_flat(words: str) -> bool:
    """Return whether a line belongs to a table in one line below it: its caption, the heads of its columns."""
    if len(words) > LONGEST_LEADING:
        return False
    heads = DRAWN.search(words) is not None and PRINTS.search(words) is None
    return heads or words.endswith(":") or LEADS.search(words) is not None or STOPPED.search(words) is None


def _captions(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the short lines that are the caption of a table in one line, and head nothing below that.

    In statements, whose titles may not be known, they part these from the auditor's report.
    """
    if any(AUDITED.match(text, block.start, block.end) for block in blocks):
        return
    for block, following in pairwise(blocks):
        words = text[block.start : block.end]
        if len(words) <= SHORT and not opens_part(words) and is_flat(text[following.start : following.end]):
            yield block.start


def _tables(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the cells: short lines in a row."""
    times = Counter(text[block.start : block.end] for block in blocks if block.end - block.start <= SHORT)
    run: list[Block] = []
    audited = False  # below the title of a report stands to whom it goes
    for block in blocks:
        words = text[block.start : block.end]
        stopped = STOPPED.search(words) and not (words.endswith(":") and len(words) <= SHORTEST)
        stopped = stopped or (audited and words.endswith("."))
        item = MARK.match(words) and not INITIAL.match(words)
        ends = len(words) > SHORT or stopped or item or block.table >= 0
        audited = AUDITED.match(words) is not None or (audited and len(words) <= SHORT)
        if ends or AUDITED.match(words):
            yield from _cells(text, run, len(words) > SHORT, times)
            run = []
        if not ends:
            run.append(block)
    yield from _cells(text, run, False, times)


def _cells(text: str, run: Sequence[Block], over_text: bool, times: Mapping[str, int]) -> Iterator[int]:
    """Yield the lines of a run that are cells: all but its first and its last one where they may head something.

    Args:
        text: the stored text.
        run: the short lines.
        over_text: a paragraph stands below them.
        times: how often each line comes; several that come again and again are the head of a table.

    Yields:
        Where each begins.
    """
    words = [text[block.start : block.end] for block in run]
    if len(run) < MANY:
        often = (times[one] >= OFTEN and not opens_part(one) for one in words)
        head = [block.start for block, again in zip(run, often, strict=True) if again]
        yield from head if len(head) >= OFTEN else ()
        return
    known = Counter(one.split()[0].casefold() for one in words)
    figures = sum(FIGURE.fullmatch(one) is not None for one in words) >= FEWEST_FIGURES
    for at, block in enumerate(run):
        noted = at == 0 and NOTE.match(words[at])
        if noted or (opens_part(words[at]) and not figures) or COMPARES.match(words[at]):
            continue
        first = at == 0 and not FIGURE.fullmatch(words[1])
        last = at == len(run) - 1 and over_text and words[at][-1] not in ":." and not OFFICER.search(words[at])
        several = " " in words[at] and not NUMBERS.search(words[at])
        if not ((first or last) and several and known[words[at].split()[0].casefold()] == 1):
            yield block.start


def _exhibits(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the lines of a list of exhibits, from its heading to the next part of the Item."""
    inside = False
    for block in blocks:
        words = text[block.start : min(block.end, block.start + SHORT)]
        lists = LISTS_EXHIBITS.match(words) is not None
        if not lists and (opens_part(words) or PART_OF_ITEM.match(words)):
            inside = False
        if inside:
            yield block.start
        inside = inside or lists


def _footnotes(text: str, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the short lines with a number in brackets that head nothing: "(1) Estimates of May 2031".

    Those that do have others of their series, and none of them directly below them.
    """
    numbers: dict[int, int] = {}
    for block, following in pairwise(blocks):
        if block.end - block.start <= SHORT and (match := NOTED.match(text, block.start, block.end)):
            heads = NUMBER.match(text, following.start, following.end) is None
            numbers[block.start] = int(match[1]) if heads else -1
        if FOOTED.match(text, block.start, block.end):
            yield block.start
    known = set(numbers.values())
    yield from (start for start, number in numbers.items() if number < 0 or not known & {number - 1, number + 1})


def _loose(text: str, blocks: Sequence[Block], cells: frozenset[int]) -> Iterator[int]:
    """Yield the lines over a paragraph that are headings though most of their words have no capital, or all letters."""
    named = Counter(
        text[one.start : one.end] for one in blocks if one.end - one.start <= SHORT and text[one.end - 1] == "."
    )
    for block, following in pairwise(blocks):
        below = following.end - following.start >= LEAST_BELOW and text[following.start].isupper()
        words = text[block.start : block.end]
        if not below or block.start in cells or named[words] >= OFTEN:  # the name of a company over each page
            continue
        loose = LOOSE.fullmatch(words) or SHOUTED.fullmatch(words)
        if loose and not NO_HEADING.search(words) and not FIGURES.search(PERCENT.sub("", words)):
            yield block.start


def _opens_risks(text: str, block: Block) -> bool:
    words = text[block.start : block.end]
    return len(words) <= SHORT and RISKY.match(words) is not None and not words.endswith(".")


def _below_risks(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield what stands below a heading of risks, up to the next topic of a discussion of the results."""
    inside = False
    for block in blocks:
        if _opens_risks(text, block):
            inside = True
        elif block.end - block.start <= SHORT and HOLDS.match(text, block.start, block.end):
            inside = False
        elif inside:
            yield block


def _is_shouted(text: str, block: Block) -> bool:
    return SHOUTED.fullmatch(text, block.start, block.end) is not None


def _risks(text: str, blocks: Sequence[Block]) -> frozenset[int]:
    """Return where the lines begin that name a risk: a sentence over a paragraph that is longer, two where many do."""
    paragraphs = sum(block.end - block.start >= LEAST_TOLD for block in blocks)
    found = len(_named(text, blocks, False))
    many = any(found >= max(fewest, share * paragraphs) for fewest, share in RISKS)
    return frozenset(_named(text, blocks, True) if many else ())


def _named(text: str, blocks: Sequence[Block], two: bool) -> list[int]:
    """Return where the lines begin that may name a risk; ``two`` says that two sentences may."""
    found: list[int] = []
    for at, (block, following) in enumerate(pairwise(blocks)):
        before = blocks[at - 1] if at else None
        follows = before is not None and found[-1:] == [before.start]
        led = before is not None and text[before.end - 1] == ":"
        if not follows and _names_risk(text, block, following, led, two):
            found.append(block.start)
    return found


def _names_risk(text: str, block: Block, following: Block, led: bool, two: bool) -> bool:
    """Return whether a line names a risk.

    Args:
        text: the stored text.
        block: the line.
        following: the paragraph below it.
        led: it may be the item of a list, which others follow.
        two: it may be two sentences, over a text much longer.
    """
    length, below = block.end - block.start, following.end - following.start
    leads = text[following.end - 1] == ":" and not led and not ALSO.search(text, following.start, following.end)
    told = below >= LONGER * length if led else leads or below >= max(LEAST_TOLD, TOLD * length)
    words = text[block.start : block.end]
    least = SHORTEST_RISK if VERB.search(words) and not words.isupper() else LEAST_RISK
    if not least <= length <= MOST_RISK or not told:
        return False
    if REFERS.search(words) or GOES_ON.match(words) or not words[0].isupper() or MARK.match(text[following.start]):
        return False
    ends = words[-1] in ".?!" or (words[-1].isalpha() and VERB.search(words) is not None)
    two = length > TWO or (two and not led and below >= LONGER * length)
    return ends and sum(1 for _ in sentences(text, block.start, block.end)) <= 1 + two
