"""Citations and dated versions through a real run: stored, resolved by edition and by day, shown by the commands."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from piperoll import settings as configured
from piperoll.cli import app
from piperoll.corpora import registry
from piperoll.corpora.common.profile import BaseProfile
from piperoll.model import Chunk, Citation, Document, SetAside, Status
from piperoll.store import corpora, verify
from piperoll.text.tokens import estimate
from tests.flows.conftest import Bench

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
CITED = re.compile(r"<(?P<target>[^<>#]*)#?(?P<path>[^<>]*)>")


@dataclass(frozen=True)
class Notes(BaseProfile):
    """``DATE/KEY.txt``: a line is the chunk ``para.N``, ``<KEY#PATH>`` in it cites; lines with # are set aside."""

    name: ClassVar[str] = "notes"
    version: ClassVar[int] = 1
    language: ClassVar[str] = "english"
    suffixes: ClassVar[frozenset[str]] = frozenset({".txt"})

    repeat: bool = False

    def read(self, data: bytes, name: str) -> Iterator[Document]:
        text, path = data.decode(), PurePosixPath(name)
        chunks: list[Chunk] = []
        aside: list[SetAside] = []
        at = 0
        for number, line in enumerate(text.splitlines(keepends=True), 1):
            start, end = at, at + len(line.rstrip())
            at += len(line)
            if line.startswith("#"):
                aside.append(SetAside(start, end, "note"))
                continue
            overlap = 0
            if self.repeat and chunks:
                start, overlap = chunks[-1].start, start - chunks[-1].start
            content = text[start:end]
            header = f"{path.stem} > {number}"
            chunks.append(
                Chunk(f"para.{number}", "NOTE", header, content, start, end, estimate(content),
                      paragraphs=(number, 100 + number), overlap=overlap)
            )  # fmt: skip
        cited = [
            Citation(one.start(), one.end(), "case" if one["target"] else "internal", one["target"], one["path"])
            for one in CITED.finditer(text)
        ]
        dated = date.fromisoformat(path.parent.name) if path.parent.name else None
        yield Document(path.stem, path.stem, "NOTE", Status.CHUNKED, text, chunks, aside, cited, dated)

    def references(self, query: str) -> list[Citation]:
        return [
            Citation(*match.span(), "internal", "", f"para.{match[1]}") for match in re.finditer(r"at \[(\d+)\]", query)
        ]


