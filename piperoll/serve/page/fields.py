"""Take what the forms of the page send: an empty field is one that was not filled in."""

from datetime import date
from typing import Annotated, Any

from fastapi import Query
from pydantic import BeforeValidator, Field, StringConstraints

from piperoll.serve.options import CORPORA, KEY_CHARACTERS, NAME_CHARACTERS, QUERY_CHARACTERS


def _filled(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


Empty = BeforeValidator(_filled)
Name = Annotated[str, StringConstraints(max_length=NAME_CHARACTERS)]
Question = Annotated[str, Query(max_length=QUERY_CHARACTERS)]
Corpus = Annotated[Name | None, Empty]
Corpora = Annotated[list[Name], Query(max_length=CORPORA)]
Key = Annotated[str, Query(max_length=KEY_CHARACTERS)]
Place = Annotated[str, Query(max_length=KEY_CHARACTERS)]
Passage = Annotated[str, Query(pattern=r"^(\d{1,12}-\d{1,12})?$")]
Day = Annotated[date | None, Empty]
Year = Annotated[Annotated[int, Field(ge=1, le=9999)] | None, Empty]
Begin = Annotated[int, Query(ge=0, le=999_999_999)]
Number = Annotated[Annotated[int, Field(ge=1, le=999_999_999)] | None, Empty]
