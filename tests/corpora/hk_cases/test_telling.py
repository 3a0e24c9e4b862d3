"""What goes on telling behind the facts, what another court decided, and what the right of appeal closes."""

import pytest

from piperoll.corpora.hk_cases import roles
from piperoll.corpora.hk_cases.telling import decides, tells, tells_again, weighs_evidence
from tests.corpora.hk_cases.documents import akn, para
from tests.corpora.hk_cases.test_headings import BOLD, LONG, level

STORY = "On 3 May 2031 the keeper met his brothers at the lighthouse, and they agreed who would buy the oil. "
WEIGHED = "In my judgment the keeper should have asked. Counsel submitted that section 4 of the Act holds. "

CONTENDED = "The keeper claims that the oil was his, and maintains that he never sold it. "
FOUND = "I found him to be an honest witness, and I accept that he lit the lamp. "


def sections(*named: tuple[str, str]) -> list[str]:
    """Return the roles of the sections of a judgment: each a heading and a text."""
    body = "".join(level(name, BOLD) + para(f"{n}.", text * 4) for n, (name, text) in enumerate(named, 1))
    return [chunk.role for chunk in akn(body).chunks if chunk.paragraphs]


def test_a_section_behind_the_facts_goes_on_telling_them() -> None:
    found = sections(
        ("The lamp", STORY),
        ("The family meetings", STORY),
        ("The sale", STORY),
        ("The oil lease", WEIGHED),
        ("The second sale", STORY),
    )
    assert found == ["facts", "facts", "facts", "reasoning", "reasoning"]


def test_what_a_side_says_and_what_the_law_is_are_no_facts() -> None:
    for heading, text in (
        ("The plaintiff’s case", CONTENDED),
        ("The case for Lamp Pte Ltd", CONTENDED),
        ("The Defence’s representations", STORY),
        ("VISA CRITERIA", STORY),
        ("Schedule 16 Finance Act 2031", STORY),
        ("The oil that is disputed", STORY),
        ("The keeper’s loss", STORY),
    ):
        assert sections(("The lamp", STORY), (heading, text), ("The wick", WEIGHED)) == [
            "facts",
            "reasoning",
            "reasoning",
        ], heading
    assert not tells("", [])


def test_the_evidence_of_a_side_may_be_told_as_its_case() -> None:
    for heading in ("The Prosecution’s Case", "The case for Lamp Pte Ltd", "Wicks defence"):
        assert sections(("Issues", WEIGHED), ("The law", WEIGHED), (heading, STORY))[2] == "facts", heading
    assert not tells("The time bar defence", [STORY])
    assert tells("Ministry of Defence", [STORY])


def test_a_long_section_that_tells_takes_up_the_facts_again() -> None:
    behind = [("The lamp", WEIGHED), ("The wick", WEIGHED), ("The oil", WEIGHED), ("Salt", WEIGHED)]
    tail = [("Rust", WEIGHED)] * 3
    for more, expected in ((1, ["facts", "facts"]), (4, ["facts", "facts"]), (5, ["reasoning", "reasoning"])):
        weighed = [*behind, ("Sand", WEIGHED)][:more]
        named = [("Background", STORY), *weighed, ("The boats", STORY * 4), ("Two sails", STORY * 2)]
        assert sections(*named, *tail)[-5:-3] == expected, more
    named = [("Background", STORY), behind[0], ("The boats", STORY * 4 + FOUND * 2)]
    assert sections(*named, *tail)[2] == "reasoning"
    assert tells_again("The boats", [STORY * 8], 1)
    assert not tells_again("The boats", [STORY * 8], 2)
    assert not tells_again("", [STORY * 40], 2)


def test_facts_are_not_taken_up_again_late_or_below_what_is_weighed() -> None:
    long = ("The boats", STORY * 4)
    assert sections(("Background", STORY), *[("The wick", WEIGHED)] * 2, long)[-1] == "reasoning"
    named = ("Whether the keeper was the owner of the boats", STORY * 4)
    assert sections(("Background", STORY), ("The wick", WEIGHED), named, *[("Rust", WEIGHED)] * 3)[2] == "reasoning"


def test_a_first_chunk_in_which_the_judge_decides_is_no_story() -> None:
    assert decides(FOUND * 3)
    assert not decides(FOUND)
    assert not decides(STORY * 90 + FOUND * 2)
    body = para("1.", (STORY + FOUND * 2) * 14) + para("2.", WEIGHED * 40)
    assert [chunk.role for chunk in akn(body).chunks if chunk.paragraphs] == ["reasoning", "reasoning"]


