"""Terms of service: where a file lies, what its page says of itself, and the snapshots of the examples."""

import json
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from piperoll.corpora.registry import get
from piperoll.corpora.terms import key_and_day
from piperoll.corpora.terms.dates import days_of_page
from piperoll.model import Document, DocumentError, embedding_text
from piperoll.sources.documents import open_source
from piperoll.text.language import guess
from tests.corpora.clauses.documents import TERMS, read, terms
from tests.corpora.real import real

FOLDER = Path(__file__).parents[3] / "examples" / "terms"


@pytest.mark.parametrize(
    ("name", "key", "day"),
    [
        ("2031-03-01/Lanternfish/Privacy Policy.md", "Lanternfish/Privacy Policy", date(2031, 3, 1)),
        ("data/terms/2031-03-01/Lanternfish/Privacy Policy.md", "Lanternfish/Privacy Policy", date(2031, 3, 1)),
        ("a.zip!/2031-03-01/Lanternfish/Privacy Policy.md", "Lanternfish/Privacy Policy", date(2031, 3, 1)),
        ("2031-03-01/Lamps!/Privacy Policy.md", "Lamps!/Privacy Policy", date(2031, 3, 1)),
        ("2031-03-01/Amazon.com/Terms v2.1.md", "Amazon.com/Terms v2.1", date(2031, 3, 1)),
        ("Lanternfish/Privacy Policy.md", "Lanternfish/Privacy Policy", None),
        ("2031-13-01/Lanternfish/Privacy Policy.md", "2031-13-01/Lanternfish/Privacy Policy", None),
        ("notes.md", "notes", None),
    ],
)
def test_place(name: str, key: str, day: date | None) -> None:
    assert key_and_day(name) == (key, day)


def test_document() -> None:
    document = terms(
        "Welcome\n=======\n\nLast updated: **5 May 2031**\n\nWe and you agree to the terms of this service."
    )
    assert (document.key, document.title) == ("Lanternfish/Terms of Service", "Lanternfish Terms of Service")
    assert document.valid_from == date(2031, 3, 1)
    assert document.metadata == {
        "service": "Lanternfish",
        "type": "Terms of Service",
        "language": "en",
        "updated": "2031-05-05",
    }


