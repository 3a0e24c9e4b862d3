"""Paragraphs of an annex have the numbers that it prints, also where the form takes them for those of a list."""

import pytest

from tests.corpora.hk_cases.documents import akn, at, para, paths

LONG = "The keeper of the lamp must keep it burning from dusk until dawn, and no storm excuses him. " * 3
ITEM = "<blockContainer><num>{number}</num><p>{text}</p></blockContainer>"


def items(*numbers: str, text: str = LONG) -> str:
    """A row of items, as a converter takes the paragraphs of an annex."""
    return "".join(ITEM.format(number=number, text=text) for number in numbers)


def annexed(*bodies: str) -> str:
    """Attachments of a judgment."""
    each = "".join(f"<attachment><doc><mainBody>{body}</mainBody></doc></attachment>" for body in bodies)
    return f"<attachments>{each}</attachments>"


def found(*bodies: str) -> list[str]:
    """Paths of the chunks of the annexes, in order."""
    document = akn(para("1.", LONG), annexed(*bodies), max_characters=400, overlap=0)
    return [path for path in paths(document) if path not in ("front", "para.1")]


@pytest.mark.parametrize("numbers", [[f"{n}." for n in range(1, 8)], [f"({n})" for n in range(1, 8)]])
def test_an_annex_has_its_own_numbers(numbers: list[str]) -> None:
    assert found(f"<p>APPENDIX</p>{items(*numbers)}") == [f"op2.para.{n}" for n in range(1, 8)]


def test_each_annex_has_a_series() -> None:
    own = items("1.", "2.", "3.")
    assert found(f"<p>APPENDIX 1</p>{own}", f"<p>APPENDIX 2</p>{own}") == [
        f"op{series}.para.{n}" for series in (2, 3) for n in (1, 2, 3)
    ]
    assert found(f"<p>APPENDIX 1</p>{own}<p>Schedule 2</p>{own}") == [
        f"op{series}.para.{n}" for series in (2, 3) for n in (1, 2, 3)
    ]


def test_what_stands_behind_the_items_of_an_annex_is_in_the_next_one() -> None:
    document = akn(
        para("1.", LONG),
        annexed(f"<p>APPENDIX 1</p>{items('1.', '2.')}<p>The keepers</p><p>APPENDIX 2</p><p>A map.</p>"),
    )
    assert at(document, "op2.para.1").content.endswith("The keepers")
    assert at(document, "p.1").content == "APPENDIX 2\n\nA map."


def test_numbers_below_a_paragraph_of_an_annex_are_its_items() -> None:
    own, inner = [f"{n}." for n in range(1, 5)], [f"({n})" for n in range(1, 6)]
    assert found(f"<p>APPENDIX</p>{items(*own, *inner)}") == [f"op2.para.{n}" for n in range(1, 5)]


def test_numbers_that_an_annex_leaves_out_are_none_of_another() -> None:
    numbers = [*range(1, 8), *range(12, 20)]
    assert found(f"<p>APPENDIX</p>{items(*(f'{n}.' for n in numbers))}") == [f"op2.para.{n}" for n in numbers]


def test_a_table_of_an_annex_has_no_paragraphs() -> None:
    rows = "".join(f"<tr><td><p>{n}.</p></td><td><p>May 2031</p></td><td><p>{LONG}</p></td></tr>" for n in range(1, 5))
    assert not [path for path in found(f"<p>APPENDIX</p><table>{rows}</table>") if path.startswith("op")]
