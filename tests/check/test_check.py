"""A text with known faults gets the verdicts that are true of it, by the command and the library alike."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import piperoll
from piperoll import settings as configured
from piperoll.cli import app
from piperoll.library import EvidenceBase
from piperoll.settings import Settings
from piperoll.store.connection import open_database
from tests.conftest import name_of
from tests.search.indexing import index

ROOT = Path(__file__).parents[2]
DAY = "2034-01-01"
FAMILIES = {"laws": "se-law", "cases": "hk-cases", "deals": "contracts"}
DUTY = "Fyrhållaren ansvarar för att fyren lyser under hela mörkertiden"
BEES = "They are owned while they are hived"
JUDGMENT = "[2031] EWHC 9902 (Ch)"
NDA = "the Mutual Non-Disclosure Agreement between Skerry Optics GmbH and Pharos Analytics, Inc."


@pytest.fixture(scope="module")
def template(filled: Settings) -> str:
    """Examples of statutes, judgments and contracts, searched by words."""
    with open_database(filled) as database, database.connect(autocommit=True) as connection:
        for name, profile in FAMILIES.items():
            index(connection, filled, name, ROOT / "examples" / profile, profile)
    return name_of(filled)


@pytest.fixture
def base(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[EvidenceBase]:
    assert settings.dsn
    monkeypatch.setenv("PIPEROLL_DSN", settings.dsn.get_secret_value())
    configured.load.cache_clear()
    with piperoll.open() as opened:
        yield opened
    configured.load.cache_clear()


def verdicts(base: EvidenceBase, corpus: str, text: str, day: str = DAY) -> list[tuple[str, str, str | None]]:
    """The text, verdict and path of each citation and quotation."""
    found = base[corpus].check(text, as_of=day)
    for one in found.citations:
        assert text[one.start : one.end] == one.text
    return [(one.text, one.verdict, one.path) for one in found.citations]


@pytest.mark.parametrize(
    ("corpus", "text", "expected"),
    [
        ("laws", f"”{DUTY}” (2 kap. 1 § fyrlagen (2031:12)).", ["verbatim", "verbatim"]),
        ("laws", f"Enligt 2 kap. 1 § SFS 2031:12 gäller:\n\n> {DUTY}\n", ["verbatim", "verbatim"]),
        ("laws", f"Enligt 2 kap. 2 § lagen (2031:12) är det så att ”{DUTY}”.", ["misattributed", "misattributed"]),
        ("laws", f"”{DUTY.replace('hela', 'halva')}” (2 kap. 1 § lagen (2031:12)).", ["altered", "altered"]),
        ("laws", "”Månen är en ost som ingen äter” (2 kap. 1 § lagen (2031:12)).", ["not_found", "not_found"]),
        ("laws", "Se 2 kap. 99 § lagen (2031:12).", ["not_found"]),
        ("laws", "Se 2 kap. 1 § lagen (2031:12).", ["unchecked"]),
        ("laws", "Se SFS 2031:9999.", ["not_found"]),
        ("laws", "Se AFS 2031:5.", ["unchecked"]),
        ("laws", f"Det sägs att ”{DUTY}”.", ["verbatim"]),
        ("laws", "2 kap. 1 § fyrlagen (2031:12) gäller. Enligt 99 § är det annorlunda.", ["unchecked", "not_found"]),
        ("cases", f"“{BEES}” ({JUDGMENT} at [3]).", ["verbatim", "verbatim"]),
        ("cases", f"“{BEES}” ({JUDGMENT} at [4]).", ["misattributed", "misattributed"]),
        ("cases", f"“{BEES}”. [2031] EWHC 9902 at [3].", ["verbatim", "verbatim"]),
        ("cases", f"“They are not owned while they are hived”, {JUDGMENT}, para 3.", ["altered", "altered"]),
        ("cases", f"It was said:\n\n> {BEES} ({JUDGMENT} at [3])\n\nSo.", ["verbatim", "verbatim"]),
        ("cases", f"{JUDGMENT} at [4]: “The question is whether”.", ["altered"] * 2),
        ("cases", f"See {JUDGMENT} at [77].", ["not_found"]),
        ("cases", "See [2031] EWHC 123 (Ch) and [2031] UKHL 5.", ["not_found", "unchecked"]),
        ("cases", "See [1874] EWHC 5 (Ch).", ["unchecked"]),
        ("deals", f"Section 7 of {NDA} says “Nothing here grants a right under a patent”.", ["verbatim"] * 2),
        ("deals", f"Section 8 of {NDA} says “Nothing here grants a right under a patent”.", ["misattributed"] * 2),
        ("deals", f"See Clause 47 of {NDA}.", ["not_found"]),
        ("deals", "Section 7 of the Lease between Foo and Bar: “nothing is free of all rent”.", ["unchecked"] * 2),
    ],
)  # fmt: skip
def test_verdicts(base: EvidenceBase, corpus: str, text: str, expected: list[str]) -> None:
    assert [verdict for _, verdict, _ in verdicts(base, corpus, text)] == expected


def test_what_is_not_in_force_on_the_day_is_repealed(base: EvidenceBase) -> None:
    known = base["laws"].check("Se 2 kap. 1 § lagen (2031:12).", as_of="2020-01-01").citations
    assert [one.verdict for one in known] == ["repealed"]
    assert "2020-01-01" in known[0].detail


def test_each_difference_is_told(base: EvidenceBase) -> None:
    text = f"”{DUTY.replace('hela', 'halva')}” (2 kap. 1 § lagen (2031:12))."
    assert "[-hela-] {+halva+}" in base["laws"].check(text, as_of=DAY).citations[0].detail
    text = f"“{BEES}” ({JUDGMENT} at [4])."
    assert base["cases"].check(text, as_of=DAY).citations[0].path == "para.3"


def test_several_corpora_are_checked_at_once(base: EvidenceBase) -> None:
    text = f"”{DUTY}” (2 kap. 1 § lagen (2031:12)).\n\n“{BEES}” ({JUDGMENT} at [3]).\n\nSee {JUDGMENT} at [77]."
    found = base.check(text, list(FAMILIES), as_of=DAY).citations
    assert [one.verdict for one in found] == ["verbatim"] * 4 + ["not_found"]


def test_html_is_checked_as_it_is_read(base: EvidenceBase) -> None:
    page = f"<html><p>In {JUDGMENT} at [3]:</p><blockquote>{BEES}, and <b>a swarm</b> remains</blockquote></html>"
    assert [one.verdict for one in base["cases"].check(page, as_of=DAY).citations] == ["verbatim", "verbatim"]


def test_the_command_prints_what_the_library_returns(base: EvidenceBase, tmp_path: Path) -> None:
    text = f"”{DUTY}” (2 kap. 1 § lagen (2031:12)). Se 2 kap. 99 § lagen (2031:12)."
    memo = tmp_path / "memo.md"
    memo.write_text(text, encoding="utf-8")
    done = run("check", str(memo), "--corpus", "laws", "--as-of", DAY, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == base["laws"].check(text, as_of=DAY).to_dict()
    table = run("check", str(memo), "--corpus", "laws", "--as-of", DAY)
    assert table.exit_code == 1
    assert "1:2" in table.stdout and "not_found" in table.stdout
    memo.write_text(f"”{DUTY}” (2 kap. 1 § lagen (2031:12)).", encoding="utf-8")
    assert run("check", str(memo), "--corpus", "laws", "--as-of", DAY).exit_code == 0
    piped = CliRunner().invoke(app, ["check", "-", "--corpus", "laws", "--as-of", DAY, "--json"], input=text)
    assert json.loads(piped.stdout) == json.loads(done.stdout)


@pytest.mark.parametrize(
    ("data", "code"), [(b"%PDF-1.7 x", "not_a_text"), (b"PK\x03\x04word/document.xml", "not_a_text"), (b"", None)]
)
def test_files_that_are_no_text_are_refused(base: EvidenceBase, tmp_path: Path, data: bytes, code: str | None) -> None:
    file = tmp_path / "memo.docx"
    file.write_bytes(data)
    done = run("check", str(file), "--corpus", "laws", "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == (2 if code else 0)
    assert told["error"]["code"] == code if code else told == {"citations": []}


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
def test_a_true_quotation_is_never_called_false(base: EvidenceBase, data: st.DataObject) -> None:
    """Whatever range of words of a place is quoted, with its citation or without."""
    corpus, key = data.draw(st.sampled_from([("laws", "SFS 2031:12"), ("cases", JUDGMENT)]))
    version = base[corpus].show(key, as_of=DAY).versions[0]
    chunk = data.draw(st.sampled_from([one for one in version.chunks if one.in_force]))
    words = chunk.content.split()
    first = data.draw(st.integers(0, max(0, len(words) - 3)))
    last = data.draw(st.integers(min(len(words), first + 3), len(words)))
    quoted = " ".join(words[first:last])
    cited = f" ({key})" if data.draw(st.booleans()) else ""
    text = f"It says:\n\n> {quoted}\n\n{cited}"
    for one in base[corpus].check(text, as_of=DAY).citations:
        assert one.verdict in ("verbatim", "unchecked"), (one, text)


@pytest.mark.parametrize("text", ['"a b c d" ', "2 kap. 1 § lagen (2031:12) ", "“” ", "[2031] EWHC 9902 (Ch) at [3] "])
def test_hostile_texts_end(base: EvidenceBase, text: str) -> None:
    found: Any = base["laws"].check(text * 3_000, as_of=DAY)
    assert all(one.verdict in ("unchecked", "verbatim", "not_found") for one in found.citations)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))
