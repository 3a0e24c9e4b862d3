"""Read house rules: a title, then numbered rules, each of which becomes a chunk."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from piperoll.corpora.common.profile import BaseProfile
from piperoll.model import Chunk, Citation, Document, DocumentError, SetAside, Status
from piperoll.text.decode import decode
from piperoll.text.tokens import estimate

RULE = re.compile(r"^(?P<number>\d{1,3})\. ", re.MULTILINE)
"""How a rule begins: "3. The lamp is lit at dusk." It goes on to the next rule."""
REFERENCE = re.compile(r"\brule (?P<number>\d{1,3})\b", re.IGNORECASE)


class HouseRules(BaseProfile):
    """The profile ``house-rules``."""

    name: ClassVar[str] = "house-rules"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt"})

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the one document in a file; what stands before its first rule is set aside."""
        text = decode(data)
        starts = list(RULE.finditer(text))
        if len({match["number"] for match in starts}) != max(1, len(starts)):
            raise DocumentError("rules_wrong", "Two rules have one number.", remedy="Number the rules anew.")
        if not starts:
            raise DocumentError("rules_wrong", "There is no rule in it.", remedy='Begin each rule as "1. ".')
        title = text[: starts[0].start()].strip().partition("\n")[0] or name
        chunks = []
        for start, end in pairwise([*(match.start() for match in starts), len(text)]):
            content = text[start:end].rstrip()
            number = content.partition(".")[0]
            chunks.append(
                Chunk(
                    path=f"rule.{number}",
                    role="RULE",
                    header=f"{title}{self.header_separator}Rule {number}",
                    content=content,
                    start=start,
                    end=start + len(content),
                    tokens=estimate(content),
                )
            )
        before = [SetAside(0, starts[0].start(), "title")] if starts[0].start() else []
        yield Document(name, title, "HOUSE_RULES", Status.CHUNKED, text, chunks, before)

    def references(self, query: str) -> list[Citation]:
        """Return the rules that a query names: "rule 3" is the path ``rule.3`` of a document named elsewhere."""
        return [
            Citation(match.start(), match.end(), "internal", "", f"rule.{match['number']}")
            for match in REFERENCE.finditer(query)
        ]
