"""What is embedded is what a page shows."""

import pytest

from piperoll.model import embedding_text


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("## Fees\n\ntext", "Fees\n\ntext"),
        ("*   one\n*   two", "* one\n* two"),
        ("[terms](https://example.org/a(b)?session=1) apply", "[terms] apply"),
        ("Section 3(a) and [3](b)", "Section 3(a) and [3]"),
        ("a  \t b\n\n    c", "a b\n\n c"),
    ],
)
def test_embedding_text(content: str, shown: str) -> None:
    assert embedding_text("Title", "", content) == f"Title\n\n{shown}"
    assert embedding_text("Title", "Context.", content) == f"Title\nContext.\n\n{shown}"
