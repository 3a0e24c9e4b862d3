"""A corpus whose vectors are looked up in S3 Vectors, by the commands: a run that is killed, drift, and no secrets."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from piperoll.settings import Settings
from tests.commands import Command, Commands
from tests.s3_vectors import SECRET, S3Vectors

LAWS = Path(__file__).parents[2] / "examples" / "se-law"


class Laws:
    """Runs commands on a corpus of statutes, each in a process of its own."""

    def __init__(self, folder: Path, settings: Settings, server: S3Vectors, commands: Commands) -> None:
        assert settings.dsn
        self.folder, self.server, self.commands = folder, server, commands
        self.config = folder / "piperoll.toml"
        self.environment = os.environ | server.environment | {
            "PIPEROLL_DSN": settings.dsn.get_secret_value(),
            "PIPEROLL_WORKSPACE": str(folder / "workspace"),
            "PIPEROLL_CONFIG": str(self.config),
            "PIPEROLL_ORCHESTRATOR": "none",
        }  # fmt: skip
        self.output = ""

    def set(self, vector_index: str | None) -> None:
        lines = ["[corpus.laws]", f'source = "{LAWS}"', 'profile = "se-law"', 'backend = "minilm"']
        self.config.write_text("\n".join([*lines, f'vector_index = "{vector_index}"' if vector_index else ""]))

    def start(self, *arguments: str) -> Command:
        return self.commands.start(*arguments, "--json", environment=self.environment)

    def run(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        process = self.start(*arguments)
        out, err = process.communicate(timeout=300)
        self.output += out + err
        return process.wait(), json.loads(out)


@pytest.fixture
def laws(tmp_path: Path, settings: Settings, s3_vectors: S3Vectors, commands: Commands) -> Laws:
    return Laws(tmp_path, settings, s3_vectors, commands)


def test_a_run_that_is_killed_is_continued_and_drift_is_mended(laws: Laws, s3_vectors: S3Vectors) -> None:
    laws.set(s3_vectors.address())
    process = laws.start("reindex", "laws")

    def kill(operation: str) -> str:
        if operation == "PutVectors":
            s3_vectors.fault = lambda operation: ""
            os.kill(process.pid, signal.SIGKILL)
            return "lost"
        return ""

    s3_vectors.fault = kill
    assert process.wait(300) == -signal.SIGKILL
    held = s3_vectors.held()
    assert held, "it was killed between put and publish"
    code, told = laws.run("search", "laws", "vem ansvarar för fyren")
    assert (code, told["error"]["code"]) == (2, "nothing_published")
    code, told = laws.run("reindex", "laws")
    assert (code, told["published"]) == (0, 1)
    assert s3_vectors.held() == held and set(s3_vectors.put.values()) == {1}, "nothing is put twice"
    code, told = laws.run("verify", "laws")
    assert (code, told["vectors_missing"], told["vectors_unneeded"]) == (0, 0, 0)

    checks = laws.run("doctor", "laws")[1]["checks"]
    assert [one["level"] for one in checks if s3_vectors.address() in one["found"]] == ["ok"]

    index = s3_vectors.indexes["laws"]
    lost = sorted(held)[0]
    index.vectors[f"laws/minilm/{'0' * 64}"] = index.vectors.pop(lost)
    index.metadata[f"laws/minilm/{'0' * 64}"] = index.metadata.pop(lost)
    code, told = laws.run("verify", "laws")
    assert (code, told["vectors_missing"], told["vectors_unneeded"]) == (1, 1, 1)
    s3_vectors.fault = lambda operation: "slow_down" if s3_vectors.requests[operation] % 2 else ""
    assert laws.run("reindex", "laws")[0] == 0, "a run that has nothing else to do mends it"
    s3_vectors.fault = lambda operation: ""
    assert laws.run("verify", "laws")[0] == 0
    there = laws.run("search", "laws", "vem ansvarar för fyren")[1]
    assert s3_vectors.requests["QueryVectors"]

    laws.set(None)
    asked = s3_vectors.requests["QueryVectors"]
    assert laws.run("reindex", "laws")[0] == 0
    assert s3_vectors.held() == set()
    assert laws.run("search", "laws", "vem ansvarar för fyren")[1] == there
    assert s3_vectors.requests["QueryVectors"] == asked
    assert "put, 0 deleted" in laws.output and SECRET not in laws.output
