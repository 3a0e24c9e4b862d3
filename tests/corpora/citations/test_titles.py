"""Other contracts and policies are found by their titles; the document itself and defined terms are none."""

import pytest

from piperoll.corpora.citations.titles import documents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See our Privacy Policy for details.", ["Privacy Policy"]),
        ("subject to the Master Services Agreement and Data Processing Addendum",
         ["Master Services Agreement", "Data Processing Addendum"]),
        ("our [Cookie Notice](https://lanternfish.example/cookies)", ["Cookie Notice"]),
        ("as filed with the Registration Statement", []),
        ("These Terms of Service bind you. The Terms of Service may change.", []),
        ("We keep a policy of openness.", []),
    ],
)  # fmt: skip
def test_titles(text: str, expected: list[str]) -> None:
    found = list(documents(text, 0, len(text), own=(), defined=frozenset()))
    assert [title for _, _, title in found] == expected
    assert all(title.split()[0] in text[start:end] for start, end, title in found)


def test_own_names_and_defined_terms_are_no_reference() -> None:
    text = "our Privacy Policy and the Lamp Agreement"
    assert list(documents(text, 0, len(text), ["Privacy Policy"], frozenset({"lamp agreement"}))) == []
