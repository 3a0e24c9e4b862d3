"""Find where a clause that is too large may be cut: behind paragraphs, sentences, lines, items and phrases.

No cut stands behind a heading or a label: both go with what they stand over.
"""

import re
from collections.abc import Container, Sequence
from functools import partial
from heapq import merge
from itertools import islice, pairwise

from piperoll.chunking.merge import Cuts
from piperoll.corpora.clauses.candidates.unmarked import goes_on, is_caption
from piperoll.corpora.clauses.pages.bullet_leads import BULLET, LONE_BULLETS
from piperoll.corpora.clauses.pages.furniture import RUNNING, is_furniture
from piperoll.corpora.clauses.pages.page_gaps import FIRST_LETTER, NO_EDGES, Edges
from piperoll.corpora.clauses.pages.table_rows import heads_rows
from piperoll.corpora.clauses.words.abbreviated import SHORTENED_LENGTH, is_abbreviated
from piperoll.corpora.clauses.words.captions import CAPTION_LENGTH, LONGEST_HEADING, WORDS, is_title
from piperoll.corpora.clauses.words.phrases import between_items, items, labelled, last_words, phrases, provisos
from piperoll.text.paragraphs import rows, trim
from piperoll.text.sentences import ends

STOPS = frozenset('.;:!?”"|')
_OPENS = r"(?:(?:[ivx]{1,5}|[a-z])[.)]|\d{1,2}(?:\.\d{1,2}){0,4}(?:\.|(?<=\.\d)|(?<=\.\d\d)))\s+[\"“(]?[A-Z]"
LABELLED = re.compile(
    r"\.(?<!\bNo.)(?<!\bNos.)(?<!\bSec.)(?<!\bArt.)[”\")]{0,2}\s+"
    rf"(?=\((?:[a-z]{{1,5}}|\d{{1,2}})\)\s|{_OPENS})|;(?:\sand|\sor)?\s+(?={_OPENS})"
    r"|,(?:\sand|\sor)?\s+(?=[ivx]{2,5}[.)]\s+[\"“(]?[A-Z])|(?<=\S)\s{1,9}(?=If to [^:\n]{2,60}:)"
)
"""Matches in front of "(b) the Company shall", "15.4 The Payment", "ii. The oil" and "If to the keeper:"."""
ADDRESSED = re.compile(
    r"(?:\b(?:If|if|IF) to\b|\b(?:[Ww]ith|WITH) (?:an? )?(?:\w+ )?(?:copy|copies|COPY)\b)[^:\n]{0,90}(?::|\bto)\s*\Z"
)
"""Matches what stands over an address."""
SIGNATURE_PAGE = re.compile(r"[\[(]?(?:Signature|SIGNATURE) (?:Pages?|PAGES?) (?:to|TO|of|OF|for)\b[^\n]{0,150}\n")
"""Matches the foot of a page of signatures: "[Signature Page to Lamp Agreement]"."""
ADDRESSED_LENGTH = 130
"""Characters of its longest match, but for white space."""
HEADING = 90
"""Characters up to which a sentence can be the heading of the next."""
# "14.", "(r)", "3.2.1", "21. e.", "ARTICLE IV", "8. 8.1"
_LABEL = r"\(\s?(?:[A-Za-z]{1,4}|\d{1,2})\s?\)|\d{1,3}(?:\.\d{1,3}){0,5}\s?\\?[.)]?|[IVXLC]{1,6}[.)]|[A-Za-z]{1,2}[.)]"
LABEL_ALONE = re.compile(
    rf"[*_\s]*(?:(?:ARTICLE|Article|SECTION|Section|CLAUSE|Clause)\s{{1,3}}[\dIVXLC.]{{1,8}}|{_LABEL})"
    rf"(?:\s{{1,40}}(?:{_LABEL})){{0,3}}[*_\s]*"
)
UNDERLINE = re.compile(r"(?:={3,}|-{3,})[ \t\xa0]*$", re.MULTILINE)
"""Matches the line below the words of a heading."""
SHORT = 60
"""Characters of the longest line that heads the paragraph below it without any mark."""
ADDRESS = 6
"""Lines of the longest address in front of its last one."""
NO_ADDRESS = ("|", "#", "!", "[", "==", "--", "(")
"""Beginnings of headings, tables, links and items."""
LEADS_ON = re.compile(r"(?:where|if to|with a cop(?:y|ies))\b")
"""Matches the beginning of a line in small letters that leads to the paragraph below: "where:", "if to the port:"."""
NEXT_LINE = re.compile(
    r"(?P<gap>[ \t\xa0]{0,9}\n\s{0,40})(?P<line>(?P<bullet>[*+•●-][ \t\xa0]{1,9}|\\-\s{0,9})?"
    r"(?:[“\"]?[^\W\d_]|\[)[^\n]{0,100})"
)
TABLE = re.compile(r"[ \t\xa0]{0,9}\n\s{0,40}\|")
"""Matches up to the first row of a table in the next line."""
SIGNED_BELOW = re.compile(r"(?:By|BY|Name|NAME|Title|TITLE|Its|ITS|Date|DATE|Signature|SIGNATURE|Address)\s{0,9}[:_…]")
"""Matches a field of a signature: it goes with the name above it."""
GAP = re.compile(r"\n[ \t\xa0]{0,40}\n[ \t\xa0]{0,40}\Z")
"""Matches the blank line in front of a paragraph, in an indented list too."""
GAP_LENGTH = 90
"""Characters of its longest match."""
# "…, and (ii)", "…; or iii.", "… at dusk:   1.": the item stands behind its label, on the next page or in the next
# sentence; "Terms &. | Conditions": pages from which a stop has taken the end of "&amp;"
LABEL_LAST = re.compile(
    r"(?:[;:,]|\b(?:and|or))\s{1,9}\((?:[ivxl]{1,6}|[a-zA-Z])\)\Z|[;:.]\s{1,9}(?:\d{1,2}|[A-Z])\.\Z"
    r"|(?:[;:,.]|\b(?:and|or))\s{1,9}(?:[ivx]{2,5}|[a-z])\.\Z|\s&\.\Z"
)
BEFORE_NAME = re.compile(r"\b(?:Messrs|Mmes|Mr|Mrs|Ms|Dr|Hon)\.\Z")
"""Matches the end of a line that a name follows."""
LABEL_LENGTH = 30
"""Characters of the longest line that is nothing but labels."""
MARKED = re.compile(
    r"#{1,6}(?:[ \t]|$)|_?(?:\*\*|__)[^*\n]{2,150}(?:\*\*|__)[:*_\s]*$|(?:=+|-{2,})$|_[^_\n]{2,90}_\s*$"
)
# "du 6 janvier | 1978", "jusqu’à | 3500 euros", "(article | 1649 AC", "L. 214- | 24-24": no labels
NUMBER_ON = re.compile(r"(?:\d{4}|\d{1,3}(?:\s?[%€$(]|\s[a-zà-ÿ]|[-–]\d|\s[A-Z]\b))(?!\s?[.)]\s\w)")
"""Matches a number with which a wrapped sentence can go on in the next line."""
SAID_AGAIN = re.compile(r"\(\d{2,4}\)\s[a-zà-ÿ]")
WORD_AGAIN = re.compile(r"\((?![ivxl]{1,6}\))[a-zà-ÿ-]{3,20}\)\s[a-zà-ÿ]")
"""Match a number that repeats the one at the end of the line before: "within ten | (10) days", "12 | (douze) mois"."""
CELL_BREAK = re.compile(r"(?<=\S)[ \t\xa0]{0,9}(?:<br>[ \t\xa0]{0,9})+(?P<bullet>(?=[*+•●–-][ \t\xa0]))?(?=[^\s|])")
"""Matches between two lines of a cell of a table; "bullet" tells that the second one is an item."""
FILLED = 0.98
"""Share of the limit that a part of a sentence fills at most."""


