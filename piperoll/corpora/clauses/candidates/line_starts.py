"""Read the candidate with which a line begins: its label, its caption, and the marks in front of them."""

import re

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, BULLET_LEVEL, Candidate
from piperoll.corpora.clauses.candidates.inline import AFTER_LABEL, DEFINITION, DEFINITION_OPENS, LEADS, WITNESS
from piperoll.corpora.clauses.candidates.schedule_headings import at_label
from piperoll.corpora.clauses.candidates.two_lines import with_capitals
from piperoll.corpora.clauses.candidates.unmarked import FIELD
from piperoll.corpora.clauses.words import labels
from piperoll.corpora.clauses.words.captions import (
    BRIEF,
    CAPTION_LENGTH,
    LONG_LINE,
    caption_at,
    is_title,
    plain,
)
from piperoll.corpora.clauses.words.dates import DAY, MONTHS
from piperoll.corpora.clauses.words.labels import LINE_LABEL, Label
from piperoll.text.paragraphs import column_of

# ">", bullets, empty links and indentation before the text of a line
LEADING = re.compile(r"(?:>[ ]?|[ \t\xa0\u202f\u200b\ufeff]|[*+\-•·▪](?=[ \t\xa0])|\[\]\([^()\s]{0,100}\))*")
FEW_FIXED = re.compile(r"(?=.*\xa0)[ \xa0]{1,3}")
"""Matches no-break spaces that indent nothing: pages have them in front of headings, and Markdown needs four."""
CLOSING = re.compile(WITNESS)
OF_SCHEDULE = re.compile(r" to (?:the )?(?i:exhibit|schedule|annexe?|appendix|attachment)(?: [A-Z\d]{1,4})?")
"""Matches behind the label of what is attached to a schedule: "Attachment 1 to Exhibit B"."""
ATX = re.compile(r"(#{1,6})(?:[ \t]+|$)")
# "6. 5\\. Notices" and "3. 250 lamps": the number of the page's list stands in front, and is no part of "6.5"
MARKER = re.compile(r"\d{1,3}\.[ ]{1,4}(?=\d{1,3}(?:\\\.\d{1,3}){0,3}(?:(?P<escaped>\\\.)[ ]|[ ][^\W\d_]{2}))")
LIST_LABEL = re.compile(
    r"(?P<decimal>\d{1,3})(?P<after>\.)(?=[ ])(?P<number>)(?P<chinese>)(?P<coded>)(?P<paren>)(?P<loose>)(?P<section>)"
)
# "**12**. **Oil**": the stop stands outside of the bold type
BOLD_NUMBER = re.compile(
    r"(?P<decimal>\d{1,3}(?:\\?\.\d{1,3}){0,3})\*\*(?P<after>\\?[.)])(?=[ \xa0])"
    r"(?P<number>)(?P<chinese>)(?P<coded>)(?P<paren>)(?P<loose>)(?P<section>)"
)
# "2.A. The keeper": the letter stands directly behind the number
GLUED = re.compile(r"[A-Za-z][.)][ \t\xa0]")
# "5. (a) For the lamp - (1) Upon": the letter opens an item
FIRST_BEHIND = re.compile(r"\((?:a|A|i)\)\s")
BULLET = re.compile(r"[*+\-•·▪]")
EMPHASIS = re.compile(
    r"(?:\*\*|__|\*|_(?!_)|\\?\[(?=(?:\*\*)?\d)|\[(?=\*\*[^*\]\n]{2,90}\*\*\]\([^()\s]{1,300}\):\s))+"
)
EMPHASES = "*_\\["
"""The first characters of its matches."""
BOLD = re.compile(r"[_\[]?(?:\*\*|__)(?:[*_ ])*")
BOLD_MARKS = re.compile(r"\*\*+")
BOLD_ENDS = re.compile(r"\*\*|__")
WHOLE_DAY = re.compile(r"(?<!\d)\d{1,2}[./-] ?\d{1,2}[./-] ?(?:19|20)\d\d(?!\d)")
# "1. **What can I upload? Are covers OK?** You must", "4. **U.S. Government End Users.** The", behind the label
BOLD_BEHIND = re.compile(
    r"[\s.)\\]{0,9}(?:\*\*|__)(?P<heading>[^*\n]{3,100}(?:[.:?!](?:\*\*|__)|(?:\*\*|__)(?=[.:]|\s[–—-]\s)))"
)
# "Last modified: August 9, 2021", "Stand 13.03.2024": it would change the path of all that it stands over
DATED = re.compile(
    r"(?i)(?:updated?|modified|revised|revision|effective|version|stand|gültig|actuali|aktuali|mise [àa] jour|vigueur|"
    r"vigor|aktualizov|gewijzigd|uppdater|versi(?:e|ón|one)\b|aggiorna|atualiza|opdater|oppdater|posted).{0,40}\b(?:19|20)\d\d\b|(?:19|20)\d\d年\d{1,2}月\d{1,2}日\W*$|"
    r"^\W*(?:\d{1,2}[./ ]){2}(?:19|20)\d\d\W*$|"
    r"^\W*(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? \d{1,2} [a-z]{3,9} (?:19|20)\d\d\b.{0,20}$"
)
MONTH = re.compile(rf"(?i)(?:{'|'.join(MONTHS)})\.?,? (?:19|20)\d\d")
"""Matches "May 2031", which heads nothing in bold type alone."""
LONGEST_DAY = 40
"""Characters of the longest line that is nothing but a day, its marks included."""
# "**This includes:**" in front of a bullet, "**Lamps help us to:**" in front of a heading: it leads to what follows
LEADING_WORD = re.compile(
    r"\b(?:includes?|including)[*_]{0,4}:[*_ ]{0,4}\s{1,90}[*+-][ \t\xa0]"
    r"|\b(?:to|either|(?:helps?|allows?|enables?) us|following(?: [a-z]+){1,3})(?:\*\*:|:\*\*)\s{1,90}(?:\*\*|#)"
)
# "**Lantern Ltd; or**", an item; "**public** and will be seen", where the page breaks a sentence in two lines
ITEM_ENDS = re.compile(r"[;,]\s(?:and|or|and/or)[*_\s]*\Z")
GOES_ON = re.compile(r"[a-zà-ÿ][^*_.:!?\n]{0,60}(?:\*\*|__)[*_]*\s[a-zà-ÿ]")
LEADING_ENDS = (":", "—", "–", "：")
LED_BEHIND = " \n\xa0*_"
_STREET = (
    r"Road|Rd|Street|St|Avenue|Ave|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Place|Square|Court|Crescent|Terrace|Close|Quay|Row"
    r"|Highway|Hwy|Parkway|Plaza|Wharf|Gardens|Circle|Floor"
)
ADDRESS_OR_DAY = re.compile(
    rf"\s{{1,3}}(?:(?:[A-Z][\w.’'-]*\s){{1,4}}(?i:{_STREET})\b\.?(?=,|\s*$)|(?i:{'|'.join(MONTHS)})(?=,?\s(?:19|20)\d\d\b))",
    re.MULTILINE,
)
"""Matches behind the number of a house or of a day: "2 Harbour Road, Oslo", "4 June 2031"."""
SCHEDULES = re.compile(rf"\b(?:{labels.SCHEDULE})\s[A-Z\d]{{1,3}}\s{{1,3}}[-–—:]")


