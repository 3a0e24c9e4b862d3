"""Test that a row of a table that is too large is cut between the lines of its cells."""

from piperoll.corpora.clauses.pieces.breaks import cell_lines
from tests.corpora.clauses.documents import terms

LONG = "if the lamp of the tower is lit, the keeper may, at dusk, at dawn or by night, fill it with the oil of the port"


def parts(cell: str) -> list[str]:
    text = f"| {cell} |"
    return [text[at:].split("<br>")[0].strip(" |") for at in cell_lines(text, 0, len(text))]


def test_a_cell_is_cut_behind_a_sentence_and_in_front_of_an_item() -> None:
    assert parts("Oil is paid.<br><br>Glass is not.") == ["Glass is not."]
    assert parts("* the lamps<br>*   the oil<br>  * the glass") == ["*   the oil", "* the glass"]


def test_no_cut_stands_behind_what_leads_to_an_item_or_heads_a_line() -> None:
    assert parts("We keep:<br>* the lamps") == []
    assert parts("**Lamps**<br>* the oil") == []
    assert parts("Your lamps<br>The keeper lights them") == []
    assert parts("Oil is paid.<br>") == []


def test_a_row_is_cut_between_items_not_inside_a_sentence() -> None:
    items = "<br>".join(f"* {LONG}" for _ in range(12))
    document = terms(f"# Terms\n\n## Oil\n\n| Lamps | Use |\n| --- | --- |\n| Red lamps | {items} |\n| Blue | None |\n")
    inside = [chunk for chunk in document.chunks if "fill it" in chunk.content][1:]
    assert len(inside) > 1
    assert all(chunk.content.startswith("* if the lamp") for chunk in inside)
    assert all(chunk.header.endswith("Lamps | Use > Red lamps") for chunk in inside)
