"""Export evaluations to MLflow: each is one run, however often it is exported."""

import json
import os
import re
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import orjson

from piperoll.errors import PiperollError, UsageError
from piperoll.evaluate import records
from piperoll.evaluate.evaluation import Evaluation
from piperoll.hashing import digest
from piperoll.redact import redact

if TYPE_CHECKING:
    from mlflow import MlflowClient

EVALUATION = "piperoll.evaluation"
"""The tag by which a run is found again."""
UNNAMED = re.compile(r"[^\w. -]")
"""Characters that a part of the name of a metric may not have in MLflow."""
BATCH = 1_000
"""Metrics in one request, at most: MLflow's limit."""
FINISHED = "FINISHED"


def check(uri: str) -> None:
    """Make sure that evaluations can be exported, before any question is asked.

    Raises:
        UsageError: ``mlflow_missing``; ``mlflow_uri``: a password stands in it.
    """
    if urlsplit(uri).password:
        remedy = "Put it into MLFLOW_TRACKING_PASSWORD, and the name into MLFLOW_TRACKING_USERNAME."
        raise UsageError("mlflow_uri", "The address of MLflow has a password in it.", remedy=remedy)
    if find_spec("mlflow") is None:
        raise UsageError("mlflow_missing", "MLflow is not installed.", remedy="pip install 'piperoll[mlflow]'")


def export(evaluation: Evaluation, run: str, uri: str) -> str:
    """Write an evaluation to the experiment of its corpus, unless it is there.

    Metrics are ``ndcg_at_10`` of all questions, ``set/NAME/ndcg_at_10`` and ``class/NAME/ndcg_at_10``. What each
    question found is the artifact ``queries.jsonl``, as ``--per-query`` writes it. A run that was not finished is
    written anew.

    Args:
        evaluation: its results.
        run: id of the run that built the edition; the edition's number may come again, the run never does.
        uri: where MLflow stores runs: ``sqlite:///FILE``, or the address of a server.

    Returns:
        The id of the run in MLflow.

    Raises:
        PiperollError: ``mlflow_failed``.
    """
    os.environ["MLFLOW_DISABLE_TELEMETRY"] = "true"  # read when it is imported
    from mlflow import MlflowClient
    from mlflow.exceptions import MlflowException

    try:
        client = MlflowClient(tracking_uri=uri)
        return _exported(client, evaluation, run)
    except MlflowException as error:
        message = redact(f"MLflow did not take the evaluation: {error}")
        raise PiperollError("mlflow_failed", message, remedy="Check the address and MLflow's own log.") from None


def _exported(client: "MlflowClient", evaluation: Evaluation, run: str) -> str:
    params = {"run": run} | _params(evaluation)
    identity = digest(orjson.dumps(params, option=orjson.OPT_SORT_KEYS)).hex()
    known = client.get_experiment_by_name(evaluation.corpus)
    experiment = known.experiment_id if known else client.create_experiment(evaluation.corpus)
    for earlier in client.search_runs([experiment], f"tags.`{EVALUATION}` = '{identity}'"):
        if earlier.info.status == FINISHED:
            return str(earlier.info.run_id)
        client.delete_run(earlier.info.run_id)
    tags = {EVALUATION: identity, "piperoll.corpus": evaluation.corpus, "piperoll.gold": evaluation.gold}
    name = f"{evaluation.gold}, edition {evaluation.edition}"
    new = str(client.create_run(experiment, tags=tags, run_name=name).info.run_id)
    _write(client, new, evaluation, params)
    client.set_terminated(new, FINISHED)
    return new


def _write(client: "MlflowClient", run: str, evaluation: Evaluation, params: Mapping[str, str]) -> None:
    from mlflow.entities import Metric, Param

    client.log_batch(run, params=[Param(name, value) for name, value in params.items()])
    now = round(time.time() * 1_000)
    measured = [Metric(name, value, now, 0) for name, value in metrics(evaluation)]
    for at in range(0, len(measured), BATCH):
        client.log_batch(run, metrics=measured[at : at + BATCH])
    client.log_text(run, records.lines(evaluation.rows).decode(), "queries.jsonl")


def _params(evaluation: Evaluation) -> dict[str, str]:
    """Return all that decides the results."""
    told: dict[str, Any] = {
        "corpus": evaluation.corpus, "edition": evaluation.edition, "backend": evaluation.backend,
        "gold": evaluation.gold, "gold_hash": evaluation.gold_hash.hex(), "code": evaluation.code,
    } | dict(evaluation.settings)  # fmt: skip
    return {
        name: value if isinstance(value, str) else json.dumps(value, sort_keys=True) for name, value in told.items()
    }


def metrics(evaluation: Evaluation) -> Iterator[tuple[str, float]]:
    """Yield the metrics of an evaluation by the names that they have in MLflow."""
    groups = {"": evaluation.metrics}
    for kind, of_kind in (("set", evaluation.sets), ("class", evaluation.classes)):
        groups |= {f"{kind}/{UNNAMED.sub('_', name)}/": one["metrics"] for name, one in of_kind.items()}
    for group, values in groups.items():
        for name, by_k in values.items():
            yield from ((f"{group}{name}_at_{k}", value) for k, value in by_k.items())
    yield from ((f"queries/{name}", float(count)) for name, count in evaluation.queries.items())
