"""Find the parts of a document whose clauses begin again at 1: "TERMS OF SALE", and clauses 1 to 14 below it.

The heading of such a part is often no larger than those of its clauses, or nothing marks it.
"""

import re
from collections.abc import Container, Sequence

from piperoll.corpora.clauses.candidates.amendments import ATTACHED as LEAST
from piperoll.corpora.clauses.candidates.amendments import HEADING
from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, COUNTED, GAP
from piperoll.corpora.clauses.candidates.unmarked import is_in_front
from piperoll.corpora.clauses.tree.units import DOCUMENT, FURTHER, PART, Unit
from piperoll.corpora.clauses.words.labels import SCHEDULE, letter, roman
from piperoll.corpora.common.numbered import rising_run

# "APPENDIX A TO EXHIBIT C"
BELONGS = re.compile(rf"(?i:to|of)\s(?i:the\s)?(?P<word>{SCHEDULE})\s[\"“]?(?P<number>[A-Z\d]{{1,3}})\b")
ATTACHED = 1_000
"""Characters of the shortest agreement that is attached to a contract and has schedules of its own."""
SERIES = 3
"""Schedules of a contract behind which one that comes again belongs to the last; numbers that are a series."""
MOST = 0.5
"""Share of the text in the clauses of a document that numbers its clauses."""
MUCH = 0.25
"""Share of the text from which the items of lists are not counted against the numbers of a document."""
TEXT = 1e-6
"""Adds to the weight of a number with a long text, so that it wins over one further in front. A number weighs 1."""
CLAUSE = 1_000
"""Characters from which a text counts as long; a shorter one adds its share of TEXT."""
MARKED = 0.5
"""Adds to the weight of a number that a page marks as a heading, so that it wins over one of a list."""
EARLIER = 1e-10
"""Takes from the weight of a number for each number in front of it, so that of equal runs the first one wins."""
OWN_SERIES = 0.5
"""Share of the top-level numbers that a run must exceed to be the document's own clauses."""
INTRODUCES = re.compile(r"(?i)(?:introdu\w+|einleitung|overview|summary|preamble)")
"""Matches the heading of a text that is no agreement of its own."""
TOP = 2
"""The lowest rank of headings that stand over a whole text: "TERMS FOR PUBLISHERS"."""
SAME = 20
"""Characters of a heading that are alike where a schedule is printed in several parts."""


def set_parts(root: Unit) -> None:
    """Put the clauses that begin again directly below a heading under that heading, and schedules under theirs.

    The clauses of an amendment that is attached to its contract are none of those of the contract.
    """
    for unit in root.children:
        amends = HEADING.match(unit.caption) if unit.start > LEAST and not (unit.label or unit.series) else None
        if amends and not re.search(SCHEDULE, unit.caption):
            unit.series = PART
    for unit in list(root.walk()):
        if len(unit.children) > 2:
            unit.children = _with_schedules(unit.children)
    numbers = own_numbers(root)
    _set_free(root, numbers)
    own = numbers | _own_articles(root)
    for unit in list(root.walk()):
        if len(unit.children) > 2:
            unit.children = _with_parts(unit.children, own)


def _with_parts(siblings: Sequence[Unit], own: Container[int]) -> list[Unit]:
    """Return the clauses of one parent, with those of each part moved to its heading.

    ``own`` are the ids of the document's own clauses: a heading with a text stands over none of them.
    """
    kept: list[Unit] = []
    counted: set[str] = set()
    part: Unit | None = None
    outside = inside = 0
    for unit in siblings:
        number = _number(unit)
        if part is not None and unit.family == part.children[-1].family and _goes_on(number, inside, outside):
            _move(unit, part)
            inside = number
        elif number == 1 and unit.family in counted and kept and _is_heading_of(kept[-1], unit, id(unit) in own):
            part, inside = kept[-1], 1
            part.series = PART
            _move(unit, part)
        else:
            part = None
            if number:
                counted.add(unit.family)
                outside = number
            kept.append(unit)
    return kept


def _set_free(root: Unit, own: set[int]) -> None:
    """Put the document's own clauses behind a heading that stands only in front of the first, or between two of them.

    "OVERVIEW" is no chapter that encloses sections 1 to 20, nor is a line in capitals between sections 15 and 16.
    """
    clauses = main_clauses(root, own)
    alone = len({id(unit.parent) for unit in clauses}) == 1
    before: Unit | None = None  # the unit that encloses the clause in front
    for unit in clauses:
        heading = unit.parent
        over = heading.parent if heading else None
        if not heading or not over or heading.label or over.label or not (before is over or (alone and not before)):
            before = heading
            continue
        if not any(other is not heading and _is_chapter(other) for other in over.children) and not _is_second(heading):
            _leave(unit, heading, over)
        before = unit.parent


def main_clauses(root: Unit, own: Container[int]) -> list[Unit]:
    """Return the document's own clauses, if most of the text is in them; else they are a list on a page without any."""
    clauses = [unit for unit in root.walk() if id(unit) in own]
    return clauses if sum(unit.end - unit.start for unit in clauses) >= MOST * root.end else []


