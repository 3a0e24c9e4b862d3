"""One search request: what its options say, what the settings add, and what is refused."""

from datetime import date

import pytest
from pydantic import ValidationError

from piperoll.errors import UsageError
from piperoll.search.conditions import Filters, parse
from piperoll.search.fusion import Fusion
from piperoll.search.modes import Method, Mode
from piperoll.search.options import ContextOptions, SearchOptions
from piperoll.search.plan import SearchPlan
from piperoll.settings import CorpusSettings, Settings

LAWS = CorpusSettings(
    source="laws", profile="se-law", fusion="rrf", weights={"dense": 1, "lexical": 2}, reranker="late-interaction"
)
SETTINGS = Settings(corpus={"laws": LAWS})


def test_what_nobody_says_is_as_without_settings() -> None:
    assert SearchOptions().plan(SETTINGS, "others") == SearchPlan()


def test_settings_of_the_corpus_are_filled_in() -> None:
    plan = SearchOptions().plan(SETTINGS, "laws")
    assert plan.fusion == Fusion(Method.RRF, {"dense": 1, "lexical": 2})
    assert plan.rerank
    assert plan.rerank.model.name == "late-interaction"


def test_options_go_before_the_settings() -> None:
    options = SearchOptions(
        k=3, mode=Mode.LEXICAL, fusion=Method.SUM, weights={"rule": 1.0}, rerank=False, document="1990:1", path="kap2",
        role="TABLE", where=("year>=2018",), as_of=date(2020, 1, 2), edition=4, backend="minilm",
    )  # fmt: skip
    filters = Filters("1990:1", "kap2", "TABLE", date(2020, 1, 2), (parse("year>=2018"),))
    fusion = Fusion(Method.SUM, {"rule": 1.0})
    expected = SearchPlan(3, Mode.LEXICAL, fusion, None, filters, edition=4, backend="minilm")
    assert options.plan(SETTINGS, "laws") == expected


def test_text_is_read_as_every_interface_writes_it() -> None:
    options = SearchOptions.model_validate(
        {"k": "3", "mode": "dense", "weights": "dense=1, rule=2", "as_of": "2020-01-02", "where": ["court=HKCFI"]}
    )
    assert options.weights == {"dense": 1.0, "rule": 2.0}
    assert (options.k, options.mode, options.as_of) == (3, Mode.DENSE, date(2020, 1, 2))
    assert options.where == ("court=HKCFI",)


@pytest.mark.parametrize(
    ("values", "code", "names"),
    [
        ({"k": 0}, "option_invalid", "Option k: "),
        ({"k": 1001}, "option_invalid", "Option k: "),
        ({"mode": "luck"}, "option_invalid", "Option mode: "),
        ({"luck": 1}, "option_invalid", "Option luck: "),
        ({"weights": "dense"}, "bad_weights", "'dense' is no list of weights"),
        ({"weights": {"luck": 1}}, "unknown_scorer", "'luck'"),
        ({"weights": {"lexical": 1}, "mode": "dense"}, "bad_weights", "is asked in this mode"),
        ({"where": ["year"]}, "bad_where", "'year' is no condition"),
        ({"as_of": "soon"}, "bad_date", "'soon' is no date"),
        ({"budget": 0}, "option_invalid", "Option budget: "),
        ({"neighbours": -1}, "option_invalid", "Option neighbours: "),
    ],
)
def test_a_wrong_option_is_named(values: dict[str, object], code: str, names: str) -> None:
    with pytest.raises(UsageError) as caught:
        ContextOptions.model_validate(values)
    assert caught.value.code == code
    assert names in caught.value.message


def test_options_are_values() -> None:
    assert SearchOptions(k=3) == SearchOptions(k=3) != SearchOptions()
    with pytest.raises(ValidationError):
        SearchOptions().k = 4  # type: ignore[misc]


def test_every_option_is_described_once_for_all_interfaces() -> None:
    described = ContextOptions.model_json_schema()["properties"]
    assert described.keys() >= SearchOptions.model_fields.keys() | {"budget", "neighbours"}
    assert all(one["description"].endswith((".", ")")) for one in described.values())


def test_the_mode_chooses_among_the_scorers_that_have_a_weight() -> None:
    assert SearchPlan(mode=Mode.DENSE).fused("minilm").scorers == ["dense"]
    assert SearchPlan(mode=Mode.LEXICAL).fused("minilm").scorers == [
        one for one in Fusion().by("minilm").scorers if one not in ("dense", "wording")
    ]
