"""Labels of address blocks head nothing, where another block stands below the first one."""

import pytest

from piperoll.corpora.clauses.candidates.addresses import without_addresses
from piperoll.corpora.clauses.candidates.candidate import Candidate

OWNER = "Owner: Red Lamps, Inc. 7 Pier Road, Pier Town, Maine 04101"
KEEPER = "Keeper: Blue Lamps, LLC 9 Mole Street, Mole Town, Ohio 43004"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        pytest.param(f"{OWNER} {KEEPER}\n", False, id="in one line"),
        pytest.param(f"{OWNER}\nAttention: A. Lamp\n\nFOR THE KEEPER:\n\n__________\n", False, id="a form"),
        pytest.param(f"{OWNER}\n\n{KEEPER}\nFax: 555\n", False, id="in two lines"),
        pytest.param(f"{OWNER}\nAttention: A. Lamp\nFacsimile No.: 555 1234\n", True, id="one alone"),
        pytest.param(f"Notices: A notice may be sent to Pier Town, Maine 04101.\n\n{KEEPER}\n", True, id="a sentence"),
        pytest.param("Oil: The owner has it.\n\nWicks: The keeper has them.\n", True, id="no addresses"),
    ],
)
def test_the_label_of_an_address_heads_no_other_address(text: str, kept: bool) -> None:
    label = Candidate(0, text.index(":") + 1, caption=text[: text.index(":")])
    assert (without_addresses(text, [label]) == [label]) is kept
