"""Choosing what a reranker sees of a decision: the sections that say most, within its budget of characters."""

from piperoll.corpora.sst import notes
from piperoll.corpora.sst.priorities import DEFAULT, Priorities
from piperoll.corpora.sst.sections import Decision, Section, parse

SEPARATOR = "\n\n"
TAIL = 2
"""Last paragraphs of an analysis that is cut: there stands what was found."""
TAIL_SHARE = 0.5
"""Of the room for a cut analysis that its last paragraphs may take: the beginning, the legal test, goes first."""
TOP = 1
"""The priority of the sections of which the end is kept when they are cut."""
LONGEST_WORD = 100
"""Characters in which a space is looked for: a longer word is cut."""


def pack_for_reranker(text: str, char_budget: int, priorities: Priorities = DEFAULT) -> str:
    """The sections of a decision that matter most, in at most ``char_budget`` characters with labels and separators.

    A decision within the budget comes back whole, without front matter, table of contents and footnotes; so does the
    beginning of one without headings. Otherwise sections are taken by priority, in the order of the text within one,
    as long as they fit; the first that does not is cut to the room that is left, and nothing comes after it. They are
    printed in the order of the text, the leading ones (analysis, issue, decision) before the others, each behind its
    name in brackets.
    """
    decision = parse(text, priorities)
    whole = _whole(text, decision)
    if len(whole) <= char_budget:
        return whole
    sections = [one for one in decision.sections if one.text]
    if not any(one.name and not one.opinion for one in decision.sections):
        return _head(whole, char_budget)
    packed: dict[int, str] = {}
    room = char_budget
    for index in sorted(range(len(sections)), key=lambda index: (sections[index].priority, index)):
        section = sections[index]
        label = f"[{section.name}] " if section.name else ""
        left = room - len(label) - (len(SEPARATOR) if packed else 0)
        if len(section.text) > left:
            cut = _cut(text, section, left, decision.notes.numbers)
            if cut:
                packed[index] = label + cut
            break
        packed[index] = label + section.text
        room = left - len(section.text)
    order = sorted(packed, key=lambda index: (sections[index].priority > priorities.leading, index))
    return SEPARATOR.join(packed[index] for index in order)


def _whole(text: str, decision: Decision) -> str:
    """The body as it is printed, without references to footnotes and without tables of contents."""
    parts = (notes.without_references(text, one.start, one.end, decision.notes.numbers) for one in decision.sections)
    return "\n".join(parts)


def _cut(text: str, section: Section, room: int, noted: frozenset[int]) -> str:
    """As much of a section as fits: its beginning, and the last paragraphs of one of the first priority."""
    tail = _tail(text, section, int(room * TAIL_SHARE), noted) if section.priority == TOP else ""
    if not tail:
        return _head(section.text, room)
    head = _head(section.text[: len(section.text) - len(tail)], room - len(tail) - 1)
    return f"{head}\n{tail}" if head else tail


def _tail(text: str, section: Section, room: int, noted: frozenset[int]) -> str:
    """The last paragraphs that fit, as many as TAIL; never the first of the section, which its beginning has."""
    found = ""
    for count in range(1, min(TAIL, len(section.paragraphs) - 1) + 1):
        start = section.paragraphs[-count].start
        tail = notes.without_references(text, start, section.end, noted)
        if len(tail) > room:
            break
        found = tail
    return found


def _head(text: str, room: int) -> str:
    """The beginning of ``text`` within ``room`` characters, cut at a space if there is one."""
    if len(text) <= room:
        return text.rstrip()
    if room <= 0:
        return ""
    space = next((at for at in range(room, max(0, room - LONGEST_WORD), -1) if text[at].isspace()), room)
    return text[:space].rstrip()