def test_a_page_in_no_folder_is_called_what_it_calls_itself() -> None:
    assert terms("Lanternfish Rules\n=================\n\nBe kind.", "rules.md").title == "Lanternfish Rules"
    assert terms("Be kind.", "rules.md").title == "rules"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Last updated: August 9, 2031", date(2031, 8, 9)),
        ("**Date:** August 9, 2031", date(2031, 8, 9)),
        ("Thank you.\n\nPublished on 9 August 2031", date(2031, 8, 9)),
        ("Conditions de la lampe en date du 9 août 2031", date(2031, 8, 9)),
        ("Regulamentul se aplică începând cu data de 09.08.2031", date(2031, 8, 9)),
        ("Effective Date: 1st of May 2031", date(2031, 5, 1)),
        ("Stand 13.03.2031", date(2031, 3, 13)),
        ("Dernière mise à jour : 10 juillet 2031", date(2031, 7, 10)),
        ("最終更新日：2031年7月10日", date(2031, 7, 10)),
        ("최종 업데이트: 2031년 7월 10일", date(2031, 7, 10)),
        ("Дата последнего обновления: 10 июля 2031 г.", date(2031, 7, 10)),
        ("Ostatnia aktualizacja: 10 lipca 2031 r.", date(2031, 7, 10)),
        ("Sidst opdateret: 10. juli 2031", date(2031, 7, 10)),
        ("Gældende fra 3. maj 2031", date(2031, 5, 3)),
        ("Gäller från den 1 september 2031", date(2031, 9, 1)),
        ("In vigore dal 3 maggio 2031", date(2031, 5, 3)),
        ("Em vigor a partir de 3 de maio de 2031", date(2031, 5, 3)),
        ("Son güncelleme: 10 Temmuz 2031", date(2031, 7, 10)),
        ("_Last revised on_ 2031-02-03.", date(2031, 2, 3)),
        ("Version du 1er mars 2031", date(2031, 3, 1)),
        ("Lamps\n=====\n\nMarch 15, 2031 ([archive](https://example.org/archive))\n\nText", date(2031, 3, 15)),
        ("May 9, 2031\n\n### 1\\. General", date(2031, 5, 9)),
        ("Effective from 2031-04-11", date(2031, 4, 11)),
        ("Τελευταία Ενημέρωση: 30/06/2031", date(2031, 6, 30)),
        (f"{'Lamps are lit. ' * 300}\n\nDate of last revision: 5 October 2031", date(2031, 10, 5)),
        (f"{'Lamps are lit. ' * 300}\n\nDernière mise à jour le 23/04/2031\n", date(2031, 4, 23)),
        (f"{'Lamps are lit. ' * 300}\n\nAll of it is {'very ' * 20}effective since 5 October 2031.", None),
        ("A última alteração das Regras do Farol data de 23.09.2031.", date(2031, 9, 23)),
        (f"{'Lamps are lit. ' * 300}\n\nStand der B2B-Regeln: 15.12.2031", date(2031, 12, 15)),
        (
            f"{'Lamps are lit. ' * 300}\n\nEffective: 13 May 2031\n\nMore\n----\n\n"
            + "\n\n".join(f"[Lamp {n}](https://example.org/{'lamp' * 40}/{n})" for n in range(6)),
            date(2031, 5, 13),
        ),
        ("2031\\. május 09.\n\nA lámpa", date(2031, 5, 9)),
        ("Hatályos: 2031.05.09-től", date(2031, 5, 9)),
        ("Uvjeti vrijede od 9. svibnja 2031. godine.", date(2031, 5, 9)),
        ("NAUDOJIMO TAISYKLĖS (REDAKCIJA 2031-05-09)", date(2031, 5, 9)),
        ("协议生效日期：2031年5月1日\n\n协议更新日期：2031 年 5 月 9 日", date(2031, 5, 9)),
        ("This notice applies from May 9, 2031. The one before applies until then.", date(2031, 5, 9)),
        ("Published: 04:50, 7 June 2030 | Updated: 16:09, 9 May 2031", date(2031, 5, 9)),
        ("Rules\n=====\n\nFri 9 May 2031 11.40 CEST\n\nText", date(2031, 5, 9)),
        ("January 9, 2031 (version 3)\n\nText", date(2031, 1, 9)),
        ("Read on 26/06/2031 and last updated on 09/05/2031.", date(2031, 5, 9)),
        ("Read on 06/26/2031 and last updated on 09/05/2031.", None),
        (f"{'Lamps are lit. ' * 300}\n\n**Status: May 9, 2031**", date(2031, 5, 9)),
        (f"{'Lamps are lit. ' * 300}\n\nV Bratislave, dňa 9.5.2031\n", date(2031, 5, 9)),
        (f"{'Lamps are lit. ' * 300}\n\n_9 May 2031_\n\n*   [9 May 2030](https://example.org)", date(2031, 5, 9)),
        (f"{'Lamps are lit. ' * 300}\n\n9 May 2031: Lamps are red.\n", None),
        ("The Lamp Regulation No. 2031/679 as of 27 April 2031 holds.", None),
        ("May 9, 2031 was a day of storm.", None),
        ("Last updated: 3/4/2031", None),
        ("Last updated: 31 February 2031", None),
        ("Since 5 May 2031 we have moved.", None),
    ],
)
def test_the_day_of_a_page(text: str, day: date | None) -> None:
    changed, holds = days_of_page(text)
    assert (changed or holds) == day


@pytest.mark.parametrize(
    ("text", "changed", "holds"),
    [
        ("Last updated: May 9, 2031", "2031-05-09", None),
        ("**Effective** May 9, 2031[Previous Version](https://example.org/old)", None, "2031-05-09"),
        ("Effective as of May 9, 2031", None, "2031-05-09"),
        ("Effective Date: 2031-05-09", None, "2031-05-09"),
        ("Effective: June 9, 2031\n\nLast Updated: May 9, 2031", "2031-05-09", "2031-06-09"),
        ("Updated: May 9, 2031\n\nEffective date: June 9, 2031", "2031-05-09", "2031-06-09"),
        ("Released May 9, 2031\n\nEffective June 9, 2031", "2031-05-09", "2031-06-09"),
        ("Last Updated and Effective: 09 May 2031", "2031-05-09", "2031-05-09"),
        ("The updated Terms take effect on June 9, 2031.", None, "2031-06-09"),
        ("The terms effective before 2030-04-07 are here.\n\nEffective: 2031-05-09", None, "2031-05-09"),
        ("La version en vigueur du 4.7.2030 au 8.5.2031 se trouve ici.", None, None),
        (f"{'Lamps are lit. ' * 300}\n\nEffective as of May 9, 2031", None, "2031-05-09"),
        (f"{'Lamps are lit. ' * 300}\n\nPublished on 9 May 2031", "2031-05-09", None),
        (f"{'Lamps ' * 600}are lit by the keeper. These rules are effective as of May 9, 2031.", None, "2031-05-09"),
        (f"{'Lamps are lit. ' * 300}This text was updated on May 9, 2031 {'and holds ' * 9}.", "2031-05-09", None),
        (f"{'Lamps are lit. ' * 300}The Act came into effect on 25 May 2018 {'and holds ' * 9}.", None, None),
        ("Estas condiciones son aplicables a partir del 9 de mayo 2031.", None, "2031-05-09"),
    ],
)
def test_the_day_on_which_a_page_was_changed_is_told_from_the_one_from_which_it_holds(
    text: str, changed: str | None, holds: str | None
) -> None:
    assert [day and day.isoformat() for day in days_of_page(text)] == [changed, holds]


