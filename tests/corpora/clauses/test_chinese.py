"""Contracts in Chinese."""

import pytest

from tests.corpora.clauses.documents import at, clauses, contract

FRONT = "供灯合同\n\n甲方：灯塔有限公司\n乙方（买方）：港口公司\n\n签订日期：2031年5月3日\n\n"
PROSE = "守灯人应于日落时点灯，并于日出时熄灯，全年每日如此。"


def test_articles_are_chunks_with_their_headings() -> None:
    text = f"{FRONT}第一条 灯\n\n{PROSE}\n\n第二条 油\n\n（一）{PROSE}\n\n（二）{PROSE}\n\n第三条 期限\n\n{PROSE}\n"
    document = contract(text)
    assert clauses(document) == ["art1", "art2", "art2.1", "art2.2", "art3"]
    assert [chunk.metadata.get("heading") for chunk in document.chunks] == [None, "灯", "油", "期限"]


def test_numbers_with_a_chinese_comma_count_clauses_and_items() -> None:
    text = f"{FRONT}一、灯\n\n{PROSE}\n\n二、油\n\n1、{PROSE}\n\n2、{PROSE}\n\n三、期限\n\n{PROSE}\n"
    assert clauses(contract(text)) == ["1", "2", "2.1", "2.2", "3"]


def test_chapters_stand_over_articles() -> None:
    text = f"{FRONT}第一章 总则\n\n第一条 {PROSE}\n\n第二章 责任\n\n第二条 {PROSE}\n"
    document = contract(text)
    assert clauses(document) == ["part-1", "art1", "part-2", "art2"]
    assert "第二章 责任" in at(document, "part-2").header


def test_signatures_and_annexes_are_chunks_of_their_own() -> None:
    annexes = f"附件一：灯单\n\n{PROSE}\n\n附件二：油\n\n{PROSE}"
    text = f"{FRONT}第一条 灯\n\n{PROSE}\n\n甲方（盖章）：\n乙方（盖章）：\n\n{annexes}"
    assert [chunk.path for chunk in contract(text).chunks] == ["preamble", "art1", "signatures", "附件-1", "附件-2"]


def test_a_character_is_a_token() -> None:
    document = contract(f"{FRONT}第一条 灯\n\n{(PROSE + chr(10)) * 12}", max_tokens=160)
    assert all(chunk.tokens <= 175 for chunk in document.chunks)


def test_title_parties_and_day_are_read() -> None:
    document = contract(f"{FRONT}第一条 灯\n\n{PROSE}\n")
    assert document.title == "供灯合同 between 灯塔有限公司 and 港口公司"
    assert document.metadata["date"] == "2031-05-03"


@pytest.mark.parametrize(
    ("front", "end"),
    [
        ("MIETVERTRAG\n\nzwischen Lampen GmbH, Kiel, und Turm AG, Bremen\n\n§ 1 Lampen", "Kiel, den 3. Mai 2031"),
        (
            "CONTRAT DE LAMPES\n\nentre Lampes SA, Brest, et Tour SA, Metz\n\nArticle 1",
            "Fait à Brest, le 3 mai 2031",
        ),
        (
            "CONTRATO DE LUZ\n\nentre Luz S.A., Vigo, y Torre S.L., Jaén\n\nPRIMERA.- A",
            "En Vigo, a 3 de mayo de 2031",
        ),
    ],
)
def test_the_day_behind_a_place_is_that_of_the_contract(front: str, end: str) -> None:
    assert contract(f"{front}\n\n{PROSE * 30}\n\n{end}\n").metadata["date"] == "2031-05-03"


def test_spanish_clauses_end_the_recitals() -> None:
    recitals = "EXPONEN\n\nI. Que hay lámparas.\n\nII. Que hay un faro.\n\n"
    agreed = "CLÁUSULAS\n\nPRIMERA.- OBJETO. Se dan lámparas.\n\nSEGUNDA.- PRECIO. Se paga el precio.\n"
    text = f"CONTRATO DE LUZ\n\nentre Luz S.A., Vigo, y Torre S.L., León\n\n{recitals}{agreed}"
    assert clauses(contract(text))[-2:] == ["primera", "segunda"]