def at_line(text: str, start: int, end: int, level: int, markdown: bool) -> Candidate | None:
    """Return the candidate with which a line begins; None where it begins with none.

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last character.
        level: of the heading that the next line makes of it; 0 without.
        markdown: whether headings and lists are marked.
    """
    lead = LEADING.match(text, start, end)
    at = lead.end() if lead else start
    before = text.rfind("\n", 0, start) + 1
    indent = (1 if FEW_FIXED.fullmatch(text, before, at) else column_of(text, at) + 1) if markdown else 0
    bullet = markdown and at > start and bool(BULLET.search(text, start, at))
    bold = False
    if markdown:
        if text.startswith("#", at, end) and (atx := ATX.match(text, at, end)):
            level, at = len(atx[1]), atx.end()
        if text[at : at + 1] in EMPHASES and (marks := EMPHASIS.match(text, at, end)):
            bold, at = bool(BOLD.match(text, at, end)) and not _is_open(text, before), marks.end()
    if text.startswith("I", at, end) and (closing := CLOSING.match(text, at, end)):
        return Candidate(start, closing.end(), caption=closing[0], closing=True)
    marker = MARKER.match(text, at, end) if markdown else None
    if marker and marker["escaped"]:
        at = marker.end()
    match = BOLD_NUMBER.match(text, at, end) if bold else None
    if not match:
        match = (LIST_LABEL if marker and not marker["escaped"] else LINE_LABEL).match(text, at, end)
    label = labels.of_match(match) if match else None
    defined = DEFINITION.match(text, start, end) if not (label or level) and text[start] in DEFINITION_OPENS else None
    if defined:
        return Candidate(start, defined.end(), caption=plain(defined["term"]), definition=True)
    if (
        match
        and label
        and not level
        and (not _opens(text, match, label, end) or (markdown and not bold and _goes_on(text, before, match, label)))
    ):
        label = None
    if (
        label
        and label.family == "schedule"
        and end - start > LONG_LINE
        and len(SCHEDULES.findall(text, start, end)) > 2
    ):
        label = None  # "Exhibit A - Lamps Exhibit B - Oil Exhibit C - Glass"
    if markdown and not (label or level or bold):
        return None
    if match and label:
        at = match.end()
        gap = AFTER_LABEL.match(text, at, end)
        at = gap.end() if gap else at
        if markdown and not level and (atx := ATX.match(text, at, end)):  # "3. ### Notices"
            level, at = len(atx[1]), atx.end()
        apart = level and text[at : at + 1].isdigit() and text[match.end() : at].isspace()
        own = LINE_LABEL.match(text, at, end) if apart else None
        if own and (number := labels.of_match(own)) and number.family == label.family == "number":
            match, label, at = own, number, own.end()  # "3. ### 2. Notices": the first one is of the page's list
            gap = AFTER_LABEL.match(text, at, end)
            at = gap.end() if gap else at
    glued = match and label and not level and at == match.end() and GLUED.match(text, at, end)
    if glued or (label and label.family == "number" and FIRST_BEHIND.match(text, at, end)):
        caption, stop = "", at
    else:
        in_bold = bold and not (label and _is_closed(text, start, at, end))
        caption, stop = caption_at(text, at, end, marked=bool(level), bold=in_bold, labelled=label is not None)
    if match and label and label.family == "schedule" and not markdown:
        caption, stop = at_label(text, at, end, (caption, stop), plain(match[0]))
        if owned := OF_SCHEDULE.fullmatch(text, match.end(), end):
            caption, stop = plain(owned[0]), end
    if (
        label
        and not (caption or markdown)
        and labels.roman_heading(label)
        and is_title(text[at:end])
        and text[end - 1] == ":"
    ):
        caption, stop = plain(text[at:end]).rstrip(":"), end  # "II. Lamps of the Port:"
    if label and caption and not markdown:
        caption, stop = with_capitals(text, caption, stop, end)
    if match and label and markdown and not caption and (heading := BOLD_BEHIND.match(text, match.end(), end)):
        caption, stop = plain(heading["heading"]).rstrip(".: "), heading.end()
    if caption and not text[stop:end].strip("*_ ") and not text[start:end].rstrip("*_ ").endswith(":"):  # "**2. Oil.**"
        stop = end
    own_line = stop == end
    if label is None:
        if not caption or (not level and (FIELD.match(text, at, end) or caption.startswith("- "))):
            return None
        if not level and bold and own_line:
            level = BULLET_LEVEL if bullet else BOLD_LEVEL
            indent = column_of(text, start) + 1  # bullets are compared by the column of their marks
        if not level and (bullet or (not bold and own_line)):
            return None
    else:
        defined = DEFINITION.match(text, at, end) if text[at : at + 1] in DEFINITION_OPENS else None
        if defined:
            caption, stop, own_line = plain(defined["term"]), defined.end(), False
    said = text[start:end] if bold and not own_line and end - start <= CAPTION_LENGTH else caption
    if label is None and (level or bold) and (DATED.search(said) or DAY.fullmatch(caption.strip("() "))):
        return None  # also "**Last Modified:** May 2, 2031"
    if label is None and level in (0, BOLD_LEVEL) and MONTH.fullmatch(caption):
        return None
    if (
        label is None
        and level >= BOLD_LEVEL
        and WHOLE_DAY.search(caption)
        and text[start:end].rstrip("*_ ")[-1:] == "."
    ):
        return None
    if label is None and bold and _is_part_of_sentence(text[at:end], own_line=own_line, bullet=bullet):
        return None
    if level >= BOLD_LEVEL and own_line and LEADING_WORD.search(text, max(at, end - LEADS), end + LEADS):
        return None
    delimited = not match or label is None or label.family != "number" or bool(match["after"]) or len(label.values) > 1
    printed = plain(match[0]) if match and label else ""
    led = _led(text, before)
    ended = BOLD_ENDS.search(text, at, end) or LEADING_WORD.search(text, max(0, before - LEADS), at)
    if level == BOLD_LEVEL and led and not ended:
        return None  # "**Lantern Ltd", and "1 Pier Road**" below
    return Candidate(
        start, stop, label, caption, level, indent, own_line,
        delimited=delimited, definition=defined is not None, led=led, bold=bold, printed=printed,
        small=text[at : at + 1].islower(),
    )  # fmt: skip