def test_a_page_that_says_only_from_when_it_holds_is_of_that_day() -> None:
    body = f"{'We light the lamps at dusk. ' * 30}\n"
    both = terms(f"Effective: June 9, 2031\n\nLast updated: May 9, 2031\n\n{body}").metadata
    assert (both["updated"], both["effective"]) == ("2031-05-09", "2031-06-09")
    held = terms(f"Effective: June 9, 2031\n\n{body}").metadata
    assert (held["updated"], held["effective"]) == ("2031-06-09", "2031-06-09")


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("Mise à jour le 04/06/2031", "fr", date(2031, 6, 4)),
        ("Mise à jour le 04/06/2031", "", None),
        ("DERNIERE MISE A JOUR : 3 aout 2031", "fr", date(2031, 8, 3)),
        ("ULTIMA ACTUALIZACION: 04/06/2031", "es", date(2031, 6, 4)),
        ("Last updated: 04/06/2031", "en", None),
        ("Version du 06/23/2031", "fr", date(2031, 6, 23)),
    ],
)
def test_the_day_is_in_front_of_the_month_in_any_language_but_english(
    text: str, language: str, day: date | None
) -> None:
    assert days_of_page(text, language)[0] == day


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("You and your friends may use the service as it is, for as long as you like.", "en"),
        ("Vous pouvez utiliser le service avec vos amis, et nous pouvons le modifier pour vous.", "fr"),
        ("Sie können den Dienst mit Ihren Freunden nutzen, und wir können ihn für Sie ändern.", "de"),
        ("Du kan använda tjänsten med dina vänner, och vi kan ändra den för dig om det är bra.", "sv"),
        ("Usted puede utilizar el servicio con sus amigos y nosotros lo podemos cambiar para usted.", "es"),
        ("Użytkownik może korzystać z usługi i nie musi się rejestrować, jeśli jest to możliwe w przypadku.", "pl"),
        ("本协议由您与我们共同签订，请您仔细阅读。", "zh"),
        ("このサービスをご利用いただく前にお読みください。", "ja"),
        ("هذا الاتفاق بين الطرفين", "ar"),
        ("Οι όροι αυτοί ισχύουν για όλους", "el"),
        ("Ceník 2031", ""),
        ("", ""),
    ],
)
def test_language(text: str, language: str) -> None:
    assert guess(text) == language


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "empty"), (b" \n", "empty"), (b"a\0b", "binary"), (b"caf\xc3\xa9 \xff\xfe", "broken_encoding")],
)
def test_bad_input_is_refused_with_its_reason(data: bytes, code: str) -> None:
    with pytest.raises(DocumentError) as error:
        list(TERMS.read(data, "2031-03-01/Lanternfish/Privacy Policy.md"))
    assert error.value.code == code


def examples() -> list[Document]:
    source = open_source(str(FOLDER), TERMS.suffixes, TERMS.row_keys)
    files = source.listing(pl.DataFrame(), {}).files
    return [
        read(TERMS, data, name)
        for _, name, data in source.read_all(files.select("source", "fingerprint").iter_rows())
        if isinstance(data, bytes)
    ]


def test_examples() -> None:
    documents = examples()
    assert {(one.key, str(one.valid_from)) for one in documents} == {
        (f"Lanternfish/{kind}", day)
        for kind in ("Terms of Service", "Privacy Policy")
        for day in ("2025-03-01", "2026-03-01")
    }
    there = {(one.key, chunk.path) for one in documents for chunk in one.chunks}
    gold = [json.loads(line) for line in (FOLDER / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {(one["document"], one["path"]) for query in gold for one in query["relevant"]} <= there


def test_between_the_snapshots_of_the_examples_only_what_changed_is_new() -> None:
    chunks = {
        str(one.valid_from): {embedding_text(chunk.header, "", chunk.content): chunk.path for chunk in one.chunks}
        for one in examples()
        if one.key.endswith("Terms of Service")
    }
    new = chunks["2026-03-01"].keys() - chunks["2025-03-01"].keys()
    assert sorted(chunks["2026-03-01"][text] for text in new) == ["2", "preamble"]


def test_options() -> None:
    small = get("terms", {"max_tokens": 60})
    text = (FOLDER / "2025-03-01" / "Lanternfish" / "Terms of Service.md").read_bytes()
    assert len(read(small, text, "x.md").chunks) > len(read(TERMS, text, "x.md").chunks)


def test_real_pages() -> None:
    root = real("terms")
    for path in sorted(root.glob("2026-06-01/*/*.md"))[::40]:
        document = read(TERMS, path.read_bytes(), path.relative_to(root).as_posix())
        assert document.key == path.relative_to(root / "2026-06-01").with_suffix("").as_posix()
        assert document.chunks
