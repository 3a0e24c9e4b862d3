"""Define the options of a search: each is named, described and checked once, for every interface.

What searches is imported where a search is asked: who only wants to read ``--help`` does not wait for it.
"""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)

from piperoll.arguments import check_texts
from piperoll.days import parse_day
from piperoll.errors import UsageError, first_invalid
from piperoll.search.modes import Filtering, Method, Mode
from piperoll.search.seen import AS_OF, EDITION
from piperoll.settings import Settings

if TYPE_CHECKING:
    from piperoll.search.plan import SearchPlan

BUDGET = 4000
"""Tokens of a context, unless another number is asked for."""
BUDGET_MOST = 10_000_000
"""More than any model reads."""
LONGEST = 4_096
"""Characters of one option: a path in a source may have as many."""
GOLD_FILTERS = {"document", "path", "role", "where", "as_of"}
"""Options that a query of a gold set has as its filters."""
CONDITIONS_MOST = 20
"""Conditions of one search: each is tested on every document."""


def check_query(text: str) -> None:
    """Make sure that a query says something.

    Raises:
        UsageError: it is empty.
    """
    if not text.strip():
        raise UsageError("empty_query", "The query is empty.", remedy="Say what you look for.")


def _day(value: Any) -> Any:
    return (parse_day(value) if value else None) if isinstance(value, str) else value


def _conditions(texts: tuple[str, ...]) -> tuple[str, ...]:
    from piperoll.search import conditions

    for text in texts:
        conditions.parse(text)
    return texts


def _weights(value: Any) -> Any:
    from piperoll.search.fusion import parse_weights

    return parse_weights(value)


class SearchOptions(BaseModel):
    """Describe one search request. Every interface takes its options, their defaults and their descriptions from here.

    Raises:
        UsageError: an option is wrong; the message names it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    k: int = Field(default=10, ge=1, le=1000, description="How many hits, or documents.")
    mode: Mode = Field(default=Mode.HYBRID, description="By meaning, by words, or both.")
    fusion: Method | None = Field(
        default=None, description="Fuse the scorers by their scores, or by rank (default: as set)."
    )
    weights: Annotated[Mapping[str, float] | None, BeforeValidator(_weights)] = Field(
        default=None, description="How much each scorer counts, as dense=1,lexical=2."
    )
    rerank: bool | None = Field(default=None, description="Let a model order the first hits anew, or not.")
    reranker: str | None = Field(
        default=None,
        description="Rerank by this one: late-interaction, late-interaction-e5, or a cross-encoder (folder or name).",
    )
    document: str | None = Field(
        default=None, max_length=LONGEST, description="Only this document: its number, or its path in the source."
    )
    path: str | None = Field(
        default=None, max_length=LONGEST, description="Only this unit and what is below it, such as kap2."
    )
    role: str | None = Field(
        default=None, max_length=LONGEST, description="Only chunks of this role, such as TRANSITION_PROVISION."
    )
    where: Annotated[tuple[Annotated[str, Field(max_length=LONGEST)], ...], AfterValidator(_conditions)] = Field(
        default=(),
        max_length=CONDITIONS_MOST,
        description="Only where the metadata is so, as court=HKCFI|HKCA or year>=2018; repeatable.",
    )
    as_of: Annotated[date | None, BeforeValidator(_day)] = Field(default=None, description=AS_OF)
    include_repealed: bool = Field(default=False, description="Also what is not in force on that day, marked.")
    edition: int | None = Field(default=None, description=EDITION)
    backend: str | None = Field(
        default=None, description="By the vectors of this backend (default: that of the corpus)."
    )

    @model_validator(mode="wrap")
    @classmethod
    def _explain(cls, values: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(values, Mapping):
            check_texts({f"Option {name}": value for name, value in values.items()})
        try:
            return handler(values)
        except ValidationError as error:
            option, wrong = first_invalid(error)
            raise UsageError(
                "option_invalid", f"Option {option}: {wrong}.", remedy="See docs/search.md, or --help."
            ) from None

    @model_validator(mode="after")
    def _check_weights(self) -> Self:
        if self.weights is not None:
            from piperoll.search.fusion import check_weights
            from piperoll.search.scorers import of_mode

            check_weights(self.weights, "--weights", of_mode(self.mode))
        return self

    @property
    def as_gold(self) -> dict[str, Any]:
        """Return the filters as a gold set has them."""
        return self.model_dump(mode="json", include=GOLD_FILTERS, exclude_defaults=True)

    def plan(self, settings: Settings, corpus: str) -> "SearchPlan":
        """Return what a search in ``corpus`` does: these options, and where they say nothing the settings.

        Raises:
            UsageError: the settings of the corpus are wrong.
        """
        from piperoll.search import conditions, fusion, rerank
        from piperoll.search.plan import SearchPlan
        from piperoll.text.thesaurus import Thesauri

        return SearchPlan(
            k=self.k,
            mode=self.mode,
            fusion=fusion.configured(settings, corpus, method=self.fusion, weights=self.weights),
            rerank=rerank.configured(settings, corpus, wanted=self.rerank, name=self.reranker),
            thesauri=Thesauri(settings.thesauri_of(corpus)),
            filters=conditions.Filters(
                self.document,
                self.path,
                self.role,
                self.as_of or date.today(),
                tuple(conditions.parse(text) for text in self.where),
                include_repealed=self.include_repealed,
            ),
            edition=self.edition,
            backend=self.backend,
        )


class GatherOptions(SearchOptions):
    """Describe how hits and what stands around them are put together."""

    k: int = Field(default=10, ge=1, le=1000, description="How many hits.")
    budget: int = Field(
        default=BUDGET, ge=1, le=BUDGET_MOST, description="Tokens of the text at most, four characters each."
    )
    neighbours: int = Field(default=1, ge=0, le=100, description="Chunks beside each hit, at each side.")


class ContextOptions(GatherOptions):
    """Describe one request for a text to put before a model."""

    amendments: bool = Field(default=False, description="Add the acts that last amended the passages.")


class AskOptions(GatherOptions):
    """Describe one question."""

    filters: Filtering = Field(
        default=Filtering.NONE,
        description="Search only what the question names (its company, years, court), or wider too.",
    )
    explain: bool = Field(default=False, description="Show what each step found and dropped, and how long it took.")
