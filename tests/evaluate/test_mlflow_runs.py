"""Evaluations are exported to a real MLflow store: once each, with metrics, what decided them and every question."""

import json
from pathlib import Path

import pytest

from piperoll.errors import PiperollError, UsageError
from piperoll.evaluate import mlflow_runs
from piperoll.evaluate.evaluation import Asking, Evaluation, QueryResult
from piperoll.evaluate.gold import Gold, Query

RUN = "5f2d7f0e-4a58-4e6e-9a4a-0d5c4f0e7a11"
QUERIES = [Query("1", "Who?", (), set="gold", class_="plain"), Query("2", "Whose?", (), set="gold", class_="a/b (c)")]
GOLD = Gold("gold.jsonl", QUERIES)


def evaluation(edition: int = 1) -> Evaluation:
    rows = [
        QueryResult("gold", query.id, query.text, [{"rank": 1, "document": "A"}], {"recall": {"1": value, "5": 1.0}})
        for query, value in zip(QUERIES, (1.0, 0.0), strict=True)
    ]
    return Evaluation("laws", edition, "minilm", GOLD.name, GOLD.hash, Asking().settings, rows, QUERIES, lacking=1)


@pytest.fixture
def uri(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)  # where MLflow puts artifacts beside a database
    return f"sqlite:///{tmp_path / 'mlflow.db'}"


def test_an_evaluation_is_one_run_however_often_it_is_exported(uri: str, tmp_path: Path) -> None:
    from mlflow import MlflowClient  # half a second, in one process of the suite

    exported = mlflow_runs.export(evaluation(), RUN, uri)
    assert mlflow_runs.export(evaluation(), RUN, uri) == exported
    client = MlflowClient(uri)
    experiment = client.get_experiment_by_name("laws")
    assert experiment
    run = client.get_run(exported)
    assert run.data.metrics["recall_at_1"] == 0.5
    assert run.data.metrics["set/gold/recall_at_1"] == 0.5
    assert run.data.metrics["class/plain/recall_at_1"] == 1.0
    assert run.data.metrics["class/a_b _c_/recall_at_1"] == 0.0
    assert run.data.metrics["queries/lacking"] == 1.0
    params = run.data.params
    assert (params["edition"], params["backend"], params["gold_hash"]) == ("1", "minilm", GOLD.hash.hex())
    assert json.loads(params["fusion"]) == Asking().settings["fusion"]
    assert run.data.tags["piperoll.gold"] == "gold.jsonl"
    rows = Path(client.download_artifacts(exported, "queries.jsonl", str(tmp_path))).read_text("utf-8").splitlines()
    assert [json.loads(row)["query"] for row in rows] == ["Who?", "Whose?"]

    others = {mlflow_runs.export(evaluation(2), RUN, uri), mlflow_runs.export(evaluation(), RUN[::-1], uri)}
    assert len(client.search_runs([experiment.experiment_id])) == len(others | {exported}) == 3
    client.set_terminated(exported, "FAILED")  # as one that was killed
    again = mlflow_runs.export(evaluation(), RUN, uri)
    assert {one.info.run_id for one in client.search_runs([experiment.experiment_id])} == others | {again}


def test_what_mlflow_refuses_is_an_error_with_a_remedy() -> None:
    with pytest.raises(PiperollError) as caught:
        mlflow_runs.export(evaluation(), RUN, "nothing://here")
    assert (caught.value.code, bool(caught.value.remedy)) == ("mlflow_failed", True)


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(UsageError) as caught:
        mlflow_runs.check("https://me:secret@host/")
    assert caught.value.code == "mlflow_uri"
    assert "secret" not in f"{caught.value.message}{caught.value.remedy}"


def test_without_mlflow_the_remedy_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mlflow_runs, "find_spec", {}.get)
    with pytest.raises(UsageError) as caught:
        mlflow_runs.check("sqlite:///runs.db")
    assert caught.value.code == "mlflow_missing"
