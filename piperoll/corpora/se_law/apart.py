"""Take apart the provisions of a canonical object that a converter put into one.

"… tillämpas. 30 § I bolag …" within 29 § is 30 §, if 30 is the next number and no provision of the chapter has it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from piperoll.corpora.se_law.grammar import GOES_ON, HEADING_LIMIT, NUMBER, is_closed, is_heading
from piperoll.corpora.se_law.numbers import is_next, label

# "22 a § Ett anstånd …", "Beräkning av ränta för livräntor 37 § Om …", ". 2 § I 47 kap. …"
GLUED = re.compile(rf"(?:\A|(?<=\s))(?P<number>{NUMBER}) ?§ (?=[A-ZÅÄÖ])")
ACT = re.compile(r"\d{4}:\d+")
SHOWN = 40
"""Characters of a § by which its beginning is found in ``content``."""
KEYS = ("stycken", "paragraphs")
ACTS = ("amendedBy", "lastAmendment")


def apart(provision: Mapping[str, Any], number: str, taken: set[str]) -> Iterator[Mapping[str, Any]]:
    """Yield a provision, cut in front of each § that was put into it.

    Args:
        provision: as the object has it.
        number: its label.
        taken: the labels of the provisions of its chapter.
    """
    key = next((key for key in KEYS if provision.get(key)), KEYS[0])
    stycken = provision.get(key)
    parts: list[list[Mapping[str, Any]]] = [[]]
    numbers: list[str] = []
    for stycke in stycken if isinstance(stycken, list) else ():
        text = stycke.get("text") if isinstance(stycke, Mapping) else None
        if not isinstance(text, str):
            parts[-1].append(stycke)
            continue
        at = 0
        for match in GLUED.finditer(text):
            found = label(match["number"])
            if is_next(number, found) and found not in taken and _may_end(text, at, match.start()):
                parts[-1] += _head(stycke, text[at : match.start()].strip())
                parts.append([])
                numbers.append(match["number"])
                at, number = match.start(), found
        parts[-1].append({**stycke, "text": text[at:]} if at else stycke)
    if numbers:
        yield from _divided(provision, key, parts, numbers)
    else:
        yield provision


def _may_end(text: str, start: int, end: int) -> bool:
    """Return whether the words in front of a § end a sentence, or are its heading."""
    head = text[max(start, end - HEADING_LIMIT - 1) : end].strip()
    return not head or is_closed(head) or (is_heading(head) and not GOES_ON.search(head))


def _head(stycke: Mapping[str, Any], head: str) -> list[Mapping[str, Any]]:
    heading = is_heading(head) and not is_closed(head)
    return [{**stycke, "text": head, "role": "HEADING" if heading else stycke.get("role")}] if head else []


def _divided(
    provision: Mapping[str, Any], key: str, parts: Sequence[Sequence[Mapping[str, Any]]], numbers: Sequence[str]
) -> Iterator[Mapping[str, Any]]:
    """Yield the provisions with their parts of ``content``; the amending act is that of those which name it."""
    content = provision.get("content")
    left = content if isinstance(content, str) else ""
    openings = [str(part[0].get("text"))[:SHOWN] for part in parts[1:]]
    at, cuts = 0, [0]
    for opening in openings:
        at = left.find(opening, at) if at >= 0 else -1  # once one is not found, stycken are all that is known
        cuts.append(at)
    whole = min(cuts) >= 0
    named = {field: _naming(parts, ACT.search(str(provision.get(field) or ""))) for field in ACTS}
    for index, part in enumerate(parts):
        cut: dict[str, Any] = {**provision} if index == 0 else {"number": numbers[index - 1]}
        end = cuts[index + 1] if index + 1 < len(cuts) else len(left)
        cut |= {key: part, "content": left[cuts[index] : end] if whole else ""}
        for field, those in named.items():
            if index in those:
                cut[field] = provision[field]
            elif those:
                cut.pop(field, None)
        yield cut


def _naming(parts: Sequence[Sequence[Mapping[str, Any]]], act: re.Match[str] | None) -> set[int]:
    """Return which of the parts name an act."""
    if act is None:
        return set()
    return {index for index, part in enumerate(parts) if any(act[0] in str(one.get("text")) for one in part)}
