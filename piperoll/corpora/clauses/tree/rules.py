"""End sections of a page in front of what is not in them: at a rule, behind a quotation, at a bold line."""

import re

from piperoll.corpora.clauses.candidates.candidate import BOLD_LEVEL
from piperoll.corpora.clauses.candidates.quoted_articles import is_quoted_article
from piperoll.corpora.clauses.tree.tails import split
from piperoll.corpora.clauses.tree.units import Unit

RULE = re.compile(r"^[ \t]*\* \* \*[ \t]*\n\s*(?=[^\W\d_])", re.MULTILINE)
"""Matches a rule in front of a paragraph."""
OPENS = re.compile(r"\s*[«“\"]")
CLOSED = re.compile(r"[»”\"]\.?[ \t\xa0]*\n\s*(?=[^\s«“\"])")
"""Matches the end of a quotation in front of a paragraph that does not go on with it."""


def end_sections(text: str, root: Unit) -> None:
    """End the sections of a text in front of what is about more than them."""
    _end_at_rules(text, root)
    for parent in reversed(list(root.walk())):
        _end_at_bold_line(parent)
    for unit in list(root.walk()):
        quoted = is_quoted_article(unit.caption) and not unit.children and OPENS.match(text, unit.head, unit.end)
        if quoted and (closed := CLOSED.search(text, quoted.end(), unit.end)):
            split(unit, unit, closed.end())


def _end_at_bold_line(over: Unit) -> None:
    """End the last number of a page that has no heading at a bold line in its column: that heads what is behind it."""
    index = next((at for at in range(len(over.children) - 1, -1, -1) if over.children[at].values), None)
    if index is None:
        return
    last = over.children[index]
    own = last.candidate
    if own is None or not own.indent or last.caption or last.level:
        return
    lines = (at for at, one in enumerate(last.children) if _is_bold_line(one) and _column(one) <= own.indent)
    first = next(lines, None)
    if first is None:
        return
    moved = last.children[first:]
    if any(one.values[: len(last.values)] == last.values for unit in moved for one in unit.walk()):
        return
    over.children[index + 1 : index + 1] = moved
    del last.children[first:]
    last.end = moved[0].start
    for unit in moved:
        unit.parent = over


def _column(unit: Unit) -> int:
    """Return the column in which a unit of a page begins."""
    return unit.candidate.indent if unit.candidate else 0


def _is_bold_line(unit: Unit) -> bool:
    """Return whether a unit is a heading in bold type without a label."""
    return unit.level == BOLD_LEVEL and unit.label is None


def _end_at_rules(text: str, root: Unit) -> None:
    """End the last marked heading of several of its rank at a rule, where none stands below the others."""
    for parent in list(root.walk()):
        *others, last = parent.children or [root]
        if not others or parent is root or last.children or not 0 < last.level < BOLD_LEVEL:
            continue
        if others[-1].level != last.level:
            continue
        rule = RULE.search(text, last.head, last.end)
        if rule and not RULE.search(text, others[0].start, last.head):
            split(last, last, rule.end())
