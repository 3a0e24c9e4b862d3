"""Compare two versions of a document, unit by unit and word by word."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

WORD = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")
"""A word or a sign, with the white space behind it."""
ALIKE = 0.5
"""Share of common words from which one chunk is the new wording of another."""
FEW = 3
"""Words between two differences from which they are shown apart."""
LONGEST_COMPARED = 3_000
"""Words of a chunk up to which its wording is compared word by word; longer ones line by line."""

CHANGES = ("added", "removed", "changed", "moved")

Words = list[tuple[Literal["same", "removed", "added"], str]]


@dataclass(frozen=True, slots=True)
class Change:
    """A change is a unit that differs.

    Attributes:
        change: added, removed, changed (another wording) or moved (the same words under another path).
        path_before: its path in the older version; "" where it is only in the newer one.
        path: its path in the newer version; "" where it is only in the older one.
        header: of its chunk.
        words: the texts in runs; none for a unit that moved.
    """

    change: str
    path_before: str
    path: str
    header: str
    words: Words


def changes(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> list[Change]:
    """Return the units that differ, in the order of the text.

    Chunks (``path``, ``header``, ``content``) are aligned by their content, so that a clause inserted before others
    does not make all of them changed. The rest is aligned by path, then by the words in common. White space is no
    difference.
    """
    left, right = [_plain(chunk["content"]) for chunk in before], [_plain(chunk["content"]) for chunk in after]
    collected: list[Change] = []
    for what, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what == "equal":
            for old, new in zip(before[a:b], after[c:d], strict=True):
                if old["path"] != new["path"]:
                    collected.append(Change("moved", old["path"], new["path"], new["header"], []))
        else:
            collected.extend(_block(before[a:b], after[c:d]))
    return _moved(collected)


def _block(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> Iterator[Change]:
    """Yield the changes between two equal chunks: pairs by path, then by likeness; other chunks were removed or
    added."""
    paths = {chunk["path"]: index for index, chunk in enumerate(before)}
    pair = {index: paths[chunk["path"]] for index, chunk in enumerate(after) if chunk["path"] in paths}
    pair = {index: at for index, at in pair.items() if _alike(before[at], after[index])}
    taken = set(pair.values())
    free = [index for index in range(len(before)) if index not in taken]
    for index, chunk in enumerate(after):
        if index in pair:
            continue
        scored = [(_alike(before[at], chunk), -at) for at in free]
        if scored and max(scored)[0] >= ALIKE:
            pair[index] = -max(scored)[1]
            free.remove(pair[index])
    gone = iter(free)
    waiting = next(gone, None)
    for index, chunk in enumerate(after):
        at = pair.get(index)
        while waiting is not None and at is not None and waiting < at:
            yield _removed(before[waiting])
            waiting = next(gone, None)
        if at is None:
            yield Change("added", "", chunk["path"], chunk["header"], [("added", chunk["content"])])
        else:
            words = word_diff(before[at]["content"], chunk["content"])
            yield Change("changed", before[at]["path"], chunk["path"], chunk["header"], words)
    while waiting is not None:
        yield _removed(before[waiting])
        waiting = next(gone, None)


def _removed(chunk: Mapping[str, Any]) -> Change:
    return Change("removed", chunk["path"], "", chunk["header"], [("removed", chunk["content"])])


def _moved(unmerged: Sequence[Change]) -> list[Change]:
    """Return the changes; a text that was removed at one path and added at another has moved."""
    gone = {_plain(change.words[0][1]): index for index, change in enumerate(unmerged) if change.change == "removed"}
    obsolete = set()
    merged = list(unmerged)
    for index, change in enumerate(unmerged):
        if change.change == "added" and (old := gone.pop(_plain(change.words[0][1]), None)) is not None:
            merged[index] = Change("moved", unmerged[old].path_before, change.path, change.header, [])
            obsolete.add(old)
    return [change for index, change in enumerate(merged) if index not in obsolete]


def word_diff(before: str, after: str) -> Words:
    """Return two texts as one, in runs of words that are the same, removed or added, with the white space of
    ``after``."""
    old, new = WORD.findall(before), WORD.findall(after)
    if max(len(old), len(new)) > LONGEST_COMPARED:
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = SequenceMatcher(None, [word.strip() for word in old], [word.strip() for word in new], autojunk=False)
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
    """Return the share of common words among the words of either chunk."""
    old, new = set(before["content"].split()), set(after["content"].split())
    return len(old & new) / max(1, len(old | new))
