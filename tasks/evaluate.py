"""evaluate: the questions of a gold set asked in an edition, and the gate before publishing."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from prefect.artifacts import create_image_artifact, create_markdown_artifact, create_table_artifact

from piperoll import settings
from piperoll.errors import UsageError
from piperoll.evaluate import formats, gates, records, report
from piperoll.evaluate.compare import Comparison, Moved, compare
from piperoll.evaluate.evaluation import Asking, Evaluation, embed, evaluate
from piperoll.pipeline.job import Job
from piperoll.search.options import SearchOptions
from piperoll.store import editions
from tasks.common import best_effort, corpus_connection, say, stage

SHOWN = 20
"""Queries that fell, and that rose, listed in an artifact."""


@stage("gate", "{job.corpus}: gate")
def gate(job: Job, edition: int) -> dict[str, Any] | None:
    """Ask the questions of the gold set in ``edition`` and in the published one; None where there is nothing to judge.

    Both evaluations are kept, whatever the verdict.

    Raises:
        GateNotPassed: the edition answers worse by more than the margin; it is not published.
        UsageError: the gold set cannot be used.
    """
    with corpus_connection(job.corpus) as (connection, corpus):
        if not job.gold or edition == corpus.published_edition:
            return None
        gold = formats.read(Path(job.gold))
        offered = replace(corpus, profile=job.profile, language=job.family.language)
        verdict = gates.judge(
            connection, corpus, offered, edition, gold, job.gate_metric, job.gate_margin,
            SearchOptions().plan(settings.load(), job.corpus),
        )  # fmt: skip
        for one in filter(None, (verdict.before, verdict.after)):
            records.keep(connection, corpus, one)
    say("%s of %s: %s; queries: %s", verdict.metric, gold.name, gates.told(verdict), verdict.after.queries)
    if verdict.comparison and verdict.before:
        _show(job.corpus, verdict.before, verdict.after, verdict.comparison)
    gates.refuse(
        verdict,
        f"Edition {edition} of {job.corpus} is not published",
        f"Look: piperoll compare {corpus.published_edition} {edition} --corpus {job.corpus}. Readers keep edition"
        f" {corpus.published_edition}, and the next run judges again."
        f" To publish it all the same: piperoll rollback {job.corpus} --edition {edition}",
    )
    return verdict.summary


@stage("evaluate", "{corpus}: evaluate")
def evaluate_editions(
    corpus: str, gold: str | None, edition: int | None, against: int | None, asking: Asking
) -> tuple[Evaluation, Evaluation | None]:
    """Ask the questions in ``edition`` (None: the newest built), and in the one that it is compared with.

    That is ``against``; if None the published one, or where that is the same the one before it, if there is one.
    Both are kept.
    """
    path = Path(gold) if gold else settings.load().gold_of(corpus)
    if not path:
        remedy = f"Name one, or set gold in [corpus.{corpus}] of piperoll.toml."
        raise UsageError("gold_missing", f"Nothing says which questions to ask {corpus}.", remedy=remedy)
    read = formats.read(path)
    with corpus_connection(corpus) as (connection, known):
        newer = edition or known.built_edition or editions.seen(known)
        earlier = [number for number in known.editions if number < newer]
        older = against or (known.published_edition if known.published_edition != newer else max(earlier, default=None))
        vectors = embed(known.backend, read.part(asking.split, asking.limit), asking.scorers)
        found = [
            evaluate(connection, known, read, asking.with_plan(edition=number), partial=True, vectors=vectors)
            for number in (newer, older)
            if number
        ]
        for one in found:
            records.keep(connection, known, one)
    say("edition %d: %s", newer, " ".join(filter(None, (str(found[0].queries), found[0].note))))
    return found[0], found[1] if len(found) > 1 else None


@stage("show-evaluation", "{corpus}: show evaluation")
def show_evaluation(corpus: str, after: Evaluation, before: Evaluation | None, folder: str | None) -> str | None:
    """Show the values, and against another edition what differs: tables and plots, also as a page; returns its path."""
    if before is None:
        with best_effort("the evaluation could not be shown"):
            create_table_artifact(
                [{"metric": name} | by_k for name, by_k in after.metrics.items()],
                key=f"{corpus}-evaluation",
                description=f"{after.gold} in edition {after.edition} of **{corpus}**",
            )
        return None
    found = compare(before.rows, after.rows, next(f"ndcg@{k}" for k in reversed(after.settings["ks"])))
    _show(corpus, before, after, found)
    place = Path(folder) if folder else settings.load().data_dir / "evaluations" / corpus / f"edition-{after.edition}"
    return str(report.write(place, found, before.rows, after.rows, _names(before, after)))


def _names(before: Evaluation, after: Evaluation) -> tuple[str, str]:
    return f"edition {before.edition}", f"edition {after.edition}"


def _show(corpus: str, before: Evaluation, after: Evaluation, found: Comparison) -> None:
    """The comparison in the Prefect UI: differences, queries that moved most, plots."""
    names = _names(before, after)
    description = f"{after.gold} in {names[1]} of **{corpus}**, compared with {names[0]}"
    with best_effort("the comparison could not be shown"):
        rows = [report.cells(one) for one in found.differences]
        create_table_artifact(rows, key=f"{corpus}-comparison", description=description)
        create_markdown_artifact(_markdown(found), key=f"{corpus}-queries", description=description)
        for key, picture in (("curves", report.curves(before.rows, after.rows, names)), ("gains", report.gains(found))):
            create_image_artifact(report.data_url(picture), key=f"{corpus}-{key}", description=description)


def _markdown(found: Comparison) -> str:
    """The queries that fell and rose most; what they say is text, whatever it holds."""

    def listed(title: str, moved: Sequence[Moved]) -> str:
        lines = [
            f"## {len(moved)} queries {title} in {found.metric}",
            "",
            "| query | before | after |",
            "|---|---|---|",
        ]
        lines += [f"| {report.plain(one.query)} | {one.before:.3f} | {one.after:.3f} |" for one in moved[:SHOWN]]
        return "\n".join(lines)

    return "\n\n".join([listed("fell", found.fell), listed("rose", found.rose)])
