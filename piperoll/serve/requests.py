"""Describe what may be asked: the options of the library, within the limits of a service."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from piperoll.arguments import check_texts
from piperoll.errors import UsageError
from piperoll.search.options import AskOptions, ContextOptions, GatherOptions, SearchOptions
from piperoll.serve.options import (
    BUDGET,
    CORPORA,
    COURTS,
    HITS,
    NAME_CHARACTERS,
    NEIGHBOURS,
    QUERY_CHARACTERS,
    TEXT_CHARACTERS,
)

CorpusField = Annotated[
    str | None,
    Field(
        max_length=NAME_CHARACTERS,
        description="Name of the corpus; it may be left out where there is only one.",
        examples=["laws"],
    ),
]
QueryField = Annotated[
    str,
    Field(min_length=1, max_length=QUERY_CHARACTERS, description="What is looked for, in words or as a citation."),
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=NAME_CHARACTERS)]
CHOSEN = "Chosen by who serves, not by who asks: a model takes memory, and may cost money."


class SearchRequest(SearchOptions):
    """A search: the options of ``piperoll search``, by their names there."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"corpus": "laws", "query": "who keeps the lamp burning", "k": 5}]}
    )

    corpus: CorpusField = None
    query: QueryField
    group: Literal["document"] | None = Field(default=None, description="Documents with their best passages, not hits.")
    k: int = Field(default=10, ge=1, le=HITS, description="How many hits, or documents.")
    reranker: None = Field(default=None, description=CHOSEN)
    backend: None = Field(default=None, description=CHOSEN)


class _Gathered(GatherOptions):
    """The fields of a request whose hits are put together."""

    corpus: CorpusField = None
    query: QueryField
    k: int = Field(default=10, ge=1, le=HITS, description="How many hits.")
    budget: int = Field(default=4_000, ge=1, le=BUDGET, description="Tokens of the text at most, four characters each.")
    neighbours: int = Field(default=1, ge=0, le=NEIGHBOURS, description="Chunks beside each hit, at each side.")
    reranker: None = Field(default=None, description=CHOSEN)
    backend: None = Field(default=None, description=CHOSEN)


class ContextRequest(_Gathered, ContextOptions):
    """A context: the options of ``piperoll context``, by their names there."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"corpus": "laws", "query": "who keeps the lamp burning", "budget": 1000}]}
    )


class AskRequest(_Gathered, AskOptions):
    """A question: the options of ``piperoll ask``, by their names there."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"corpus": "laws", "query": "who keeps the lamp burning", "budget": 1000}]}
    )


class _Fields(BaseModel):
    """The fields of a request that has no options of a search. Its texts can be stored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _check_texts(cls, values: Any) -> Any:
        if isinstance(values, dict):
            check_texts(values)
        return values


class CheckRequest(_Fields):
    """A text whose citations and quotations are checked, as by ``piperoll check``."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"text": "The keeper “sees to it that the light burns” (2 kap. 1 § SFS 2031:12).", "corpora": ["laws"]}
            ]
        }
    )

    text: str = Field(max_length=TEXT_CHARACTERS, description="Plain text, markdown or HTML.")
    corpora: list[Name] | None = Field(
        default=None,
        min_length=1,
        max_length=CORPORA,
        description="Names of the corpora that it is checked against; they may be left out where there is only one.",
    )
    as_of: date | None = Field(
        default=None, description="The day on which what is cited must be in force; none: today."
    )


class CasesRequest(_Fields):
    """A search for cases by meaning and by words."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"query": "who must keep a harbour light burning", "courts": ["HKCFI"], "year_from": 2018, "limit": 10}
            ]
        },
    )

    query: QueryField
    courts: list[Name] | None = Field(
        default=None,
        max_length=COURTS,
        description="Only these courts, by their codes; a code without its country (CFA) is that of every country.",
    )
    year_from: int | None = Field(default=None, ge=1, le=9999, description="Only decided in this year or later.")
    year_to: int | None = Field(default=None, ge=1, le=9999, description="Only decided in this year or earlier.")
    limit: int = Field(default=20, ge=1, le=HITS, description="How many cases.")
    corpus: CorpusField = None

    @model_validator(mode="after")
    def _check_years(self) -> "CasesRequest":
        if self.year_from and self.year_to and self.year_from > self.year_to:
            raise UsageError("option_invalid", "year_from is after year_to.", remedy="Exchange them.")
        return self
