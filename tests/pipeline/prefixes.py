"""A corpus whose context prefixes are written by a server of the test."""

import json
from pathlib import Path
from typing import Any

import orjson

from flows.launch import launch
from piperoll import settings as configured
from piperoll.store.connection import Database
from tests.claude import Claude
from tests.claude_answers import Reply, summaries

STATUTE = """---
beteckning: {year}:{number}
rubrik: Lag om {topic}
ikraft_datum: 2001-01-01
---

# Lag om {topic}

### 1 §

Denna lag gäller {topic} i riket.

### 2 §

Den som innehar {topic} ska anmäla det{how}.
"""
TOPICS = ("fyrar", "hamnar", "kvarnar", "broar")


class Bench:
    """A corpus whose prefixes are written by a server of the test."""

    def __init__(self, folder: Path, database: Database, server: Claude) -> None:
        self.folder, self.database, self.server = folder, database, server

    def write(self, *topics: str, how: str = "") -> None:
        for topic in topics:
            number = TOPICS.index(topic) + 1
            text = STATUTE.format(year=2000, number=number, topic=topic, how=how)
            (self.folder / "laws" / f"{topic}.md").write_text(text, encoding="utf-8")

    def configure(self, model: dict[str, Any] | None = None, month: float | None = None, **corpus: Any) -> None:
        tables = {
            "corpus.test": {"source": "laws", "profile": "se-law", "backend": "minilm_small", "batches": False}
            | {"prefixes": "m"}
            | corpus,
            "model.m": self.server.settings() | (model or {}),
        }
        lines = [f"ceiling_month = {month}"] if month is not None else []
        for name, table in tables.items():
            lines += [
                f"[{name}]",
                *(f"{key} = {json.dumps(value)}" for key, value in table.items() if value is not None),
            ]
        (self.folder / "piperoll.toml").write_text("\n".join(lines), encoding="utf-8")
        configured.load.cache_clear()

    def run(self) -> dict[str, Any]:
        result: dict[str, Any] = launch("reindex_corpus", corpus="test")
        return result

    def chunks(self) -> dict[tuple[str, str], str]:
        """The prefixes of the published edition by document and path."""
        statement = """
            SELECT d.key, c.path, c.prefix FROM chunk c JOIN version v ON v.id = c.version_id
            JOIN document d ON d.id = v.document_id JOIN corpus k ON k.id = v.corpus_id
            WHERE v.from_edition <= k.published_edition
              AND (v.to_edition IS NULL OR v.to_edition > k.published_edition)"""
        with self.database.connect() as connection:
            return {(key, path): prefix for key, path, prefix in connection.execute(statement)}

    def paid(self) -> int:
        assert set(self.server.paid.values()) <= {1}, "nothing is paid twice"
        return len(self.server.paid)


def changed(body: Any, change: Any) -> Reply:
    """What the honest brain says, with a change of its list of prefixes."""
    told = orjson.loads(summaries(body).text)["prefixes"]
    return Reply(orjson.dumps({"prefixes": change(told)}).decode())
