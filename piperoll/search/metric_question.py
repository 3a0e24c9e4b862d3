"""Read a question for a metric: which company, which years, which metrics, and what is left that nobody understood."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from piperoll.ranges import Range
from piperoll.search import metric_table
from piperoll.search.metric_table import Metric
from piperoll.search.metric_years import Years, take_years
from piperoll.search.naming import Named, Names, Spelled, Word, mended, mixed, named_by, runs
from piperoll.store.company_names import FORMS, Company, placed_words
from piperoll.text.traced import Traced

SHORTEST_PLAIN = 4
"""Letters of a word from which on it is the same in capitals; "IT" and "US" are other words than "it" and "us"."""
PLAIN = FORMS | {"usd", "cik"}
MONEY = frozenset("dollar dollars usd million millions billion billions".split())
"""Words that ask for an amount of money, which no ratio is: "gross margin in dollars" is gross profit to some."""


@dataclass(slots=True)
class Asked:
    """Hold what a question asks for."""

    metrics: list[Metric] = field(default_factory=list)
    companies: set[str] = field(default_factory=set)
    years: Years = field(default_factory=Years)
    left: list[str] = field(default_factory=list)
    """Words that nothing explains."""
    ambiguous: list[str] = field(default_factory=list)
    """Phrases that may mean several metrics."""
    money: bool = False
    """An amount of money is asked for."""
    guessed: bool = False
    """A word was taken for a misspelt one."""
    named: list[Named] = field(default_factory=list)
    """Where companies stand in the question."""
    phrased: list[tuple[Metric, Range]] = field(default_factory=list)
    """Where metrics stand in it."""


def read(
    question: str, companies: Sequence[Company], spelled: Spelled = frozenset, capitals: bool | None = None
) -> Asked:
    """Return what a question asks for.

    Args:
        question: in words.
        companies: those of the corpus.
        spelled: which words are in its texts; without it, all are.
        capitals: as :meth:`Names.meant` has it; None: as this question is written, of which nothing was left out.
    """
    years, rest = take_years(Traced.of(question))
    asked = Asked(years=years)
    placed = placed_words(rest)
    names = Names.of(companies)
    misspelt = mended([word for word, _, _ in placed], names, spelled, metric_table.vocabulary())
    asked.guessed = bool(misspelt)
    words = [misspelt.get(word.casefold(), word) for word, _, _ in placed]
    capitals = mixed(words) if capitals is None else capitals
    taken = _take(placed, misspelt, names, asked, capitals)
    asked.money = not MONEY.isdisjoint(word.casefold() for word in words)
    idle = metric_table.words().idle
    for word, known in zip(words, taken, strict=True):
        shouted = capitals and 1 < len(word) < SHORTEST_PLAIN and word.isupper() and word.casefold() not in PLAIN
        if not known and (shouted or word.casefold() not in idle):
            asked.left.append(word.casefold())
    return asked


def _take(placed: Sequence[Word], misspelt: dict[str, str], names: Names, asked: Asked, capitals: bool) -> list[bool]:
    """Take the phrases and names out of the words, the longest first, and return which words they are."""
    table, known = metric_table.phrases(), metric_table.words()
    words = [misspelt.get(word.casefold(), word) for word, _, _ in placed]
    taken = [False] * len(words)
    for at, count in runs(len(words)):
        if any(taken[at : at + count]):
            continue
        run = words[at : at + count]
        place = placed[at][1], placed[at + count - 1][2]
        phrase = " ".join(run).casefold()
        if phrase in table:
            metric = table[phrase]
            parts = [metric_table.metrics()[name] for name in metric.each] or [metric]
            asked.metrics += [part for part in parts if part not in asked.metrics]
            asked.phrased += [(part, place) for part in parts]
        elif phrase in known.ambiguous:
            asked.ambiguous.append(phrase)
        elif phrase in known.other:
            asked.left.append(phrase)
        elif phrase not in known.idle_phrases:
            if not (named := named_by(placed[at : at + count], misspelt, names, capitals)):
                continue
            asked.companies |= named.ids
            asked.named.append(named)
        taken[at : at + count] = [True] * count
    return taken