def _is_part_of_sentence(words: str, *, own_line: bool, bullet: bool) -> bool:
    """Return whether bold words are an item in front of another one, or stand in the middle of a sentence.

    Args:
        words: the line from the bold words on.
        own_line: whether they are all there is on their line.
        bullet: whether a bullet stands in front of them.
    """
    return ITEM_ENDS.search(words) is not None if own_line else not bullet and GOES_ON.match(words) is not None


def _is_open(text: str, line: int) -> bool:
    """Return whether bold type that begins in the line above an offset does not end there: "**Lantern Ltd"."""
    above = text.rfind("\n", 0, max(0, line - 1)) + 1
    begin = text.rfind("\n", 0, max(0, above - 1)) + 1
    return text.count("**", above, line) % 2 == 1 and text.count("**", begin, above) % 2 == 0


def _is_closed(text: str, start: int, at: int, end: int) -> bool:
    """Return whether bold type ends at the label of a line, and begins again: "**5.3** Ask the **keeper** first"."""
    return text.find("**", at, end) > at and len(BOLD_MARKS.findall(text, start, at)) % 2 == 0


def _led(text: str, before: int) -> int:
    """Return where the line begins, counted from 1, that leads with a colon or a dash to the next; 0: none does."""
    above = text[max(0, before - LEADS) : before]
    bare = above.rstrip(LED_BEHIND)
    if bare[-1:] not in LEADING_ENDS:
        return 0
    begin = text.rfind("\n", 0, before - len(above) + len(bare)) + 1
    return begin + 1


