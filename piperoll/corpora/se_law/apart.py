"""Take apart the provisions of a canonical object that a converter put into one.

"… tillämpas. 30 § I bolag …" within 29 § is 30 §, if 30 is the next number and no provision of the chapter has it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from piperoll.corpora.se_law.grammar import GOES_ON, NUMBER, is_closed, is_heading
from piperoll.corpora.se_law.numbers import is_next, label

# "22 a § Ett anstånd …", "Beräkning av ränta för livräntor 37 § Om …", ". 2 § I 47 kap. …"
GLUED = re.compile(rf"(?:\A|(?<=\s))(?P<number>{NUMBER}) ?§ (?=[A-ZÅÄÖ])")
ACT = re.compile(r"\d{4}:\d+")
SHOWN = 40
"""Characters of a § by which its beginning is found in ``content``."""
KEYS = ("stycken", "paragraphs")


def apart(provision: Mapping[str, Any], number: str, taken: set[str]) -> Iterator[Mapping[str, Any]]:
    """Yield a provision, cut in front of each § that was put into it.

    Args:
        provision: as the object has it.
        number: its label.
        taken: the labels of the provisions of its chapter.
    """
    key = next((key for key in KEYS if provision.get(key)), KEYS[0])
    stycken = provision.get(key)
    if not isinstance(stycken, list) or not all(isinstance(one, Mapping) for one in stycken):
        yield provision
        return
    for index, stycke in enumerate(stycken):
        text = stycke.get("text")
        for match in GLUED.finditer(text) if isinstance(text, str) else ():
            found = label(match["number"])
            head = text[: match.start()].strip()
            if is_next(number, found) and found not in taken and _may_end(head):
                above = [*stycken[:index], *_head(stycke, head)]
                below = [{**stycke, "text": text[match.start() :]}, *stycken[index + 1 :]]
                first, second = _cut(provision, key, above, below, text[match.start() :])
                yield first
                yield from apart(second | {"number": match["number"]}, found, taken)
                return
    yield provision


def _may_end(head: str) -> bool:
    """Return whether the words in front of a § end a sentence, or are its heading."""
    return not head or is_closed(head) or (is_heading(head) and not GOES_ON.search(head))


def _head(stycke: Mapping[str, Any], head: str) -> list[dict[str, Any]]:
    if not head:
        return []
    return [
        {**stycke, "text": head, "role": "HEADING" if is_heading(head) and not is_closed(head) else stycke.get("role")}
    ]


def _cut(
    provision: Mapping[str, Any], key: str, above: Sequence[Any], below: Sequence[Any], opening: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the two provisions; the amending act is that of the one which names it."""
    content = provision.get("content")
    at = content.find(opening[:SHOWN]) if isinstance(content, str) else -1
    first = {**provision, key: above, "content": content[:at] if isinstance(content, str) and at > 0 else ""}
    second = {key: below, "content": content[at:] if isinstance(content, str) and at > 0 else ""}
    for field in ("amendedBy", "lastAmendment"):
        act = ACT.search(str(provision.get(field) or ""))
        if act and any(act[0] in str(one.get("text")) for one in below):
            second[field] = provision[field]
            if not any(act[0] in str(one.get("text")) for one in above):
                del first[field]
    return first, second
