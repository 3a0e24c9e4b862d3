"""A model that writes headnotes by the request alone: sentences of the judgment with the ids of their paragraphs.

:class:`Writer` plants falsehoods into a share of its statements, drawn by the request, and keeps what it planted.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import orjson

from piperoll.store.headnotes import PARTS
from tests.claude_answers import Body, Reply, asked, name_of

PARAGRAPH = re.compile(r'<p id="(\w+)"(?: n="(\d+)")?>(.*?)</p>', re.DOTALL)
SENTENCE = re.compile(r"[^.。]{40,400}[.。](?=\s|$)|[^。]{15,200}。", re.DOTALL)
CITED = re.compile(r"\[(?:19|20)\d\d\] (?:[A-Z]{2,8} (?:[A-Z][A-Za-z]+ )?|\d [A-Z]+ )\d+\b")
Said = dict[str, Any]
Answer = dict[str, list[Said]]


def said(statement: str, *names: str) -> Said:
    return {"statement": " ".join(statement.split()), "paragraphs": list(names)}


@dataclass(frozen=True)
class Shown:
    """A paragraph of a request."""

    name: str
    number: str
    text: str

    @property
    def sentences(self) -> list[str]:
        found = [match[0].strip() for match in SENTENCE.finditer(self.text)]
        return [" ".join(one.split()) for one in found] or [" ".join(self.text.split())[:300]]


def shown(body: Body) -> list[Shown]:
    text = asked(body).partition("<judgment")[2]
    return [Shown(name, number, unescape(inner)) for name, number, inner in PARAGRAPH.findall(text)]


def honest(body: Body) -> Answer:
    """The headnote that is true: every statement is a sentence of the paragraph that it names."""
    paragraphs = shown(body)
    front, *rest = paragraphs if len(paragraphs) > 1 else [*paragraphs, *paragraphs]
    long = [one for one in rest if len(one.text) > 80] or rest

    def at(share: float) -> Shown:
        return long[min(len(long) - 1, int(share * len(long)))]

    def of(*shares: float) -> list[Said]:
        return [said(at(share).sentences[0], at(share).name) for share in shares]

    lines = [line for line in front.text.splitlines() if line.strip()]
    cited = {match[0]: one.name for one in rest for match in CITED.finditer(one.text)}
    own = next((match[0] for match in CITED.finditer(front.text)), lines[0])
    return {
        "citation": [said(own, front.name)],
        "court": [said(next((line for line in lines if "COURT" in line.upper()), lines[-1]), front.name)],
        "procedural_posture": of(0.0),
        "issues": of(0.25),
        "holdings": of(0.6, 0.75),
        "legal_principles": of(0.5),
        "disposition": [said(at(0.95).sentences[-1], at(0.95).name)],
        "key_citations": [said(citation, name) for citation, name in list(cited.items())[:4]],
    }


def reply(answer: Answer) -> Reply:
    return Reply(orjson.dumps(answer).decode())


def writes(body: Body) -> Reply:
    """The brain that writes true headnotes."""
    return reply(honest(body))


def changed(change: Callable[[Answer, Sequence[Shown]], None]) -> Callable[[Body], Reply]:
    """The brain that writes them with a change."""

    def brain(body: Body) -> Reply:
        answer = honest(body)
        change(answer, shown(body))
        return reply(answer)

    return brain


@dataclass
class Writer:
    """A model that tells the truth but in a share of its statements; ``planted`` has the kind of what it says falsely.

    ``foreign`` are sentences of other judgments.
    """

    foreign: Sequence[str]
    share: float = 0.5
    planted: dict[tuple[str, int, str], str] = field(default_factory=dict)
    """By the part, the place in it, from 0, and the statement."""

    def __call__(self, body: Body) -> Reply:
        draw = random.Random(name_of({"messages": body["messages"]}))
        answer, paragraphs = honest(body), shown(body)
        for part in PARTS:
            if draw.random() < self.share:
                kind = draw.choice(list(KINDS))
                if false := KINDS[kind](draw, paragraphs, self.foreign):
                    self.planted[part, len(answer[part]), false["statement"]] = kind
                    answer[part].append(false)
        return reply(answer)


def _body(paragraphs: Sequence[Shown]) -> list[Shown]:
    return [one for one in paragraphs[1:] if len(one.text) > 200] or list(paragraphs[1:])


def _citation(draw: random.Random, paragraphs: Sequence[Shown], foreign: Sequence[str]) -> Said:
    one = draw.choice(_body(paragraphs))
    cited = (
        f"[{draw.randint(1990, 2024)}] {draw.choice(['HKCFA', 'UKSC', 'EWCA Civ', 'HKCFI'])} {draw.randint(7000, 9999)}"
    )
    if draw.random() < 0.5:
        return said(cited, one.name)
    return said(f"{one.sentences[0].rstrip('.')}, as held in {cited}.", one.name)


def _paragraph(draw: random.Random, paragraphs: Sequence[Shown], foreign: Sequence[str]) -> Said:
    one = draw.choice(_body(paragraphs))
    if draw.random() < 0.5:
        return said(one.sentences[-1], f"{draw.getrandbits(40):010x}")
    return said(f"{one.sentences[0].rstrip('.')}, see paragraph {draw.randint(5000, 9999)}.", one.name)


def _foreign(draw: random.Random, paragraphs: Sequence[Shown], foreign: Sequence[str]) -> Said:
    return said(draw.choice(foreign), draw.choice(_body(paragraphs)).name)


def _elsewhere(draw: random.Random, paragraphs: Sequence[Shown], foreign: Sequence[str]) -> Said | None:
    body = _body(paragraphs)
    if len(body) < 8:
        return None
    at = draw.randrange(len(body))
    sentence = max(body[at].sentences, key=len)
    other = body[(at + len(body) // 2) % len(body)]
    return None if sentence in " ".join(other.text.split()) else said(sentence, other.name)


KINDS: dict[str, Callable[[random.Random, Sequence[Shown], Sequence[str]], Said | None]] = {
    "a citation that does not exist": _citation,
    "a paragraph that does not exist": _paragraph,
    "a sentence of another judgment": _foreign,
    "a sentence of another paragraph": _elsewhere,
}
