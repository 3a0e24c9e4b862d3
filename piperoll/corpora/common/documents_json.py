"""Write documents as JSON and read them again, so that another process can read a file."""

from collections.abc import Iterator

import orjson

from piperoll.corpora.common.profile import Profile
from piperoll.days import parse_day
from piperoll.model import Chunk, Citation, Document, SetAside, Status

WRITTEN = orjson.OPT_NON_STR_KEYS


def written(profile: Profile, data: bytes, name: str) -> Iterator[bytes]:
    """Yield the documents in one file as JSON; for errors see :meth:`Profile.read`.

    Args:
        profile: reads the file.
        data: its content.
        name: its path in the source.
    """
    for document in profile.read(data, name):
        yield orjson.dumps(document, option=WRITTEN)


def document_of(text: bytes) -> Document:
    """Return the document that :func:`written` wrote."""
    values = orjson.loads(text)
    for dated in (values, *values["chunks"]):
        for name in ("valid_from", "valid_to"):
            dated[name] = dated[name] and parse_day(dated[name])
    for chunk in values["chunks"]:
        chunk.update({name: tuple(chunk[name]) for name in ("paragraphs", "clauses", "subsections")})
    values["status"] = Status(values["status"])
    parts = {"chunks": Chunk, "set_aside": SetAside, "citations": Citation}
    return Document(**values | {name: [kind(**part) for part in values[name]] for name, kind in parts.items()})
