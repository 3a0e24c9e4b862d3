"""Describe what a model may ask: few options of the library, each told in words that teach when to use it."""

from datetime import date
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from piperoll.arguments import check_texts
from piperoll.days import parse_day
from piperoll.errors import UsageError, first_invalid
from piperoll.serve.options import KEY_CHARACTERS, NAME_CHARACTERS, QUERY_CHARACTERS

PASSAGES, PASSAGES_MOST = 8, 50
"""Of a search: more than eight passages are seldom read."""
BUDGET, BUDGET_MOST = 4_000, 20_000
"""Tokens of a context: more than the larger would leave a model no place for its answer."""
READ, READ_MOST = 10_000, 50_000
"""Characters of a document in one answer."""
CHECKED = 50_000
"""Characters of a text whose citations are checked; the body of a request has 64,000 bytes."""
CHANGES = 100
"""Units of a difference in one answer."""
ROWS, ROWS_MOST = 50, 200
"""Facts in one answer."""

Day = Annotated[date, BeforeValidator(lambda value: parse_day(value) if isinstance(value, str) else value)]
AsOf = Annotated[
    Day | None,
    Field(description="What was the law, or in force, on this day: YYYY-MM-DD. Left out: today."),
]
Edition = Annotated[
    int | None,
    Field(ge=1, le=999_999_999, description="Read this edition, to repeat an earlier answer. Left out: the newest."),
]
Key = Annotated[
    str,
    Field(
        min_length=1,
        max_length=KEY_CHARACTERS,
        description="Number of the document as printed, or its path in the source, as answers give it.",
        examples=["SFS 2031:12"],
    ),
]
Unit = Annotated[
    str | None,
    Field(max_length=KEY_CHARACTERS, description="Only this unit and what is below it, such as kap2 or kap2.§3."),
]


class Request(BaseModel):
    """A request is what a model asks of one tool."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def of(cls, arguments: dict[str, Any]) -> Self:
        """Return the request that the arguments of a call are.

        Raises:
            UsageError: ``option_invalid``: one is missing, wrong or unknown; the message names it.
        """
        try:
            return cls.model_validate(arguments)
        except ValidationError as error:
            name, wrong = first_invalid(error)
            remedy = f"Arguments are: {', '.join(one.alias or key for key, one in cls.model_fields.items()) or 'none'}."
            raise UsageError("option_invalid", f"Argument {name}: {wrong}.", remedy=remedy) from None

    @model_validator(mode="before")
    @classmethod
    def _check_texts(cls, values: Any) -> Any:
        if isinstance(values, dict):
            check_texts(values)
        return values


class OfCorpus(Request):
    """A request about one corpus."""

    corpus: str | None = Field(
        default=None,
        max_length=NAME_CHARACTERS,
        description="Name of the corpus, as the tool corpora lists them. May be left out where there is only one.",
    )


class OfQuery(OfCorpus):
    """A request with a query, and what is searched."""

    query: str = Field(
        min_length=1,
        max_length=QUERY_CHARACTERS,
        description="What is looked for: a question or a few words in the language of the corpus, or a citation.",
    )
    document: str | None = Field(default=None, max_length=KEY_CHARACTERS, description="Only in this document.")
    path: Unit = None
    where: tuple[Annotated[str, Field(max_length=NAME_CHARACTERS)], ...] = Field(
        default=(),
        max_length=20,
        description="Only where the metadata of a document is so; all must hold.",
        examples=[["court=HKCFI|HKCA", "year>=2018"]],
    )
    as_of: AsOf = None
    include_repealed: bool = Field(
        default=False, description="Also what is not in force on that day; such passages have in_force false."
    )
    edition: Edition = None

    def options(self) -> dict[str, Any]:
        """Return what the library takes as options of a search."""
        return self.model_dump(exclude={"corpus", "query"}, by_alias=False)


class Search(OfQuery):
    """A search for passages."""

    k: int = Field(default=PASSAGES, ge=1, le=PASSAGES_MOST, description="How many passages.")


class Context(OfQuery):
    """A search for passages with what stands around them."""

    k: int = Field(default=PASSAGES, ge=1, le=PASSAGES_MOST, description="Of how many passages.")
    budget: int = Field(default=BUDGET, ge=1, le=BUDGET_MOST, description="Tokens of all blocks together, at most.")


class Read(OfCorpus):
    """A document, or a part of it."""

    document: Key
    path: Unit = None
    as_of: AsOf = None
    edition: Edition = None
    start: int = Field(default=0, ge=0, description="Character to begin with: next of the answer before.")
    length: int = Field(default=READ, ge=1, le=READ_MOST, description="How many characters at most.")


class Check(Request):
    """A text whose citations and quotations are checked."""

    text: str = Field(
        min_length=1, max_length=CHECKED, description="A draft: plain text, Markdown or HTML, with what it cites."
    )
    corpora: tuple[Annotated[str, Field(max_length=NAME_CHARACTERS)], ...] = Field(
        default=(), max_length=20, description="Names of the corpora to check against. Left out: all that may be seen."
    )
    as_of: AsOf = None


class Diff(OfCorpus):
    """Two days between which the wording of a document is compared."""

    model_config = ConfigDict(populate_by_name=True)

    document: Key
    before: Day = Field(alias="from", description="A day, YYYY-MM-DD.")
    after: Day = Field(alias="to", description="Another day, YYYY-MM-DD.")
    path: Unit = None


class Facts(OfCorpus):
    """Numbers that filings report."""

    company: str | None = Field(
        default=None, max_length=NAME_CHARACTERS, description="Only of this company: its name, ticker or CIK."
    )
    concept: str | None = Field(
        default=None,
        max_length=NAME_CHARACTERS,
        description="Only this concept of the taxonomy.",
        examples=["us-gaap:NetIncomeLoss", "Revenues"],
    )
    year: int | None = Field(default=None, ge=1, le=9999, description="Only of periods that end in this fiscal year.")
    limit: int = Field(default=ROWS, ge=1, le=ROWS_MOST, description="How many at most.")
    cursor: str | None = Field(default=None, max_length=100, description="next of the answer before.")


class Corpora(Request):
    """All corpora."""
