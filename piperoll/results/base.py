"""Describe what all results are: frozen, typed values that are plain JSON for programs."""

from datetime import date, datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, PlainSerializer

Day = date
"""A day; in a class with a field of that name, too."""
Time = Annotated[datetime, PlainSerializer(datetime.isoformat, when_used="json")]
"""A moment, in JSON with the time zone of the database."""


class Result(BaseModel):
    """A result is a frozen value whose fields are those of the command's JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON values: what the command prints with ``--json``."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)


class InSource(Result):
    """A result that stands in a version of a document, which the source has under this name."""

    document: str
    source: str
