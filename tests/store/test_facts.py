"""Facts go with the version of their filing: into an edition, back to it, and away with it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import piperoll
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.corpora.sec_10k.codes import CODES, canonical_title
from piperoll.errors import UsageError
from piperoll.library import CorpusReader
from piperoll.settings import Settings
from piperoll.store import corpora, editions, prune, verify
from piperoll.store.connection import Connection, Database, open_database
from tests.conftest import name_of
from tests.search.indexing import index

EXAMPLES = Path(__file__).parents[2] / "examples" / "sec-10k"
LAMP = "0009900001_10-K_2031"
NEXT = "0009900001_10-K_2032"
WITHOUT = ["0009900002_10-K_1996", "0009900003_10-K_2011"]


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.connect(autocommit=True) as opened:
        yield opened


def copy_to(folder: Path) -> Path:
    """A folder with the example filings."""
    folder.mkdir()
    for path in EXAMPLES.glob("*[!l]"):
        shutil.copy2(path, folder / path.name)
    return folder


@pytest.fixture(scope="module")
def template(filled: Settings, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The filings as corpus f, in one edition."""
    source = copy_to(tmp_path_factory.mktemp("facts") / "filings")
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        index(connection, filled, "f", source, "sec-10k")
    return name_of(filled)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The folder of the filings, for a test to change."""
    return copy_to(tmp_path / "filings")


@pytest.fixture
def reader(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[CorpusReader]:
    """The corpus of the filings."""
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()
    with piperoll.open() as opened:
        yield opened["f"]
    configured.load.cache_clear()


def restated(source: Path) -> None:
    """Add the filing of the next year, which restates the net income of this one."""
    page = (source / "lanternfish-2031.htm").read_text()
    for year in (2031, 2030):
        page = page.replace(str(year), str(year + 1))
    page = page.replace("20322", "20312").replace(">8,120<", ">9,799<")
    (source / "lanternfish-2032.htm").write_text(page)


def values(reader: CorpusReader, **named: Any) -> list[tuple[str, int | None, int | float | None]]:
    return [(fact.document, fact.year, fact.value) for fact in reader.facts(**named)]


def test_a_figure_is_found_by_company_concept_and_year(reader: CorpusReader, connection: Connection) -> None:
    [fact] = reader.facts("lanternfish", "us-gaap:NetIncomeLoss", 2031)
    row = connection.execute(
        "SELECT substr(text, %s, %s) FROM version WHERE metadata ->> 'cik' = %s",
        [(fact.start or 0) + 1, (fact.end or 0) - (fact.start or 0), fact.cik],
    ).fetchone()
    assert row == ("9,840",)
    assert fact.to_dict() == {
        "document": LAMP, "cik": "0009900001", "ticker": "LAMP", "company": "Lanternfish Lamps, Inc.", "year": 2031,
        "concept": "us-gaap:NetIncomeLoss", "label": "Net income", "value": 9_840_000, "unit": "USD",
        "period_start": "2031-01-01", "period_end": "2031-12-31", "dimensions": {}, "accession": None,
        "start": fact.start, "end": fact.end,
    }  # fmt: skip


@pytest.mark.parametrize(
    "company", ["LAMP", "lamp", "9900001", "0009900001", "Lanternfish Lamps", "LANTERNFISH LAMPS, INC."]
)
@pytest.mark.parametrize("concept", ["us-gaap:Revenues", "revenues", "REVENUES"])
def test_a_company_and_a_concept_have_several_names(reader: CorpusReader, company: str, concept: str) -> None:
    assert {fact.value for fact in reader.facts(company, concept) if not fact.dimensions} == {86_300_000, 84_300_000}


def test_the_whole_company_comes_before_its_segments(reader: CorpusReader) -> None:
    marks = [bool(fact.dimensions) for fact in reader.facts()]
    assert marks == sorted(marks)


@pytest.mark.parametrize(
    ("named", "code", "remedy"),
    [
        ({"company": "Lanternfisch Lamp"}, "unknown_company", "Lanternfish Lamps, Inc."),
        ({"company": "0000000001"}, "unknown_company", ""),
        ({"concept": "NetIncome"}, "unknown_concept", "us-gaap:NetIncomeLoss"),
    ],
)
def test_what_is_unknown_is_said_with_the_nearest(
    reader: CorpusReader, named: dict[str, str], code: str, remedy: str
) -> None:
    with pytest.raises(UsageError) as caught:
        list(reader.facts(**named))
    assert caught.value.code == code
    assert remedy in caught.value.remedy


def test_a_name_of_two_companies_is_not_guessed(
    reader: CorpusReader, connection: Connection, settings: Settings, source: Path
) -> None:
    page = (source / "lanternfish-2031.htm").read_text().replace("0009900001", "0009900009")
    (source / "other.htm").write_text(
        page.replace("Lanternfish Lamps", "Lanternfish Boats").replace(">LAMP<", ">BOAT<")
    )
    index(connection, settings, "f", source, "sec-10k")
    with pytest.raises(UsageError) as caught:
        list(reader.facts("lanternfish"))
    assert caught.value.code == "ambiguous_company"
    assert "Lanternfish Boats" in caught.value.remedy
    assert {fact.cik for fact in reader.facts("lanternfish boats")} == {"0009900009"}


def test_a_restated_figure_comes_from_both_filings(
    reader: CorpusReader, connection: Connection, settings: Settings, source: Path
) -> None:
    restated(source)
    index(connection, settings, "f", source, "sec-10k")
    found = values(reader, company="LAMP", concept="NetIncomeLoss", year=2031)
    assert found == [(LAMP, 2031, 9_840_000), (NEXT, 2031, 9_799_000)]


def test_facts_are_those_of_the_edition(
    reader: CorpusReader, connection: Connection, settings: Settings, source: Path
) -> None:
    named = {"company": "LAMP", "concept": "NetIncomeLoss", "year": 2031}
    path = source / "lanternfish-2031.htm"
    path.write_text(path.read_text().replace(">9,840<", ">9,841<"))
    index(connection, settings, "f", source, "sec-10k")
    assert values(reader, **named) == [(LAMP, 2031, 9_841_000)]
    assert values(reader, **named, edition=1) == [(LAMP, 2031, 9_840_000)]
    published = "SELECT value FROM published_fact WHERE concept = 'us-gaap:NetIncomeLoss' AND year = 2031"
    assert connection.execute(published).fetchall() == [(9_841_000,)]

    editions.rollback(connection, corpora.get(connection, "f"), 1)
    assert values(reader, **named) == [(LAMP, 2031, 9_840_000)]
    assert connection.execute(published).fetchall() == [(9_840_000,)]

    editions.rollback(connection, corpora.get(connection, "f"), 2)
    prune.prune(connection, corpora.get(connection, "f"), 1)
    assert connection.execute("SELECT count(DISTINCT version_id) FROM fact").fetchone() == (1,)
    assert values(reader, **named) == [(LAMP, 2031, 9_841_000)]


def test_concepts_are_those_of_the_edition(
    reader: CorpusReader, connection: Connection, settings: Settings, source: Path
) -> None:
    path = source / "lanternfish-2031.htm"
    path.write_text(path.read_text().replace("us-gaap:CostOfRevenue", "lamp:CostOfLamps"))
    index(connection, settings, "f", source, "sec-10k")
    assert values(reader, concept="CostOfRevenue", edition=1)
    assert values(reader, concept="CostOfLamps")
    for named in ({"concept": "CostOfRevenue"}, {"concept": "CostOfLamps", "edition": 1}):
        with pytest.raises(UsageError) as caught:
            list(reader.facts(**named))  # type: ignore[arg-type]
        assert caught.value.code == "unknown_concept"
        assert str(named["concept"]) not in caught.value.remedy


def test_the_companies_and_sections_of_the_published_edition(
    reader: CorpusReader, connection: Connection, settings: Settings, source: Path
) -> None:
    named = "SELECT company, aliases, filings FROM published_company WHERE cik = '0009900001'"
    aliases = ["Lanternfish Lamps", "Lanternfish Lamps, Inc.", "LAMP"]
    assert [(name, sorted(told), count) for name, told, count in connection.execute(named)] == [
        ("Lanternfish Lamps, Inc.", sorted(aliases), 1)
    ]
    page = (source / "lanternfish-2031.htm").read_text().replace("2031", "2032").replace("2030", "2031")
    (source / "next.htm").write_text(page.replace("Lanternfish Lamps", "Beacon Lamps"))
    index(connection, settings, "f", source, "sec-10k")
    [(company, told, filings)] = connection.execute(named).fetchall()
    assert (company, filings) == ("Beacon Lamps, Inc.", 2)
    assert {*aliases, "Beacon Lamps", "Beacon Lamps, Inc."} == set(told)
    assert {fact.company for fact in reader.facts("lanternfish lamps")} == {company, "Lanternfish Lamps, Inc."}
    editions.rollback(connection, corpora.get(connection, "f"), 1)
    assert connection.execute(named).fetchall()[0][2] == 1
    sections = connection.execute(
        "SELECT code, part, category, char_end > char_start FROM published_section WHERE document = %s", [LAMP]
    ).fetchall()
    assert ("ITEM_1A", "I", "risk", True) in sections


def test_every_item_of_the_form_is_in_the_table_of_sections(connection: Connection) -> None:
    rows = connection.execute("SELECT code, canonical FROM form_section ORDER BY ordinal").fetchall()
    assert rows == [(f"ITEM_{code}", canonical_title(code, None)) for code in CODES]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Apple Inc.", "Apple"), ("WELLS FARGO & COMPANY/MN", "WELLS FARGO"), ("THE BOEING COMPANY", "BOEING"),
        ("Kraft Heinz Co", "Kraft Heinz"), ("Costco Wholesale Corp /NEW", "Costco Wholesale"), ("Cocoa", "Cocoa"),
    ],
)  # fmt: skip
def test_a_short_name_is_one_without_its_legal_form(connection: Connection, name: str, short: str) -> None:
    assert connection.execute("SELECT short_company_name(%s)", [name]).fetchone() == (short,)


def test_verify_counts_facts_and_those_outside_the_text(reader: CorpusReader, connection: Connection) -> None:
    corpus = corpora.get(connection, "f")
    report = verify.verify(connection, corpus, 1)
    assert (report["facts"], report["misplaced_facts"]) == (len(list(reader.facts())), 0)
    assert report["facts"]
    connection.execute("UPDATE fact SET char_end = 10000000 WHERE ordinal = 0")
    assert verify.verify(connection, corpus, 1)["misplaced_facts"] == 1
    assert not reader.verify().holds


def test_the_command_prints_one_object_a_line_and_says_what_has_none(reader: CorpusReader) -> None:
    done = CliRunner().invoke(app, ["facts", "f", "--company", "LAMP", "--concept", "NetIncomeLoss", "--json"])
    assert done.exit_code == 0
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        fact.to_dict() for fact in reader.facts("LAMP", "NetIncomeLoss")
    ]
    every = CliRunner().invoke(app, ["facts", "f", "--json"])
    assert len(every.stdout.splitlines()) == len(list(reader.facts()))
    assert list(reader.without_facts()) == WITHOUT
    assert all(key in every.stderr for key in WITHOUT)
    table = CliRunner().invoke(app, ["facts", "f", "--year", "2031"])
    assert "9,840,000" in table.stdout


def test_the_command_says_that_there_is_none(reader: CorpusReader) -> None:
    none = CliRunner().invoke(app, ["facts", "f", "--company", "0009900002", "--json"])
    assert (none.exit_code, none.stdout) == (0, "")
    assert WITHOUT[0] in none.stderr
    wrong = CliRunner().invoke(app, ["facts", "f", "--company", "Lanternfisch", "--json"])
    assert wrong.exit_code == 2
    assert json.loads(wrong.stdout)["error"]["code"] == "unknown_company"
