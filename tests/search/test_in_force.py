"""What is in force on a day is found on it; the rest only by --include-repealed, and marked."""

import os
from collections.abc import Callable
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from piperoll.errors import PiperollError
from piperoll.library import CorpusReader, EvidenceBase
from piperoll.settings import Settings
from piperoll.store.connection import Database
from tests.search.indexing import index

FRONT = "---\nbeteckning: {number}\nrubrik: {title}\nutfardad_datum: {issued}\n{more}---\n\n# {title}\n\n"
OLD = FRONT.format(
    number="1988:15", title="Fyrlag", issued="1988-12-15",
    more='andringsforfattningar:\n  - beteckning: "1990:11"\n    rubrik: "Lag om ändring"\n'
    '    ikraft_datum: 1991-01-01\n    anteckningar: "ändr. 2 §"\n  - beteckning: "2004:10"\n    anteckningar: upph.\n',
) + (
    "### 1 §\n\nLanternan ska lysa hela natten.\n\n### 2 §\n\nVaktaren tänder lanternan. Lag (1990:11).\n\n"
    "### 3 §\n\nHar upphävts genom lag (1995:3).\n\n"
    "## Övergångsbestämmelser\n\nDenna lag träder i kraft den 1 mars 1989.\n"
)  # fmt: skip
NEW = FRONT.format(number="2004:10", title="Lanternlag", issued="2004-05-06", more="") + (
    "### 1 §\n\nLanternan ska lysa när det är mörkt.\n\n## Övergångsbestämmelser\n\n"
    "Denna lag träder i kraft den 1 {month} 2004, då fyrlagen (1988:15) upphör att gälla.\n"
)
ACT = (
    '<html><article class="sfs"><div class="lovhead"><p><b>SFS 1990:11</b></p><p>Lag (1990:11) om ändring i fyrlagen'
    " (1988:15)</p></div><p>2 § ska ha följande lydelse: Vaktaren tänder lanternan.</p></article></html>"
)


@pytest.fixture
def laws(database: Database, settings: Settings, tmp_path: Path) -> Callable[..., CorpusReader]:
    """Writes files into the source, indexes them, and returns a reader of the corpus."""
    source = tmp_path / "laws"
    source.mkdir()
    base = EvidenceBase(database, settings)

    times = count(1_000_000_000)

    def write(**files: str) -> CorpusReader:
        time = next(times)
        for name, text in files.items():
            path = source / name.replace("_", ".")
            path.write_text(text, encoding="utf-8")
            os.utime(path, (time, time))
        with database.connect(autocommit=True) as connection:
            index(connection, settings, "laws", source, "se-law")
        return CorpusReader(base, "laws")

    return write


def found(reader: CorpusReader, **options: Any) -> set[tuple[str, str, bool]]:
    hits = reader.search("lanternan upphävts", mode="lexical", **options).hits
    return {(hit.document, hit.path, hit.in_force) for hit in hits if hit.path.startswith("kap0")}


BOTH = {("SFS 1988:15", "kap0.§1"), ("SFS 1988:15", "kap0.§2")}


def test_a_repealed_act_is_found_on_the_days_when_it_was_law(laws: Callable[..., CorpusReader]) -> None:
    reader = laws(old_md=OLD)
    assert found(reader) == set()
    assert found(reader, as_of="2004-12-31") == {(*one, True) for one in BOTH}, "the year that its act names"
    assert found(reader, as_of="2005-01-01") == set()
    assert found(reader, as_of="1989-02-28") == set(), "its entry clause says from when"
    assert found(reader, as_of="1989-03-01") == {(*one, True) for one in BOTH}
    gone = {(*one, False) for one in BOTH} | {("SFS 1988:15", "kap0.§3", False)}
    assert found(reader, include_repealed=True) == gone
    assert found(reader, include_repealed=True, as_of="2000-01-01") == {
        *((*one, True) for one in BOTH), ("SFS 1988:15", "kap0.§3", False),
    }  # fmt: skip


def test_the_day_of_the_act_counts_where_the_corpus_has_it(laws: Callable[..., CorpusReader]) -> None:
    together = laws(old_md=OLD, new_md=NEW.format(month="juli"))
    new = ("SFS 2004:10", "kap0.§1", True)
    assert found(together) == {new}
    assert found(together, as_of="2004-06-30") == {(*one, True) for one in BOTH}
    assert found(together, as_of="2004-07-01") == {new}
    (until,) = {hit.valid_to for hit in together.search("lanternan", mode="lexical", as_of="2000-01-01").hits}
    assert until == date(2004, 7, 1)
    assert together.show("1988:15").versions[0].valid_to == date(2004, 7, 1)

    other_day = laws(new_md=NEW.format(month="oktober"))
    assert found(other_day, as_of="2004-07-01") == {(*one, True) for one in BOTH}, "though its own file did not change"
    assert found(other_day, as_of="2004-10-01") == {new}
    assert found(other_day, as_of="2004-07-01", edition=1) == {new}, "as that edition knew it"


