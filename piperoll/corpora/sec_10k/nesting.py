"""Tell how headings stand in each other where nothing says how their words are printed.

Capitals stand over other headings, and these over "Oil:". Among those of one form the outer ones are known by what they
are: a topic that every discussion of the results has, a comparison of two years, a heading below which the same names
come again as below another, and one that stands directly over the next.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from piperoll.corpora.sec_10k.announced import announced
from piperoll.corpora.sec_10k.found import Found
from piperoll.corpora.sec_10k.signs import NOTES, STATEMENT, opens, unmeasured
from piperoll.corpora.sec_10k.topics import (
    AROUND,
    BETWEEN,
    BOUNDS,
    CLOSES,
    COMPARES,
    CRITICAL,
    GENERAL,
    HOLDS,
    LISTED,
    NARRATIVE,
    OVERVIEWS,
    POLICIES,
    RESULTS,
    RISKS,
    RISKY,
    TABLE,
    YEAR,
    meaning,
)

FEWEST_TOLD = 3
"""Headings of a topic whose first is its only comparison of two years, and holds the others."""
FEWEST_OTHERS = 2
"""Headings without capitals in front of the only one in capitals, at least, before they stand beside it."""
FEWEST_RISKS = 2
"""Headings behind that of the risks, at least, that it holds."""
COLON, TITLE, CAPITALS = range(3)
MANY_COLONS = 3
"""Headings with a colon, or a full stop, at their end that are a form of their own."""
DEEPEST = 10
"""How deep headings of one form may stand in each other."""


@dataclass(frozen=True, slots=True)
class Nesting:
    """A nesting says how deep headings stand in others of their form, by where they begin.

    ``alike`` says that capitals are no form, ``colons`` that a colon is one. ``raised`` are the headings without
    capitals that stand directly over one in capitals, ``lowered`` those with a full stop, where that is a form.
    """

    depths: Mapping[int, int] = field(default_factory=dict)
    alike: bool = False
    colons: bool = False
    raised: frozenset[int] = frozenset()
    lowered: frozenset[int] = frozenset()

    def rank(self, start: int, words: str, capitals: bool) -> int:
        """Return the form of a heading: "OIL" stands over "Oil", and that over "Oil:".

        Args:
            start: where it begins.
            words: of it.
            capitals: it is printed in capitals.

        Returns:
            Its form; a larger one stands over a smaller one.
        """
        if start in self.raised and not self.alike:
            return CAPITALS
        if start in self.lowered or (self.colons and (words.endswith(":") or unmeasured(words) != words)):
            return COLON
        return CAPITALS if capitals and not self.alike else TITLE

    def size(self, start: int, rank: int) -> int:
        """Return how large a heading counts."""
        return (rank + 1) * DEEPEST - self.depths.get(start, 0)


def nested(text: str, found: Sequence[Found], risky: bool, stopped: frozenset[int]) -> Nesting:
    """Return how the headings of an Item stand in each other.

    Args:
        text: the stored text.
        found: the headings.
        risky: the Item tells of nothing but risks.
        stopped: where the headings begin that end in a full stop.

    Returns:
        How deep they stand.
    """
    depths: dict[int, int] = {}
    colons = sum(one.title.endswith(":") for one in found) >= MANY_COLONS
    low = frozenset(one.start for one in found if one.start in stopped and not one.capitals)
    low = low if len(low) >= MANY_COLONS else frozenset()
    nesting = Nesting(depths, _are_alike(found), colons, frozenset(_raised(found)), low)
    for span, noted in _spans(found, nesting):
        level = [0] * len(span)
        for nest in (_topics, _narrative, _periods, _series, _years):
            nest(span, level)
        if not (noted or risky):
            _risks(span, level)
            _announced(text, found, span, level)
        _stacks(span, level, noted or _closing(span) is BOUNDS)
        depths.update({one.start: depth for one, depth in zip(span, level, strict=True) if depth})
    return nesting


def _raised(found: Sequence[Found]) -> Iterator[int]:
    """Yield where the headings begin that have no text, but one in capitals directly below them, which they hold.

    A topic behind such a heading that is printed as it is, and what follows that, stand beside it, if it is no
    comparison; also behind the only heading in capitals, if several others stand in front of it.
    """
    capitals = [at for at, one in enumerate(found) if one.capitals]
    lone = capitals[0] if len(capitals) == 1 and capitals[0] >= FEWEST_OTHERS else -1
    beside = topic = False
    for at, (one, below) in enumerate(zip_longest(found, found[1:])):
        if one.capitals or one.part:
            beside, topic = at == lone or (beside and one.behind and not one.part), False
            continue
        topic = beside and (topic or CLOSES.match(one.title) is not None)
        over = below is not None and below.behind and below.capitals and not below.part
        if over or topic:
            beside = topic or not COMPARES.match(one.title)
            yield one.start


def _are_alike(found: Sequence[Found]) -> bool:
    """Return whether capitals tell nothing: a topic without them is the first, and there are others without."""
    topics = Counter(one.capitals for one in found if HOLDS.match(one.title))
    outer = next((one for one in found if one.capitals or one.is_topic), None)
    return outer is not None and not outer.capitals and topics[False] > 1 >= topics[True]


def _spans(found: Sequence[Found], forms: Nesting) -> Iterator[tuple[list[Found], bool]]:
    """Yield the headings of one form up to the next one over them, and whether they are in a note or a report."""
    spans: tuple[list[Found], ...] = ([], [], [])
    noted = False
    for one in found:
        rank = forms.rank(one.start, one.title, one.capitals)
        for span in spans[: 3 if one.part else rank]:
            yield span[:], noted
            span.clear()
        if one.part:
            noted = not opens(one.title, NOTES, STATEMENT)
        else:
            spans[rank].append(one)
    for span in spans:
        yield span, noted


def _runs(level: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of headings that stand beside each other; deeper ones may stand between them."""
    runs: list[list[int]] = []
    for at, depth in enumerate(level):
        while len(runs) > depth + 1:
            yield runs.pop()
        while len(runs) <= depth:
            runs.append([])
        runs[depth].append(at)
    yield from runs