def ways(
    limit: int,
    most: int,
    edges: Edges = NO_EDGES,
    *,
    wrapped: bool = False,
    page: bool = False,
    whole: int = 0,
) -> Sequence[Cuts]:
    """Return the ways to cut a clause, best first.

    Args:
        limit: characters of a part.
        most: characters of a part that is left to be cut anywhere, as its small rest is joined to it again.
        edges: what is printed around the text of pages.
        wrapped: whether sentences go on in the next line, with a blank line between.
        page: whether the text is a web page with unwrapped lines: short ones behind a colon are an address.
        whole: characters of a sentence that is not cut at one or two semicolons, nor at so many labels where a part
            would say little, and of a part of a longer one, between provisos, that stays whole.

    Returns:
        The ways, as :func:`piperoll.chunking.merge.cap` takes them.
    """
    window = max(1, int(limit * FILLED))

    def parts(text: str, start: int, end: int) -> list[int]:
        def can_cut(at: int) -> bool:
            return not edges.forbid(text, at, (start, end))

        if end - start <= most and (rest := last_words(text, start, end, end - most + limit, start + limit, can_cut)):
            return [rest]
        bounds = [start, *provisos(text, start, end), end]
        cuts = bounds[1:-1]
        for first, last in pairwise(bounds):
            if last - first > whole:
                cuts += phrases(text, first, last, window, can_cut, whole)
        return sorted(cuts)

    # line ends, except where a page or a column ends inside a sentence; then also those of short lines
    paragraphs, lines = (
        partial(_line_ends, short=short, edges=edges, wrapped=wrapped, page=page) for short in (0, SHORT)
    )

    def sentences(text: str, start: int, end: int) -> list[int]:
        cuts = sentence_ends(text, start, end)
        return [at for at in cuts if not _is_running(text, start, at, edges.running)] if edges.running else cuts

    return [
        *(
            partial(_where_allowed, cuts=cuts, edges=edges)
            for cuts in (
                paragraphs,
                cell_lines,
                sentences,
                lines,
                between_items,
                partial(items, whole=whole),
                partial(labelled, whole=whole),
            )
        ),
        parts,
    ]


