"""The library that other programs import: open the evidence base, read a corpus, get typed results.

Every method returns what the command of the same name prints with ``--json``. The commands are built on it.
"""

from piperoll.library.base import EvidenceBase as EvidenceBase
from piperoll.library.base import open as open
from piperoll.library.cutting import chunks as chunks
from piperoll.library.cutting import cut_chunk as cut_chunk
from piperoll.library.cutting import read_documents as read_documents
from piperoll.library.reader import CorpusReader as CorpusReader
