"""The library: the page's code runs, and every method returns what its command prints."""

import gc
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import piperoll
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.errors import PiperollError, UsageError
from piperoll.library import EvidenceBase
from piperoll.pipeline.embed import embed_edition, vectors_of
from piperoll.pipeline.job import job_for
from piperoll.settings import Settings
from piperoll.store import corpora
from piperoll.store.connection import open_database
from tests.conftest import name_of
from tests.search.indexing import build

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
FYRLAG = "SFS 2031:12"
QUERY = "vem ansvarar för att fyren lyser"


@pytest.fixture(scope="module")
def template(filled: Settings) -> str:
    """The examples of statutes as corpus my-laws, in two editions."""
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        laws = str(ROOT / "examples" / "se-law")
        job = job_for(filled, "my-laws", source=laws, profile="se-law")
        build(connection, job_for(filled, "my-laws", source=laws, profile="se-law", limit=6))
        build(connection, job)
        corpus = corpora.get(connection, "my-laws")
        for edition in corpus.editions:
            embed_edition(*vectors_of(connection, corpus, job.backend), edition)
    return name_of(filled)


@pytest.fixture
def base(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[EvidenceBase]:
    """An evidence base on it."""
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    monkeypatch.chdir(ROOT)
    configured.load.cache_clear()
    with piperoll.open() as opened:
        yield opened
    configured.load.cache_clear()


def printed(*arguments: str) -> Any:
    """What a command prints with --json: one document, or a list of those that it streams."""
    done = CliRunner().invoke(app, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines[0] if len(lines) == 1 else lines


def test_the_code_of_the_page_runs(base: EvidenceBase, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        exec(compile(block, "docs/library.md", "exec"), names)
    said = capsys.readouterr().out
    assert said.startswith("['my-laws']\n1 SFS 2031:12 kap2.§1 characters")
    assert "option_invalid" in said


def test_every_method_returns_what_its_command_prints(base: EvidenceBase) -> None:
    laws = base["my-laws"]
    assert laws.search(QUERY, k=5).to_dict() == printed("search", "my-laws", QUERY, "-k", "5")
    narrow = {"mode": "lexical", "as_of": "2032-06-01", "document": "2031:12", "path": "kap2", "k": 3}
    options = [part for name, value in narrow.items() for part in (f"--{name.replace('_', '-')}", str(value))]
    assert laws.search(QUERY, **narrow).to_dict() == printed("search", "my-laws", QUERY, *options)
    assert laws.search(QUERY, backend="e5").to_dict() == printed("search", "my-laws", QUERY, "--backend", "e5")
    assert laws.documents(QUERY, k=2).to_dict() == printed(
        "search", "my-laws", QUERY, "--group", "document", "-k", "2"
    )  # fmt: skip
    assert laws.context(QUERY, budget=100, k=4).to_dict() == printed(
        "context", "my-laws", QUERY, "--budget", "100", "-k", "4"
    )  # fmt: skip
    assert laws.show(FYRLAG).to_dict() == printed("show", "my-laws", FYRLAG)
    assert laws.show("2031:12", as_of="2032-06-01", edition=1).to_dict() == printed(
        "show", "my-laws", "2031:12", "--as-of", "2032-06-01", "--edition", "1"
    )
    assert laws.cites(FYRLAG).to_dict() == printed("cites", "my-laws", FYRLAG)
    assert laws.cited_by(FYRLAG, "kap1").to_dict() == printed("cited-by", "my-laws", FYRLAG, "kap1")
    assert laws.diff().to_dict() == printed("diff", "my-laws")
    assert laws.diff(2, 1).to_dict() == printed("diff", "my-laws", "2", "1")
    days = ("2031-06-01", "2033-06-01")
    assert laws.diff_wording(FYRLAG, *days).to_dict() == printed("diff", "my-laws", FYRLAG, *days)
    assert laws.verify().to_dict() == printed("verify", "my-laws")
    assert laws.verify().holds


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "se-law").glob("sfs-*")), ids=lambda path: path.name)
def test_chunks_are_those_of_the_command(path: Path) -> None:
    cut = [chunk.to_dict() for chunk in piperoll.chunks(path, profile="se-law")]
    lines = printed("chunks", str(path), "--profile", "se-law") if cut else []
    assert cut == (lines if isinstance(lines, list) else [lines])


def test_options_of_a_profile_are_taken() -> None:
    few = list(piperoll.chunks(ROOT / "examples" / "contracts" / "nda.txt", profile="contracts", max_tokens=400))
    many = list(piperoll.chunks(ROOT / "examples" / "contracts" / "nda.txt", profile="contracts", max_tokens=40))
    assert len(few) < len(many)


def test_wrong_use_is_told_as_by_the_command(base: EvidenceBase) -> None:
    laws = base["my-laws"]
    for call, code in (
        (lambda: base["none"], "unknown_corpus"),
        (lambda: laws.search(" "), "empty_query"),
        (lambda: laws.search("x", kk=3), "option_invalid"),
        (lambda: laws.search("x", weights="dense=x"), "bad_weights"),
        (lambda: laws.search("x", as_of="tomorrow"), "bad_date"),
        (lambda: laws.show("SFS 1:1"), "unknown_document"),
        (lambda: laws.verify(9), "unknown_edition"),
        (lambda: list(piperoll.chunks("none.md", profile="se-law")), "no_such_file"),
        (lambda: list(piperoll.chunks("none.md", profile="none")), "unknown_profile"),
    ):
        with pytest.raises(PiperollError) as caught:
            call()
        assert caught.value.code == code
    assert "my-laws" in base and "none" not in base and len(base) == 1
    with pytest.raises(AttributeError, match="nothing"):
        _ = piperoll.nothing  # type: ignore[attr-defined]


def test_threads_share_it(base: EvidenceBase) -> None:
    laws = base["my-laws"]
    expected = laws.search(QUERY, mode="lexical")
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: laws.search(QUERY, mode="lexical"), range(12)))
    assert answers == [expected] * 12


def test_results_are_frozen(base: EvidenceBase) -> None:
    hit = base["my-laws"].search(QUERY, mode="lexical", k=1).hits[0]
    with pytest.raises(ValueError, match="frozen"):
        hit.rank = 2  # type: ignore[misc]


def test_it_closes_itself(base: EvidenceBase) -> None:
    opened = piperoll.open()
    closed = opened._close
    assert closed.alive
    del opened
    gc.collect()
    assert not closed.alive
    again = piperoll.open()
    again.close()
    again.close()
    with pytest.raises(UsageError, match="closed"):
        _ = again["my-laws"]


def test_importing_loads_nothing_heavy() -> None:
    code = "import sys, piperoll; print(sorted({'torch', 'prefect', 'psycopg', 'numpy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "piperoll" / "py.typed").is_file()
