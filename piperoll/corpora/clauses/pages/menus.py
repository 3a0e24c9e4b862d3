"""Find the menus of a site that were recorded with a page: many lines of nothing but a link, to which no words lead."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from piperoll.chunking.merge import Range
from piperoll.corpora.clauses.pages.contents import CONTENTS_HEADING
from piperoll.corpora.clauses.pages.furniture import ENTRY
from piperoll.corpora.clauses.words.captions import plain
from piperoll.text.paragraphs import all_rows

LONGEST = 2_000
"""Characters of the longest line that can be links alone."""
# "* [Tower](https://example.org/tower) [Tower](#)", "[![Logo](logo.png)](https://example.org)"
LINKS = re.compile(
    r"[\s*+>|#_.,•·\d\\-]{0,40}(?:!?\[(?:[^\[\]\n]|!\[[^\[\]\n]*\]\([^()\s]*\)){0,300}\]"
    r"\((?:[^()\s]|\([^()\s]*\)){0,900}(?:\s\"[^\"\n]*\")?\)[\s*+>|#_.,•·\\-]{0,40})+"
)
TARGET = re.compile(r"\]\([^()\s]*")
RULE = re.compile(r"[\s=*_|-]+")
NAVIGATION = re.compile(
    r"(?i)\W*(?:(?:(?:back|go|return) to (?:the )?)?top(?: of (?:the )?page)?|skip to (?:the )?(?:main )?content|"
    r"related articles|on this page|(?:main |site )?menu|(?:sub|main )?navigation|sitemap|follow us|haut de page|"
    r"retour en haut|aller (?:au (?:contenu|menu|plan du site)|à la recherche)|plan du site|suivez-nous|"
    r"zum (?:inhalt|seitenanfang)|nach oben|ir al contenido|volver arriba|torna su|articles (?:liés|associés|connexes)|"
    r"verwandte artikel|artículos relacionados|artigos relacionados|articoli correlati|powiązane artykuły|"
    r"sur cette page|auf dieser seite|en esta página|nesta página|in questa pagina|op deze pagina|på denna sida|"
    r"på denne siden?|tällä sivulla|na tej stronie)\W*"
)
"""Matches a line, or a link, with which a menu begins."""
TO_TOP = re.compile(
    r"(?i)\W*(?:(?:back|go|return|jump) to (?:the )?(?:top|contents|table of contents)|haut de page|retour en haut|"
    r"nach oben|zum seitenanfang|volver arriba|torna su|wróć do początku|till toppen)\W*"
)
"""Matches a link to the beginning of its page, wherever it stands."""
TO_NEXT = re.compile(r"(?i)\W*(?:next|previous|suivant|précédent|weiter|zurück|siguiente|anterior): [^\n]{1,90}")
"""Matches a link to another page of a site: "Next: The lamps"."""
ELSEWHERE = re.compile(
    r"(?i)\W*(?:(?:read )?next|close|share this (?:article|page)|choose language\W.*|breadcrumb|home|powered by \w+|"
    r"(?:log|sign) ?in(?:(?: or)? (?:register|sign up))?|sign up|print(?: this page)?|expand all(?: collapse all)?|"
    r"did this answer your question|(?:was|is) this (?:article|page|information) helpful(?: (?:for|to) you)?|yes ?no|"
    r"war dieser artikel hilfreich|ja ?nein|cet article vous a-t-il été utile|oui ?non|czy ten artykuł był pomocny|"
    r"tak ?nie|liczba użytkowników, którzy uważają ten artykuł za przydatny\W.*|informa[tț]iile au fost utile|da ?nu|"
    r"report a bug(?: on this site)?|sign in to \w+ \w+|\{\{[^{}]{1,60}\}\}|"
    r"(?:(?:manage|change|edit) )?(?:your )?(?:(?:cookies?|trackers?|privacy|consent) settings|preferences))?\W*"
)
"""Matches a line at an end of a page that leads elsewhere, or has no word."""
MARKS = re.compile(r"#+")
"""Matches the marks of a heading whose words stand below them."""
PICTURE = re.compile(r"!\[[^\]\n]*\]\([^()\s]*(?:\s\"[^\"\n]*\")?\)")
LEGAL = re.compile(r"(?i)\b(?:privacy|terms|conditions|cookies?|legal|help|imprint|confidentialité|vie privée)\b")
"""Matches a link of a menu to other pages of the kind."""
SHORT = 60
"""Characters of the longest line of a menu that is no link: "Products"."""
SHARE = 0.8
"""Share of links among the lines of a menu."""
LINES = 4
"""Links of the shortest menu that the words above it tell."""
AGAIN = 5
"""Links of the shortest menu that comes again on its page."""
EDGE = 8
"""Links of the shortest menu at the beginning or at the end of a page."""
BEYOND = 6
"""Lines between such a menu and the edge of the page."""
WORDS = 30
"""Characters that the links of such a menu have on average; those of a list of documents have more."""
LISTED = " +*-[]()|·•#_"
"""Marks around a link."""
MANY = 40
"""Links that are a menu wherever they stand."""
ABOVE = 3
"""Lines in front of a menu that are read, rules among them."""
ENDS = (".", ":", ";", ",", "?", "!", "：")
"""Last characters of a line that is no name of a group of links."""
CLOSES = re.compile(r"\[\]\(#[^()\s]{0,90}(?:popup|modal|dialog)[^()\s]{0,20}close[^()\s]{0,200}\)")
"""Matches the link without words that closes a dialog: it stands in each of them."""
SEVERAL = 2
"""Dialogs at the end of a page."""
COPYRIGHT = re.compile(r"(?i)[\s*_]*(?:©|\(c\)|copyright\b)")


def menus(text: str, contents: Sequence[Range]) -> list[Range]:
    """Return the ranges of the menus of a page, in order, and of the links to its beginning.

    Args:
        text: the stored text.
        contents: the ranges of its tables of contents, in order.
    """
    rows = list(_outside(all_rows(text), contents))
    found = list(_menus(text, rows))
    if dialogs := _dialogs(text, rows):
        found = [*(one for one in found if one[1] <= dialogs[0]), dialogs]
    around = zip(rows, rows[1:], [*rows[2:], (0, 0)], strict=False)
    to_top = [row for before, row, after in around if _leads_away(text, row) and not _heads(text, before, after)]
    return sorted([*found, *_outside(to_top, found)])


def _heads(text: str, row: Range, behind: Range) -> bool:
    """Return whether a line can be the heading of what is behind it, or is the rule below one.

    Args:
        text: the stored text.
        row: the line.
        behind: the line of what is behind it; a short line over a heading heads nothing.
    """
    if text.startswith(("**", "#", "==", "--"), row[0]):
        return True
    return _is_short(text, row) and text[row[0]] not in "*-+|" and not _is_heading(text[slice(*behind)])


def _dialogs(text: str, rows: Sequence[Range]) -> Range | None:
    """Return the range of the dialogs at the end of a page, which links without words close; None without several."""
    closing = [at for at, row in enumerate(rows) if text[row[0]] == "[" and CLOSES.fullmatch(text, *row)]
    if len(closing) < SEVERAL:
        return None
    begins = (at for at in range(closing[0] - 1, max(-1, closing[0] - 1 - ABOVE), -1))
    first = next((at for at in begins if _is_heading(text[slice(*rows[at])])), closing[0])
    return rows[first][0], rows[-1][1]


def _leads_away(text: str, row: Range) -> bool:
    """Return whether a line is nothing but a link to the beginning of its page, or to another page of the site."""
    if text.find("](", *row) < 0:
        return False
    words = TARGET.sub("", text[row[0] : min(row[1], row[0] + LONGEST)])
    if row[1] - row[0] <= ENTRY and TO_TOP.fullmatch(words):
        return True
    return TO_NEXT.fullmatch(words) is not None and is_links(text, row)


def _menus(text: str, rows: Sequence[Range]) -> Iterator[Range]:
    """Yield the ranges of the menus among the lines of a page, in order."""
    runs = list(_runs(text, rows))
    shown = [_words(text, rows[first : last + 1]) for first, last, _ in runs]
    times = Counter(shown)
    head = _edge(text, rows)
    end = head[1] if head else 0
    if head:
        yield head
    begins = next((at for at, row in enumerate(rows) if not _is_short(text, row)), len(rows))
    for (first, last, links), words in zip(runs, shown, strict=True):
        above = range(max(0, first - ABOVE), first)
        told = next((at for at in (*above, first) if _is_navigation(text[slice(*rows[at])])), None)
        named = [text[slice(*rows[at])] for at in above if not RULE.fullmatch(text, *rows[at])]
        ends = _end_of_page(text, rows, last)
        many = links >= EDGE or 2 * sum(bool(LEGAL.search(word)) for word in words) >= len(words)
        many = many or any(text.count("](", *row) >= LINES for row in rows[first : last + 1])
        brief = many and sum(map(len, words)) <= WORDS * len(words)
        edge = first <= begins or (ends and not (above and _is_heading(text[slice(*rows[first - 1])])))
        led = bool(named) and named[-1].rstrip(" *_").endswith((":", "："))
        if not led and (told is not None or (brief and edge) or links >= MANY or (links >= AGAIN and times[words] > 1)):
            first = _headed(text, rows, first, last) if told is None else told
            begin, end = max(end, rows[first][0]), rows[-1 if ends else last][1]
            if begin < end:
                yield begin, end
    if (foot := _edge(text, rows[::-1])) and foot[0] >= end:
        yield foot


def _edge(text: str, rows: Sequence[Range]) -> Range | None:
    """Return the lines with which a page begins, or ends where ``rows`` come in reverse, that lead elsewhere.

    Such are "Back to top", "Print", and pictures. None without any, and where the page has no other line.
    """
    led: list[Range] = []
    last = 0
    for at, row in enumerate(rows):
        other = row[1] - row[0] > LONGEST or MARKS.fullmatch(text, *row)
        line = "x" if other else plain(PICTURE.sub("", text[slice(*row)]))
        rule = RULE.fullmatch(text, *row)
        if not rule and (NAVIGATION.fullmatch(line) or ELSEWHERE.fullmatch(line)):
            led.append(row)
        elif not rule and not COPYRIGHT.match(line):
            break
        last = at
    return (min(rows[0], rows[last])[0], max(rows[0], rows[last])[1]) if led and last < len(rows) - 1 else None


def _outside(rows: Sequence[Range], contents: Sequence[Range]) -> Iterator[Range]:
    """Yield the lines that stand in no table of contents."""
    waiting = list(reversed(contents))
    for row in rows:
        while waiting and waiting[-1][1] <= row[0]:
            waiting.pop()
        if not (waiting and waiting[-1][0] <= row[0]):
            yield row


def _end_of_page(text: str, rows: Sequence[Range], last: int) -> bool:
    """Return whether only a few short lines, or who has the copyright, stand between a line and the end of the page."""
    behind = rows[last + 1 : last + 2 + BEYOND]
    return len(behind) <= BEYOND and all(_is_short(text, row) or COPYRIGHT.match(text, *row) for row in behind)


def _headed(text: str, rows: Sequence[Range], first: int, last: int) -> int:
    """Return the first line of a menu with the heading above it, over which nothing else stands, or of the menu."""
    behind = rows[last + 1 : last + 3]
    if not any(_is_heading(text[slice(*row)]) for row in behind) and behind:
        return first
    above = first
    while above and set(text[slice(*rows[above - 1])]) <= {"=", "-"}:
        above -= 1
    heading = above and (above < first or _is_heading(text[slice(*rows[above - 1])]))
    return above - 1 if heading and rows[above - 1][1] - rows[above - 1][0] <= SHORT else first


def _is_heading(line: str) -> bool:
    """Return whether a line is marked as a heading, or is the rule below one."""
    return line.startswith(("#", "**", "__")) or set(line) <= {"=", "-"}


def _runs(text: str, rows: Sequence[Range]) -> Iterator[tuple[int, int, int]]:
    """Yield the first and the last line of each run of links, and how many of its lines are links."""
    first = last = links = others = between = words = 0
    for at, row in enumerate((*rows, (len(text), len(text)))):
        if row[0] < row[1] and is_links(text, row):
            first, others = (first, others + between) if links else (at, 0)
            links, last, between = links + 1, at, 0
            words += max(0, text.count("](", *row) - text.count("![", *row) - 1)
        elif links and _is_short(text, row) and between < 2:
            between += not RULE.fullmatch(text, *row)
        else:
            if (all_ := links + words) >= LINES and all_ >= SHARE * (all_ + others):
                yield first, last, links
            links = between = words = 0


def is_links(text: str, row: Range) -> bool:
    """Return whether a line is nothing but links, and who has the copyright behind them."""
    if row[1] - row[0] > LONGEST or text.find("](", *row) < 0:
        return False
    sign = text.find("©", *row)
    return LINKS.fullmatch(text, *row) is not None or (sign > 0 and LINKS.fullmatch(text, row[0], sign) is not None)


def _is_short(text: str, row: Range) -> bool:
    """Return whether a line is a rule, a link or the name of a group of links."""
    if RULE.fullmatch(text, *row) or is_links(text, row):
        return True
    return 0 < row[1] - row[0] <= SHORT and not text[row[0] : row[1]].rstrip(" *_").endswith(ENDS)


def _is_navigation(line: str) -> bool:
    """Return whether a line says that a menu begins: a link, or words of its own."""
    words = TARGET.sub("", line[:LONGEST])
    return bool(NAVIGATION.fullmatch(words) or CONTENTS_HEADING.match(words))


def _words(text: str, rows: Sequence[Range]) -> tuple[str, ...]:
    """Return the words of the links of a menu, or its lines without a link."""
    lines = (line for row in rows for line in TARGET.sub("\n", text[slice(*row)]).split("\n"))
    return tuple(words for line in lines if (words := line.strip(LISTED)))
