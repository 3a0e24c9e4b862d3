"""Find the labels and definitions inside lines: many sources give a whole page as one line."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.words import labels
from piperoll.corpora.clauses.words.captions import begins_part, caption_at, is_title, plain
from piperoll.corpora.clauses.words.labels import Label
from piperoll.corpora.clauses.words.stops import STOPS, after_stop, refers
from piperoll.text.anchored import Anchored

WITNESS = r"I[Nn][ \xa0]{1,3}(?:WITNESS|[Ww]itness)[ \xa0]{1,3}(?:WHERE|HERE|[Ww]here|[Hh]ere)(?:OF|of)"
INLINE = Anchored(
    r"[^a-z ,.;:\n](?<=[“\"(§\dA-CEIKPSTVXZČč])(?<!\S.)"
    r"(?:(?<=[“\"])|(?<=\()(?=[ ]?(?:\w{1,7}|[ivx](?: [ivx]){1,5})[ ]?\)\s)"
    r"|(?<=\d)(?=[\d.\\]{0,30}\)?(?:\s+[\"“\[(]?|(?<=\.))[A-Z]|[\d ]{0,3}\.[\d. ]{1,30}[ ]{2}[A-Z])"
    r"|(?<=[IVX])(?=[IVX]{0,5}\.\s)|(?<=I)(?=[Nn][ \xa0][Ww])"
    rf"|(?<![IVX])(?<=(?={labels.WORD}).)(?=(?:[^\W\d_]{{10}}|[^\W\d_]{{0,9}}(?![^\W\d_]))\.?[ \xa0\u202f]{{0,40}}"
    r"(?:[-–][ \xa0]{1,9})?[\dA-Zivxlc]))",
    rf"(?<!\S)(?:(?P<quote>[“\"])|{labels.WORD_LABEL}(?=(?:[.:]|\s[-–—])?(?:\s+[\"“\[(]?[A-Z]|\s{{2,9}}\d{{1,2}}\.0?1\s|$))"
    rf"|(?P<decimal>{labels.WIDE_DECIMAL}|{labels.WIDE_NUMBER}|{labels.CLOSE_DECIMAL})"
    rf"(?P<after>(?:(?<=\d) (?=\.[ ]{{2}}))?[.)])?(?=(?:\s+[\"“\[(]?|(?<=\.)(?=[A-Z][A-Za-z]{{2}}))[A-Z])"
    rf"|\([ ]?(?P<paren>{labels.LETTERS}|\d{{1,2}})[ ]?\)(?=\s)"
    rf"|(?P<loose>[IVX]{{1,6}})(?P<close>\.)(?=\s+[\"“\[(]?[A-Z])|(?P<closing>{WITNESS}))",
)
# "A.  " and "a)  " behind a wide gap or a sentence, on pages that are one line; "RECITALS A." is a first one;
# "shall: a. light the lamp; and b. clean it": items that no capital letter begins
LETTERED = re.compile(
    r"(?:(?<=[.;:\s]\s)|(?<=[.;:][”\"]\s)|(?<=[A-Z”\")]\s)(?=[Aa]\.)|(?<=[;,]\sand\s)|(?<=[;,]\sor\s))(?P<loose>[A-Za-z]|[ivx]{2,5})(?P<close>[.)])"
    r"\s+(?=[\"“(\[]?[^\W\d_])(?P<number>)(?P<chinese>)(?P<decimal>)(?P<paren>)"
)
ITEM_FOLLOWS = re.compile(r"(?:[:;]|[;,]\s{1,9}(?:and|or|and/or))\s{1,9}\Z")
"""Matches in front of an item that no capital letter begins."""
# "b. “Lamp” means": a label without brackets in front of a term
LOOSE_IN_FRONT = re.compile(
    r"[.;:]\s{1,9}(?P<label>(?P<loose>[A-Za-z]|[ivx]{2,5})(?P<close>[.)])\s{1,9})\Z"
    r"(?P<number>)(?P<chinese>)(?P<decimal>)(?P<paren>)"
)
SUB_CLAUSE = re.compile(r"\s{0,40}(\d{1,3})\.1\.?\s")
# "… ME 04101 9. Lamps of the Port 9.1 Audit: …"
OVER_FIRST = re.compile(r"(\d{1,3})\.\s{1,3}[A-Z][\w ,;&/’'()-]{2,90}[.:]?\s{1,3}\1\.0?1\.?\s")
# "… ("KEEPER") 2. THE LAMP: It is lit": no stop stands in front of a heading in capitals
IN_CAPITALS = re.compile(r"\d{1,2}\.\s[A-Z][A-Z ,&/’'-]{4,60}[:.](?:\s(?=[A-Z]|\([aA]\)\s)|\Z)")
# "… keeper@port.org 9.9 Severability. If", "… Schedule C" 3. OIL OF LAMPS (a) The": a title tells that it is a clause
TITLED = re.compile(
    r"(?:\d{1,2}\.\d{1,2}\.?|(?!1\.)\d{1,2}\.)\s{1,9}(?P<title>"
    r"[A-Z][A-Za-z,;&/’' -]{3,70}(?:[.:](?=\s{1,9}[\"“(]?[A-Z]|\Z)|(?=\s\([ai1]\)\s|\Z))"
    r"|[A-Z]{2}[A-Z ,;&/’'-]{3,60}(?=\s{2}|\s\(?[Aai1][.)]|\Z))"
    r"|1\.\s{1,9}(?P<first>(?i:definitions|interpretation)\b)(?![^\S\n]{1,9}\d)"
)
# "…; and 4.3.4 light the lamp", "The keeper shall: 4.3.1 light the lamp": an item that no capital letter begins;
# behind a wide gap also "…;   4.3 light the lamp", "….   4.3.4 light the lamp" and "warrants that   4.3.1 the lamp"
COUNTED = re.compile(
    r"(?:[;:]\s{1,9}|,\s{1,9}(?=and|or)|(?P<bare>\.\s{2,9}|[a-z–-]\s{3,9}(?=[\d.]{3,9}\.1\b)))(?:(?:and|or|and/or)\s+)?"
    r"(?P<decimal>\d{1,3}(?:\.\d{1,3}){2,4}|(?(bare)(?!)|(?<=\s\s))\d{1,2}\.\d{1,2})\.?\s+"
    r"(?=[“\"(\[]?[^\W\d_])(?!(?:and|or|of|above|below|through)\b|to\s\d)"
    r"(?P<number>)(?P<chinese>)(?P<paren>)"
)
SECOND = tuple(re.compile(rf"{close}(?:(?<=\s[B-Zb-z]{close})|(?<=\sii{close}))\s") for close in (r"\.", r"\)"))
"""Match behind the label of an item that is not the first one."""
DASHES = ("-", "–", "—")
BULLETS = ("*", "+", "-")
AFTER_LABEL = re.compile(r"[\s*_.:)\-–—|\\]*")
# “Intervening Event” means …; "Net Sales" shall have the meaning …; **“Content”** refers to …; “Keeper” of a lamp means
_VERB = (
    r"(?:shall |will )?(?:means?|(?:has|have) (?:the|its|their|such)\b|is defined|refers?|includes?)\b"
    r"|(?:shall|will) be deemed to have occurred\b|of another [A-Z]\w+ if\b"
)
_BETWEEN = (
    r"(?:as|at|and|by|for|in|of|on|or|to|when|whether|with)\b(?:(?!\b(?:means?|includes?)\b)[^.;:“”\"\n]){1,100}?"
    r"(?<!\bany)(?<!\bno)(?<!\ball)(?<!\bby)(?<!\bother)\s"
    r"(?:shall |will )?(?:means?(?! of\b)|(?:has|have) the (?:same )?meanings?|includes?)\b"
)
DEFINITION = re.compile(
    r"(?:An?\s(?=[“\"][^”\"\n]{2,80}[”\"]\s(?:of\b[^.;:“”\"\n]{1,60}?\s)?(?:shall |will )?means?\b)"
    r"|An?\s[A-Z][a-z]+\s(?:shall|will)\sbe\sdeemed\sto\sbe\san?\s)?"
    r"(?:\*\*|_)*[“\"](?:\*\*|_)*(?P<term>[^”\"\n*_]{2,80}?),?(?:\*\*|_)*[”\"](?:\*\*|_)*"
    r"(?:,? (?:and|or) [“\"][^”\"\n]{2,60}[”\"])?"
    rf"(?:\s\([^()\n]{{1,160}}\)|,? including the (?:correlative|plural)\b[^.;:\n]{{1,80}}?)?"
    rf"(?:[:,]?\s+(?={_VERB}|{_BETWEEN}))"
)
# "Section 4.16 (Properties); 12 (Notices); and 14 (Oil) hereof": the heading of the clause that a sentence cites
CITED = re.compile(
    rf"(?:{labels.WORD_LABEL}|\d{{1,2}}(?:\.\d{{1,2}}){{0,2}})\s{{1,9}}\([^()\n]{{3,90}}\)"
    r"(?:[,;]|\s(?:and|or|of|hereof|shall|will|may|must|do|does|is|are|in|to)\b)"
    rf"|(?:(?:{labels.SECTION}|{labels.ARTICLE})\s{{1,9}})?\d{{1,2}}(?:\.\d{{1,2}}){{0,2}}\s{{1,9}}"
    r"\((?!(?i:intentionally|reserved|omitted|deleted))[A-Z][^()\n]{2,90}\)\.?[^\S\n]{0,9}$",
    re.MULTILINE,
)
COLUMN = re.compile(r"[ \xa0\u202f]{3}[ \xa0\u202f]*(?=[“\"A-Z])")
FIRST_LETTERS = ("(a) ", "(A) ", "(i) ")
DEFINITION_OPENS = '*_“"A'
"""The first characters of its matches."""
LEADS = 40
"""Characters before a line that are searched for the colon that leads to it."""


def inline(text: str, start: int, end: int) -> list[Candidate]:
    """Return the labels and definitions inside a line, where a sentence ends before them.

    Args:
        text: the stored text.
        start: offset of the first character that is searched.
        end: offset behind the last one.
    """
    collected: list[Candidate] = []
    for match in INLINE.finditer(text, start, end):
        at = match.start()
        if match["closing"] and at == start:
            continue  # found at the start of the line
        if match["closing"]:
            collected.append(Candidate(at, match.end(), caption=match[0], weak=True, closing=True))
            continue
        if not (
            after_stop(text, at, start, match.end())
            or _below(text, collected, at)
            or OVER_FIRST.match(text, at, end)
            or IN_CAPITALS.match(text, at, end)
            or _has_title(text, at, end)
            or (text.startswith("1. ", at) and begins_part(text, start, at) < at)
        ):
            continue
        if match["quote"]:
            covered = collected and at < collected[-1].end
            if at > start and not covered and (defined := DEFINITION.match(text, at, end)):
                loose = LOOSE_IN_FRONT.search(text, max(0, at - LEADS), at)
                loose = loose if loose and loose.start("label") >= start else None
                collected.append(
                    Candidate(
                        loose.start("label") if loose else at,
                        defined.end(),
                        labels.of_match(loose) if loose else None,
                        plain(defined["term"]),
                        weak=True,
                        definition=True,
                        printed=plain(loose["label"]).strip() if loose else "",
                    )
                )
            continue
        label = labels.of_match(match)
        if (
            label is None
            or (label.family in ("letter", "number") and refers(text, at, start))
            or CITED.match(text, at, end)
        ):
            continue
        if label.family not in ("article", "part") and not text[match.end() : end].strip(" .:"):
            continue  # "… as is said in Exhibit C.", and a heading below
        if label.family != "article" and text[match.end() : match.end() + 2].lstrip()[:1] in DASHES:
            continue  # "Section 19 - Log: deleted" of a list, and "Exhibit B - Lamps"
        gap = AFTER_LABEL.match(text, match.end(), end)
        behind = gap.end() if gap else match.end()
        defined = DEFINITION.match(text, behind, end) if text[behind : behind + 1] in '"“' else None
        caption, stop = (
            (plain(defined["term"]), defined.end())
            if defined
            else caption_at(text, behind, end, marked=False, bold=False, labelled=True)
        )
        weak = not (
            _confirmed(text, label, stop, end) or _is_titled(text, label, at, stop) or _in_column(text, match, end)
        )
        if weak and at == start and label.values == (1,) and label.family == "number" and not match["after"]:
            continue  # "para." ends the line above
        collected.append(Candidate(
            at, max(stop, match.end()), label, caption, weak=weak, definition=defined is not None,
            printed=plain(match[0]), own_line=behind >= end,
        ))  # fmt: skip
    found = {one.start for one in collected}
    others = list(_counted(text, start, end))
    headings = [one.end for one in collected if one.label and one.label.family == "number" and one.caption]
    if headings or any(second.search(text, start + 3, end) for second in SECOND):
        others += _lettered(text, start, end, headings)
    return sorted([*collected, *(one for one in others if one.start not in found)], key=_start) if others else collected


def _start(candidate: Candidate) -> int:
    return candidate.start


def _lettered(text: str, start: int, end: int, headings: Sequence[int]) -> Iterator[Candidate]:
    """Yield the letters behind wide gaps and sentences, or the ends of items: "A. The keeper …   B. The owner …".

    A first one opens only before the second one or right behind a heading, and one that no capital letter follows only
    behind the one before it; none of these opens in a bullet, whose next one would stand in the last of them.

    Args:
        text: the stored text.
        start: offset of the first character that is searched.
        end: offset behind the last one.
        headings: offsets behind the headings of numbers, in order.
    """
    bullet = text[text.rfind("\n", 0, start) + 1 : start + 1].lstrip()[:1] in BULLETS
    before: dict[str, int] = {}
    waiting: dict[str, re.Match[str] | None] = {}
    for match in LETTERED.finditer(text, start, end):
        reads = labels.readings(match["close"], match["loose"])
        small = text[match.end() : match.end() + 2].lstrip('“"([')[:1].islower()
        front = max(start, match.start() - LEADS)
        if small and (bullet or match["loose"].isupper() or not ITEM_FOLLOWS.search(text, front, match.start())):
            continue
        follows = next((one for one in reads if one[1] > 1 and before.get(one[0]) == one[1] - 1), None)
        wide = not small and text[match.start() - 2].isspace()
        firsts = reads if wide else [one for one in reads if one[1] == 1]
        if follows:
            before.update([follows])
        elif any(value == 1 for _, value in reads):
            before.update(firsts)
            heads = not small and _heads_clause(text, match, headings, end)
            waiting.update((series, None if heads else match) for series, _ in firsts)
            if not heads:
                continue
        elif small or (len(match["loose"]) > 1 and not wide):
            continue  # a Roman number that its list does not tell
        elif wide:
            before.update(reads)
        for one in (waiting.pop(follows[0], None) if follows else None, match):
            label = labels.of_match(one) if one else None
            if one and label:
                caption, stop = caption_at(text, one.end(), end, marked=False, bold=False, labelled=True)
                yield Candidate(
                    one.start(), max(stop, one.end()), label, caption, weak=True, printed=plain(one[0]).strip()
                )


def _heads_clause(text: str, first: re.Match[str], headings: Sequence[int], end: int) -> bool:
    """Return whether a first letter stands right behind the heading of a number, and not again in that clause.

    Args:
        text: the stored text.
        first: the letter.
        headings: offsets behind the headings of numbers, in order.
        end: offset behind the line.
    """
    at = bisect_right(headings, first.start())
    if not at or first.start() - headings[at - 1] > LEADS or text[headings[at - 1] : first.start()].strip():
        return False
    return f" {first['loose']}{first['close']} " not in text[first.end() : headings[at] if at < len(headings) else end]


def _counted(text: str, start: int, end: int) -> Iterator[Candidate]:
    """Yield the items of a list inside a sentence that have decimal numbers: "…; and 4.3.4 light the lamp"."""
    for match in COUNTED.finditer(text, start, end):
        label = labels.of_match(match)
        if label is not None:
            at = match.start("decimal")
            yield Candidate(at, match.end("decimal"), label, weak=True, printed=match["decimal"])


def _below(text: str, collected: Sequence[Candidate], at: int) -> bool:
    """Return whether the heading that encloses a label ends in front of it: "9. Lamps 9.1 The", "4. OIL (a) The"."""
    if not collected or text[collected[-1].end : at].strip():
        return False
    last = collected[-1]
    if not last.weak or (last.label is not None and last.label.family in ("article", "section")):
        return True
    if not (last.label and last.caption):
        return False
    own = ".".join((*last.label.parts, "1")) if last.label.family == "number" else ""  # "3.1 Lamps 3.1.1 The keeper"
    return text.startswith((*FIRST_LETTERS, own) if own else FIRST_LETTERS, at)


def _confirmed(text: str, label: Label, at: int, end: int) -> bool:
    """Return whether the first sub-clause stands behind a number and its heading: "9. Lamps 9.1 The keeper"."""
    if label.family != "number" or len(label.values) != 1:
        return False
    after = SUB_CLAUSE.match(text, at, end)
    return after is not None and int(after[1]) == label.values[0]


def _in_column(text: str, match: re.Match[str], end: int) -> bool:
    """Return whether a letter stands in a column of its own: the layout of pages whose lines were joined."""
    return bool(match["paren"]) and COLUMN.match(text, match.end(), end) is not None


def _has_title(text: str, at: int, end: int) -> bool:
    """Return whether a title stands behind a number."""
    match = TITLED.match(text, at, end)
    return match is not None and is_title(match["title"] or match["first"])


def _is_titled(text: str, label: Label, at: int, end: int) -> bool:
    """Return whether a section with a title opens a clause by itself: "… dusk. Section 3.2 Books and Records. …"."""
    if label.family != "section" or len(label.parts) != 2 or text[end - 1] != ".":
        return False
    return text[max(0, at - LEADS) : at].rstrip()[-1:] in (*STOPS, ":") and is_title(text[at:end])
