from pathlib import Path

from piperoll.corpora import registry
from piperoll.text import analysis, thesaurus


def test_a_query_has_the_wordings_of_what_it_names(tmp_path: Path) -> None:
    file = tmp_path / "thesaurus.txt"
    file.write_text(
        "# NAME = WORDING\n\nnon-compete, covenant not to compete, disparagement = shall not engage\nnothing here\n"
    )
    known = thesaurus.load(file, "english")

    def wordings(query: str) -> list[str]:
        return known.wordings(analysis.terms(thesaurus.spaced(query), "english"))

    assert wordings("Is there a non compete?") == ["shall not engage"]
    assert wordings("Non-competes and covenants not to compete") == ["shall not engage"]
    assert wordings("Any disparragement?") == ["shall not engage"]
    assert wordings("who competes") == []


def test_names_of_clauses() -> None:
    found = registry.get("contracts").expansions("Which choice of law, and is there a no-shop?")
    assert [wording for wording in found if "laws of the state" in wording]
    assert [wording for wording in found if "solicit" in wording]
    assert registry.get("contracts").expansions("") == []


def test_everyday_words_of_swedish() -> None:
    wordings = registry.get("se-law").expansions
    assert wordings("får man cykla på trottoaren efter skilsmässan?") == ["gångbana", "äktenskapsskillnad"]
    assert wordings("äktenskapsskillnad, gångbana och 3 kap. 2 §") == []
