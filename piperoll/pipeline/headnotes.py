"""Let a language model write the headnotes of judgments that have none.

A headnote belongs to a version, as its vectors do: it is written once for it, whichever edition asked, and leaves with
it. So nothing is read from the source, cut, embedded or published again where only headnotes are lacking.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from psycopg import Connection

from piperoll import settings
from piperoll.embed import backend
from piperoll.errors import UsageError
from piperoll.llm import examples, models
from piperoll.llm.batches import MOST_FAILURES, BatchDesk
from piperoll.llm.desk import Desk
from piperoll.llm.headnotes import PROMPT, Example, Reader, Statement, normal
from piperoll.llm.judgment import paragraphs_of
from piperoll.llm.request import LATER, Ended, Outcome
from piperoll.model import Document, as_read
from piperoll.pipeline.asking import desk_of, in_batches, tell_what_lacks, wait
from piperoll.pipeline.job import Job
from piperoll.pipeline.stage import BaseStage, Context, StageResult
from piperoll.store import headnote_examples, headnotes
from piperoll.store.corpora import Corpus
from piperoll.store.headnotes import NONE, SOURCE

EXAMPLES = 2
"""Examples that a model is shown: they show the style, and cost as much as what is read."""
PARTS_OF_ROLES = {"facts": "procedural_posture", "order": "disposition", "reasoning": "holdings"}
"""The parts in which a document stands that summarises a judgment, by the roles of its chunks."""


@dataclass(frozen=True, slots=True)
class Headnotes(BaseStage):
    """The stage asks a model for the headnote of each judgment of an edition that has none.

    A document of the corpus that summarises a judgment is its headnote, and no model is asked for another.
    """

    again: bool = False
    """Also for judgments with a headnote that an older model or prompt wrote, or for which none could be written."""
    name = "headnotes"
    does = "lets a language model write the headnotes of judgments"

    def version(self, job: Job) -> str:
        """See :class:`~piperoll.pipeline.stage.Stage`."""
        return str(PROMPT.version)

    def run(self, context: Context) -> StageResult:
        """Write the headnotes of an edition; where none is named, of the published one.

        Raises:
            UsageError: ``headnotes_off``: the corpus names no model for it; ``headnote_examples``.
            PiperollError: ``model_ceiling``, or the service does not answer.
        """
        job = context.job
        if not job.headnotes:
            raise UsageError(
                "headnotes_off",
                f"Corpus {job.corpus} has no model that writes headnotes.",
                remedy=f'Name one in piperoll.toml: [corpus.{job.corpus}] headnotes = "claude".',
            )
        counts = Counter(written=0, flagged=0, none=0, kept=0, lacking=0)
        with context.connect() as (connection, corpus):
            edition = context.edition or corpus.published_edition
            writing = Writing(connection, corpus, edition, job, again=self.again)
            counts["kept"] = writing.keep_summaries()
            if in_batches(job.corpus, job.headnotes):
                self._hand_in(context, writing)
            with desk_of(context, self.name, job.headnotes, Desk) as desk:
                for judgments in writing.pages():
                    for place, outcome in desk.ask([one.reader.request() for one in judgments]):
                        counts.update(writing.take(judgments[place], outcome))
        tell_what_lacks(context, desk, "headnotes")
        told = ", ".join(f"{count:,} {what}" for what, count in counts.items())
        return StageResult(self.name, dict(counts), message=f"{context.label}: headnotes: {told}")

    def _hand_in(self, context: Context, writing: "Writing") -> None:
        """Hand in what is not answered, in batches, and wait; what fails there is asked directly after that."""
        for _ in range(MOST_FAILURES + 1):
            with desk_of(context, self.name, context.job.headnotes, BatchDesk) as desk:
                for judgments in writing.pages():
                    for _ in desk.ask([one.reader.request() for one in judgments]):
                        pass
                if not desk.counts.ended[Ended.PENDING]:
                    return
                wait(context, desk)


class Asked(NamedTuple):
    """Hold a judgment without a headnote: its version, its file, and what is sent of it."""

    version: int
    source: str
    reader: Reader


class Writing:
    """Read the judgments of an edition that have no headnote, and store those that come."""

    def __init__(self, connection: Connection, corpus: Corpus, edition: int, job: Job, *, again: bool = False) -> None:
        """Begin.

        Args:
            connection: in autocommit.
            corpus: whose edition.
            edition: its number.
            job: with the model.
            again: see :class:`Headnotes`.
        """
        self.connection, self.corpus, self.edition, self.job = connection, corpus, edition, job
        self.kinds = sorted(job.profile.judgments)
        self.table = models.described(job.headnotes)
        self.made_by = f"{self.table.model}/{PROMPT.name}/{PROMPT.version}"
        self.lacking = headnotes.Lacking(connection, corpus, edition, self.kinds, self.made_by, again)

    def keep_summaries(self) -> int:
        """Keep the documents that summarise a judgment as its headnote, and all examples; return how many came."""
        after = count = 0
        while page := headnotes.summaries(self.connection, self.corpus, self.edition, self.kinds, after=after):
            with self.connection.transaction():
                for version, _, document in page:
                    self._put(version, SOURCE, list(_of_source(document)))
                found = [examples.of_document(document) for _, _, document in page]
                headnote_examples.add(self.connection, self.corpus, "source", found)
            after = page[-1][0]
            count += len(page)
        path = settings.load().headnote_examples_of(self.job.corpus)
        headnote_examples.settle(self.connection, self.corpus, self.edition, examples.read(path) if path else [])
        model = backend.get(self.job.backend)
        headnote_examples.embed(self.connection, self.corpus, model.name, lambda texts: model.embed(texts).vectors)
        return count

    def pages(self) -> Iterator[list[Asked]]:
        """Yield the judgments, some at a time."""
        after = 0
        while page := self.lacking.page(after):
            shown = self.examples([(version, document) for version, _, document in page])
            yield [
                Asked(version, source, Reader(document, self.table, shown[version]))
                for version, source, document in page
            ]
            after = page[-1][0]

    def examples(self, judgments: Sequence[tuple[int, Document]]) -> dict[int, list[Example]]:
        """Return the examples for judgments, by version."""
        asked = [(version, document.key, court_of(document)) for version, document in judgments]
        found = headnote_examples.alike(self.connection, self.corpus, self.job.backend, asked, EXAMPLES)
        return {
            version: [
                Example(one["citation"], one["court"], one["body"], one["similarity"] or 0.0) for one in found[version]
            ]
            for version, _ in judgments
        }

    def take(self, asked: Asked, outcome: Outcome) -> Counter[str]:
        """Store what came of a request, and count it."""
        if outcome.ended in LATER:
            return Counter(lacking=1)
        if outcome.ended is not Ended.ANSWERED:
            self._put(
                asked.version, self.made_by, [Statement(NONE, "", flags=[f"{outcome.ended}: {outcome.told}"[:300]])]
            )
            return Counter(none=1)
        statements = asked.reader.checked(outcome.value, self.job.profile.references)
        self._put(asked.version, self.made_by, statements)
        return Counter(written=1, flagged=sum(bool(one.flags) for one in statements))

    def _put(self, version: int, made_by: str, statements: Sequence[Statement]) -> None:
        headnotes.put(self.connection, self.corpus, version, made_by, [_row(one) for one in statements])


def court_of(document: Document) -> str:
    """Return the court of a judgment as a neutral citation names it."""
    return examples.court_of(document.key) or examples.court_of(str(document.metadata.get("citation", "")))


def _row(statement: Statement) -> dict[str, Any]:
    told = asdict(statement)
    return {"part": told["part"], "statement": told["text"], "supports": told["supports"], "flags": list(told["flags"])}


def _of_source(document: Document) -> Iterator[Statement]:
    """Yield what a document says of a judgment, each paragraph as a statement that supports itself; or of itself."""
    paragraphs = paragraphs_of(document)
    texts = {one.name: document.text[one.start : one.end] for one in paragraphs}
    if own := str(document.metadata.get("summary", "")):
        supports = [one.support for one in paragraphs if normal(own) in normal(texts[one.name])]
        yield Statement("holdings", own, supports)  # none where the summary stands in a range that was set aside
        return
    told = [one for one in paragraphs if one.role in PARTS_OF_ROLES]
    for one in told or paragraphs:
        text = " ".join(as_read(texts[one.name]).split())
        yield Statement(PARTS_OF_ROLES.get(one.role, "holdings"), text, [one.support])
