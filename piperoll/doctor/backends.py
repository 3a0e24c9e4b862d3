"""Check the embedding models, and the language models."""

from collections.abc import Iterator
from contextlib import suppress

from piperoll import settings
from piperoll.doctor.finding import Finding, fail, ok, warn
from piperoll.doctor.installation import Installation, NotChecked
from piperoll.embed import backend, engine
from piperoll.errors import PiperollError
from piperoll.llm import models as language
from piperoll.llm.prices import Usage, price
from piperoll.pipeline.job import default_backend
from piperoll.store.sql import read_rows

BUNDLED = ("minilm", "e5")
"""Checked where no corpus is configured."""


def models(installation: Installation) -> Iterator[Finding]:
    """Check that each embedding backend is here and is the one that made the stored vectors."""
    used = {
        corpus.backend or default_backend(corpus.profile, corpus.options)
        for corpus in installation.configured().values()
    } or set(BUNDLED)
    described = settings.load().backend
    identities: dict[str, str] = {}
    with suppress(NotChecked), installation.tables() as connection:  # without it, whether the models are here is known
        identities = {stored["name"]: stored["identity"] for stored in read_rows(connection, "backends")}
    for name in sorted(used | set(identities) | set(described)):
        try:
            model = backend.get(name)
            model.check()
            identity = model.identity
        except PiperollError as error:
            yield fail(f"{name}: {error.message}", error.remedy)
            continue
        if name in identities and identities[name] != identity:
            yield fail(
                f"{name}: vectors were made by {identities[name]}, here it is {identity}",
                "Set back what was changed, or give the changed backend another name."
                if name in described
                else f"Where machines differ, use the backend {name}_fp32 on all.",
            )
        else:
            yield ok(f"{name}: {identity}")
    yield ok(f"this processor computes in {engine.native_precision()}")
    if (reader := engine.reader_of_many()) == "numpy":
        yield warn(
            "many texts are read with numpy: slowly, since neither openvino nor torch is installed",
            "pip install 'piperoll[openvino]' reads twice as fast.",
        )
    else:
        yield ok(f"many texts are read with {reader}")


def language_models(installation: Installation) -> Iterator[Finding]:
    """Check that each language model that a corpus names can be asked, and what it costs is known."""
    named = {
        name
        for one in installation.configured().values()
        for name in (one.prefixes, one.headnotes, one.answers, one.triplets_model)
    }
    used = sorted(filter(None, named))
    for name in used:
        table = language.described(name)
        price(name, table, Usage(0, 0))
        try:
            language.get(name).check()
        except PiperollError as error:
            yield warn(f"{name}: {error.message} Stages that ask it are off.", error.remedy)
        else:
            yield ok(f"{name}: {table.kind} {table.model}")
    if not used:
        yield ok("no corpus asks a language model")
