"""Describe what the indexes of a corpus hold: its chunks, its documents by name, and its triplets."""

from collections.abc import Callable
from dataclasses import dataclass

from piperoll.text import analysis, names, relations


@dataclass(frozen=True, slots=True)
class Unit:
    """Describe the units of one index: which rows they come from, and which words they are found by."""

    pending: str
    """Name of the query for the versions that are in no segment yet, each with its number of units."""
    one_per_version: bool
    """Whether each version is one unit, whatever number ``pending`` gives."""
    texts: str
    """Name of the query for the units of some versions: the id of each, and its texts."""
    batch: int
    """Versions whose texts are fetched at once: bounds memory."""
    members: str
    """Name of the query for the ids of the units of an edition."""
    made_by: Callable[[str], str]
    """Returns the name and version of the analysis for a language."""
    words: Callable[..., list[str]]
    """Returns the words of a unit, from the language and the columns of ``texts`` after the id."""


CHUNKS = Unit(
    pending="lexical_pending",
    one_per_version=False,
    texts="lexical_texts",
    batch=500,
    members="chunks_of_edition",
    made_by=analysis.name,
    words=lambda language, text: analysis.terms(text, language),
)
DOCUMENTS = Unit(
    pending="lexical_pending",
    one_per_version=True,
    texts="names_texts",
    batch=20,
    members="versions_of_edition",
    made_by=lambda _: f"names/{names.VERSION}",
    words=lambda _, titles, text: names.of_document(titles, text),
)
TRIPLETS = Unit(
    pending="triplet_pending",
    one_per_version=False,
    texts="triplet_texts",
    batch=500,
    members="triplet_places",
    made_by=relations.name,
    words=lambda language, subject, predicate, object_: relations.terms(subject, predicate, object_, language),
)
UNITS = (CHUNKS, DOCUMENTS, TRIPLETS)