def cell_lines(text: str, start: int, end: int) -> list[int]:
    """Return where the lines of the cells of a table begin: "Oil is paid.<br><br>Glass is not.".

    No cut stands behind what leads to the next line, nor behind a heading.

    Args:
        text: the stored text.
        start: offset of the first character that is read.
        end: offset behind the last one.
    """
    cuts: list[int] = []
    for match in CELL_BREAK.finditer(text, start, end):
        before = text[match.start() - 1]
        if before in STOPS - {":"} or (match["bullet"] is not None and before not in ":：*_"):
            cuts.append(match.end())
    return cuts


def _where_allowed(text: str, start: int, end: int, *, cuts: Cuts, edges: Edges) -> list[int]:
    """Return the cuts without those at the end of a page that breaks a sentence off, or in front of an address.

    Nor does one stand in front of the foot of a page of signatures.
    """
    return [
        at
        for at in cuts(text, start, end)
        if not (edges.forbid(text, at, (start, end)) or _addresses(text, start, at) or SIGNATURE_PAGE.match(text, at))
    ]


def _addresses(text: str, start: int, at: int) -> bool:
    """Return whether what leads to an address ends in front of ``at``: "If to the keeper:", "with a copy to:"."""
    before = text[max(start, at - ADDRESSED_LENGTH) : at].rstrip()
    return before.endswith((":", "to")) and ADDRESSED.search(before) is not None