@pytest.fixture
def notes(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setitem(registry.loaded(), "notes", Notes())
    monkeypatch.setenv("PIPEROLL_DSN", bench.environment["PIPEROLL_DSN"])
    return bench


def write(bench: Bench, name: str, text: str) -> None:
    path = bench.folder / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def run(bench: Bench) -> dict[str, Any]:
    from flows.reindex_corpus import reindex_corpus

    result: dict[str, Any] = reindex_corpus(corpus="test", source=str(bench.folder), profile="notes")
    return result


def command(*arguments: str) -> Any:
    configured.load.cache_clear()
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.stdout + result.stderr
    return json.loads(result.stdout)


def brief(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [
        (row["path"], row["text"], row["resolved"] and (row["resolved"]["document"], row["resolved"]["path"]))
        for row in rows
    ]


FIRST = "Lights must burn <B#para.2>.\nSee <C> and <#para.1>, <#para.103>.\nKeepers keep <B>.\n# aside <B#para.1>\n"


def test_citations_lead_where_the_edition_has_it(notes: Bench) -> None:
    write(notes, "A", FIRST)
    write(notes, "B", "One.\nTwo <A#para.9>.\n")
    run(notes)
    in_a = [
        ("para.1", "<B#para.2>", ("B", "para.2")),
        ("para.2", "<C>", None),
        ("para.2", "<#para.1>", ("A", "para.1")),
        ("para.2", "<#para.103>", ("A", "para.3")),
        ("para.3", "<B>", ("B", None)),
        (None, "<B#para.1>", ("B", "para.1")),
    ]
    assert brief(command("cites", "test", "A")["cites"]) == in_a
    assert brief(command("cites", "test", "A", "para.3")["cites"]) == in_a[4:5]
    to_b = [(row["document"], row["path"], row["text"]) for row in command("cited-by", "test", "B")["cited_by"]]
    assert to_b == [("A", "para.1", "<B#para.2>"), ("A", "para.3", "<B>"), ("A", None, "<B#para.1>")]
    assert [row["text"] for row in command("cited-by", "test", "B", "para.2")["cited_by"]] == ["<B#para.2>"]
    assert {row["text"] for row in command("cited-by", "test", "A")["cited_by"]} == {
        "<#para.1>",
        "<#para.103>",
        "<A#para.9>",
    }
    write(notes, "C", "Three.\n")
    assert run(notes)["documents"]["unchanged"] == 2
    assert brief(command("cites", "test", "A")["cites"])[1] == ("para.2", "<C>", ("C", None))
    assert brief(command("cites", "test", "A", "--edition", "1")["cites"])[1] == in_a[1]
    report = notes.verified()
    assert (report["citations"], report["misplaced_citations"]) == (7, 0)


def test_hits_and_documents_carry_what_they_cite(notes: Bench) -> None:
    write(notes, "A", FIRST)
    run(notes)
    shown = command("show", "test", "A")["versions"][0]["chunks"]
    assert [[one["text"] for one in chunk["citations"]] for chunk in shown] == [
        ["<B#para.2>"],
        ["<C>", "<#para.1>", "<#para.103>"],
        ["<B>"],
    ]
    hit = command("search", "test", "keepers", "--mode", "lexical")["hits"][0]
    assert [(one["text"], one["resolved"]) for one in hit["citations"]] == [("<B>", None)]
    assert FIRST[hit["citations"][0]["start"] : hit["citations"][0]["end"]] == "<B>"


def test_a_citation_in_a_repeated_passage_counts_once(notes: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.loaded(), "notes", Notes(repeat=True))
    write(notes, "A", FIRST)
    run(notes)
    assert [row["path"] for row in command("cites", "test", "A")["cites"]] == [
        "para.1",
        "para.2",
        "para.2",
        "para.2",
        "para.3",
        None,
    ]
    assert notes.verified()["uncovered"] == 0


def test_a_citation_outside_its_chunk_fails_the_proof(notes: Bench) -> None:
    write(notes, "A", FIRST)
    run(notes)
    with notes.database.connect() as connection:
        connection.execute("UPDATE citation SET char_end = char_end + 500 WHERE ordinal = 0")
        report = verify.verify(connection, corpora.get(connection, "test"), 1)
    assert report["misplaced_citations"] == 1
    assert not verify.holds(report)


def test_every_day_has_its_own_wording(notes: Bench) -> None:
    for day, years in (("2021-03-01", "13"), ("2022-03-01", "16"), ("2099-01-01", "21")):
        write(notes, f"{day}/Terms", f"You must be {years}.\nOne <#para.1>.\n")
    run(notes)
    for day, years in (("2021-03-01", "13"), ("2022-02-28", "13"), ("2022-03-01", "16"), ("2099-01-01", "21")):
        versions = command("show", "test", "Terms", "--as-of", day)["versions"]
        assert [one["chunks"][0]["content"] for one in versions] == [f"You must be {years}."]
        hits = command("search", "test", "must be", "--mode", "lexical", "--as-of", day)["hits"]
        assert [hit["content"] for hit in hits] == [f"You must be {years}."]
        assert [row["document"] for row in command("cited-by", "test", "Terms", "--as-of", day)["cited_by"]] == [
            "Terms"
        ]
    assert [one["valid_from"] for one in command("show", "test", "Terms")["others"]] == ["2099-01-01", "2021-03-01"]
    assert not command("search", "test", "must be", "--mode", "lexical", "--as-of", "2020-01-01")["hits"]
    result = CliRunner().invoke(app, ["show", "test", "Terms", "--as-of", "2020-01-01", "--json"])
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["code"] == "not_valid"
    assert "2021-03-01" in json.loads(result.stdout)["error"]["remedy"]


def test_the_wording_of_two_days_compared(notes: Bench) -> None:
    write(notes, "2021-03-01/Terms", "You must be 13 years old.\nWe sell cookies.\nGo away.\n")
    write(notes, "2022-03-01/Terms", "You must be 16 years old.\nNew.\nWe sell cookies.\n")
    run(notes)
    found = command("diff", "test", "Terms", "2021-03-01", "2022-03-01")
    assert found["chunks"] == {"added": 1, "removed": 1, "changed": 1, "moved": 1}
    changed = found["changes"][0]
    assert (changed["change"], changed["path"]) == ("changed", "para.1")
    assert changed["words"][1:3] == [["removed", "13 "], ["added", "16 "]]
    result = CliRunner().invoke(app, ["diff", "test", "Terms", "2021-03-01", "2022-03-01"])
    assert "You must be [-13 -]{+16 +}years old." in result.stdout
    assert CliRunner().invoke(app, ["diff", "test", "Terms", "2021-03-01"]).exit_code == 2


def test_a_paragraph_within_a_chunk_is_found_by_its_number(notes: Bench) -> None:
    write(notes, "Lamp", "One.\nTwo.\nThree.\n")
    write(notes, "Buoy", "One.\nTwo.\nThree.\n")
    run(notes)
    for query, path in (("lamp at [2]", "para.2"), ("lamp at [103]", "para.3")):
        hit = command("search", "test", query, "--mode", "lexical")["hits"][0]
        assert (hit["document"], hit["path"], list(hit["scores"])[-1]) == ("Lamp", path, "rule")
