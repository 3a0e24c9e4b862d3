"""What is printed: nothing in a document controls the terminal, and JSON is whole whatever it holds."""

import json
from datetime import date
from uuid import UUID

import pytest

from piperoll import terminal


def test_a_line_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.say("[bold]Lamp[/bold] \x1b[31mred\x07")
    assert capsys.readouterr().out == "[bold]Lamp[/bold] \N{REPLACEMENT CHARACTER}[31mred\N{REPLACEMENT CHARACTER}\n"


def test_json_holds_days_ids_and_names_that_are_no_text(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    value = {"day": date(2031, 3, 1), "run": UUID(int=1), "file": "caf\udce9.md"}
    terminal.print_json(value)
    told = json.loads(capsysbinary.readouterr().out)
    assert told == {"day": "2031-03-01", "run": "00000000-0000-0000-0000-000000000001", "file": "caf?.md"}
    assert terminal.told()


def test_a_table_writes_numbers_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.table("Corpora", ["name", "chunks", "share"], [["laws", 12_345, 0.5], ["[b]", 1, 0.25]])
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines == [
        ["Corpora"], ["name", "chunks", "share"], ["laws", "12,345", "0.50"], ["[b]", "1", "0.25"]
    ]  # fmt: skip


def test_no_hits_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.hits({"hits": []})
    assert capsys.readouterr().out == "No hits.\n"
