"""Read the headings of schedules, which often run into their text or repeat what agreement they belong to.

"EXHIBIT E   To Lamp Agreement By and Between   Lantern Inc. and   Tower Ltd.   ADDITIONAL TERMS": the capitals are the
heading.
"""

import re
from dataclasses import replace

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words.captions import (
    BREAKS_OFF,
    BRIEF,
    CAPTION_LENGTH,
    LONGEST_HEADING,
    SAYS,
    is_title,
    plain,
)

PHRASE = re.compile(r"\S(?:[^\S\n]?\S)*")
"""Matches what stands between two wide gaps."""
# "TO THE LAMP CORP. SUPPLY AGREEMENT", "to the Supply Agreement between Lantern Inc."
BELONGS = re.compile(
    r"(?:TO|To|to):?\s(?:(?:THE|The|the|THAT|this|This|THIS)\s)?(?:[A-Z0-9&(“\"–-][^\s;:]*\s|of\s|and\s){0,9}?"
    r"(?i:agreement|contract|lease|license|plan)\b(?!\s(?i:agreement|contract))"
)
AFTER_DASH = re.compile(r"\s[-–—]\s(?P<title>[^.;:\n]{3,90}$)")
GOES_ON = re.compile(r"(?i)(?:(?:by\s)?and|between|among|of|for|with|the|[,&])\Z")
"""Matches the end of a phrase that goes on in the next one."""
ADDS = re.compile(r"(?i)(?:dated|by and|between|among|and|effective|as of)\b")
"""Matches the beginning of a phrase that goes on with the one before it."""
CAPITALS = re.compile(
    r"[A-Z][A-Z,&/’'()-]*[A-Z](?:[^\S\n](?:[A-Z&][A-Z,&/’'()-]*[A-Z,)]|[&–-]|of|\d{1,3}(?=[^\S\n][A-Z]{2}))){1,14}"
    r"(?=[^\S\n](?:\(?[A-Z]?[a-z]|[A-Z]\b|\[|\*|\d{1,2}\.?\s[A-Z]))"
)
"""Matches words in capitals in front of a text that is set in small letters."""
SMALL = frozenset("a an and at by for from in of on or the to with".split())
"""Words that are small in titles."""
FIRST = frozenset("A An Any As At Each For If In No The This".split())
"""First words of sentences."""
MARKED = re.compile(r"[-–—:]\s+\Z")
"""Matches what stands between the label of a schedule and its name: "Annexe 1 – Liste des lampes"."""
WORD = re.compile(r"\S+")
TITLE_WORDS = 2
"""Words of a heading in small and capital letters in front of a sentence, at least."""
SENTENCE_WORDS = 2
"""Small words behind the first word of the sentence, at least."""
# "EXHIBIT C OIL FEES 1. Prices. The", not "EXHIBIT C OIL OF PHASE 1. The"
FIRST_CLAUSE = re.compile(
    r"\b(?!(?i:no|phase|stage|class|group|tier|level|part|list|unit|year)\s)[A-Za-z]+\)?(?P<number>\s{1,9}1\.)\Z"
)
NEXT = 100
"""White space at most between the two lines of a schedule's heading."""


def schedule_caption(text: str, at: int, end: int) -> tuple[str, int]:
    """Return the heading of a schedule and where it ends, where text runs on behind it; ("", at) where none is told.

    Args:
        text: the stored text.
        at: offset behind the label, or of the line below it.
        end: offset behind the line.
    """
    phrases = [match.span() for match in PHRASE.finditer(text, at, min(end, at + 6 * LONGEST_HEADING))]
    if not phrases:
        return "", at
    if belongs := BELONGS.match(text, at, phrases[0][1]):
        behind = _behind(text, phrases)
        if behind:
            start, stop = behind
            caption, stop = _in_front(text, start, stop, stop < end)
            if caption:
                return caption, stop
        rest = AFTER_DASH.match(text, belongs.end(), end)
        if rest and is_title(rest["title"]):  # "TO SUPPLY AGREEMENT - OIL AND GLASS"
            return plain(rest["title"]), rest.end()
        stop = behind[0] if behind else end
        return plain(belongs[0]), stop if stop - at <= LONGEST_HEADING else belongs.end()
    return _in_front(text, *phrases[0], phrases[0][1] < end)


def _behind(text: str, phrases: list[Range]) -> Range | None:
    """Return the first phrase behind those that say to which agreement a schedule belongs; None without one."""
    open_ = GOES_ON.search(text, phrases[0][0], phrases[0][1]) is not None
    for start, stop in phrases[1:]:
        if not open_ and not ADDS.match(text, start, stop):
            return start, stop
        open_ = GOES_ON.search(text, start, stop) is not None
    return None


