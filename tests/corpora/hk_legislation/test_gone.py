"""Provisions that are gone: the note that stands in their place, in text and in rows."""

import json

import pytest

from tests.corpora.hk_legislation.documents import read

BEFORE = "Lantern Ordinance (Cap. 907)\nPart 1\nPreliminary\n1.\tShort title\nThis is the Lantern Ordinance.\n"
AFTER = "Schedule 3\nForms\n1.\tA form for a lamp."
NOTE = "(Repealed 12 of 2034 s. 9)"


@pytest.mark.parametrize(
    "gone",
    [
        f"Part 2\n{NOTE}",
        f"Part 2 {NOTE}",
        f"Part 2\t{NOTE}",
        f"Schedule 2\n{NOTE}",
        f"Schedule 2 {NOTE}",
        "2.\t" + NOTE,
    ],
)
def test_a_provision_of_a_text_that_is_gone(gone: str) -> None:
    chunks = read(f"{BEFORE}{gone}\n{AFTER}").chunks
    (found,) = [chunk for chunk in chunks if chunk.content.startswith(gone)]
    assert found.metadata["repealed"] and not found.in_force
    assert "Schedule 3" not in found.header
    assert all(chunk.in_force for chunk in chunks if chunk is not found)


@pytest.mark.parametrize("text", [NOTE, f"4. {NOTE}", f"(2) {NOTE}"])
def test_a_row_that_is_gone(text: str) -> None:
    row = {"cap": "907", "title": "Lantern Ordinance", "section": "4", "heading": "", "text": text}
    (chunk,) = read(json.dumps(row), "row.json").chunks
    assert chunk.metadata["repealed"] and not chunk.in_force


@pytest.mark.parametrize("status", ["notYetInOperation", "Not yet in operation", "notInForce", "repealed"])
def test_the_status_of_a_row_may_be_a_value_of_the_xml(status: str) -> None:
    row = {"cap": "907", "section": "4", "heading": "Glass", "text": "Glass is clear.", "status": status}
    assert not read(json.dumps(row), "row.json").chunks[0].in_force
    assert read(json.dumps(row | {"status": "operational"}), "row.json").chunks[0].in_force


def test_a_section_that_speaks_of_a_repeal_is_in_force() -> None:
    (chunk,) = read(json.dumps({"cap": "907", "section": "4", "text": f"The lamp burns. {NOTE}"}), "row.json").chunks
    assert chunk.in_force


def test_what_follows_a_provision_is_not_its_heading() -> None:
    chunks = read(f"{BEFORE}Part 2\nDivision 1—Lamps\n2.\tGlass\nGlass is clear.\nSchedule 2\n{AFTER}").chunks
    headers = {chunk.path: chunk.header for chunk in chunks}
    assert headers["s.2"].endswith("> Part 2 > Division 1 Lamps > s.2 Glass")
    assert headers["sch2"].endswith("> Schedule 2")
