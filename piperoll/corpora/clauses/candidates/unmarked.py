"""Find headings that nothing marks, by the lines around them: in plain text, and on pages that mark none."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.candidates.candidate import Candidate
from piperoll.corpora.clauses.pages.setext import AS_LONG, SHORTEST, setext
from piperoll.corpora.clauses.pages.wrapped_lines import is_wrapped
from piperoll.corpora.clauses.words.captions import (
    BREAKS_OFF,
    BRIEF,
    CAPTION_LENGTH,
    FEW_WORDS,
    LONG_LINE,
    SAYS,
    is_title,
    plain,
)
from piperoll.corpora.clauses.words.dates import DAY
from piperoll.corpora.clauses.words.labels import LINE_LABEL
from piperoll.text.sentences import ABBREVIATIONS

# "Dated as of April 12, 2031", "Execution Version", "By and Among": on covers, they head nothing
COVER = re.compile(
    r"(?i)(?:dated?\b|(?:execution|conformed) (?:version|copy)\b|confidential$|(?:.{0,90}\btable of )?contents?$|"
    r"(?:by and )?(?:between|among)\b)"
)
SENTENCE = 40
"""Characters of the shortest line in capitals, with a full stop, that is a sentence below a heading."""
# "* oil", "- oil", "●" above "oil"
ITEM = re.compile(r"[*-]\s|[●•▪◦]\Z")
# "Attn: the keeper", "Party A:", "By:", "Portland, ME 04101": parts of an address or a signature, they head nothing
FIELD = re.compile(
    r"(?i)(?:attn|attention|att|tel(?:ephone)?|fax|facsimile|phone|e-?mail|(?:\w+ )?address|"
    r"name|title|by|its|to|from|cc|(?:please )?note|nb|important|"
    r"with (?:a )?copy(?: to)?|date|party [a-z]|(?:if )?to [^:\n]{1,50}|contact|"
    r"(?:legal |authori[sz]ed )?representative|bank|"
    r"account|signature|raison sociale|siège social|razón social|domicilio social|"
    r"p\.? ?o\.? box)\.?(?: no\.?| number)?\s*:"
)
BEGINS = (
    "(?:We|You)(?= [a-z])|The|This|If|Our|When|In|Your|For|To|At|As|It|All|Any|Some|There|These|By|From|Although|"
    "Because|Please|While|Each|Most|Other|Certain|Unless|Except|Under|Once|With|No|Like"
)
"""Words with which a sentence begins behind a heading that nothing ends."""
BEGINS_ANY = re.compile(rf"(?:{BEGINS}|[A-Z]\w+ly)\b")
SENTENCE_ON = r"\s(?:[\w’'-]+,?\s){0,3}?[a-z]+,?\s[a-z]+[\s.,]"
"""Matches what follows the first word of a sentence: " keeper lights the"."""
SENTENCE_BEGINS = re.compile(rf"[A-Z][\w’',-]*{SENTENCE_ON}")
TITLE = (
    r"[A-Z][\w’'/,-]*(?: (?:[A-Z][\w’'/,-]*|&|of|and|or|to|for|in|on|by|with|from|about|the|an?|your)){0,11}"
    r"(?<! (?:of|or|to|in|on|by))(?<! (?:and|for|the))(?<! (?:with|from|your))(?<! a)(?<! an)(?<!,)"
)
# "Who Reads the Log? We do", "COOKIES AND LAMPS Yahoo may set", "What Do We Do- The keeper"
ENDED = re.compile(
    r"[A-Z][^.?!:;\n]{2,88}\?(?=\s[A-Z“\"])"
    r"|[A-Z][A-Z’'/-]+(?:[ ,&]{1,3}[A-Z’'/-]+){0,12}(?=\s(?:[A-Z][a-z’'.]+|[A-Z]\s[a-z]+)\s[\w ]{0,40}[a-z])"
    r"|[A-Z][^.?!:;\n]{2,88}\w-(?=\s[A-Z])"
)
RUN_INTO = re.compile(rf"{TITLE}(?=\s(?:{BEGINS}){SENTENCE_ON})")
"""Matches a heading that ends in front of a sentence: "How We Guard Your Log We lock it up at dusk"."""
# "Handling of the log You may ask", "To light the lamp We need oil"
SMALL = re.compile(
    rf"(?:To |(?!(?:{BEGINS})\s)[A-Z])[\w’'-]*(?: [\w’'/-]+,?){{1,7}}?(?<!,)(?=\s(?P<begins>{BEGINS}){SENTENCE_ON})"
)
STOPPED = re.compile(
    rf"(?!(?:{BEGINS})\s)[A-Z][^.?!:;\n]{{2,58}}:(?=\s[A-Z])"
    r"|[A-Z][^.?!:\n]{2,88}:(?=\s[A-Z])|[A-Z][^.:;,\n]{2,88}(?<!\s\w)\.(?=\s{1,2}[“(A-Z])"
)
# "PRICES. Prices are those of the day", "GOVERNING LAW: Ohio law"
CAPITALS = re.compile(r"[A-Z][A-Z’'/&,-]*[A-Z](?: (?:[A-Z’'/,-]{2,}|[&A])){0,9}[.:](?=\s{1,9}[A-Z“\"($\d])")
NAME = re.compile(r"(?:[.?!]\s|^(?=\S+\s[a-z]))([A-Z][\w-]*(?:\.\w+)?)(?=\s)", re.MULTILINE)
"""Matches the first word of a sentence, which may be a name: "It is dark. Tower.com lights it"."""
WORD = re.compile(r"(?<![\w.@/-])[\w-]+(?:\.\w[\w-]*)*")
TITLED = re.compile(TITLE)
NAMED = re.compile(rf"\s(?P<name>[A-Z][\w-]*(?:\.\w+)?){SENTENCE_ON}")
INSIDE = re.compile(r"(?<=[a-z] )[A-Z]\w*")
FAR = CAPTION_LENGTH + 2
"""Characters in front of a word that stands behind the longest heading in its line."""
NAMES_ITSELF = re.compile(r"\b(?:AGREEMENT|CONTRACT|POLICY|STATEMENT)$")
"""Matches the end of what a document calls itself in front of its first words: no heading of a part."""
PHRASE = 8
"""Words of the longest heading with a full stop that is a line of a text without any mark."""
ITEM_BEFORE = re.compile(r"[;,]\s(?:and|or)\Z")
RANK = 2
"""Level of a heading in capitals that runs into its text: it stands over those in small letters."""
LONGEST_ACRONYM = 5
"""Letters of the longest heading in capitals that may be an acronym."""
RECITALS = frozenset(("preamble", "recital", "recitals", "whereas", "background", "witnesseth"))
"""Captions of recitals."""
# "… with the | SEC": the word, or the comma, goes on in the next line, whatever that begins with
GOES_ON = re.compile(
    r"(?:,|(?<![;.:,])\s(?:the|an?|and|or|of|to|in|by|for|with|from|that|which|as|at|on|under|any|its|their|such|Mr\.|Ms\.|"
    r"le|la|les|un|une|des|du|de|et|ou|où|par|pour|avec|que|qui|au|aux|el|los|las|del|y|con|por|para|e|do|da|"
    r"der|die|das|den|dem|und|oder|von|mit|zu|im|di|il|og|och|av|til))\Z"
)
LONGEST_WORD = 8
"""Characters of its longest match."""
GAP = re.compile(r"[^\S\n]*\n[^\S\n]*\n\s*")
GAP_LENGTH = 40
ENDED_ABOVE = re.compile(r"[\w)”\"’][.;]\s*\Z")
TABULAR = re.compile(
    r"(?i:\bpage \d{1,3} ?of \d{1,3}\b)|\d{5}|\b\d{1,2}[-–][A-Z][a-z]{2}[-–]\d{2}\b|\(\d{3}\)|\b\d{3}[-.]\d{4}\b"
    r"|[$€£] ?\d|\w@\w|^[A-Z][a-z]+ \d{1,3} ?[-–] ?\d{1,3}$|^(?P<cell>.{4,49}) (?P=cell)$"
    r"|\b(?i:typed(?: or |/)printed)\b|\S[^\S\n]{3,}(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:,\d{3})*\.\d\d)$"
)
"""Matches in a row of a table, in the line of an address or a signature, and at the head of a page.