def test_an_act_whose_day_is_only_that_of_its_issue_ends_nothing(laws: Callable[..., CorpusReader]) -> None:
    reader = laws(old_md=OLD, new_md=NEW.partition("## Över")[0])
    assert ("SFS 1988:15", "kap0.§1", True) in found(reader, as_of="2004-12-31")


def test_another_file_of_a_repealed_act_is_not_law_either(laws: Callable[..., CorpusReader]) -> None:
    copy = OLD.replace('  - beteckning: "2004:10"\n    anteckningar: upph.\n', "")
    assert {one[0] for one in found(laws(copy_md=copy))} == {"SFS 1988:15"}
    reader = laws(old_md=OLD)
    assert found(reader) == set()
    assert found(reader, as_of="2004-12-31") == {(*one, True) for one in BOTH}


def test_documents_and_contexts_mark_what_is_not_in_force(laws: Callable[..., CorpusReader]) -> None:
    reader = laws(old_md=OLD, new_md=NEW.format(month="juli"))
    asked: dict[str, Any] = {"mode": "lexical", "include_repealed": True}
    documents = reader.documents("lanternan", **asked).documents
    assert {one.document: one.in_force for one in documents} == {"SFS 1988:15": False, "SFS 2004:10": True}
    context = reader.context("lanternan vaktaren", **asked)
    standing = {
        core.path: core.in_force for block in context.blocks if block.document == "SFS 1988:15" for core in block.core
    }
    assert standing and not any(standing.values())
    assert "not in force: kap0.§" in context.text
    assert "not in force" not in reader.context("lanternan vaktaren", mode="lexical").text
    assert "upphävts" not in reader.context("lanternan", mode="lexical", as_of="2000-01-01", neighbours=5).text


def test_a_citation_of_a_repealed_act_leads_to_it(laws: Callable[..., CorpusReader]) -> None:
    reader = laws(old_md=OLD, new_md=NEW.format(month="juli"))
    (cited,) = [one for one in reader.cites("2004:10").cites if one.target == "SFS 1988:15"]
    assert cited.resolved is not None and cited.resolved.document == "SFS 1988:15"


def test_amending_acts_are_listed_and_shown(laws: Callable[..., CorpusReader]) -> None:
    reader = laws(old_md=OLD, act_html=ACT)
    acts = reader.amendments("1988:15")
    assert [(act.document, act.date, act.note, bool(act.text)) for act in acts] == [
        ("SFS 2004:10", None, "upph.", False),
        ("SFS 1995:3", None, "", False),
        ("SFS 1990:11", date(1991, 1, 1), "ändr. 2 §", True),
    ]
    assert [act.document for act in reader.amendments("SFS 1988:15", "kap0.§2")] == ["SFS 1990:11"]
    assert [act.document for act in reader.amendments("old.md", "kap0.§3")] == ["SFS 1995:3"]
    assert reader.amendments("SFS 1988:15", "kap0.§1") == []
    with pytest.raises(PiperollError, match="no document"):
        reader.amendments("1988:16")
    chunks = {chunk.path: chunk.amendment for chunk in reader.show("1988:15", with_amendments=True).versions[0].chunks}
    assert (behind := chunks["kap0.§2"]) and "följande lydelse" in (behind.text or "")
    assert chunks["kap0.§1"] is None
    asked: dict[str, Any] = {"mode": "lexical", "as_of": "2000-01-01", "amendments": True}
    context = reader.context("vaktaren tänder", **asked)
    (act,) = context.amendments or []
    assert (act.document, act.paths, act.in_text) == ("SFS 1990:11", ["kap0.§2"], True)
    assert "=== SFS 1990:11 |" in context.text
    short = reader.context("vaktaren tänder", budget=context.tokens - 1, **asked)
    assert [one.in_text for one in short.amendments or []] == [False] and short.tokens < context.tokens


def test_a_provision_that_two_files_have_is_found_once_in_each_of_its_wordings(
    laws: Callable[..., CorpusReader],
) -> None:
    text = NEW.format(month="juli").replace("## Över", "### 2 §\n\nVaktaren släcker lanternan.\n\n## Över")
    again = text.replace("Lanternan ska lysa när", "Lanternan  ska\nlysa när").replace("släcker", "tänder")
    reader = laws(one_md=text, two_md=again)
    hits = reader.search("lanternan", mode="lexical", k=4).hits
    contents = sorted(" ".join(hit.content.split()) for hit in hits if hit.path.startswith("kap0"))
    assert [content.partition("§")[2].strip() for content in contents] == [
        "Lanternan ska lysa när det är mörkt.",
        "Vaktaren släcker lanternan.",
        "Vaktaren tänder lanternan.",
    ]
    assert len(reader.search("lanternan", mode="lexical", k=2).hits) == 2, "what is shown once leaves room for others"