def _is_second(heading: Unit) -> bool:
    """Return whether a marked heading opens a text of its own: a long one of its rank stands in front of it."""
    above = heading.parent
    if above is None or not 0 < heading.level <= TOP:
        return False
    before = above.children[: above.children.index(heading)]
    texts = (one for one in before if not one.label and one.level == heading.level and one.end - one.start > CLAUSE)
    return any(not INTRODUCES.fullmatch(one.caption) for one in texts)


def _is_chapter(unit: Unit) -> bool:
    """Return whether a unit is a heading that stands over numbered clauses."""
    return not unit.values and any(child.values for child in unit.children)


def _leave(first: Unit, heading: Unit, over: Unit) -> None:
    """End a heading in front of one of its units, which stands behind it from now on with all that follow."""
    index = heading.children.index(first)
    moved = heading.children[index:]
    del heading.children[index:]
    heading.end = first.start
    at = over.children.index(heading) + 1
    over.children[at:at] = moved
    for unit in moved:
        unit.parent = over


def _goes_on(number: int, inside: int, outside: int) -> bool:
    """Return whether a number goes on with those inside a part, and not with those in front of it."""
    return number == inside + 1 or (number > inside and number != outside + 1)


def _is_number(unit: Unit) -> bool:
    return unit.family in COUNTED


def _number(unit: Unit) -> int:
    """Return the number of a clause; 0 of one that has none, or several."""
    values = unit.label.values if unit.label and _is_number(unit) else ()
    return values[0] if len(values) == 1 else 0


def _is_heading_of(heading: Unit, first: Unit, own: bool) -> bool:
    """Return whether a unit heads a part of which ``first`` is the first clause: it stands directly above that.

    Where a text stands between, ``first`` is none of the document's ``own`` clauses.
    """
    candidate = heading.candidate
    if candidate is None or not candidate.own_line or not candidate.caption or _is_number(heading):
        return False
    direct = not heading.children and first.start - heading.head <= GAP
    labelled = heading.label is not None and heading.family != "schedule"
    return direct or not (own or labelled or candidate.closing or is_in_front(heading.caption))


def _move(unit: Unit, part: Unit) -> None:
    unit.parent = part
    part.children.append(unit)
    part.end = unit.end


def _with_schedules(siblings: Sequence[Unit]) -> list[Unit]:
    """Return the units of one parent, with the schedules of an attached agreement moved to the schedule that holds it.

    "Exhibit A" behind the contract's own exhibits A and B, and in front of its exhibit C, belongs to exhibit B; so does
    "APPENDIX A TO EXHIBIT B" behind it.
    """
    kinds: dict[tuple[str, bool], list[Unit]] = {}
    for unit in siblings:
        if unit.family == "schedule":
            kinds.setdefault(_kind(unit), []).append(unit)
    own = max(map(_own_schedules, kinds.values()), key=len, default=[])
    owned = {id(unit) for unit in own}
    attached = {id(unit) for units in kinds.values() for unit in _attached(units, own)} - owned
    kept: list[Unit] = []
    holder: Unit | None = None
    behind = last = 0
    for unit in siblings:
        if kept and _named(unit) == _parts(kept[last])[0] != "":
            for inner in (*kept[last + 1 :], unit):
                _move(inner, kept[last])
            del kept[last + 1 :]
            continue
        if unit.family != "schedule" or id(unit) in owned:
            holder, behind = unit if id(unit) in owned else None, len(kept) + 1
        elif holder and id(unit) in attached and unit.start - holder.start >= ATTACHED and not _is_same(unit, holder):
            for inner in (*kept[behind:], unit):  # also what stands between
                _move(inner, holder)
            del kept[behind:]
            last = behind - 1
            continue
        last = len(kept) if unit.family == "schedule" else last
        kept.append(unit)
    return kept


def _run(units: Sequence[Unit], numbers: Sequence[int]) -> list[Unit]:
    """Return the units of the best run of rising numbers; of equal runs that with more text, then the first.

    A table of contents, or a list in front of the clauses, has numbers too; see :func:`rising_run`.
    """
    weights = [
        1 + MARKED * (unit.level > 0) + TEXT * min(1, (unit.end - unit.start) / CLAUSE) - index * EARLIER
        for index, unit in enumerate(units)
    ]
    return [units[index] for index in rising_run(numbers, weights)]


def _named(schedule: Unit) -> str:
    """Return the schedule to which the heading of a schedule says that it belongs: "exhibit-c"; "" for none."""
    match = BELONGS.match(schedule.caption) if schedule.family == "schedule" else None
    return f"{match['word']}-{match['number']}".lower() if match else ""


def _kind(schedule: Unit) -> tuple[str, bool]:
    """Return the word of a schedule, and whether a figure counts it: "Exhibit A" and "Exhibit 1" are two kinds."""
    word, _, number = _parts(schedule)[0].partition("-")
    return word, number[:1].isdigit()


def _parts(schedule: Unit) -> tuple[str, ...]:
    return schedule.label.parts if schedule.label else ("",)