"CONFIDENTIAL Page 4 of 6", "Lamps 4,711,001 1-Jun-18", "Port, ME 04101", "Week 7 - 13", "No fee No fee", "SUM   9.50".
"""


def headings_over(
    text: str, rows: Sequence[Range], labelled: Sequence[Candidate], *, page: bool
) -> Iterator[Candidate]:
    """Yield the headings that stand in front of a paragraph, and nothing ends: "How We Guard Your Log We lock it".

    Args:
        text: the stored text.
        rows: the character ranges of its lines that begin with no label.
        labelled: the clauses of a page that may have such a heading behind their labels.
        page: whether it is a page, where no line above a short sentence is one.
    """
    words = _Words.of(text)
    for (start, end), before, after in zip(rows, [(0, 0), *rows], [*rows[1:], (0, 0)], strict=False):
        if text.count("\n", before[1], start) > 1 and (stop := _capitals(text, start, end)):
            yield Candidate(start, stop, caption=plain(text[start:stop]).rstrip(".:"), level=RANK)
        elif not page and _is_over_sentence(text, (start, end), before, after):
            yield Candidate(start, end, caption=plain(text[start:end]), own_line=True)
        elif end - start <= BRIEF and is_phrase(text, (start, end), before, after):
            yield Candidate(start, end, caption=plain(text[start:end]).rstrip("."))
        elif (
            end - start > LONG_LINE
            and not is_wrapped(text, before, start)
            and (stop := _run_into(text, start, end, words))
        ):
            caption = plain(text[start:stop]).rstrip(".:-")
            if not before[1] and NAMES_ITSELF.search(caption):
                continue
            yield Candidate(
                start, stop, caption=caption, level=RANK if caption.isupper() and len(caption) > LONGEST_ACRONYM else 0
            )
    for one in labelled:
        at = max(one.start, text.find(one.caption[:10], one.start, one.end)) if one.caption else one.end
        end = text.find("\n", at)
        if (stop := _run_into(text, at, end if end >= 0 else len(text), words)) and stop != one.end:
            yield replace(one, end=stop, caption=plain(text[at:stop]).rstrip(".:-"))


def is_phrase(text: str, row: Range, before: Range, after: Range) -> bool:
    """Return whether a line is a heading with a stop: "Customer service.", "How long is it lit?", no short sentence.

    Args:
        text: the stored text.
        row: the line.
        before: the line in front of it.
        after: the line behind it.
    """
    line = text[slice(*row)]
    if line[-1] not in ".?" or not line[0].isupper() or after[1] - after[0] <= row[1] - row[0]:
        return False
    if text[before[1] - 1 : before[1]] in (",", ";", ":") or FIELD.match(line) or ITEM_BEFORE.search(text, *before):
        return False
    if line[-1] == "?":
        return True
    return len(line.split()) <= PHRASE and (is_title(line) or not (BEGINS_ANY.match(line) or SAYS.match(line)))


class _Words(NamedTuple):
    """The words of a text that tell where a sentence begins, found once for all its lines."""

    names: set[str]
    """With which sentences begin, and that never have a small letter."""
    inside: set[str]
    """Written with a capital letter inside a sentence, as some write "You"."""

    @classmethod
    def of(cls, text: str) -> "_Words":
        """Return the words of a text."""
        small = set(WORD.findall(text))
        names = {name for name in NAME.findall(text) if name.lower() not in small}
        return cls(names, {
            match[0] for match in INSIDE.finditer(text)
            if match.start() >= FAR and "\n" not in text[match.start() - FAR : match.start()]
        })  # fmt: skip


def _run_into(text: str, start: int, end: int, words: _Words) -> int:
    """Return where a heading ends that runs into the text behind it; 0 without one."""
    for stop in (
        _end(ENDED, text, start, end),
        _end(RUN_INTO, text, start, end),
        _before_name(text, start, end, words),
    ):
        if 0 < stop - start <= CAPTION_LENGTH and not BEGINS_ANY.fullmatch(text, start, stop):
            return stop
    small = SMALL.match(text, start, end)
    if small and len(small[0]) <= BRIEF and small["begins"] not in words.inside:
        return small.end()
    stopped = STOPPED.match(text, start, end)
    brief = stopped and stopped[0][-1] == ":" and len(stopped[0]) < BRIEF
    if (
        stopped
        and (is_title(stopped[0]) or (brief and not BEGINS_ANY.match(stopped[0])))
        and not FIELD.match(stopped[0])
    ):
        return stopped.end()
    return 0


def _is_over_sentence(text: str, row: Range, before: Range, after: Range) -> bool:
    """Return whether a line behind a blank line is a caption that stands over a sentence, however short that is."""
    start, end = row
    if end - start > BRIEF or text.count("\n", before[1], start) < 2 or not is_caption(text[start:end]):
        return False
    says = text[after[0] : after[1]]
    return SENTENCE_BEGINS.match(says) is not None and says[-1] in ".;:" and not FIELD.match(says)


def _capitals(text: str, start: int, end: int) -> int:
    """Return where capitals with a stop end that head the paragraph which they begin; 0 without them."""
    heading = CAPITALS.match(text, start, end)
    if not heading or len(heading[0]) > CAPTION_LENGTH or FIELD.match(heading[0]) or _ends_shortened(heading[0]):
        return 0
    return heading.end()


def _ends_shortened(line: str) -> bool:
    """Return whether the stop of a line is that of an abbreviation: "LANTERN INC."."""
    return line[-1] == "." and line[:-1].split()[-1].lower() in ABBREVIATIONS


def _end(heads: re.Pattern[str], text: str, start: int, end: int) -> int:
    """Return where a match ends; 0 without one."""
    heading = heads.match(text, start, end)
    return heading.end() if heading else 0


def _before_name(text: str, start: int, end: int, words: _Words) -> int:
    """Return where the longest heading ends behind which a sentence begins with a name; 0 without one."""
    whole = TITLED.match(text, start, end)
    stop = whole.end() if whole else 0
    while stop > start:
        begins = NAMED.match(text, stop, end)
        if begins and begins["name"] in words.names and TITLED.fullmatch(text, start, stop):
            return stop
        stop = text.rfind(" ", start, stop)
    return 0


def is_in_front(caption: str) -> bool:
    """Return whether a caption stands over what is in front of the clauses: "RECITALS:", or "AGREEMENT" below them."""
    return are_recitals(caption) or caption.casefold() == "agreement"


def are_recitals(caption: str) -> bool:
    """Return whether a caption stands over recitals: "RECITALS:", "W I T N E S S E T H"."""
    return "".join(caption.split()).rstrip(":").casefold() in RECITALS


def stands_alone(text: str, row: Range, after: Range, *, page: bool = False) -> bool:
    """Return whether a line of plain text is a caption: short, capitalised, and followed by text.

    Args:
        text: the stored text.
        row: the character range of the line.
        after: that of the line behind it.
        page: whether it is one of a page, where it heads nothing but long lines.
    """
    line, following = text[slice(*row)], text[slice(*after)]
    stopped = line[-1] == "." and _is_stopped(text, row, page=page)
    over = line[-1] == ":" and line.isupper() and len(line) >= LONGEST_ACRONYM
    leads = over and SENTENCE_BEGINS.match(following) and is_apart(text, row)
    if not is_caption(line[:-1].rstrip() if stopped or leads else line):
        return False
    if len(following) > LONG_LINE or (len(following) > SENTENCE and LINE_LABEL.match(following)):
        return True
    if page or len(following) <= SENTENCE or not is_apart(text, row):
        return False
    ended = ENDED_ABOVE.search(text[max(0, row[0] - GAP_LENGTH) : row[0]]) and SENTENCE_BEGINS.match(following)
    return (line.isupper() and following[-1] in ".:;") or (bool(ended) and len(following) > LONG_LINE // 2)


def is_underlined(text: str, row: Range, rule: Range = (0, 0), below: Range = (0, 0)) -> bool:
    """Return whether a line of plain text is a heading because a rule as long as it stands directly below it.

    Args:
        text: the stored text.
        row: the character range of the line.
        rule: that of the line behind it.
        below: that of the line behind the rule, which begins a paragraph, a list or a clause.
    """
    line = text[slice(*row)]
    if not (setext(text, row, rule) and text.count("\n", row[1], rule[0]) == 1):
        return False
    if abs(rule[1] - rule[0] - len(line)) > AS_LONG or len(line) < SHORTEST or "  " in line or FIELD.match(line):
        return False
    says = text[slice(*below)]
    begins = SENTENCE_BEGINS.match(says) or LINE_LABEL.match(says) or ITEM.match(says) or len(says) > SENTENCE
    return line[0].isalnum() and line[-1] not in ",;" and bool(begins) and not TABULAR.search(line)


def _is_stopped(text: str, row: Range, *, page: bool) -> bool:
    """Return whether a line is a heading with a stop: "DUTIES.", not "LANTERN INC.", or "Duties." behind a sentence."""
    line = text[slice(*row)]
    brief = line.isupper() and len(line.split()) <= FEW_WORDS and len(line) > LONGEST_WORD
    behind = text[max(0, row[0] - GAP_LENGTH) : row[0]].rstrip()[-1:] or ":"
    titled = line[0].isalpha() and not (page or line.isupper() or re.search(r"[:\[\d]", line)) and behind in '.;)”"'
    return (brief or titled) and not _ends_shortened(line) and is_apart(text, row)


def is_apart(text: str, row: Range) -> bool:
    """Return whether a blank line stands above a line and one below it."""
    start, end = row
    return GAP.search(text, max(0, start - GAP_LENGTH), start) is not None and GAP.match(text, end) is not None


def goes_on(text: str, end: int) -> bool:
    """Return whether a sentence goes on behind the line that ends at ``end``, whatever the next one begins with."""
    return GOES_ON.search(text, max(0, end - LONGEST_WORD), end) is not None


def is_caption(line: str) -> bool:
    """Return whether a line of plain text looks like a caption, whatever stands below it."""
    if len(line) > CAPTION_LENGTH or not line[0].isalpha() or not is_title(line):
        return False
    if goes_on(line, len(line)) or BREAKS_OFF.search(line) or line.endswith((" is", " are")):
        return False
    if line[-1] in ".;,-_=。；，：" or (line[-1] == ":" and not is_in_front(line)):
        return False
    if COVER.match(line) or FIELD.match(line) or DAY.fullmatch(line) or TABULAR.search(line):
        return False
    capitals = line.upper() == line and any(sign.isalpha() for sign in line)
    return capitals or not (len(line) > 60 or "  " in line or "_" in line or SAYS.match(line))
