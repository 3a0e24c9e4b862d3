"""What embedding will cost: by earlier runs of the profile, and by the limits and the price of settings."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from piperoll import settings as configured
from piperoll.pipeline.cost import outlay, price_of, tokens_of, tokens_of_bytes, told
from piperoll.pipeline.job import Job
from piperoll.store.vectors import Lacking

SERVICE = """
[backend.svc]
kind = "bedrock-titan"
model = "amazon.titan-embed-text-v2:0"
region = "eu-north-1"
tokens_per_minute = 1000
price = 20
"""


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "piperoll.toml").write_text(SERVICE)
    monkeypatch.setenv("PIPEROLL_CONFIG", str(tmp_path / "piperoll.toml"))
    configured.load.cache_clear()
    yield
    configured.load.cache_clear()


def job(by: str = "svc") -> Job:
    return Job("test", "source", "se-law", by, "workspace", 1)


def run(by: str, size: int, computed: int, tokens: int) -> dict[str, object]:
    return {"backend": by, "bytes": size, "embeddings": {"computed": computed, "tokens": tokens}}


def test_tokens_of_new_files_are_as_those_of_earlier_runs() -> None:
    runs = [
        ("se-law", run("svc", 1_000, 10, 100)),
        ("se-law", run("svc", 3_000, 10, 700)),
        ("se-law", run("svc", 9_000, 0, 0)),  # all of them had vectors
        ("se-law", run("minilm", 1, 10, 9_999)),
        ("sst", run("svc", 1, 10, 9_999)),
    ]
    assert tokens_of_bytes(50_000, job(), runs) == 10_000
    assert tokens_of_bytes(30_000, job(), []) == 10_000, "all of a file, at three bytes each"


def test_chunks_with_equal_text_are_paid_for_once() -> None:
    assert tokens_of(Lacking(chunks=10, without=4, texts=2, bytes=600)) == 100
    assert tokens_of(Lacking(10, 0, 0, 0)) == 0


def test_time_and_price_are_those_of_the_settings() -> None:
    found = outlay(job(), 90_000)
    assert found == {"backend": "svc", "tokens": 90_000, "minutes": 100, "price": pytest.approx(1.8)}
    assert told(found) == "To embed by svc: about 90,000 tokens, at least 100.0 minutes, price 1.8000."


def test_a_model_on_this_machine_has_no_price() -> None:
    assert price_of("minilm", 10) is None
    assert told(outlay(job("minilm"), 9)) == "To embed by minilm: about 9 tokens."
