"""Tuning from end to end: the example contracts, their questions, the command."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from flows.reindex_corpus import reindex_corpus
from piperoll.cli import app
from piperoll.search.fusion import NEIGHBOURS
from piperoll.search.rerank import CrossEncoder, Rerank
from piperoll.settings import CorpusSettings, Settings
from piperoll.store.vectors import tables
from tests.conftest import name_of
from tests.flows.conftest import Bench, filling

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

EXAMPLES = Path(__file__).parents[2] / "examples" / "contracts"
GOLD = "the questions of the example"


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    """The questions of the example, every second one to learn from."""
    rows = [json.loads(line) for line in (EXAMPLES / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    path = tmp_path / "gold.jsonl"
    lines = [json.dumps(row | {"split": "dev" if at % 2 else "test"}) for at, row in enumerate(rows)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def template(filled: Settings, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The example contracts, called contracts."""
    with filling(filled, tmp_path_factory.mktemp("contracts")):
        reindex_corpus(corpus="contracts", source=str(EXAMPLES), profile="contracts")
    return name_of(filled)


def told(*arguments: object, exit_code: int = 0) -> Any:
    result = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_the_choice_is_reported_on_questions_that_it_was_not_chosen_by(
    bench: Bench, gold: Path, tmp_path: Path
) -> None:
    before = bench.export(tmp_path / "before.jsonl", "contracts")
    found = told("tune", "contracts", "--gold", gold, "--metric", "recall@5", "--option", "max_tokens=60,220")
    assert found["queries"] == {"learnt": 5, "held": 5}
    assert [one["options"] for one in found["tried"]] == [{}, {"max_tokens": 60}, {"max_tokens": 220}]
    assert found["tried"][0]["mean"] == found["tried"][2]["mean"], "220 is what the profile has"
    assert found["chosen"] in found["tried"]
    (row,) = found["against_present"]
    evaluated = told("evaluate", "contracts", "--gold", gold, "--split", "test", "--k", "5")
    assert row["before"] == pytest.approx(evaluated["metrics"]["recall"]["5"])
    assert bench.export(tmp_path / "after.jsonl", "contracts") == before
    assert bench.count("corpus") == 1, "what was made for the trial is gone"
    with bench.database.connect() as connection:
        assert tables(connection) == [("minilm", "contracts")]


def test_the_lines_to_paste_are_settings_that_give_the_same(
    bench: Bench, gold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = told("tune", "contracts", "--gold", gold)
    table = tomllib.loads(found["toml"])["corpus"]["contracts"]
    mine = CorpusSettings(source="x", profile="contracts", **table)
    assert (mine.fusion, mine.weights) == (found["chosen"]["fusion"], found["chosen"]["weights"])
    weights = ",".join(f"{name}={weight}" for name, weight in table["weights"].items())
    evaluated = told("evaluate", "contracts", "--gold", gold, "--fusion", table["fusion"], "--weights", weights)
    asked = {"method": table["fusion"], "weights": table["weights"], "neighbours": NEIGHBOURS}
    assert evaluated["settings"]["fusion"] == asked
    assert bench.count("evaluation") == 1, "tuning keeps nothing"
    how = Rerank(CrossEncoder("./no/such/folder"))
    monkeypatch.setattr("piperoll.search.rerank.configured", lambda *_, **__: how)
    without = told("tune", "contracts", "--gold", gold)
    assert "is not on this machine" in without.pop("reranked")["problem"]
    assert without == found
    plain = CliRunner().invoke(app, ["tune", "contracts", "--gold", str(gold)])
    assert "Tuned without a reranker." in plain.stderr
    assert found["toml"] in plain.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("nope", "--gold", GOLD), "unknown_corpus"),
        (("contracts",), "gold_missing"),
        (("contracts", "--gold", GOLD, "--metric", "luck@5"), "bad_metric"),
        (("contracts", "--gold", GOLD, "--split", "dve"), "gold_not_split"),
        (("contracts", "--gold", GOLD, "--option", "max_tokens"), "bad_option"),
        (("contracts", "--gold", GOLD, "--option", "luck=1,2"), "unknown_option"),
        (("contracts", "--gold", GOLD, "--option", "max_tokens=long"), "option_invalid"),
    ],
)
def test_wrong_use_is_told(bench: Bench, gold: Path, arguments: tuple[object, ...], code: str) -> None:
    given = (gold if one is GOLD else one for one in arguments)
    assert told("tune", *given, exit_code=2)["error"]["code"] == code
    assert bench.count("corpus") == 1
