"""Swedish statutes (SFS) and agency regulations.

Lawyers cite the §, so one § is one chunk. Transition provisions, preambles and appendices stand
outside the §§ and have rules of their own. A text without any § is cut by paragraphs.
One profile reads six forms into one structure: markdown with front matter, the official
database's pages and register entries, agency regulations in HTML, canonical JSON and plain text.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from piperoll.corpora.citations import citing
from piperoll.corpora.common.profile import BaseProfile
from piperoll.model import Citation, Document

SERIES = "SFS"
"""The series of statutes, with which their keys begin."""
NO_CHAPTER = "kap0"
"""The chapter in the path of a § of a statute without chapters, and of one that is cited without its chapter."""
THESAURUS = Path(__file__).with_name("thesaurus.txt")
LINE_VECTORS = {"e5": THESAURUS.with_name("thesaurus-e5.npz")}
"""Written by ``python -m scripts.line_vectors`` when the thesaurus has changed."""


class SeLaw(BaseProfile):
    """The ``se-law`` profile reads Swedish statutes and agency regulations."""

    name = "se-law"
    version = 19
    language = "swedish"
    suffixes = frozenset({".md", ".html", ".htm", ".json", ".txt"})
    row_keys = ("documentNumber", "beteckning")
    citing_words = citing.SWEDISH
    line_vectors = LINE_VECTORS

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        """Yield the one document in a file; see :class:`piperoll.corpora.common.profile.Profile`."""
        from piperoll.corpora.se_law import reading  # the parser is loaded where there is something to read

        yield reading.read(data, name)

    def references(self, query: str) -> list[Citation]:
        """Return what a query cites: ``LAS 12 §`` → ``SFS 1982:80`` and ``kap0.§12``.

        A § without chapter counts as a § of a statute without chapters.
        """
        from piperoll.corpora.citations import swedish_queries

        return swedish_queries.find(query)

    def expansions(self, query: str) -> list[str]:
        """Return the statutes' words for the everyday words of a query: "skilsmässa" → "äktenskapsskillnad"."""
        from piperoll.text import thesaurus

        return thesaurus.load(THESAURUS, self.language).wordings(query, self.language)

    def respelled(self, query: str) -> str:
        """Return a query that has no å, ä or ö with those that its words lack: "far jag roka" → "får jag röka"."""
        from piperoll.text import thesaurus

        return thesaurus.with_accents(query, THESAURUS, self.language)

    def key_forms(self, key: str) -> Sequence[str]:
        """Return ``key``, and ``key`` as the number of a statute: "1977:1160" → ``SFS 1977:1160``."""
        return [key, f"{SERIES} {key}"]

    def loose_pattern(self, path: str) -> str | None:
        """Return the pattern of a § in any chapter for a § named without its chapter: ``kap0.§3``."""
        chapter, _, place = path.partition(".")
        section = place.partition(".")[0]
        return rf"^kap[^.]*\.{re.escape(section)}(?:\.|$)" if chapter == NO_CHAPTER else None

    def amended_units(self, note: str) -> Sequence[str]:
        """Return the paths of the §§ in a note of the register: "ändr. 2 kap. 3 §" → ``kap2.§3``."""
        from piperoll.corpora.se_law import register

        return register.places(note)
