"""Where sentences end, and where a full stop ends none."""

from itertools import pairwise

import pytest

from piperoll.text.sentences import ends


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The lamp burns. It is bright.", ["The lamp burns.", "It is bright."]),
        (
            "Notices go to Acme Inc. Attention: Keeper. They are short.",
            ["Notices go to Acme Inc. Attention: Keeper.", "They are short."],
        ),
        ("See No. 5 and J. Smith. (A) Next.", ["See No. 5 and J. Smith.", "(A) Next."]),
        ("He said “stop.” Then he went.", ["He said “stop.”", "Then he went."]),
        ("**Fees.** They are due.", ["**Fees.**", "They are due."]),
        ("It costs 1.50 a day. and more", ["It costs 1.50 a day. and more"]),
        ("Svetilka sveti (olje, stenj...) še ponoči.", ["Svetilka sveti (olje, stenj...) še ponoči."]),
        ("灯亮着。它很亮。", ["灯亮着。", "它很亮。"]),
    ],
)
def test_ends(text: str, sentences: list[str]) -> None:
    cuts = [0, *ends(text, 0, len(text)), len(text)]
    found = [text[start:end].strip() for start, end in pairwise(cuts)]
    assert [one for one in found if one] == sentences
