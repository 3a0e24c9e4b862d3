"""Read settings: environment variables ``PIPEROLL_*`` over ``piperoll.toml`` over defaults."""

import os
import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from piperoll.arguments import is_text
from piperoll.errors import UsageError, first_invalid
from piperoll.logs import Format
from piperoll.redact import hide_variable

METRIC = r"^(recall|precision|mrr|ndcg|map|span_recall|span_precision)@[1-9][0-9]{0,2}$"
"""Names of the metrics of :mod:`piperoll.evaluate.metrics` that are better when higher, at a k."""
GATE_METRIC = "ndcg@10"
"""The metric of the gate unless a corpus sets another: whether answers are found, and how high they rank."""
PLAIN_URL = re.compile(r"https?://[^\s@?#]+")
"""An address in which no key stands."""
VECTOR_INDEX = r"^s3vectors://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$"
"""The address of a vector index in S3 Vectors: its bucket and its name."""
GATE_MARGIN = 0.02
"""How far the mean may fall unless a corpus says otherwise."""


RULES = "rules"
"""What extracts triplets without a model."""
Kind = Literal["sentence-transformers", "openai", "azure-openai", "bedrock-titan", "bedrock-cohere"]
"""What computes the vectors of a backend that settings describe."""
MOST_NUMBERS = 4_000
"""Length of the longest vector of which pgvector builds an index (``halfvec``)."""


def _hidden(name: str) -> str:
    hide_variable(name)
    return name


def _plain(url: str) -> str:
    if not PLAIN_URL.fullmatch(url):
        raise ValueError("it is no plain http(s):// address; keys come from the environment")
    return url


KeyVariable = Annotated[str, Field(pattern="^[A-Z][A-Z0-9_]*$"), AfterValidator(_hidden)]
"""The name of an environment variable that holds a key."""
Url = Annotated[str, AfterValidator(_plain)]


class BackendSettings(BaseModel):
    """Hold one ``[backend.NAME]`` table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind = Field(description="What computes the vectors: a model on this machine, or a service.")
    model: str = Field(min_length=1, description="Folder or id of the model; in a service, its name there.")
    revision: str = Field("", description="What else tells the model apart, such as its quantisation.")
    dimension: int | None = Field(
        None, gt=0, le=MOST_NUMBERS, description="Numbers kept of a vector, from its beginning; none: all."
    )
    model_dimension: int | None = Field(
        None, gt=0, description="Numbers of a vector as a service answers it, where fewer are kept."
    )
    query_prefix: str = Field("", description="Stands before what is looked for.")
    passage_prefix: str = Field("", description="Stands before what is found.")
    max_tokens: int | None = Field(None, gt=16, description="Tokens that the model reads at once; none: as it says.")
    dtype: Literal["float32", "bfloat16", "float16"] = Field("float32", description="Precision of a model here.")
    device: str | None = Field(None, description="Where a model here computes; none: on a GPU where there is one.")
    url: Url | None = Field(None, description="Address of a service; none: that of its maker.")
    deployment: str | None = Field(None, description="Name of the deployment in Azure; none: that of the model.")
    api_version: str = Field("2024-10-21", description="Version of Azure's interface.")
    region: str | None = Field(None, description="Region of Bedrock; none: as AWS is configured.")
    key_env: KeyVariable | None = Field(None, description="Environment variable that holds the key of a service.")
    batch_texts: int | None = Field(None, gt=0, description="Texts in a request; none: as its maker allows.")
    batch_tokens: int = Field(50_000, gt=0, description="Tokens in a request, as estimated.")
    connections: int = Field(4, gt=0, le=64, description="Requests of a process at the same time.")
    requests_per_minute: int | None = Field(None, gt=0, description="Requests of all processes in a minute.")
    tokens_per_minute: int | None = Field(None, gt=0, description="Tokens of all processes in a minute.")
    timeout: float = Field(60, gt=0, description="Seconds after which an answer is no longer waited for.")
    patience: float = Field(900, gt=0, description="Seconds for which a service may fail before a run does.")
    price: float | None = Field(None, ge=0, description="Price of a million tokens, in whatever currency.")


class ModelSettings(BaseModel):
    """Hold one ``[model.NAME]`` table: a language model at a service, and its limits."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["anthropic", "bedrock"] = Field("anthropic", description="Whose service: Anthropic's, or Bedrock.")
    model: str = Field(min_length=1, description="Its name there, such as claude-haiku-4-5.")
    url: Url | None = Field(None, description="Address of the service; none: that of its maker.")
    region: str | None = Field(None, description="Region of Bedrock; none: as AWS is configured.")
    key_env: KeyVariable = Field("ANTHROPIC_API_KEY", description="Environment variable that holds the key.")
    context_tokens: int = Field(200_000, ge=20_000, description="Tokens that it reads and writes at once.")
    output_tokens: int = Field(32_000, ge=5_000, le=128_000, description="Tokens that an answer may have.")
    effort: Literal["low", "medium", "high"] | None = Field(None, description="How long it thinks; none: as it does.")
    connections: int = Field(4, gt=0, le=64, description="Requests of a process at the same time.")
    requests_per_minute: int | None = Field(None, gt=0, description="Requests of all processes in a minute.")
    tokens_per_minute: int | None = Field(None, gt=0, description="Tokens of all processes in a minute.")
    timeout: float = Field(600, gt=0, description="Seconds without a word after which an answer is given up.")
    patience: float = Field(900, gt=0, description="Seconds for which the service may fail before a run does.")
    price_input: float | None = Field(None, ge=0, description="Price of a million tokens read; none: as listed.")
    price_output: float | None = Field(None, ge=0, description="Price of a million tokens written; none: as listed.")
    price_cache_read: float | None = Field(None, ge=0, description="The same of those read from the cache.")
    price_cache_write: float | None = Field(None, ge=0, description="The same of those put into the cache.")