def _line_ends(
    text: str,
    start: int,
    end: int,
    *,
    short: int,
    edges: Edges,
    wrapped: bool,
    page: bool,
) -> list[int]:
    """Return the line ends at which a sentence can end, and those behind lines of up to ``short`` characters.

    What is printed between two pages ends no sentence, nor does the number of a page behind its last line.
    """
    own = [row for row in rows(text, start, end) if not edges.holds(text, *row)]
    return [
        below
        for (first, last), (below, _) in pairwise(own)
        if (
            last - first <= short
            or _complete(
                text,
                edges.numbers.get(last, last),
                below,
                paged=last in edges.numbers or _is_paged(text, last, below) or (wrapped and text[below].isalpha()),
            )
        )
        and not _heads(text, start, last)
        and not (text[below] in "=-" and last - first <= LONGEST_HEADING and UNDERLINE.match(text, below))
        and not _ends_in_label(text, start, last)
        and (short or not SIGNED_BELOW.match(text, below))
        and not _number_goes_on(text, last, below, wrapped=wrapped)
        and not (page and _in_address(text, start, last, below))
    ]


def _number_goes_on(text: str, last: int, below: int, *, wrapped: bool) -> bool:
    """Return whether a sentence goes on with a number behind the line that ends at ``last``."""
    before = text[last - 1]
    if before in STOPS:
        return False
    again = WORD_AGAIN if before.isdigit() else SAID_AGAIN
    return again.match(text, below) is not None or (wrapped and NUMBER_ON.match(text, below) is not None)


def _in_address(text: str, start: int, last: int, below: int) -> bool:
    """Return whether short lines stand on both sides of a line end, behind few others and a colon.

    Such are the lines of an address: "Write to:", "Lamp Ltd", "Attn: The keeper", "1 Pier Road".
    """
    near = list(islice(rows(text, below, min(len(text), below + 2 * GAP_LENGTH)), 2))
    if not all(_is_short_line(text, *row) for row in near[:1]):
        return False
    for number in range(ADDRESS):
        first = max(text.rfind("\n", start, last) + 1, start)
        if not _is_short_line(text, first, last):
            return text[last - 1] in ":：" and (number > 0 or all(_is_short_line(text, *row) for row in near))
        last = trim(text, start, first)[1] if first > start else start
        if last <= start:
            break
    return False


def _is_short_line(text: str, start: int, end: int) -> bool:
    """Return whether a line is short, ends in no colon, and is neither a heading, nor an item, nor in a table."""
    line = text[start:end].strip()
    ends = line.rstrip("*_")[-1:] in STOPS - {"."}
    return 0 < len(line) <= SHORT and not (ends or BULLET.match(line) or line.startswith(NO_ADDRESS))


def _is_paged(text: str, last: int, below: int) -> bool:
    """Return whether the foot of a page stands between two lines."""
    return below - last > GAP_LENGTH // 2 and bool(text[last:below].strip())


def _is_running(text: str, start: int, at: int, running: Container[str]) -> bool:
    """Return whether a cut stands inside a line that is printed on page after page, or right behind it."""
    while at > start and text[at - 1].isspace():
        at -= 1
    first, last = max(start, at - RUNNING[1]), min(len(text), at + RUNNING[1])
    begin, end = text.rfind("\n", first, at), text.find("\n", at, last)
    return text[begin + 1 if begin >= 0 else first : end if end >= 0 else last].strip() in running


def _complete(text: str, before: int, after: int, *, paged: bool) -> bool:
    """Return whether a sentence can end at a line end."""
    while text[before - 1].isspace():
        before -= 1
    first = FIRST_LETTER.match(text, after)
    small = first is not None and first[0][-1].islower()
    if text[before - 1] in STOPS:
        named = BEFORE_NAME.search(text, max(0, before - SHORTENED_LENGTH), before)
        return text[before - 1] != "." or not (small or named)
    if small or paged or text[after] == "_":
        return False
    return not (text[after].isupper() and goes_on(text, before))


def _heads(text: str, start: int, end: int) -> bool:
    """Return whether the line that ends at ``end`` stands over the next one: a heading, or a label alone."""
    first = max(text.rfind("\n", start, end) + 1, start)
    first, end = trim(text, first, end)
    if text.startswith("|", first) and heads_rows(text, first, end):
        return True
    if end - first > CAPTION_LENGTH + HEADING:
        return False
    line = text[first:end]
    if line and (
        line in LONE_BULLETS or _alone(text, first, end, line) or (line[-1] == ":" and TABLE.match(text, end))
    ):
        return True
    if not line or (line[-1] in ".;,!?|" and len(line) > LABEL_LENGTH):
        return False
    if MARKED.match(line) or (len(line) <= LABEL_LENGTH and LABEL_ALONE.fullmatch(line)):
        return True
    return len(line) <= CAPTION_LENGTH and line.isupper() and line[-1] not in '.;,:!?|)”"' and is_title(line)


