"""Choose the text of a decision for a reranker: the most important sections within a budget of characters."""

from piperoll.corpora.sst import notes
from piperoll.corpora.sst.priorities import DEFAULT, Priorities
from piperoll.corpora.sst.sections import Decision, Section, parse

SEPARATOR = "\n\n"
TAIL = 2
"""Last paragraphs that a cut analysis keeps: they hold the findings."""
TAIL_SHARE = 0.5
"""Share of a cut analysis for its last paragraphs; its beginning, the legal test, has the rest."""
TOP = 1
"""Priority of the sections that keep their end when they are cut."""
LONGEST_WORD = 100
"""Characters that are searched for a space; a longer word is cut."""


def pack_for_reranker(text: str, char_budget: int, priorities: Priorities = DEFAULT) -> str:
    """Return the most important sections of a decision, within a budget of characters.

    A decision within the budget is returned whole, without front matter, table of contents and footnotes. From a
    decision without headings the beginning is returned. Otherwise sections are taken by priority, and in the order of
    the text within one priority, as long as they fit. The first section that does not fit is cut to the remaining
    budget and is the last one. The result has the sections in the order of the text, but the leading ones (analysis,
    issue, decision) first. Each stands after its name in brackets.

    Args:
        text: the whole decision.
        char_budget: characters of the result at most, with labels and separators.
        priorities: the table that gives each heading its priority.

    Returns:
        The text for the reranker.
    """
    decision = parse(text, priorities)
    whole = _whole(text, decision)
    if len(whole) <= char_budget:
        return whole
    sections = [section for section in decision.sections if section.text]
    if not any(section.name and not section.opinion for section in decision.sections):
        return _head(whole, char_budget)
    packed: dict[int, str] = {}
    remaining = char_budget
    for index in sorted(range(len(sections)), key=lambda index: (sections[index].priority, index)):
        section = sections[index]
        label = f"[{section.name}] " if section.name else ""
        available = remaining - len(label) - (len(SEPARATOR) if packed else 0)
        if len(section.text) > available:
            cut = _cut(text, section, available, decision.notes.numbers)
            if cut:
                packed[index] = label + cut
            break
        packed[index] = label + section.text
        remaining = available - len(section.text)
    order = sorted(packed, key=lambda index: (sections[index].priority > priorities.leading, index))
    return SEPARATOR.join(packed[index] for index in order)


def _whole(text: str, decision: Decision) -> str:
    """Return the body as printed, without references to footnotes and without tables of contents."""
    parts = (
        notes.without_references(text, section.start, section.end, decision.notes.numbers)
        for section in decision.sections
    )
    return "\n".join(parts)


def _cut(text: str, section: Section, available: int, note_numbers: frozenset[int]) -> str:
    """Return as much of a section as fits: its beginning, and at the first priority also its last paragraphs."""
    tail = _tail(text, section, int(available * TAIL_SHARE), note_numbers) if section.priority == TOP else ""
    if not tail:
        return _head(section.text, available)
    head = _head(section.text[: len(section.text) - len(tail)], available - len(tail) - 1)
    return f"{head}\n{tail}" if head else tail


def _tail(text: str, section: Section, available: int, note_numbers: frozenset[int]) -> str:
    """Return the last paragraphs that fit, at most TAIL; never the first one, which belongs to the beginning."""
    longest = ""
    for count in range(1, min(TAIL, len(section.paragraphs) - 1) + 1):
        start = section.paragraphs[-count].start
        tail = notes.without_references(text, start, section.end, note_numbers)
        if len(tail) > available:
            break
        longest = tail
    return longest


def _head(text: str, available: int) -> str:
    """Return the beginning of ``text`` within ``available`` characters, cut at a space if there is one."""
    if len(text) <= available:
        return text.rstrip()
    if available <= 0:
        return ""
    space = next((at for at in range(available, max(0, available - LONGEST_WORD), -1) if text[at].isspace()), available)
    return text[:space].rstrip()
