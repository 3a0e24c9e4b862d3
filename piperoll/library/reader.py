"""Read one corpus: search it, ask it, show its documents, compare its editions and days."""

from piperoll.library.documents import Documents
from piperoll.library.editions import Editions
from piperoll.library.figures import Figures
from piperoll.library.questions import Questions


class CorpusReader(Questions, Documents, Figures, Editions):
    """A corpus reader answers questions about one corpus; each method reads one edition, the published one if none is
    named. It connects for itself, and all its statements have one view of the database."""
