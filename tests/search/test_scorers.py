"""A scorer of another package: found by its entry point, weighted by settings, and told of when it is wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from piperoll.errors import PiperollError, UsageError
from piperoll.search import scorers
from piperoll.search.fusion import Fusion
from piperoll.search.modes import Mode
from piperoll.search.options import SearchOptions
from piperoll.search.plan import SearchPlan
from piperoll.search.search import search
from piperoll.settings import CorpusSettings, Settings
from piperoll.store.connection import Database
from piperoll.store.lexical_units import UNITS
from piperoll.store.lexical_writer import Writer
from tests.store.history import Content, History

RECIPE = '''
"""A scorer that prefers short chunks among those that others find."""

from collections.abc import Sequence

from piperoll.search.query import Query
from piperoll.search.scorer import Scored, ScorerSpec


def prefer_short(query: Query) -> Scored:
    """Score each chunk by how short it is."""

    def others(ids: Sequence[int]) -> dict[int, float]:
        rows = query.connection.execute("SELECT id, content FROM chunk WHERE id = ANY (%s)", (list(ids),))
        return {chunk: 1 / (1 + len(content)) for chunk, content in rows}

    return Scored([], others)


SHORT = ScorerSpec("short", prefer_short, weight=0.0, finds=False)
LEXICAL = ScorerSpec("lexical", prefer_short, weight=0.0)
WORDS = ["short"]
'''

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Put a package with entry points on the path, as a package manager does."""

    def install(**entries: str) -> None:
        (tmp_path / "short_chunks.py").write_text(RECIPE, encoding="utf-8")
        facts = tmp_path / "short_chunks-1.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: short-chunks\nVersion: 1.0\n", encoding="utf-8")
        lines = [f"{name} = {value}" for name, value in entries.items()]
        (facts / "entry_points.txt").write_text("\n".join(["[piperoll.scorers]", *lines]), encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        scorers.registered.cache_clear()

    yield install
    scorers.registered.cache_clear()


def test_another_package_adds_a_scorer(install: Install, database: Database) -> None:
    install(short="short_chunks:SHORT")
    laws = CorpusSettings(source="laws", profile="se-law", weights={"lexical": 1, "short": 5})
    plan = SearchOptions(mode=Mode.LEXICAL).plan(Settings(corpus={"laws": laws}), "laws")
    texts = ("The keeper, who keeps the lamp, keeps it burning.", "The keeper sleeps.")
    with database.connect(autocommit=True) as connection:
        history = History(connection, "laws")
        history.build({"lamps.md": Content("Lamps", 2001, tuple((f"p.{at}", text) for at, text in enumerate(texts)))})
        for unit in UNITS:
            Writer(connection, history.corpus, unit=unit).index(1)
        hits = search(connection, history.corpus, "keeper keeps the lamp", plan)["hits"]
        without = search(connection, history.corpus, "keeper keeps the lamp", SearchPlan(mode=Mode.LEXICAL))["hits"]
    assert [(hit["path"], hit["scores"]["short"]) for hit in hits] == [
        ("p.1", pytest.approx(1 / (1 + len(texts[1])))),
        ("p.0", pytest.approx(1 / (1 + len(texts[0])))),
    ]
    assert "short" not in without[0]["scores"], "its weight is 0 without settings"
    assert (without[0]["path"], Fusion().by("minilm").weights["short"]) == ("p.0", 0)


def test_a_scorer_that_finds_nothing_by_itself_needs_another(install: Install) -> None:
    install(short="short_chunks:SHORT")
    with pytest.raises(UsageError, match="short alone can find nothing"):
        SearchOptions(weights={"short": 1})


@pytest.mark.parametrize(
    ("name", "value", "code", "names"),
    [
        ("lexical", "short_chunks:LEXICAL", "scorer_clash", "'lexical'"),
        ("absent", "short_chunks:ABSENT", "scorer_broken", "does not load"),
        ("short", "no_such_module:SHORT", "scorer_broken", "does not load"),
        ("brief", "short_chunks:SHORT", "scorer_broken", "is no ScorerSpec of that name"),
        ("words", "short_chunks:WORDS", "scorer_broken", "is no ScorerSpec of that name"),
    ],
)
def test_what_cannot_be_used_is_named(install: Install, name: str, value: str, code: str, names: str) -> None:
    install(**{name: value})
    with pytest.raises(PiperollError, match=names) as caught:
        scorers.registered()
    assert caught.value.code == code
    assert value in caught.value.message
