"""Tasks that ask the questions of a gold set, and show what became better or worse."""

from collections.abc import Sequence
from pathlib import Path

from piperoll import settings
from piperoll.errors import UsageError
from piperoll.evaluate import formats, records, report
from piperoll.evaluate.compare import Comparison, Moved, compare
from piperoll.evaluate.evaluation import Asking, Evaluation, embed, evaluate
from piperoll.evaluate.gates import Verdict
from piperoll.store import editions
from tasks import artifacts
from tasks.common import best_effort, corpus_connection, in_prefect, operation, say

SHOWN = 20
"""Queries that fell, and that rose, listed in an artifact."""


def show_verdict(corpus: str, verdict: Verdict) -> None:
    """Show in the Prefect UI what became better or worse, where the gate compared two editions."""
    if verdict.comparison and verdict.before:
        _show(corpus, verdict.before, verdict.after, verdict.comparison)


@operation("evaluate")
def evaluate_editions(
    corpus: str, gold: str | None, edition: int | None, against: int | None, asking: Asking
) -> tuple[Evaluation, Evaluation | None]:
    """Ask the questions of a gold set in an edition, and in the one that it is compared with; both answers are kept.

    Args:
        corpus: its name.
        gold: file or folder of the gold set; None: that of the settings.
        edition: its number; None: the newest built.
        against: number of the edition to compare it with; None: the published one, or where that is the same the one
            before it, if there is one.
        asking: how the questions are asked.
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
        vectors = embed(known.backend, read.part(asking.split, asking.limit), asking.scorers(known.backend))
        found = [
            evaluate(connection, known, read, asking.with_plan(edition=number), partial=True, vectors=vectors)
            for number in (newer, older)
            if number
        ]
        for one in found:
            records.keep(connection, known, one)
    say("edition %d: %s", newer, " ".join(filter(None, (str(found[0].queries), found[0].note))))
    return found[0], found[1] if len(found) > 1 else None


@operation("show-evaluation")
def show_evaluation(corpus: str, after: Evaluation, before: Evaluation | None, folder: str | None) -> str | None:
    """Show the values of an evaluation, and what differs from another edition, as tables and plots.

    Args:
        corpus: its name.
        after: the evaluation.
        before: that of the other edition; None: there is none.
        folder: for the page; None: in the data folder.

    Returns:
        The path of the page; None: there is nothing to compare with.
    """
    if before is None:
        rows = [{"metric": name} | by_k for name, by_k in after.metrics.items()]
        artifacts.table(rows, f"{corpus}-evaluation", f"{after.gold} in edition {after.edition} of **{corpus}**")
        return None
    found = compare(before.rows, after.rows, next(f"ndcg@{k}" for k in reversed(after.settings["ks"])))
    _show(corpus, before, after, found)
    place = Path(folder) if folder else settings.load().data_dir / "evaluations" / corpus / f"edition-{after.edition}"
    return str(report.write(place, found, before.rows, after.rows, _names(before, after)))


def _names(before: Evaluation, after: Evaluation) -> tuple[str, str]:
    return f"edition {before.edition}", f"edition {after.edition}"


def _show(corpus: str, before: Evaluation, after: Evaluation, found: Comparison) -> None:
    """Show the comparison in the Prefect UI: differences, queries that moved most, plots."""
    names = _names(before, after)
    description = f"{after.gold} in {names[1]} of **{corpus}**, compared with {names[0]}"
    if not in_prefect():
        return  # drawing takes seconds
    with best_effort("the comparison could not be shown"):
        artifacts.table([report.cells(one) for one in found.differences], f"{corpus}-comparison", description)
        artifacts.markdown(_markdown(found), f"{corpus}-queries", description)
        for key, picture in (("curves", report.curves(before.rows, after.rows, names)), ("gains", report.gains(found))):
            artifacts.image(report.data_url(picture), f"{corpus}-{key}", description)


def _markdown(found: Comparison) -> str:
    """Return the queries that fell and rose most, as Markdown in which their text is escaped."""

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
