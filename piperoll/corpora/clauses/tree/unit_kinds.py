"""Tell what kind of clause a unit is: an item of a list, a section of an article, a marked heading."""

import re
from bisect import bisect_right
from operator import attrgetter

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL, COUNTED, Candidate
from piperoll.corpora.clauses.tree.units import FURTHER, Unit

RULES = " \t\n\xa0*_=-"
"""White space, and what may stand between two headings."""
LED_WITHIN = 300
"""Characters of an item that leads to a list of definitions, at most."""
SIGNING = re.compile(r"(?i)\W?signature page\b|sign(?:ed|atures?)\b")
"""Matches a line of the signatures that looks like a heading."""


def is_item(unit: Unit) -> bool:
    """Return whether a clause is an item of a list, not a clause with a heading of its own."""
    if unit.series == FURTHER or unit.family == "schedule":
        return False
    one = unit.candidate
    run_in = one is not None and (one.definition or (one.indent > 0 and one.label is not None and not one.own_line))
    return not unit.caption or run_in or unit.family == "letter"


def is_behind_letters(unit: Unit) -> bool:
    """Return whether a section stands behind a list with letters, to which alone the words in front of it lead."""
    inside = unit.family == "section" or (unit.family == "number" and len(unit.values) > 1)
    return inside and unit.parent is not None and unit.parent.children[0].family == "letter"


def leads_to_terms(text: str, item: Unit, one: Candidate) -> bool:
    """Return whether an item leads to the definitions behind it: "(a) These terms have the following meanings:".

    Args:
        text: the stored text.
        item: an open unit.
        one: the definition.
    """
    if item.family != "letter":
        return False
    first = item.children[0].start if item.children else one.start
    led = first <= item.head + LED_WITHIN and text[item.start : first].rstrip().endswith(":")
    return led and all(child.series == "definition" for child in item.children[:1])


def ends_definitions(candidate: Candidate) -> bool:
    """Return whether a candidate stands in no definition, but behind the last one of a list."""
    if candidate.label is None:
        return candidate.own_line
    if candidate.label.family == "number" and not candidate.definition and candidate.caption.isupper():
        return True  # "1. GRANT. The keeper"
    return candidate.label.family not in ("letter", "number") or len(candidate.label.values) > 1


def is_bold(unit: Unit) -> bool:
    """Return whether a clause is a heading in bold type without a label, on a line of its own or in front of text."""
    one = unit.candidate
    return one is not None and one.label is None and (one.level >= BOLD_LEVEL or (one.bold and not one.level))


def is_marked(unit: Unit) -> bool:
    """Return whether a clause is a heading without a label, which is marked or alone in its line, below another one."""
    one = unit.candidate
    below = unit.parent is not None and bool(unit.parent.caption)
    alone = one is not None and one.label is None and (one.level > 0 or unit.series == "small caption")
    return is_bold(unit) or (alone and below)


def alike(first: Unit, one: Unit) -> bool:
    """Return whether two marked headings look the same: of one rank, and both before text or neither."""
    if first.candidate is None or one.candidate is None or not is_marked(one):
        return False
    return (first.level, first.candidate.own_line) == (one.level, one.candidate.own_line)


def is_section(unit: Unit) -> bool:
    """Return whether a clause is a numbered section of an article, or "4.2" of "Section 4" or of "4."."""
    parent = unit.parent
    if parent is None or not unit.values:
        return False
    return parent.family == "article" or (len(unit.values) > 1 and parent.values == unit.values[:-1])


def is_plain_number(unit: Unit) -> bool:
    """Return whether a clause has a number without parts: "3.", not "3.1"."""
    return unit.family == "number" and len(unit.values) == 1


def is_first(unit: Unit) -> bool:
    """Return whether a unit is the first one of clauses that are counted: "1.", "Section 1.1", "ARTICLE I"."""
    label = unit.label
    return label is not None and label.family in COUNTED and set(label.values) == {1}


def heads(unit: Unit) -> bool:
    """Return whether a unit has a heading on a line of its own."""
    return unit.candidate is not None and unit.candidate.own_line and bool(unit.caption)


def leads_begin(unit: Unit) -> int:
    """Return where a line may begin that leads to a list of a clause: at its caption, where text is behind that."""
    return unit.start if unit.caption and not heads(unit) else unit.head


def ends_signatures(candidate: Candidate) -> bool:
    """Return whether a clause or a caption ends the signatures in front of it; a letter may be one of their lines."""
    return candidate.bare or (candidate.label is not None and candidate.label.family != "letter")


def precedes(unit: Unit, behind: Unit) -> bool:
    """Return whether an item is the next one behind another: "(c)" behind "(b)", "3." behind "2."."""
    if is_plain_number(unit) and is_plain_number(behind):
        return unit.values[0] + 1 == behind.values[0]
    return (unit.series, unit.value + 1) == (behind.series, behind.value)


def is_again(path: str) -> bool:
    """Return whether a path ends in "v2", "v3" …: the clause around it has another item of its label."""
    last = path.rpartition(".")[2]
    return last[:1] == "v" and last[1:].isdigit()


def child_at(unit: Unit, start: int) -> Unit:
    """Return the sub-clause that begins at an offset, or the last one in front of it."""
    return unit.children[bisect_right(unit.children, start, key=attrgetter("start")) - 1]