class CorpusSettings(BaseModel):
    """Hold one ``[corpus.NAME]`` table."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str = Field(description="Folder, archive or s3://BUCKET/PREFIX that holds the documents.")
    profile: str = Field(description="Document family, such as se-law.")
    follow_links_outside: bool = Field(False, description="Whether links that lead out of the source are followed.")
    schedule: str | None = Field(None, description="Cron line of its nightly run; none: as piperoll nightly says.")
    keep_editions: int | None = Field(
        None, gt=0, description="Newest editions that a reindex leaves, besides the published one; none: all."
    )
    backend: str | None = Field(
        None, description="Embedding backend to begin with; none: minilm for English, e5 for other languages."
    )
    vector_index: str | None = Field(
        None,
        pattern=VECTOR_INDEX,
        description="Index in which searches look up vectors, s3vectors://BUCKET/INDEX; none: in Postgres.",
    )
    fusion: Literal["sum", "rrf"] | None = Field(
        None, description="How the scores of its searches become one; none: as without settings."
    )
    weights: dict[str, float] | None = Field(
        None, description="How much each scorer counts, as dense, lexical, rule, triplet; none: as without settings."
    )
    neighbours: float | None = Field(
        None, ge=0, le=1, description="Share of its better neighbour's score that a chunk gets; none: as measured."
    )
    thesaurus: tuple[str, ...] = Field(
        (), description="Files of synonyms: lines such as NAME = WORDING, or of LibreOffice (MyThes, .dat)."
    )
    reranker: str | None = Field(
        None,
        description="Reranks its searches: late-interaction[-e5], or a cross-encoder (folder or name); none: nothing.",
    )
    rerank_weight: float = Field(0.3, ge=0, le=1, description="Share of the reranker's score in the final one.")
    rerank_candidates: int = Field(20, gt=0, description="Hits that the reranker reads at least.")
    options: dict[str, Any] = Field(default_factory=dict, description="Options of its profile, such as max_tokens.")
    triplets: str | None = Field(
        None,
        description='What extracts subject, predicate and object from statements: "rules", or a language model beside'
        " them; none: nothing.",
    )
    prefixes: str | None = Field(
        None, description="Language model that writes a context prefix of each chunk; none: nothing does."
    )
    headnotes: str | None = Field(
        None, description="Language model that writes a headnote of each judgment; none: nothing does."
    )
    headnote_examples: str | None = Field(
        None, description="JSON lines with headnotes of other judgments, by which it sees the style; none: no file."
    )
    questions: bool = Field(False, description="Whether it also writes questions that a chunk answers.")
    answers: str | None = Field(
        None, description="Language model that answers questions (piperoll ask) from what is found; none: nothing does."
    )
    variants: bool = Field(
        False, description="Whether it also says a question in other words, which are searched, too."
    )
    batches: bool = Field(True, description="Whether stages ask their model in batches: half the price, within a day.")
    ceiling_run: float | None = Field(None, ge=0, description="What models may cost in one run, in dollars; none: all.")
    ceiling: float | None = Field(None, ge=0, description="What models may cost for the corpus in all; none: all.")
    at_ceiling: Literal["publish", "stop"] = Field(
        "publish", description="What a run does at a ceiling: publish without what is lacking, or nothing."
    )
    log_questions: int | None = Field(
        None, gt=0, le=36_500, description="Days for which questions to it are kept, for gold sets; none: none is kept."
    )
    stages: tuple[str, ...] = Field((), description="Stages between parse and embed, by the packages that offer them.")
    gold: str | None = Field(
        None, description='Gold set: an edition that answers it worse is held back. "": no gate; none: the stored one.'
    )
    gate_metric: str | None = Field(
        None, pattern=METRIC, description="What must not fall, such as recall@5; none: as stored, else ndcg@10."
    )
    gate_margin: float | None = Field(
        None, ge=0, lt=1, description="How far its mean may fall; none: as stored, else 0.02."
    )

    @property
    def enrich_stages(self) -> tuple[str, ...]:
        """Return the names of the stages between parse and embed, in their order."""
        return tuple(dict.fromkeys([*self.stages, *self._own_stages]))

    @property
    def _own_stages(self) -> list[str]:
        own = (("triplets", self.triplets), ("model_triplets", self.triplets_model), ("prefixes", self.prefixes))
        return [name for name, asked in own if asked]

    @property
    def triplets_model(self) -> str | None:
        """Return the language model that extracts triplets; None: none does."""
        return None if self.triplets == RULES else self.triplets


class Settings(BaseSettings):
    """Hold everything that is configured. Secrets come from the environment only."""

    model_config = SettingsConfigDict(env_prefix="PIPEROLL_", extra="forbid", frozen=True)

    dsn: SecretStr | None = Field(None, description="Postgres to use; none: the embedded server.")
    workspace: str | None = Field(
        None, description="Folder or s3://BUCKET/PREFIX for intermediate files; none: in the data folder."
    )
    workspace_key: SecretStr | None = Field(
        None, min_length=16, description="Secret that seals intermediate files; none: the seal only tells damage."
    )
    data_dir: Path = Field(
        default_factory=lambda: user_data_path("piperoll", appauthor=False),
        description="Where the embedded Postgres and the workspace live.",
    )
    partition_bytes: int = Field(2_000_000, gt=0, description="Source bytes per partition (one task run).")
    log_format: Format = Field("text", description="Lines on stderr: for people, or JSON for programs.")
    orchestrator: Literal["prefect", "none"] = Field(
        "prefect", description="What a run is told to: a Prefect API, or nothing but the ledger and the log."
    )
    runner: Literal["threads", "processes", "dask", "ray", "workers"] = Field(
        "threads", description="Where partitions are worked on."
    )
    workers: int = Field(2, gt=0, description="Partitions worked on at the same time.")
    parse_seconds: float = Field(
        10,
        gt=0,
        description="Seconds of a processor that reading one file may take, and one more for each 100,000 bytes.",
    )
    parse_memory: int = Field(
        512, gt=0, description="MB that reading one file may take, and 64 bytes for each byte of it."
    )
    cluster: str | None = Field(
        None, description="Address of a running Dask or Ray cluster; none: one on this machine."
    )
    notify: str | None = Field(
        None, description="Prefect block, TYPE/NAME, that is told when a run fails: of a notification or a webhook."
    )
    ceiling_month: float | None = Field(
        None, ge=0, description="What models may cost in a calendar month (UTC), in dollars; none: all."
    )
    corpus: dict[str, CorpusSettings] = Field(default_factory=dict)
    model: dict[str, ModelSettings] = Field(default_factory=dict)
    backend: dict[str, BackendSettings] = Field(default_factory=dict)

    @field_validator("*", mode="before")
    @classmethod
    def _check_text(cls, value: Any) -> Any:
        if not is_text(value):
            raise ValueError("it holds NUL, or bytes that are no UTF-8")
        return value

    def gold_of(self, corpus: str) -> Path | None:
        """Return the path of the gold set of a corpus; None where it has none."""
        settings = self.corpus.get(corpus)
        return config_path().parent / settings.gold if settings and settings.gold else None

    def headnote_examples_of(self, corpus: str) -> Path | None:
        """Return the path of the headnotes that a corpus has as examples; None where it names none."""
        named = (settings := self.corpus.get(corpus)) and settings.headnote_examples
        return config_path().parent / named if named else None

    def thesauri_of(self, corpus: str) -> tuple[Path, ...]:
        """Return the files of synonyms of a corpus."""
        settings = self.corpus.get(corpus)
        return tuple(config_path().parent / name for name in settings.thesaurus) if settings else ()

    def gate_metric_of(self, corpus: str) -> str:
        """Return the metric that decides for a corpus."""
        settings = self.corpus.get(corpus)
        return (settings and settings.gate_metric) or GATE_METRIC

    @property
    def workspace_address(self) -> str:
        """Return the address of the workspace."""
        return self.workspace or str(self.data_dir / "workspace")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """See :class:`BaseSettings`: return where values come from, the strongest first."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, config_path())


