"""Where clauses may open: every label and caption of a text, in order, each with what it looks like.

A candidate at a line start is strong. One inside a line is weak: many sources give a whole page as one line, and
there a label counts only when it is the next one of its series (which :mod:`outline` knows).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses import labels
from piperoll.corpora.clauses.contents import is_furniture
from piperoll.corpora.clauses.labels import Label
from piperoll.text.paragraphs import lines, trim

LABEL = re.compile(rf"(?:{labels.WORD_LABEL}|{labels.CHINESE_LABEL}|{labels.BARE_LABEL})")
INLINE = re.compile(
    rf"(?<!\S)(?:(?P<quote>[“\"])|{labels.WORD_LABEL}(?=[.:]?\s+[\"“\[(]?[A-Z])"
    rf"|(?P<decimal>{labels.DECIMAL})(?P<after>[.)])?(?=\s+[\"“\[(]?[A-Z])"
    r"|\([ ]?(?P<paren>[A-Za-z]{1,4}|\d{1,2})[ ]?\)(?=\s)(?P<loose>)(?P<close>))"
)
# ">", bullets and indentation before the text of a line
LEADING = re.compile(r"(?:>[ ]?|[ \t\xa0\u200b\ufeff]|[*+\-•·▪](?=[ \t\xa0]))*+")
ATX = re.compile(r"(#{1,6})(?:[ \t]+|$)")
SETEXT = re.compile(r"(?:(=+)|(-{2,}))$")
BULLET = re.compile(r"[*+\-•·▪]")
EMPHASIS = re.compile(r"(?:\*\*|__|\*|_(?!_)|\\?\[(?=\d))++")
BOLD = re.compile(r"(?:\*\*|__)(?:[*_ ])*")
AFTER_LABEL = re.compile(r"[\s*_.:)\-–—|\\]*+")
LINK = re.compile(r"!?\[?([^\[\]\n]*)\]\([^()\s]*\)")
MARKS = re.compile(r"[*_#`\\\u200b\ufeff]+")
RUN_IN = re.compile(r"[^.:\n]{2,90}(?:\([^)\n]{0,30}\))?[.:](?=\s|$|[*_])|[^.:;\n–—-]{2,70} [–—-](?= )")
RUN_IN_BARE = re.compile(r"[A-Z][^.:;,\n]{2,60}:(?=\s)|[A-Z][^.:;,\n]{2,50}\.(?=\s[\"“(A-Z])")
# “Intervening Event” means …; "Net Sales" shall have the meaning …; **“Content”** refers to …
DEFINITION = re.compile(
    r"(?:\*\*|_)*[“\"](?:\*\*|_)*(?P<term>[^”\"\n*_]{2,80}?),?(?:\*\*|_)*[”\"](?:\*\*|_)*"
    r"(?:,? or [“\"][^”\"\n]{2,60}[”\"])?"
    r"(?:\s\([^()\n]{1,60}\))?:?\s+(?=(?:shall |will )?(?:means?|has|have|is defined|refers?|includes?)\b)"
)
CAPTION_LENGTH = 100
"""Characters of a line that can be a caption alone."""
BRIEF = 60
"""Characters of a line that is taken for the heading of its number, however it is capitalised."""
FEW_WORDS = 5
"""Words in front of the text of a numbered clause that are its heading, however they are capitalised."""
LONGEST_HEADING = 150
"""Characters; what is longer is a paragraph, however it is marked."""
LONG_LINE = 120
"""Characters from which a line is text, and looked through for labels."""
LABEL_FRONT = re.compile(r"^\W*(?:[a-zA-Z]{1,4}|[\d.]{1,9})[ ]?[.)]+\s+")
# "Last modified: August 9, 2021", "Stand 13.03.2024": it would change the path of all that it stands over
DATED = re.compile(
    r"(?i)(?:updated?|modified|revised|effective|version|stand|gültig|actuali|aktuali|mise à jour|vigueur|vigor|"
    r"aktualizov|gewijzigd|uppdater|posted).{0,40}\b(?:19|20)\d\d\b|^\W*(?:\d{1,2}[./ ]){2}(?:19|20)\d\d\W*$"
)
WORDS = re.compile(r"[^\W\d_]{4,}")
CAPITALISED = 0.6
"""Share of the longer words of a caption that begin with a capital letter."""
BOLD_LEVEL = 7
"""Of a line that is bold throughout: below the six levels of headings."""
REFERRING = frozenset(
    "article articles section sections clause clauses paragraph paragraphs subsection subsections item items exhibit "
    "schedule sub-section sub-clause subclause subparagraph rule rules of in under to by with see".split()
)
"""Words after which a label is a reference and no opening."""
STOPS = (".", ";")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place where a clause may open, at ``start``; the heading ends at ``end``.

    Attributes:
        level: of a marked heading; 0 where nothing marks it.
        indent: the column in Markdown, from 1; 0 elsewhere.
        own_line: the caption is all there is on its line.
        weak: it stands inside a line.
        delimited: a full stop or a bracket follows the number.
        definition: the caption is the term that is defined.
        printed: the label as it stands there.
    """

    start: int
    end: int
    label: Label | None = None
    caption: str = ""
    level: int = 0
    indent: int = 0
    own_line: bool = False
    weak: bool = False
    delimited: bool = True
    definition: bool = False
    printed: str = ""