def _lower(place: int, level: list[int]) -> None:
    """Put a heading, and what stands in it, one deeper."""
    depth = level[place]
    level[place] += 1
    place += 1
    while place < len(level) and level[place] > depth:
        level[place] += 1
        place += 1


def _closing(span: Sequence[Found]) -> re.Pattern[str]:
    """Return what matches the headings that end a group of others: in a discussion of the results only its topics."""
    return BOUNDS if sum(HOLDS.match(one.title) is not None for one in span) > 1 else CLOSES


def _over(span: Sequence[Found], place: int) -> bool:
    """Return whether a heading stands directly over the next one of its form."""
    following = span[place + 1] if place + 1 < len(span) and not TABLE.match(span[place].title) else None
    return following is not None and following.behind and following.number == span[place].number + 1


def _topics(span: Sequence[Found], level: list[int]) -> None:
    """Put into the topics of a discussion of the results what follows them up to the next one."""
    topics = [at for at, one in enumerate(span) if one.is_topic]
    topics = [at for at in topics if not (at and span[at - 1].is_topic and _over(span, at - 1))]
    if sum(HOLDS.match(span[at].title) is not None for at in topics) < 2:
        return
    for at, following in zip(topics, [*topics[1:], len(span)], strict=True):
        held = range(at + 1, following) if HOLDS.match(span[at].title) else ()
        for place in held:
            if CRITICAL.match(span[at].title) and RESULTS.search(span[place].title):
                break
            level[place] += 1


def _narrative(span: Sequence[Found], level: list[int]) -> None:
    """Put into the description of the business, as Item 101 calls it, what follows it up to another part of that."""
    at = next((at for at, one in enumerate(span) if NARRATIVE.match(one.title)), len(span))
    for place in range(at + 1, len(span)):
        if AROUND.match(span[place].title):
            break
        level[place] += 1


def _periods(span: Sequence[Found], level: list[int]) -> None:
    """Put into a comparison of two years what follows it, where it is no part of each of several sections."""
    times = Counter(one.name for one in span)
    for run in list(_runs(level)):
        periods = [i for i, place in enumerate(run) if COMPARES.match(span[place].title)]
        if not periods or any(times[span[run[i]].name] > 1 for i in periods):
            continue
        first = run[periods[0]]
        stacked = _over(span, first) and level[first + 1] == level[first]
        alone = periods == [0] and len(run) >= FEWEST_TOLD
        if not (stacked or alone) and all(b - a == 1 for a, b in pairwise(periods)):
            continue
        for i in range(periods[0] + 1, len(run)):
            if BOUNDS.match(span[run[i]].title):
                break
            over = i + 1 in periods and _over(span, run[i])  # it holds comparisons of its own
            if i not in periods and not over:
                _lower(run[i], level)


def _years(span: Sequence[Found], level: list[int]) -> None:
    """Put into a heading the years in a row that follow it: "Fiscal Year 2031", "Fiscal Year 2030"."""
    years = [YEAR.match(one.title) is not None for one in span]
    for run in list(_runs(level)):
        named = False
        for i, place in enumerate(run):
            beside = years[run[i - 1]] or (i + 1 < len(run) and years[run[i + 1]])
            if years[place] and named and beside:
                _lower(place, level)
            named = named or not years[place]


def _series(span: Sequence[Found], level: list[int]) -> None:
    """Put into the headings that open a series what follows them up to the next such."""
    closes = _closing(span)
    for run in list(_runs(level)):
        opening = _openers([span[place] for place in run], closes)
        inside = False
        for i, place in enumerate(run):
            inside = opening.get(i, inside)
            if inside and i not in opening:
                _lower(place, level)