def is_remote(address: str) -> bool:
    """Return whether an address is one such as ``s3://BUCKET/PREFIX``, and not a path."""
    return "://" in address


def config_path() -> Path:
    """Return the file that ``PIPEROLL_CONFIG`` names, else ``piperoll.toml`` in the working directory."""
    return Path(os.environ.get("PIPEROLL_CONFIG", "piperoll.toml"))


@cache
def load() -> Settings:
    """Return the settings of this process.

    Raises:
        UsageError: a value is wrong, a key unknown, or the named file missing.
    """
    path = config_path()
    if "PIPEROLL_CONFIG" in os.environ and not path.is_file():
        raise UsageError(
            "config_missing",
            f"PIPEROLL_CONFIG names {path}, which is no file.",
            remedy="Name the file there, or unset PIPEROLL_CONFIG.",
        )
    values: dict[str, Any] = {}
    try:
        return Settings(**values)
    except ValidationError as error:
        field, wrong = first_invalid(error)
        raise UsageError(
            "config_invalid", f"Setting {field}: {wrong}.", remedy=f"Look at {path} and PIPEROLL_*."
        ) from None
    except ValueError as error:  # TOML syntax
        raise UsageError(
            "config_invalid", f"{path}: {error}.", remedy="Mend the place in the file: it is TOML."
        ) from None