def candidates(text: str, skip: Sequence[Range], *, markdown: bool) -> list[Candidate]:
    """Every candidate of ``text`` outside the ranges ``skip``.

    Captions that nothing marks are looked for in plain text, and in Markdown that marks none.
    """
    found = _candidates(text, skip, markdown=markdown, captions=not markdown)
    if markdown and not any(one.level for one in found):
        return _candidates(text, skip, markdown=True, captions=True)
    return found


def _candidates(text: str, skip: Sequence[Range], *, markdown: bool, captions: bool) -> list[Candidate]:
    found: list[Candidate] = []
    rows = list(_rows(text, skip))
    for index, (start, end) in enumerate(rows):
        after = rows[index + 1] if index + 1 < len(rows) else (end, end)
        if markdown and (SETEXT.match(text, start, end) or text[start] == "|"):
            continue
        level = _setext(text, (start, end), after) if markdown else 0
        here = _at_line(text, start, end, level, markdown)
        bare = bool(found) and found[-1].label is not None and not found[-1].caption and found[-1].own_line
        if bare and index and found[-1].end == rows[index - 1][1] and _is_caption(text, start, end, here):
            level = max(found[-1].level, here.level if here else 0) or 0
            found[-1] = replace(found[-1], end=end, caption=plain(text[start:end]), level=level)
            continue
        if here is None and captions and _stands_alone(text, (start, end), after):
            here = Candidate(start, end, caption=plain(text[start:end]), own_line=True)
        if here:
            found.append(replace(here, end=after[1]) if level else here)
        if end - start > LONG_LINE:
            found += _inline(text, here.end if here and here.label else start, end)
    return found


def _rows(text: str, skip: Sequence[Range]) -> Iterator[Range]:
    """Lines that hold text, trimmed, furniture left out."""
    waiting = list(reversed(skip))
    for start, end in lines(text, 0, len(text)):
        while waiting and waiting[-1][1] <= start:
            waiting.pop()
        if waiting and start >= waiting[-1][0] - 8 and end <= waiting[-1][1] + 8:
            continue
        start, end = trim(text, start, end)
        if start < end and not is_furniture(text, start, end):
            yield start, end


def _setext(text: str, row: Range, after: Range) -> int:
    """The level that the line after ``row`` gives it; some pages leave a gap above ``===``."""
    under = SETEXT.match(text, *after)
    if not under or row[1] - row[0] > LONGEST_HEADING:
        return 0
    return 1 if under[1] else 2 * (text.count("\n", row[1], after[0]) == 1)