def _alone(text: str, first: int, end: int, line: str) -> bool:
    """Return whether a line begins a paragraph, or is one, and heads the longer one below: "Our partners"."""
    if len(line) > SHORT or not (line.lstrip('«“" \xa0')[:1].isupper() or (line[-1] == ":" and LEADS_ON.match(line))):
        return False
    if first and not GAP.search(text, max(0, first - GAP_LENGTH), first):
        return False
    if TABLE.match(text, end):
        return line[-1] not in ".;,"
    below = NEXT_LINE.match(text, end)
    if below is None or (len(below["line"]) <= SHORT and not below["bullet"]):
        return False
    if below["gap"].count("\n") > 1:
        leads = line[-1] == ":" and not below["bullet"]
        return line[-1].isalpha() or line[-1] in "?)" or leads or (line[-1] == "." and line.isupper())
    return line[-1] == "." and is_title(line)


def last_heading(text: str, start: int, end: int, running: Container[str] = ()) -> int:
    """Return where the headings begin with which a range ends behind a paragraph; its end where it ends otherwise.

    Args:
        text: the stored text.
        start: offset of the first character of the range.
        end: offset behind its last character.
        running: lines that are printed on page after page.
    """
    heading = at = end
    while at > start:
        begin = max(text.rfind("\n", start, at), start)
        first, last = trim(text, begin, at)
        at = begin
        if first == last or last - first > CAPTION_LENGTH + HEADING:
            if first < last:
                return heading if _ends_paragraph(text, first, last, heading) else end
            continue
        line = text[first:last]
        if is_furniture(text, first, last) or line in running:
            continue
        if not (WORDS.search(line) and is_caption(line) and (line[-1].isalpha() or line[-1] in "):")):
            return heading if _ends_paragraph(text, first, last, heading) else end
        heading = first
    return end


def _ends_paragraph(text: str, first: int, last: int, below: int) -> bool:
    """Return whether a line ends a paragraph, ``below`` being where the next one begins."""
    apart = last - first > SHORT and text.count("\n", last, below) > 1
    return below > last and (text[last - 1] in STOPS or (apart and not goes_on(text, last)))


def sentence_ends(text: str, start: int, end: int) -> list[int]:
    """Return the sentence ends, but none behind a heading or a label: "(b) Covenants. The Company shall …".

    Args:
        text: the stored text.
        start: offset of the first character.
        end: offset behind the last one.
    """
    cuts: list[int] = []
    last = start
    lettered = [match.end() for match in LABELLED.finditer(text, start, end)]
    for at in merge(ends(text, start, end), lettered) if lettered else ends(text, start, end):
        if is_abbreviated(text, at):
            continue
        if _line_heads(text, start, at) or _ends_in_label(text, start, at):
            last = at
            continue
        if at - last > HEADING or not (
            is_title(text[last:at]) or (at - last <= LABEL_LENGTH and LABEL_ALONE.fullmatch(text, last, at))
        ):
            cuts.append(at)
        last = at
    return cuts


def _ends_in_label(text: str, start: int, at: int) -> bool:
    """Return whether the label of an item stands in front of ``at``."""
    before = text[max(start, at - 2 * LABEL_LENGTH) : at].rstrip()
    return before[-1:] in (".", ")") and LABEL_LAST.search(before, max(0, len(before) - LABEL_LENGTH)) is not None


def _line_heads(text: str, start: int, at: int) -> bool:
    """Return whether a heading ends in front of ``at``, where a line begins."""
    end = at
    while end > start and text[end - 1].isspace():
        end -= 1
    return text.find("\n", end, at) >= 0 and _heads(text, start, end)
