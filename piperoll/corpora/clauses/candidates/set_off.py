"""Find the lines of a page that stand between blank lines and head what is below, though nothing marks them."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, Candidate
from piperoll.corpora.clauses.candidates.line_starts import says_day
from piperoll.corpora.clauses.candidates.unmarked import (
    BEGINS,
    BEGINS_ANY,
    FIELD,
    ITEM,
    ITEM_BEFORE,
    SENTENCE,
    is_caption,
)
from piperoll.corpora.clauses.words.captions import (
    BRIEF,
    CAPTION_LENGTH,
    FEW_WORDS,
    LONG_LINE,
    LONGEST_HEADING,
    SAYS,
    is_title,
    plain,
)
from piperoll.corpora.clauses.words.labels import LINE_LABEL, of_match
from piperoll.corpora.clauses.words.stops import OPENING_QUOTES

# "_Who reads the log_"
ITALICS = re.compile(r"[_*](?P<words>[^_*\n]{3,90}[^_*.\s])[_*]")
EMPHASISED = re.compile(r"(?:_[^_\n]{3,60}_|\*[^*\n]{3,60}\*)")
"""Matches a small heading below another one: "_Red lamps:_"."""
HARD_BREAK = "  "
"""White space with which Markdown ends a line inside a paragraph."""
UNSEEN = "\u200b\u200c\u200d\ufeff"
"""Characters without width in front of a line."""
# "Otherwise: keeper@tower.com"
ADDRESS = re.compile(r"\w@\w|\bwww\.|://")
PLACE = re.compile(r",.*\b\d{5}\b|\b\d{5}\b.*,")
"""Matches what a line of an address has: "Pier Town, ME 04101"."""
NAVIGATION = re.compile(r"(?i)(?:return|back|go) to (?:the )?(?:top|contents?|table of contents)")
LANGUAGE = re.compile(
    r"English|Français|Deutsch|Español|Italiano|Português|Nederlands|Polski|Svenska|Dansk|Norsk|Suomi|Čeština|Magyar|Română|Türkçe"
)
"""Matches a line that tells in which language a page is shown."""
NOT_TITLED = re.compile(rf"\d|^(?:{BEGINS})\b")
"""Matches what a long heading has not: a figure, as of an address, or the first word of a sentence."""
PARTED = re.compile(r"[,:;\d]|\.\s")
"""Matches between the parts of a sentence, and a figure, as of an address."""
PARAGRAPH_ENDS = ".:?!"
VALUE = re.compile(r"(?<![\dIVX\s]):\s|(?<![\dIVX\s])\s:\s")
"""Matches between a name and its value: "Keeper: Ida North", not "Part 2: Lamps"."""
RULE = re.compile(r"(?:[-*_][ \t]?){3,}")
ALIKE = 3
"""Headings behind the rules of a page, from which a title behind another one is of their rank."""
STOPS = ".;!?"
"""Last characters of a paragraph or an item."""


def is_set_off(text: str, before: Range, row: Range, after: Range, *, unmarked: bool) -> bool:
    """Return whether a line between blank lines heads the paragraph or the list below it: "Who reads the log?".

    Args:
        text: the stored text.
        before: the character range of the line before.
        row: the character range of the line.
        after: that of the line behind it.
        unmarked: whether the page marks no heading; then no blank line need stand between it and a sentence.

    Returns:
        True for a heading.
    """
    line = text[slice(*row)].lstrip(UNSEEN) if row[1] - row[0] <= LONGEST_HEADING else ""
    if italics := ITALICS.fullmatch(line):
        line = italics["words"]
    if len(line) <= 2 or not line[0].isupper() or line.count(")") > line.count("("):
        return False
    if NAVIGATION.fullmatch(line) or LANGUAGE.fullmatch(line) or ADDRESS.search(line) or PLACE.search(line):
        return False
    if ITEM_BEFORE.search(line) or (VALUE.search(line) and not (line[-1] == "." or line.isupper())):
        return False
    stopped = line[-1] == "." and is_title(line) and (len(line.split()) <= FEW_WORDS or line.isupper())
    if not (line[-1].isalpha() or line[-1] in "?)" or stopped):
        return False
    begins = not before[1] or text.count("\n", before[1], row[0]) > 1
    spaced = begins and text.count("\n", row[1], after[0]) > 1
    below = text[slice(*after)]
    last = text[before[1] - 1] if before[1] else "."
    item = bool(ITEM.match(below)) and last not in "●•▪◦"
    behind = last in ".!?" and not (BEGINS_ANY.match(line) or SAYS.match(line) or below.lstrip("*- \xa0")[:1].islower())
    first = below.lstrip("*_[")[:1]
    says = len(below) > BRIEF or (below[-1:] in (".", ":") and (len(below) > SENTENCE or not is_title(below)))
    label = LINE_LABEL.match(below) if spaced and not stopped else None
    values = number.values if label and (number := of_match(label)) and number.family == "number" else ()
    goes_on = values != () and last in ".!?" and is_title(line) and not NOT_TITLED.search(line)
    counted = goes_on or values in ((1,), (1, 1))
    over = spaced and is_title(line) and len(line.split()) > 1 and EMPHASISED.fullmatch(below) is not None
    follows = (is_title(line) or line[-1] == "?" or (item and behind)) and (item or below[:1] == "|")
    follows = follows or counted or over or (says and first in OPENING_QUOTES)
    follows = follows or (first.isupper() and (says or line[-1] == "?"))
    if begins and not spaced and (unmarked or text.startswith(HARD_BREAK, row[1])):
        spaced = len(below) > LONG_LINE // 2 and below[-1] == "." and not stopped
    title = (counted or is_title(line)) and not (NOT_TITLED.search(line) or SAYS.match(line))
    heads = line[-1] == "?" or len(line) <= BRIEF or title or (not item and _is_phrase(line, below))
    short = len(line) <= CAPTION_LENGTH or line[-1] == "?" or counted
    return spaced and follows and not FIELD.match(line) and heads and short


def _is_phrase(line: str, below: str) -> bool:
    """Return whether a long line is a heading that is no title: one phrase, without a verb, over a paragraph."""
    if PARTED.search(line) or BEGINS_ANY.match(line) or SAYS.match(line):
        return False
    return len(below) > BRIEF and below[-1] in PARAGRAPH_ENDS


def stands_over(text: str, rows: Sequence[Range], index: int, *, unmarked: bool) -> bool:
    """Return whether a line of a page heads the heading below it, and nothing marks either of them.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        index: where the line stands among them.
        unmarked: whether the page marks no heading.
    """
    if not 0 < index < len(rows) - 2:
        return False
    before, row, heading, after = rows[index - 1 : index + 3]
    return (
        text[slice(*before)].rstrip("_*")[-1:] in STOPS  # an address ends in no stop
        and text[row[1] - 1] not in STOPS
        and text.count("\n", row[1], heading[0]) > 1
        and is_set_off(text, row, heading, after, unmarked=unmarked)
        and is_set_off(text, before, row, after, unmarked=False)
    )


def below_day(text: str, rows: Sequence[Range], index: int) -> Range:
    """Return the line behind a line, or behind the day that stands between: "Red Lamps", "**May 2031**", "You may".

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        index: where the line stands among them.
    """
    behind = rows[index + 1 : index + 3]
    if len(behind) == 2 and says_day(text, *behind[0]):
        return behind[1]
    return behind[0] if behind else (rows[index][1], rows[index][1])


def with_ruled_titles(text: str, rows: Sequence[Range], found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of a page, and its titles between a rule and a marked heading.

    They are of the rank of the headings behind the other rules.

    Args:
        text: the stored text.
        rows: the character ranges of the lines.
        found: the candidates of the lines, in order.
    """
    marked = {one.start: one.level for one in found if 0 < one.level < BOLD_LEVEL}
    ruled = [row for above, row in pairwise(rows) if text[above[0]] in "-*_" and RULE.fullmatch(text, *above)]
    ranks = Counter(marked[start] for start, _ in ruled if start in marked)
    rank = next((level for level, count in ranks.most_common(1) if count >= ALIKE), 0)
    below = {row[0]: marked.get(after[0], 0) for row, after in pairwise(rows)} if rank else {}
    headed = {one.start for one in found if not one.bare}
    titles = [
        Candidate(start, end, caption=plain(text[start:end]), level=rank, indent=1, own_line=True)
        for start, end in ruled
        if start not in headed and below.get(start, 0) > rank > 0 and is_caption(text[start:end])
    ]
    begun = {one.start for one in titles}
    kept = (one for one in found if one.start not in begun)
    return sorted([*kept, *titles], key=attrgetter("start")) if titles else list(found)
