"""Piperoll: legal document collections as a searchable, cited, versioned evidence base.

    import piperoll

    with piperoll.open() as db:
        for hit in db["my-laws"].search("vem ansvarar för arbetsmiljön", k=5, as_of="2020-01-01").hits:
            print(hit.document, hit.path, hit.start, hit.end)

Importing the package loads nothing heavy: what is used is loaded when it is first named.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from piperoll.errors import CorpusBusy as CorpusBusy
    from piperoll.errors import PiperollError as PiperollError
    from piperoll.errors import UsageError as UsageError
    from piperoll.library import CorpusReader as CorpusReader
    from piperoll.library import EvidenceBase as EvidenceBase
    from piperoll.library import chunks as chunks
    from piperoll.library import open as open
    from piperoll.model import DocumentError as DocumentError
    from piperoll.search.options import AskOptions as AskOptions
    from piperoll.search.options import ContextOptions as ContextOptions
    from piperoll.search.options import SearchOptions as SearchOptions

_MODULES = {
    "CorpusBusy": "piperoll.errors",
    "PiperollError": "piperoll.errors",
    "UsageError": "piperoll.errors",
    "CorpusReader": "piperoll.library",
    "EvidenceBase": "piperoll.library",
    "chunks": "piperoll.library",
    "open": "piperoll.library",
    "DocumentError": "piperoll.model",
    "AskOptions": "piperoll.search.options",
    "ContextOptions": "piperoll.search.options",
    "SearchOptions": "piperoll.search.options",
}
"""Where each public name is defined."""
__all__ = [*_MODULES]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value
