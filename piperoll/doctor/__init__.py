"""Look for what could keep a run from working, without changing anything.

Every check is a function of the :class:`~piperoll.doctor.installation.Installation` that yields findings. The checks
run side by side, each with its own time limit, so that a check that fails or hangs hides no other.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from piperoll.doctor.backends import language_models, models
from piperoll.doctor.contents import runs, tables, vector_indexes, words
from piperoll.doctor.finding import Finding
from piperoll.doctor.installation import Installation, NotChecked, NotYet
from piperoll.doctor.machine import clock, disk
from piperoll.doctor.orchestrator import prefect, workers
from piperoll.doctor.postgres import database, migrations, server, transactions, vector
from piperoll.doctor.settings import configuration
from piperoll.doctor.sources import configured_source, stored_sources
from piperoll.errors import PiperollError
from piperoll.redact import redact

__all__ = ["CHECKS", "Finding", "examine", "report"]

LIMIT_SECONDS = 12.0
"""A check that takes longer is said not to answer; a connection gives up after 10."""
SOURCE = "source "

Check = Callable[[Installation], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    configuration,
    database,
    server,
    vector,
    migrations,
    transactions,
    runs,
    tables,
    vector_indexes,
    words,
    models,
    language_models,
    stored_sources,
    prefect,
    workers,
    disk,
    clock,
)
"""In the order in which they are shown; a check is called as its function."""


def examine(corpus: str | None = None) -> list[Finding]:
    """Run every check, on one corpus or on all; ends within LIMIT_SECONDS, whatever hangs."""
    installation = Installation(corpus)
    checks: dict[str, Check] = {function.__name__.replace("_", " "): function for function in CHECKS}
    with suppress(NotChecked):
        checks |= {f"{SOURCE}{name}": partial(configured_source, name=name) for name in installation.configured()}
    results: dict[str, list[Finding]] = {}

    def run(name: str, check: Check) -> None:
        results[name] = list(_guarded(name, check, installation))

    threads = [threading.Thread(target=run, args=item, daemon=True) for item in checks.items()]
    deadline = time.monotonic() + LIMIT_SECONDS
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, deadline - time.monotonic()))
    findings = [finding for name in checks for finding in results.get(name, [_late(name)])]
    if len(results) == len(checks):
        installation.close()  # else a thread that hangs may still hold it
    return findings


def report(findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the findings as ``piperoll doctor --json`` prints them."""
    counts = {level: sum(finding.level == level for finding in findings) for level in ("ok", "warn", "fail")}
    return {**counts, "checks": [asdict(finding) for finding in findings]}


def _late(name: str) -> Finding:
    """Describe a check that did not answer in time."""
    late = f"no answer within {LIMIT_SECONDS:.0f} seconds"
    if name.startswith(SOURCE):
        return Finding(name, "warn", late, "A source of millions of files takes longer; else see whether it hangs.")
    return Finding(name, "fail", late, "Look at what it waits for.")


def _guarded(name: str, check: Check, installation: Installation) -> Iterator[Finding]:
    """Run one check and name its findings; what it raises becomes a finding too."""
    try:
        yield from (replace(finding, check=finding.check or name) for finding in check(installation))
    except NotChecked as reason:
        yield Finding(name, "ok" if isinstance(reason, NotYet) else "warn", f"not checked: {reason}")
    except PiperollError as error:
        yield Finding(name, "fail", redact(error.message), error.remedy)
    except Exception as error:  # a check must not hide the others
        yield Finding(name, "fail", redact(f"{type(error).__name__}: {error}".strip()))