def _at_line(text: str, start: int, end: int, level: int, markdown: bool) -> Candidate | None:
    """The candidate with which a line begins."""
    lead = LEADING.match(text, start, end)
    at = lead.end() if lead else start
    before = text.rfind("\n", 0, start) + 1
    indent = at - before + 1 if markdown else 0
    bullet = markdown and bool(BULLET.search(text[start:at]))
    bold = False
    if markdown:
        if atx := ATX.match(text, at, end):
            level, at = len(atx[1]), atx.end()
        if marks := EMPHASIS.match(text, at, end):
            bold, at = bool(BOLD.match(text, at, end)), marks.end()
    match = LABEL.match(text, at, end)
    label = labels.of_match(match) if match else None
    if label is None and not level and (defined := DEFINITION.match(text, start, end)):
        return Candidate(start, defined.end(), caption=plain(defined["term"]), definition=True)
    if match and label and not level and not _opens(text, match, label, end):
        label = None
    if match and label:
        at = match.end()
        gap = AFTER_LABEL.match(text, at, end)
        at = gap.end() if gap else at
    caption, stop = _caption(text, at, end, marked=bool(level), bold=bold, labelled=label is not None)
    own_line = stop == end
    if label is None:
        if not caption:
            return None
        if not level and bold and own_line:
            level = BOLD_LEVEL
        if not level and (bullet or (not bold and (markdown or own_line))):
            return None
    elif defined := DEFINITION.match(text, at, end):
        caption, stop, own_line = plain(defined["term"]), defined.end(), False
    if level and DATED.search(caption):
        return None
    delimited = not match or label is None or label.family != "number" or bool(match["after"]) or len(label.values) > 1
    printed = plain(match[0]) if match and label else ""
    return Candidate(start, stop, label, caption, level, indent, own_line, delimited=delimited, printed=printed)


def _opens(text: str, match: re.Match[str], label: Label, end: int) -> bool:
    """Is this label the start of a clause rather than the first word of a sentence: "Section 3.2 shall survive"?"""
    after = text[match.end() : match.end() + 40].lstrip(" \xa0\t*_\\")
    if label.family in ("article", "section", "part", "schedule"):
        if not after or after[0] in ".:–—-\n" or match.end() >= end:
            return True
        return not (after[0].islower() or after[0] in ",;)") or text[match.end() : match.end() + 2] == "  "
    if label.family == "number" and not match["after"] and len(label.values) == 1:
        return after[:1].isupper() and end - match.end() <= CAPTION_LENGTH
    return True


def _caption(text: str, at: int, end: int, *, marked: bool, bold: bool, labelled: bool) -> tuple[str, int]:
    """The caption that begins at ``at``, and where it ends; ("", at) where there is none."""
    if marked:
        return plain(text[at:end]).rstrip(". "), end
    if bold:
        close = _bold_end(text, at, end)
        inside = plain(text[at:close]).rstrip(".: ")
        rest = text[close:end].strip(" *_.:")
        if not rest:
            return (inside, end) if end - at <= LONGEST_HEADING and not inside.endswith((",", ";")) else ("", at)
        return (inside, close) if 1 < len(inside) <= CAPTION_LENGTH else ("", at)
    run_in = (RUN_IN if labelled else RUN_IN_BARE).match(text, at, end)
    if run_in and _heads(text, run_in, end, labelled):
        return plain(run_in[0]).rstrip(".:–—- "), run_in.end()
    whole = text[at:end] if end - at <= CAPTION_LENGTH else ""
    if labelled and whole and whole[-1] not in ";,:" and (is_title(whole) if whole[-1] != "." else len(whole) <= BRIEF):
        return plain(whole).rstrip("."), end
    return "", end if at >= end else at


