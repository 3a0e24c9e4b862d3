"""Describe the answer to a question: its sentences, their citations, and how it was found."""

from collections.abc import Mapping, Sequence
from typing import Any

from piperoll.results.asked import Asked
from piperoll.results.base import Result
from piperoll.results.contexts import AskedBlock, places_of_blocks
from piperoll.results.figures import MetricValue


class FigureFound(MetricValue):
    """A figure that a question asks for: whose it is, how it is printed, and in which chunk."""

    company: str
    printed: str | None
    path: str | None


class AnswerCitation(Result):
    """A quotation of an answer, and where it stands; ``why`` says what is wrong where it does not."""

    document: str | None
    path: str | None
    start: int | None
    end: int | None
    quote: str
    verified: bool
    why: str | None


class AnswerSentence(Result):
    """A sentence of an answer, with the numbers of its citations, from 1."""

    text: str
    citations: Sequence[int]
    verified: bool
    why: str | None


class QuestionEntity(Result):
    """A thing that a question names: which, in which words, where they stand in it, how sure that is, and why."""

    value: str
    text: str
    start: int
    end: int
    confidence: float
    reason: str


class TraceStep(Result):
    """A step on the way from a question to its answer."""

    step: str
    found: int
    dropped: int
    detail: str
    seconds: float


class AskResult(Asked):
    """The context of a question, the facts, and an answer where a model gives one; ``unanswered`` says why not."""

    entities: Mapping[str, Sequence[QuestionEntity]]
    mode: str
    variants: Sequence[str]
    blocks: Sequence[AskedBlock]
    context: str
    facts: Sequence[FigureFound]
    answer: str | None
    sentences: Sequence[AnswerSentence]
    citations: Sequence[AnswerCitation]
    missing: Sequence[str]
    unanswered: str | None
    trace: Sequence[TraceStep] | None = None

    @property
    def places(self) -> Sequence[Mapping[str, Any]]:
        """Return where the hits in the context stand, best first."""
        return places_of_blocks(self.blocks)
