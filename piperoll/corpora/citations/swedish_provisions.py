"""Read enumerations of §§ and chapters in Swedish acts: "2 kap. 3 och 5 a §§ samt 4 kap."."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from piperoll.corpora.citations.european import SPACE as W

MOST = 60
"""Numbers in one enumeration, at most; the longest one seen has 34."""
AND = r"(?:och|eller|samt|respektive|resp\.|jämte)"
NUMBER = r"\d{1,3}(?:[^\S\n]?[a-zåäö](?![a-zåäö]))?(?![\d/:])"
TO = r"(?:till(?:\s+och\s+med)?|t\.o\.m\.)"
DASH = r"(?:--?|–|—)"
JOIN = rf"(?:{W}?,(?:{W}{AND})?{W}?|{W}(?:{AND}|{TO}){W}|{W}?{DASH}{W}?)"
NUMBERS = re.compile(rf"{NUMBER}(?:{JOIN}{NUMBER}){{0,{MOST}}}")
ONE = re.compile(NUMBER)
RANGE = re.compile(rf"{DASH}|{TO}")
GAP = re.compile(rf"(?:{W})?")
SIGN = re.compile(rf"{W}?(?:§(?:{W}?§)?|paragraf(?:en|erna)?\b)")
CHAPTER = re.compile(rf"{W}?kap(?:it(?:let|el)\b|\.|\b)")
# between two §§ or chapters: "2 kap. 1 § och 3 kap. 4 §", "dels 2 kap. 1 §, dels 3 kap. 4 §", "1 §; 4 §; samt 6 §"
BETWEEN = re.compile(rf"(?:{W}?[,;](?:{W}{AND})?|{W}{AND}|{W}?{DASH})(?:{W}dels\b)?{W}?")
ORDINAL = "(?:första|andra|tredje|fjärde|femte|sjätte|sjunde|åttonde|nionde|tionde|sista)"
# "2", "4 a", "b)"; not the 5 of "första stycket 2 och 5 §"
POINT = (
    r"(?:\d{1,3}(?:[^\S\n]?[a-z](?![a-zåäö]))?|[a-z])\)?"
    rf"(?![\wåäö:/]|\.\d|{W}?§|{W}?kap\b|{W}?{DASH}{W}?\d{{1,3}}{W}?(?:[a-z]{W}?)?(?:§|kap\b))"
)
# "andra stycket", "första och tredje styckena", "första stycket 2 och 3", "a) och b)", "1 mom."
WITHIN = re.compile(
    rf"(?:{W}\d{{1,2}}[^\S\n]?mom\.?)?"
    rf"(?:{W}{ORDINAL}(?:{W}?(?:,|{AND}|{DASH}){W}?{ORDINAL}){{0,4}}{W}(?:styckena|stycket|st\.|meningen|punkten)){{0,2}}"
    rf"(?:{W}(?:p(?:unkt(?:en|erna)?|\.){W})?{POINT}(?:(?:{W}?,{W}?|{W}(?:och|eller){W}|{W}?{DASH}{W}?){POINT}){{0,8}})?"
)
DIGIT = re.compile(r"(?<![\w:/.,–§-])\d")


@dataclass(frozen=True, slots=True)
class Provision:
    """Hold one § or one whole chapter, with labels in path form; ``section`` is "" for a whole chapter."""

    start: int
    end: int
    chapter: str
    section: str

    @property
    def path(self) -> str:
        return f"kap{self.chapter or 0}.§{self.section}" if self.section else f"kap{self.chapter}"


def provisions(text: str) -> Iterator[Provision]:
    """Yield every § and chapter that ``text`` names, of whatever act.

    >>> [provision.path for provision in provisions("2 kap. 3 och 5 a §§ samt 4 kap.")]
    ['kap2.§3', 'kap2.§5a', 'kap4']
    """
    at = 0
    while match := DIGIT.search(text, at):
        cited, at = enumeration(text, match.start(), len(text))
        yield from cited


def enumeration(text: str, start: int, end: int) -> tuple[list[Provision], int]:
    """Return the §§ and chapters of one enumeration, and where to go on.

    Args:
        text: the document.
        start: where the enumeration begins.
        end: where the search ends.

    Returns:
        The provisions, and the end of the enumeration. The list is empty if the numbers count something else.
    """
    cited: list[Provision] = []
    at, chapter = start, ""
    numbers = NUMBERS.match(text, at, end)
    while numbers:
        opened = numbers.start()
        if kap := CHAPTER.match(text, numbers.end(), end):
            cited += [Provision(first, last, label, "") for label, first, last in _each(text, numbers, kap.end())]
            chapter, at = cited[-1].chapter, kap.end()
            gap = GAP.match(text, at, end)
            inner = NUMBERS.match(text, gap.end(), end) if gap else None
            if inner is None or not SIGN.match(text, inner.end(), end):
                numbers, chapter = None, ""
            else:
                numbers, opened = inner, cited.pop().start
        if numbers is not None:
            sign = SIGN.match(text, numbers.end(), end)
            if sign is None:
                return cited, at if cited else numbers.end()
            within = WITHIN.match(text, sign.end(), end)
            at = within.end() if within else sign.end()
            for label, first, last in _each(text, numbers, at):
                cited.append(Provision(opened if first == numbers.start() else first, last, chapter, label))
        between = BETWEEN.match(text, at, end)
        if between is None:
            break
        following = NUMBERS.match(text, between.end(), end)
        if following is None or not (
            CHAPTER.match(text, following.end(), end) or SIGN.match(text, following.end(), end)
        ):
            break
        at, numbers = between.end(), following
    return cited, max(at, start + 1)


def _each(text: str, numbers: re.Match[str], end: int) -> Iterator[tuple[str, int, int]]:
    """Yield each number of an enumeration with its span; both ends of a range have the span of the range."""
    singles = list(ONE.finditer(text, numbers.start(), numbers.end()))
    spans = [[number.start(), number.end()] for number in singles]
    spans[-1][1] = end
    for index in range(len(singles) - 1):
        if RANGE.search(text, singles[index].end(), singles[index + 1].start()):
            spans[index][1] = spans[index + 1][1]
            spans[index + 1][0] = spans[index][0]
    for number, (first, last) in zip(singles, spans, strict=True):
        yield "".join(number[0].split()), first, last