def _goes_on(text: str, before: int, match: re.Match[str], label: Label) -> bool:
    """Return whether a bare number goes on with the line above: "under Art. 6 para.", "1 of the Act"."""
    if label.family != "number" or match["after"] or len(label.values) > 1:
        return False
    above = text[max(0, before - LEADS) : before]
    return bool(above) and above[len(above.rstrip()) :].count("\n") < 2


def _opens(text: str, match: re.Match[str], label: Label, end: int) -> bool:
    """Return whether a label opens a clause and not a sentence: "Section 3.2 shall survive"."""
    after = text[match.end() : match.end() + 40].lstrip(" \xa0\t*_\\")
    if label.family in ("article", "section", "part", "schedule"):
        if not after or after[0] in ".:–—-\n" or match.end() >= end or OF_SCHEDULE.fullmatch(text, match.end(), end):
            return True
        if match["section"] == "§" and end - match.end() <= BRIEF and text[end - 1].isalnum():
            return True
        if after[:7].casefold() in ("of this", "of the "):  # "SECTION 15 OF THIS AGREEMENT IS"
            return False
        return not (after[0].islower() or after[0] in ",;)") or text[match.end() : match.end() + 2] == "  "
    if label.family == "number" and not match["after"] and len(label.values) == 1:
        counts = after[:1].isupper() and end - match.end() <= CAPTION_LENGTH
        return counts and not ADDRESS_OR_DAY.match(text, match.end(), end)
    return True


def says_day(text: str, start: int, end: int) -> bool:
    """Return whether a line is a day or a month, and nothing else: "**May 2031**".

    Args:
        text: the stored text.
        start: offset of the first character of the line.
        end: offset behind its last character.
    """
    if end - start > LONGEST_DAY:
        return False
    line = plain(text[start:end]).strip("() ")
    return DAY.fullmatch(line) is not None or MONTH.fullmatch(line) is not None