def _own_schedules(units: Sequence[Unit]) -> list[Unit]:
    """Return the schedules of one kind that count on through the text; the first of them is the first of its name."""
    numbers = [_parts(unit)[0].partition("-")[2] for unit in units]
    read = roman if any(len(number) > 1 and roman(number) for number in numbers) else letter
    values = [int(number) if number.isdecimal() else read(number) for number in numbers]
    run = _run(units, values)
    return [next(unit for unit in units if _parts(unit) == _parts(run[0])), *run[1:]]


def _attached(units: Sequence[Unit], own: Sequence[Unit]) -> Sequence[Unit]:
    """Return the schedules of one kind that can be those of an attached agreement; ``own`` are the contract's own.

    They are called as one of its own, or come again, or all stand between two of its own.
    """
    if _kind(units[0]) == _kind(own[0]):
        names = {_parts(unit) for unit in own}
        return [unit for unit in units if _parts(unit) in names and (unit.start < own[-1].start or len(own) >= SERIES)]
    inside = [unit for unit in units if own[0].start < unit.start < own[-1].start]
    places = {sum(unit.start > other.start for other in own) for unit in units}
    again = len({_parts(unit) for unit in units}) < len(units)
    return units if inside and (again or len(places) == 1 < len(units)) else []


def _is_same(schedule: Unit, holder: Unit) -> bool:
    """Return whether a schedule goes on with the one in front of it: the same label and the same first words."""
    return _parts(schedule) == _parts(holder) and schedule.caption[:SAME] == holder.caption[:SAME]


def own_numbers(root: Unit) -> set[int]:
    """Return the ids of the units in the run of numbers that counts the clauses of the document itself.

    No number below another one is in the run, as is the 2 of a list in clause 6."""
    every = [unit for unit in root.walk() if len(unit.values) == 1 and not _is_apart(unit)]
    tops = [unit for unit in every if not _is_item(unit)]
    run = _run(tops, [unit.values[0] for unit in tops])
    text = sum(unit.end - unit.start for unit in run)
    little = text < MUCH * root.end
    if _is_list(root, run, little=little):
        return set()
    articles = [unit for unit in root.walk() if unit.family == "article" and not _is_apart(unit)]
    if len(articles) >= SERIES and len({id(_article(unit)) for unit in run}) == 1 and _article(run[0]):
        return set()  # a list in one of the articles that count the clauses
    others = every if little or len(run) < SERIES else tops  # else no list in them counts against them
    return set(map(id, run)) if len(run) > OWN_SERIES * len(others) else set()


def _is_list(root: Unit, run: Sequence[Unit], *, little: bool) -> bool:
    """Return whether numbers of a page count the items of lists below its headings.

    ``little`` says that they have little of the text: then they begin at 1. Otherwise one heading stands over them, and
    most have none.
    """
    first = run[0].candidate if run else None
    headings = [one for unit in run if (one := _heading(unit))]
    if first is None or not first.indent or len(headings) < len(run):
        return False
    if little and len(run) > 1 and run[0].values == (1,):
        return all(one is not root for one in headings)
    heading = headings[0]
    if any(one is not heading for one in headings):
        return False
    items = [unit for unit in run if not (unit.level or (unit.caption and unit.candidate and unit.candidate.own_line))]
    if 2 * len(items) <= len(run) or not (_is_marked(heading) or (heading.level and first.led and not first.caption)):
        return False
    return any(_is_marked(unit) for unit in root.walk() if unit is not heading)


def _heading(item: Unit) -> Unit | None:
    """Return the unit in which an item stands; a list behind its own words stands below the heading around them."""
    above = item.parent
    return above.parent if above and above.series == FURTHER else above


def _is_marked(heading: Unit) -> bool:
    """Return whether a page marks a heading without a label, not only by bold type."""
    return 0 < heading.level < BOLD_LEVEL and heading.label is None


def _own_articles(root: Unit) -> set[int]:
    """Return the ids of the articles in the run that counts those of the document itself."""
    articles = [unit for unit in root.walk() if unit.family == "article" and not _is_apart(unit)]
    return set(map(id, _run(articles, [unit.label.values[0] for unit in articles if unit.label])))


def _article(unit: Unit) -> Unit | None:
    """Return the article in which a unit stands; None without one."""
    above = unit.parent
    while above is not None and above.family != "article":
        above = above.parent
    return above


def _is_apart(unit: Unit) -> bool:
    """Return whether a unit is in a schedule, or in another part that has its own numbers."""
    above = unit.parent
    while above is not None and not has_own_numbers(above):
        above = above.parent
    return above is not None


def _is_item(unit: Unit) -> bool:
    """Return whether a unit is below a numbered clause: an item, or an item of one, with no heading between."""
    above = unit.parent
    while above is not None and above.label and not above.values:
        above = above.parent
    return above is not None and bool(above.values)


def has_own_numbers(unit: Unit) -> bool:
    return unit.family == "schedule" or unit.series in (PART, DOCUMENT)
