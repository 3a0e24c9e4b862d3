"""Test that what holds no word is in no chunk of its own."""

from tests.corpora.clauses.documents import contract

LONG = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. " * 3


def test_a_chunk_without_a_word_is_set_aside() -> None:
    rows = f"{LONG}\n\n{' ' * 200}[***]\n\n{'-' * 60} {'-' * 600}\n\n{LONG}"
    document = contract(f"1. Oil. {LONG}\n\n2. Lamps. {rows}\n\n3. End. {LONG}", max_tokens=80)
    assert "no words" in {part.reason for part in document.set_aside}
    assert all(any(one.isalnum() for one in chunk.content) for chunk in document.chunks)


def test_what_was_left_out_of_a_clause_is_in_its_chunk() -> None:
    document = contract(f"1. Oil. {LONG}\n\n2. [***]\n\n3. End. {LONG}")
    assert any("[***]" in chunk.content for chunk in document.chunks)