def _in_front(text: str, at: int, end: int, followed: bool) -> tuple[str, int]:
    """Return the title with which a phrase begins, and where it ends: it is the phrase, or a sentence goes on behind.

    ``followed`` says that another phrase stands behind it in the line.
    """
    phrase = text[at:end]
    if (
        len(phrase) <= (LONGEST_HEADING if phrase.isupper() else CAPTION_LENGTH)
        and phrase[0].isalnum()
        and is_title(phrase)
        and not (BREAKS_OFF.search(phrase) or SAYS.match(phrase))
        and phrase[-1] not in ".;,:"
        and (followed or phrase.isupper())
    ):
        return plain(phrase), end
    if capitals := CAPITALS.match(text, at, end):
        heading = capitals[0].rstrip(" ,(–-")
        return (plain(heading), at + len(heading)) if not BREAKS_OFF.search(heading) else ("", at)
    return _in_front_of_sentence(text, at, end)


def _in_front_of_sentence(text: str, at: int, end: int) -> tuple[str, int]:
    """Return the title in front of a sentence, where nothing parts them: "Lamp Fees At the end of each month"."""
    words = list(WORD.finditer(text, at, min(end, at + LONGEST_HEADING)))
    last = 0
    for index, word in enumerate(words):
        if word[0][0].isupper():
            last = index
        elif word[0] not in SMALL:
            break
        if word[0][-1] in ".:;,":
            return "", at
    small = [word[0] for word in words[last + 1 : last + 1 + SENTENCE_WORDS]]
    if last < TITLE_WORDS or len(small) < SENTENCE_WORDS or not all(word[0].islower() for word in small):
        return "", at
    stop = words[last - 1].end()
    heading = text[at:stop]
    says = heading.partition(" ")[0] in FIRST or len(heading) > BRIEF or BREAKS_OFF.search(heading)
    return (plain(heading), stop) if is_title(heading) and not says else ("", at)


def at_label(text: str, at: int, end: int, found: tuple[str, int], printed: str) -> tuple[str, int]:
    """Return the heading behind the label of a schedule and where it ends.

    Args:
        text: the stored text.
        at: offset behind the label.
        end: offset behind the line.
        found: the heading that any clause would have there, and where it ends.
        printed: the label as printed.
    """
    caption, stop = found
    if caption and text[stop - 1] == ":" and stop < end:  # "EXHIBIT A   FORM OF A LOG   Keeper: Ada"
        title, behind = schedule_caption(text, at, end)
        ends = behind < stop and (title.isupper() or text[behind : behind + 2].isspace())
        if title and ends and not title.startswith("OF "):
            caption, stop = title, behind
    elif not caption or BELONGS.match(text, at, end):
        caption, stop = schedule_caption(text, at, end)
        if not caption and MARKED.search(text, at - 4, at) and end - at <= BRIEF and text[end - 1] not in ".;,:":
            caption, stop = plain(text[at:end]), end
    if number := FIRST_CLAUSE.search(text, at, stop):
        caption, stop = plain(text[at : number.start("number")]), number.start("number")
    return _without_label(caption, printed), stop if caption else found[1]


def with_heading_below(text: str, heading: Candidate, row: Range, here: Candidate | None) -> Candidate | None:
    """Return a schedule with the heading in the line below its label or below what it belongs to; None without one.

    Args:
        text: the stored text.
        heading: the candidate in front of the line.
        row: the line.
        here: the candidate with which it begins.
    """
    if heading.label is None or heading.label.family != "schedule" or not heading.own_line:
        return None
    if here and (here.label or here.closing):
        return None
    if row[0] - heading.end > NEXT or text[heading.end : row[0]].strip():
        return None
    line = text[slice(*row)]
    own = len(line) <= CAPTION_LENGTH and is_title(line) and line[-1] not in ".;,:" and not BELONGS.match(line)
    if heading.caption and not BELONGS.fullmatch(heading.caption):
        return None
    if own:
        caption = _without_label(plain(line), heading.printed)
        return replace(heading, end=row[1], caption=caption) if heading.caption or caption != plain(line) else None
    caption, stop = schedule_caption(text, *row)
    return replace(heading, end=stop, caption=caption, own_line=stop == row[1]) if " " in caption else None


def _without_label(caption: str, printed: str) -> str:
    """Return a caption without the label of its schedule, which the foot of a page repeats: "OF LAMPS Exhibit C"."""
    again = re.search(rf"(?i)\s{re.escape(printed)}(?:\sPage\s\d+)?\Z", caption) if printed else None
    return caption[: again.start()] if again else caption
