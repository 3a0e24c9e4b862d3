"""Desks that lead to a server of the test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import BaseModel, ConfigDict, Field

from piperoll import settings as configured
from piperoll.llm.budget import Ceilings
from piperoll.llm.desk import Desk
from piperoll.llm.request import Outcome, Prompt, Request
from piperoll.store.answers import Asker
from piperoll.store.connection import Connection, Database
from tests.claude import ENVIRONMENT, Claude, claude
from tests.claude_answers import Reply, asked


class Said(BaseModel):
    """What the model is to say."""

    model_config = ConfigDict(extra="forbid")
    word: str = Field(max_length=20)


PROMPT = Prompt("test", 1, "Say the last word.")


def request(text: str, **more: Any) -> Request:
    return Request(PROMPT, Said, text, **more)


def last_word(body: Any) -> Reply:
    return Reply(orjson.dumps({"word": asked(body).split()[-1]}).decode())


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("piperoll.patience.FIRST_WAIT", 0.01)


@pytest.fixture
def server() -> Iterator[Claude]:
    with claude(last_word) as made:
        yield made


class Office:
    """Desks that lead to a server."""

    def __init__(self, folder: Path, database: Database, server: Claude, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.database, self.server = folder, database, server
        patch.setenv("PIPEROLL_CONFIG", str(folder / "piperoll.toml"))
        self.configure()

    def configure(self, kind: str = "anthropic", **more: Any) -> None:
        lines = [
            f"{name} = {orjson.dumps(value).decode()}" for name, value in (self.server.settings(kind) | more).items()
        ]
        (self.folder / "piperoll.toml").write_text("[model.m]\n" + "\n".join(lines), encoding="utf-8")
        configured.load.cache_clear()

    def connect(self) -> Connection:
        return self.database.connect_anew()

    def desk(self, ceilings: Ceilings | None = None, run: str = "run 1") -> Desk:
        return Desk(self.connect(), self.connect(), "m", Asker("laws", run, "test"), ceilings)

    def ask(self, *texts: str, ceilings: Ceilings | None = None) -> list[Outcome]:
        """What came of each request, in their order."""
        desk = self.desk(ceilings)
        found = dict(desk.ask([request(text) for text in texts]))
        assert sorted(found) == list(range(len(texts))), "each has one outcome"
        return [found[place] for place in range(len(texts))]

    def rows(self) -> list[dict[str, Any]]:
        with self.connect() as connection:
            cursor = connection.execute("SELECT * FROM model_answer ORDER BY at")
            names = [column.name for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor]


@pytest.fixture
def office(tmp_path: Path, database: Database, server: Claude, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    yield Office(tmp_path, database, server, monkeypatch)
    configured.load.cache_clear()
