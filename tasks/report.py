"""Show people in the Prefect UI what a run did."""

from collections.abc import Mapping
from typing import Any

from piperoll.store import documents, gates
from tasks import artifacts
from tasks.common import best_effort, corpus_connection, operation

SHOWN = 1_000
"""Quarantined files listed in the artifact; `piperoll status` has them all."""


@operation("report")
def report(corpus: str, result: Mapping[str, Any]) -> None:
    """Show the summary as a table, and the quarantined files as another."""
    with best_effort("the summary could not be shown"):
        artifacts.table(_summary(result), f"{corpus}-summary", f"Run of **{corpus}**: edition {result['edition']}")
    with best_effort("the quarantine could not be shown"), corpus_connection(corpus) as (connection, known):
        if rows := documents.quarantined(connection, known):
            listed = [{name: row[name] for name in ("source", "code", "reason", "remedy")} for row in rows[:SHOWN]]
            artifacts.table(listed, f"{corpus}-quarantine", f"Files of {corpus} that could not be used: {len(rows)}")
    show_overrides(corpus)


def show_overrides(corpus: str) -> None:
    """Show for which reasons editions of a corpus were published past its gate, if any was."""
    with (
        best_effort("the reasons to pass the gate could not be shown"),
        corpus_connection(corpus) as (connection, known),
    ):
        if rows := gates.overrides(connection, known):
            told = [row | {"at": str(row["at"])} for row in rows]
            artifacts.table(told, f"{corpus}-overrides", f"Editions of **{corpus}** published past the gate")


def _summary(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = [{"what": "edition", "value": result["edition"]}, {"what": "published", "value": result["published"]}]
    rows += [{"what": "gate: changed", "value": change} for change in result["gate_changes"]]
    if gate := result["gate"]:
        rows.append({"what": f"gate: {gate['metric']} of {gate['gold']}", "value": gate["after"]})
        rows.append({"what": "gate: passed", "value": gate["passed"]})
        rows += [{"what": "gate: published all the same", "value": gate["override"]}] if gate["override"] else []
    for group in ("documents", "chunks", "embeddings"):
        rows += [
            {"what": f"{group}: {name.replace('_', ' ')}", "value": value} for name, value in result[group].items()
        ]
    rows += [
        {"what": "unchanged files opened", "value": result["checked"]["files"]},
        {"what": "of them with other content", "value": len(result["checked"]["differ"])},
    ]
    return rows + [{"what": f"seconds: {name}", "value": round(value, 2)} for name, value in result["seconds"].items()]
