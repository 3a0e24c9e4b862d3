"""Let a model answer from what was found: stream it, check each sentence, number what it cites."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from math import inf
from typing import Any

from piperoll.errors import PiperollError
from piperoll.llm import variants
from piperoll.llm.answers import MOST_SENTENCES, Checked, Citation, Evidence, Said, Stream, missing_of
from piperoll.llm.budget import Ceilings
from piperoll.llm.desk import Desk
from piperoll.llm.request import Ended, Outcome, Request
from piperoll.settings import Settings
from piperoll.store.answers import Asker
from piperoll.store.connection import Connection

Heard = Callable[[Mapping[str, Any] | None], None]
"""Called with each sentence of an answer as soon as it is whole; None: the answer begins once more."""
PATIENCE = 60.0
"""Seconds for which a service may fail while somebody waits for an answer."""
UNREACHABLE = "service_unreachable"


class Clerk:
    """A clerk asks the model of one corpus: by way of the memo, within what the corpus and the month may cost."""

    def __init__(
        self, connect: Callable[[], AbstractContextManager[Connection]], settings: Settings, corpus: str, model: str
    ) -> None:
        """Describe who asks.

        Args:
            connect: opens a connection in autocommit.
            settings: with the ceilings.
            corpus: its name.
            model: its name in the settings.
        """
        self.connect, self.corpus, self.model = connect, corpus, model
        self.ceilings = replace(Ceilings.of(settings, corpus), run=inf)  # a question is no run

    def ask(self, stage: str, request: Request, listen: Callable[[], Callable[[str], None]] | None = None) -> Outcome:
        """Return what comes of a request; a service that does not answer is an outcome, too.

        Args:
            stage: for which it is asked.
            request: to the model.
            listen: see :class:`~piperoll.llm.desk.Desk`.

        Raises:
            PiperollError: the settings are wrong.
        """
        with self.connect() as connection, self.connect() as own:
            desk = Desk(connection, own, self.model, Asker(self.corpus, "", stage), self.ceilings)
            desk.listen = listen
            desk.table = desk.table.model_copy(update={"patience": min(desk.table.patience, PATIENCE)})
            try:
                [(_, outcome)] = desk.ask([request])
            except PiperollError as error:
                if error.code != UNREACHABLE:
                    raise
                return Outcome(Ended.OFF, told=error.message)
            return outcome

    def variants(self, question: str) -> list[str]:
        """Return the question in other words; none where the model does not answer."""
        outcome = self.ask("variants", variants.request(question))
        return variants.taken(question, outcome.value) if outcome.ended is Ended.ANSWERED else []

    def answer(self, evidence: Evidence, heard: Heard | None = None) -> dict[str, Any]:
        """Return the answer from evidence: ``answer``, ``sentences``, ``citations``, ``missing``, ``unanswered``.

        Args:
            evidence: the question, and what it is answered from.
            heard: is told the sentences as they come.
        """
        live = Live(evidence, heard or (lambda sentence: None))
        outcome = self.ask("answers", evidence.request(), live.listen)
        if outcome.ended is not Ended.ANSWERED:
            live.begin()
            return unanswered(outcome.told or str(outcome.ended))
        return live.end(outcome.value)


def unanswered(why: str) -> dict[str, Any]:
    """Return what there is instead of an answer; ``why``: "" where no model is asked."""
    return {"answer": None, "sentences": [], "citations": [], "missing": [], "unanswered": why or None}


class Live:
    """A live answer is told sentence by sentence; what is sent once more begins anew."""

    def __init__(self, evidence: Evidence, heard: Heard) -> None:
        self.evidence, self.heard = evidence, heard
        self.numbered = Numbered()

    def listen(self) -> Callable[[str], None]:
        """Return what reads one more attempt at the answer."""
        self.begin()
        stream = Stream()

        def feed(part: str) -> None:
            for sentence in stream.feed(part):
                self.heard(self.numbered.add(self.evidence.checked(sentence)))

        return feed

    def begin(self) -> None:
        """Forget what was told."""
        if self.numbered.sentences:
            self.heard(None)
        self.numbered = Numbered()

    def end(self, said: Said) -> dict[str, Any]:
        """Tell what is left of the whole answer, and return it."""
        whole = Numbered()
        for sentence in said.sentences[:MOST_SENTENCES]:
            whole.add(self.evidence.checked(sentence))
        told = len(self.numbered.sentences)
        if self.numbered.sentences != whole.sentences[:told]:  # what was heard was of another attempt
            self.begin()
            told = 0
        for one in whole.sentences[told:]:
            self.heard(one)
        missing = missing_of(said)
        lines = [" ".join(map(line, whole.sentences)), lacking(missing, whole.sentences)]
        return {
            "answer": "\n".join(filter(None, lines)),
            "sentences": whole.sentences,
            "citations": whole.citations,
            "missing": missing,
            "unanswered": None,
        }


class Numbered:
    """Numbered sentences cite by numbers, from 1: each place has one number in the whole answer."""

    def __init__(self) -> None:
        self.sentences: list[dict[str, Any]] = []
        self.citations: list[dict[str, Any]] = []

    def add(self, checked: Checked) -> dict[str, Any]:
        """Return a sentence as readers get it, with the numbers of its citations."""
        numbers = [self._number(citation) for citation in checked.citations]
        sentence = {
            "text": checked.text,
            "citations": list(dict.fromkeys(numbers)),
            "verified": checked.verified,
            "why": checked.why or None,
        }
        self.sentences.append(sentence)
        return sentence

    def _number(self, citation: Citation) -> int:
        row = {
            "document": citation.document,
            "path": citation.path,
            "start": citation.start,
            "end": citation.end,
            "quote": citation.quote,
            "verified": citation.verified,
            "why": citation.why or None,
        }
        with suppress(ValueError):
            return self.citations.index(row) + 1
        self.citations.append(row)
        return len(self.citations)


def line(sentence: Mapping[str, Any]) -> str:
    """Return a sentence with the marks of its citations; what is not verified says so."""
    marks = "".join(f"[{number}]" for number in sentence["citations"])
    return " ".join(filter(None, (sentence["text"], marks, "" if sentence["verified"] else "(not verified)")))


def lacking(missing: Sequence[str], sentences: Sequence[Any]) -> str:
    """Return what the documents do not say, as a line; "": nothing is missing."""
    if missing or not sentences:
        return f"Not in the documents{': ' if missing else ''}{'; '.join(missing)}."
    return ""


def unverified(sentences: Iterable[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Return the sentences that are not verified."""
    return [sentence for sentence in sentences if not sentence["verified"]]
