"""What changed between two versions of a document: by unit, and word by word."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

WORD = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
"""A word or a sign, with the white space behind it."""
ALIKE = 0.5
"""Share of words that two chunks have in common from which one is the other's new wording."""
FEW = 3
"""Words between two differences from which they are told apart."""
LONGEST_COMPARED = 3_000
"""Words of a chunk up to which its wording is compared word by word; longer ones line by line."""

CHANGES = ("added", "removed", "changed", "moved")

Words = list[tuple[Literal["same", "removed", "added"], str]]


@dataclass(frozen=True, slots=True)
class Change:
    """A unit that differs. ``path_before`` is where it stood, ``path`` where it stands; one is "" if it is in one only.

    ``change``: added, removed, changed (another wording) or moved (the same words under another path).
    """

    change: str
    path_before: str
    path: str
    header: str
    words: Words


def changes(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> list[Change]:
    """The units that differ, in the order of the text.

    Chunks (``path``, ``header``, ``content``) are aligned by their content, so that a clause put in before others
    does not make all of them changed; within what is left, by path, then by the words that they share. White space
    is no difference.
    """
    left, right = [_plain(one["content"]) for one in before], [_plain(one["content"]) for one in after]
    found: list[Change] = []
    for what, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what == "equal":
            for old, new in zip(before[a:b], after[c:d], strict=True):
                if old["path"] != new["path"]:
                    found.append(Change("moved", old["path"], new["path"], new["header"], []))
        else:
            found.extend(_block(before[a:b], after[c:d]))
    return _moved(found)


def _block(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Iterator[Change]:
    """Chunks between two that are the same: pairs by path, then by likeness in order; the rest come and go."""
    paths = {one["path"]: index for index, one in enumerate(before)}
    pair = {index: paths[one["path"]] for index, one in enumerate(after) if one["path"] in paths}
    pair = {index: at for index, at in pair.items() if _alike(before[at], after[index])}
    taken = set(pair.values())
    free = [index for index in range(len(before)) if index not in taken]
    for index, one in enumerate(after):
        if index in pair:
            continue
        scored = [(_alike(before[at], one), -at) for at in free]
        if scored and max(scored)[0] >= ALIKE:
            pair[index] = -max(scored)[1]
            free.remove(pair[index])
    gone = iter(free)
    waiting = next(gone, None)
    for index, one in enumerate(after):
        at = pair.get(index)
        while waiting is not None and at is not None and waiting < at:
            yield _removed(before[waiting])
            waiting = next(gone, None)
        if at is None:
            yield Change("added", "", one["path"], one["header"], [("added", one["content"])])
        else:
            words = word_diff(before[at]["content"], one["content"])
            yield Change("changed", before[at]["path"], one["path"], one["header"], words)
    while waiting is not None:
        yield _removed(before[waiting])
        waiting = next(gone, None)


def _removed(one: Mapping[str, Any]) -> Change:
    return Change("removed", one["path"], "", one["header"], [("removed", one["content"])])


def _moved(found: Sequence[Change]) -> list[Change]:
    """A text that was removed at one place and added at another has moved."""
    gone = {_plain(one.words[0][1]): index for index, one in enumerate(found) if one.change == "removed"}
    dropped = set()
    told = list(found)
    for index, one in enumerate(found):
        if one.change == "added" and (old := gone.pop(_plain(one.words[0][1]), None)) is not None:
            told[index] = Change("moved", found[old].path_before, one.path, one.header, [])
            dropped.add(old)
    return [one for index, one in enumerate(told) if index not in dropped]


def word_diff(before: str, after: str) -> Words:
    """The two texts as one, in runs of words that are the same, removed or added. White space is that of ``after``."""
    old, new = WORD.findall(before), WORD.findall(after)
    if max(len(old), len(new)) > LONGEST_COMPARED:
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, [one.strip() for one in old], [one.strip() for one in new], autojunk=False)
    blocks: list[tuple[bool, str, str]] = []  # the same?, as it was, as it is
    for what, a, b, c, d in matcher.get_opcodes():
        was, now = "".join(old[a:b]), "".join(new[c:d])
        same = what == "equal" or not (was.strip() or now.strip())
        # a word or two left over in a passage that was rewritten say nothing: they read better within it
        if len(blocks) > 1 and not same and blocks[-1][0] and d - c + b - a > 2 and _few(blocks[-1][2]):
            between = blocks.pop()
            was, now = between[1] + was, between[2] + now
        if blocks and blocks[-1][0] == same:
            blocks[-1] = (same, blocks[-1][1] + was, blocks[-1][2] + now)
        else:
            blocks.append((same, was, now))
    runs: Words = []
    for same, was, now in blocks:
        if same:
            runs.append(("same", now))
            continue
        runs += [("removed", was)] if was.strip() else []
        runs += [("added", now)] if now else []
    return runs


def _few(words: str) -> bool:
    return len(words.split()) < FEW


def _plain(content: str) -> str:
    return " ".join(content.split())


def _alike(before: Mapping[str, Any], after: Mapping[str, Any]) -> float:
    """The share of words in common, of those that either has."""
    old, new = set(before["content"].split()), set(after["content"].split())
    return len(old & new) / max(1, len(old | new))