def _openers(run: Sequence[Found], closes: re.Pattern[str]) -> dict[int, bool]:
    """Return the headings below each of which the same names come again, "Revenue", "Expenses".

    The first one behind the last of these names has False: it stands in none of them.
    """
    names = [one.name for one in run]
    times = Counter(names)
    again = {name for name in names if times[name] > 1}
    openers = _between(run, names, again)
    if not openers:
        return {}
    firsts = {names[at + 1] for at in openers}
    begin = next(at for at, name in enumerate(names) if name in again)
    several = begin + 1 < openers[0] and names[begin + 1] in again
    if begin and (names[begin] in firsts or several) and not closes.match(run[begin - 1].title):
        openers.insert(0, begin - 1)
    opening = dict.fromkeys(openers, True)
    words = Counter(run[at].last_word for at in openers)
    last = max(at for at, name in enumerate(names) if name in again)
    ends = {names[at - 1] for at in openers[1:]}
    years = all(COMPARES.match(name) for name in again)
    for at in range(openers[0], len(run)):
        if at in opening or names[at] in again:
            continue
        # "Bell Segment" beside "Lamp Segment" and "Oil Segment"
        if (years and not COMPARES.match(names[at])) or words[run[at].last_word] > 1:
            opening[at] = True
        elif at > last and (closes.match(run[at].title) or names[last] in ends):
            opening[at] = False
    return opening


def _between(run: Sequence[Found], names: Sequence[str], again: set[str]) -> list[int]:
    """Return the last heading with a name of its own between two that are named alike.

    Args:
        run: the headings.
        names: of them.
        again: the names that come more than once.

    Returns:
        Their places; of several directly below each other the first one's.
    """
    openers: list[int] = []
    group: dict[str, int] = {}
    for at, name in enumerate(names):
        if name in again and name in group:
            opener = at - 1
            while opener > group[name] and names[opener] in again:
                opener -= 1
            if opener == group[name]:
                group = {name: at}
                continue
            while opener - 1 > group[name] and names[opener - 1] not in again and _over(run, opener - 1):
                opener -= 1
            openers.append(opener)
            group = {names[i]: i for i in range(opener + 1, at + 1)}
        elif name in again:
            group[name] = at
    return openers


def _announced(text: str, found: Sequence[Found], span: Sequence[Found], level: list[int]) -> None:
    """Put into a heading those that follow it and are named in its text."""
    for run in list(_runs(level)):
        for i in announced(text, found, [span[place] for place in run]):
            _lower(run[i], level)


def _risks(span: Sequence[Found], level: list[int]) -> None:
    """Put into the heading of the risks what follows it, where they are told in another Item."""
    for run in list(_runs(level)):
        at = next((i for i, place in enumerate(run) if RISKY.match(span[place].title)), len(run))
        held = run[at + 1 :]
        if len(held) < FEWEST_RISKS or CLOSES.match(span[held[0]].title) or GENERAL.search(span[held[0]].title):
            continue
        for place in held:
            _lower(place, level)


def _stacks(span: Sequence[Found], level: list[int], brief: bool) -> None:
    """Put into a heading that stands directly over another what follows it, up to the next such.

    Args:
        span: the headings.
        level: how deep they stand.
        brief: it holds only what is named as the first in it is: "Lantern Acquisition", "Bell Acquisition".
    """
    closes = _closing(span)
    for run in list(_runs(level)):
        stacked = [_over(span, a) and b == a + 1 for a, b in pairwise(run)]
        inside, whole, numbered, years, about = "", False, False, False, frozenset[str]()
        for i, place in enumerate(run):
            title = span[place].title
            below, over = i > 0 and stacked[i - 1], i < len(stacked) and stacked[i]
            if closes.match(title) and not below:
                inside = ""
            if over and (not below or RISKS.search(title)):
                first = span[run[i + 1]]
                inside, numbered = first.last_word, LISTED.match(first.title) is not None
                whole = not brief or opens(title, POLICIES, COMPARES)
                years = COMPARES.match(title if whole else first.title) is not None
                alone = first.capitals and OVERVIEWS.match(BETWEEN.sub(" ", first.title).strip())
                about = meaning(title) if alone else frozenset()
            elif inside and not RISKS.search(title):
                held = LISTED.match(title) if numbered else whole or span[place].last_word == inside
                held = held and (not about or bool(about & meaning(title)))
                if years:  # what holds a comparison of its own stands in none
                    held = not _compares(span, place + 1) if whole else held or _compares(span, place)
                if below or held:
                    _lower(place, level)
                else:
                    inside = ""


def _compares(span: Sequence[Found], place: int) -> bool:
    """Return whether a heading is a comparison of two years."""
    return place < len(span) and COMPARES.match(span[place].title) is not None