def _heads(text: str, run_in: re.Match[str], end: int, labelled: bool) -> bool:
    """Is this a heading in front of text on the same line: "Term. This Agreement …"?"""
    rest = text[run_in.end() : min(end, run_in.end() + 40)]
    if labelled:
        return bool(rest.strip()) and (is_title(run_in[0]) or run_in[0].count(" ") < FEW_WORDS)
    return end - run_in.end() > LONG_LINE // 2 and is_title(run_in[0]) and 2 * sum(map(str.isalpha, rest)) > len(rest)


def _bold_end(text: str, at: int, end: int) -> int:
    close = text.find("**", at, end)
    if close < 0:
        close = text.find("__", at, end)
    return end if close < 0 else close


def is_title(line: str) -> bool:
    """Does it look like a title: a capital at the front and on most longer words?"""
    line = LABEL_FRONT.sub("", line)
    first = next((sign for sign in line if sign.isalnum()), "")
    if not first or not (first.isupper() or first.isdigit() or not first.isascii()):
        return False
    words = WORDS.findall(line)
    return sum(not word[0].islower() for word in words) >= CAPITALISED * len(words)


def _is_caption(text: str, start: int, end: int, here: Candidate | None) -> bool:
    """Can this line be the caption of a label that stood alone on the line before?"""
    if here is not None and here.label is not None:
        return False
    line = text[start:end]
    if end - start <= BRIEF and line[-1] not in ".;,:":
        return True
    return end - start <= CAPTION_LENGTH and line[-1] not in ";," and (bool(here) or is_title(plain(line)))


def _stands_alone(text: str, row: Range, after: Range) -> bool:
    """Is a line of plain text a caption: short, capitalised, and followed by text?"""
    start, end = row
    line = text[start:end]
    if len(line) > CAPTION_LENGTH or line[-1] in ".;,:" or not is_title(line) or not line[0].isalpha():
        return False
    capitals = line.upper() == line and any(sign.isalpha() for sign in line)
    if not capitals and (len(line) > 60 or "  " in line or "_" in line):
        return False
    following = text[slice(*after)]
    return len(following) > LONG_LINE or bool(LABEL.match(following) and len(following) > 40)


def _inline(text: str, start: int, end: int) -> list[Candidate]:
    """Labels and definitions inside a line, where a sentence ends before them."""
    found: list[Candidate] = []
    for match in INLINE.finditer(text, start, end):
        at = match.start()
        if not _after_stop(text, at, start, match.end()):
            continue
        if match["quote"]:
            if at > start and (defined := DEFINITION.match(text, at, end)):
                found.append(Candidate(at, defined.end(), caption=plain(defined["term"]), weak=True, definition=True))
            continue
        label = labels.of_match(match)
        if label is None or (label.family == "letter" and _refers(text, at, start)):
            continue
        gap = AFTER_LABEL.match(text, match.end(), end)
        caption, stop = _caption(text, gap.end() if gap else match.end(), end, marked=False, bold=False, labelled=True)
        found.append(Candidate(at, max(stop, match.end()), label, caption, weak=True, printed=plain(match[0])))
    return found


def _refers(text: str, at: int, start: int) -> bool:
    before = text[max(start, at - 24) : at].split()
    return bool(before) and before[-1].strip("(,").lower() in REFERRING


def _after_stop(text: str, at: int, start: int, end: int) -> bool:
    """Does a sentence end before the label at ``at``, or stand white space there that is wider than a space?

    A colon does where a capital letter follows the label: "conditions: (a) Representations …", not "shall: (i) pay …".
    """
    before = text[max(start, at - 40) : at]
    bare = before.rstrip()
    if not bare or len(before) - len(bare) > 1 or bare[-1] in STOPS or (bare[-1] in '”")' and bare[-2:-1] in STOPS):
        return True
    return bare[-1] == ":" and text[end : end + 4].lstrip(" ).").lstrip('“"')[:1].isupper()


def plain(line: str) -> str:
    """A caption without marks and link targets, on one line, of bounded length."""
    return " ".join(MARKS.sub("", LINK.sub(r"\1", line[:600])).split())[:CAPTION_LENGTH].strip(" |")