def test_a_postscript_is_no_order_and_the_conclusion_in_front_of_it_concludes_the_whole() -> None:
    order = "The appeal is dismissed. "
    named = [("The lamp", STORY), ("A. The first ground", WEIGHED), ("Conclusion", order), ("Postscript: oil", order)]
    body = "".join(level(name, BOLD) + para(f"{n}.", text * 4) for n, (name, text) in enumerate(named, 1))
    found = [(chunk.role, chunk.metadata["heading"]) for chunk in akn(body).chunks if chunk.paragraphs]
    assert found[2:] == [("order", "Conclusion"), ("reasoning", "Postscript: oil")]


def test_a_chunk_without_a_heading_tells_with_fewer_words_that_weigh() -> None:
    text = [STORY * 9 + WEIGHED]
    assert tells("The family meetings", [STORY * 18 + WEIGHED])
    assert not tells("E. Section 7 Cannot Operate to Limit Section 11 Rights", [STORY])
    assert not tells("", text)
    assert tells("", [STORY * 22 + WEIGHED])


def test_chinese_tells_too() -> None:
    assert not tells("輕判請求", ["許大律師指出，第一被告人在最早的機會承認控罪。"])
    assert not tells("管有危險藥物罪", ["本席認為毒品的性質及份量相對輕微，法庭判處罰款。"])
    assert tells("政府化驗師", ["政府化驗師證實證物1至16的毒品成分。"])


def test_behind_what_both_sides_say_the_story_goes_on() -> None:
    named = [("The plaintiff’s case", CONTENDED), ("The defendant’s case", WEIGHED), ("The trial", STORY)]
    assert sections(("The lamp", STORY), *named) == ["facts", "reasoning", "reasoning", "facts"]


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("The decision below", "facts"),
        ("B. The courts below › B.1 The Lands Tribunal", "facts"),
        ("Relevant provisions", "reasoning"),
        ("Arguments below › The harbour’s arguments below", "facts"),
        ("Decision of the trial judge", "facts"),
        ("THE FEDERAL MAGISTRATE'S DECISION", "facts"),
        ("4. The judgments below › (1) Beam J", "facts"),
        ("Proceedings in Singapore", "facts"),
        ("THE CURRENT PROCEEDINGS", "facts"),
        ("Penalties › Additional factual matters", "facts"),
        ("4. The legal proceedings between parties", "facts"),
        ("The trial › The plaintiff’s case", "facts"),
        ("The costs of the trial", "reasoning"),
        ("III. Judicial Decisions › A. Rulings on the Lamp, Rockland Superior Court of Justice (de Wick J.)", "facts"),
        ("III. Judicial Decisions › B. Court of Appeal for Rockland, 2031 RKCA 5, 12 R.R. (3d) 4 (Oil J.A.)", "facts"),
        ("III. Decision Below (2031 RKCA 5, 12 R.R. (3d) 4) › A. Beam J.A. (Wick J.A. Concurring)", "facts"),
        ("II. Decisions in Issue › (1) The Admissibility Issue", "facts"),
        ("A. This Court’s Decision in Harbour, 2029 SCC 65", "reasoning"),
        ("The findings by the Judge", "facts"),
        ("Introduction and application to adjourn", "reasoning"),
        ("Introduction", "facts"),
        ("Our decision", "reasoning"),
        ("The decision of the court", "reasoning"),
        ("Analysis of the decision below", "reasoning"),
        ("Right to apply for permission to appeal", "closing"),
    ],
)
def test_roles_of_decisions_below_and_of_the_right_of_appeal(heading: str, role: str) -> None:
    assert roles.role(heading, LONG, first=False, orders=False, kind="judgment") == role


@pytest.mark.parametrize(
    ("heading", "content", "expected"),
    [
        ("The witnesses", FOUND + STORY, True),
        ("The wick › Dr Oil’s evidence", FOUND + STORY, True),
        ("Witness evidence › Mr Wick", FOUND + STORY, True),
        ("The evidence", FOUND + STORY * 60, False),  # two findings in six pages
        ("The lamp", FOUND + STORY, False),
        ("The evidence", f"He said: “{FOUND}” {STORY}", False),
        ("The evidence", f"He wrote: “{STORY}\n\n“{FOUND}” {STORY}", False),
        ("The evidence", f"I return to him later in my judgment. {STORY}", False),
    ],
)
def test_evidence_that_the_judge_weighs(heading: str, content: str, expected: bool) -> None:
    assert weighs_evidence(heading, content) is expected


def test_evidence_that_is_weighed_is_reasoning_and_the_story_goes_on_behind_it() -> None:
    named = [("The witnesses", STORY), ("The evidence of Mr Wick", FOUND), ("The sale", STORY)]
    assert sections(("The lamp", STORY), *named) == ["facts", "facts", "reasoning", "facts"]


def test_below_the_appeal_this_court_considers() -> None:
    found = sections(("Background", STORY), ("Decision of the trial judge", STORY), ("The appeal", STORY))
    assert found == ["facts", "facts", "reasoning"]
