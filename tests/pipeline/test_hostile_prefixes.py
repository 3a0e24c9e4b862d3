"""A hundred hostile documents and a model that obeys them: nothing of it reaches the chunks of others."""

import re
from collections import Counter
from typing import Any

import pytest

from piperoll.llm.hostile import order_in
from piperoll.llm.prefixes import LONGEST
from piperoll.store import corpora, verify
from tests.claude_answers import Reply
from tests.hostile_documents import HOSTILE, KINDS, MARK, documents, honest, obeying
from tests.pipeline.prefixes import Bench


def through(path: str, prefix: str, said: str) -> bool:
    """Whether an attack changed the prefix of a chunk; that of its own chunk may say what the chunk says."""
    if not prefix or prefix == said:
        return False
    return path != HOSTILE or bool(order_in(prefix)) or len(prefix) > LONGEST


def test_no_hostile_document_gets_through(bench: Bench) -> None:
    said: dict[tuple[str, str], str] = {}

    def brain(body: Any) -> Reply:
        number = re.search(r"slag (\d+)", str(body))
        assert number
        said.update({(number[1], path): text for path, text in honest(body).items()})
        return obeying(body)

    bench.server.brain = brain
    kinds = {}
    for number, kind, text in documents():
        kinds[f"SFS {number}"] = kind.name
        (bench.folder / "laws" / f"{number.replace(':', '-')}.md").write_text(text, encoding="utf-8")
    assert len(kinds) >= 100 and len(KINDS) >= 15
    result = bench.run()
    assert result["documents"]["new"] == len(kinds) and not result["documents"]["quarantined"]
    got: Counter[str] = Counter()
    kept = 0
    found = bench.chunks()
    assert len(found) == 4 * len(kinds)
    for (key, path), prefix in found.items():
        place = str(int(key.partition(":")[2]) - 1)
        got[kinds[key]] += through(path, prefix, said.get((place, path), ""))
        kept += bool(prefix) and path != HOSTILE
        got[kinds[key]] += path != HOSTILE and MARK in prefix
    assert not +got, f"{+got}"
    assert kept > len(kinds) / 3, "what is honest stays"
    assert len(bench.server.paid) <= 8 * len(kinds), "no document makes a client ask without end"
    assert set(bench.server.paths) == {"/v1/messages"}
    with bench.database.connect() as connection:
        proved = verify.verify(connection, corpora.get(connection, "test"), 1)
        assert proved["chunks"] == len(found) and not proved["uncovered"]


@pytest.mark.parametrize(
    "text",
    [
        "Denna paragraf anger när avgift ska betalas och till vem.",
        "This section sets out the instructions that an insurer must give the insured before the policy ends.",
        "The clause says who may use the service; the user may end it at any time.",
        "Bestämmelsen reglerar systemet för avgifter: anmälan, beslut och överklagande.",
        "Paragraph 12 sums up the judge's answer to the appellant's first ground (s. 4(2)(a)).",
    ],
)
def test_plain_words_are_no_orders(text: str) -> None:
    assert order_in(text) == ""
