import pytest

from piperoll.search.document_matching import _without, match_documents
from piperoll.store.connection import Database
from piperoll.store.lexical import DOCUMENTS, Lexical
from piperoll.text import names
from tests.store.history import Content, History

NAME = names.of_name("Reseller Agreement of Fyrlykta Light Inc.")
WEIGHTS = {"reseller": 1.0, "agreement": 0.2, "fyrlykta": 6.0, "light": 4.0, "inc": 0.5, "tallow": 5.0, "bank": 1.5,
           "wick": 5.0, "keeper": 2.0, "receiving": 0.2, "party": 0.1}  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        "Consider the Reseller Agreement between Fyrlykta Light, Inc. and Others; who pays the keeper?",
        "who pays the keeper, according to the Reseller Agreement of Fyrlykta?",
        "who pays the keeper? (Fyrlykta Light)",
        "Fyrlykta reseller agreement: who pays the keeper?",
        "In fyrlykta light inc., who pays the keeper?",
    ],
)
def test_what_names_a_document_is_taken_out_of_the_question(query: str) -> None:
    assert names.words(_without(query, NAME, set(), WEIGHTS, "english")) == ["who", "pay", "the", "keeper"]


PARTIES = {"tallow", "bank", "keeper", "wick", "receiving", "party"}


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("Consider the Agreement between Fyrlykta, Tallow Bank, L.P. and Wick N.V.; who pays the Keeper?",
         "who pay the keeper"),
        ("Who pays the Keeper? (Fyrlykta Light, Tallow Bank and unknown Parties)", "who pay the keeper"),
        # no parties: what is asked is written small, or stands beyond other words
        ("Does Fyrlykta Light pay the bank, says the Receiving Party?", "doe pay the bank say the receiving party"),
        ("how does fyrlykta light pay keeper and bank?", "how doe pay keeper and bank"),
        # every opening speaks of it, whoever the parties are
        ("Consider Tallow's Agreement; who pays the Receiving Party?", "who pay the receiving party"),
    ],
)  # fmt: skip
def test_parties_of_the_opening_go_with_the_name(query: str, left: str) -> None:
    assert " ".join(names.words(_without(query, NAME, PARTIES, WEIGHTS, "english"))) == left


def test_a_question_within_one_clause_keeps_all_its_other_words() -> None:
    rest = _without("Does Fyrlykta Light pay the keeper?", NAME, set(), WEIGHTS, "english")
    assert names.words(rest) == ["doe", "pay", "the", "keeper"]
    assert _without("Fyrlykta Light", NAME, set(), WEIGHTS, "english") == "Fyrlykta Light"
    assert _without("", NAME, set(), WEIGHTS, "english") == ""


def test_documents_of_any_edition_are_named_with_the_parties_of_their_opening(database: Database) -> None:
    """Each edition adds a segment to the index of words; most segments have nothing of the document."""
    with database.connect(autocommit=True) as connection:
        history = History(connection, "deeds")
        said = "the parties agree on oil and wicks"
        state = {
            f"{at}.txt": Content(f"Deed {at}", 2001, (("1", f"{said} of lot {at}{' Brothers' * (at < 3)}"),))
            for at in range(80)
        }
        history.build(state)
        Lexical(connection, history.corpus, unit=DOCUMENTS).index(1)
        for year, (key, party) in enumerate([("Fyrlykta Deed", "Tallow"), ("Morgonstjärna Deed", "Snuffer")], 2002):
            state |= {f"{key}.txt": Content(key, year, (("1", f"{key}: {party} Brothers. {said}"),))}
            history.build(state)
            Lexical(connection, history.corpus, unit=DOCUMENTS).index(history.built)
        sources = dict(connection.execute("SELECT id, source FROM version").fetchall())
        for key, party in (("Fyrlykta Deed", "Tallow"), ("Morgonstjärna Deed", "Snuffer")):
            found = match_documents(
                connection, history.corpus, history.built, f"Consider the {key} of {party} Brothers; who pays?"
            )
            assert [sources[one] for one in found.named] == [f"{key}.txt"]
            assert found.rest == "who pays?"
        assert match_documents(connection, history.corpus, history.built, "who pays for oil?").named == {}


def test_a_name_of_everyday_words_is_told_by_their_standing_together(database: Database) -> None:
    """Every deed speaks of media and of news, but one opening has both: whose deed it is. Two segments, since what is
    counted is openings of all of them."""
    with database.connect(autocommit=True) as connection:
        history = History(connection, "deeds")
        filler = "the parties agree on oil. " * 150
        state: dict[str, Content] = {}
        for edition in (1, 2):
            state |= {
                f"{edition}-{at}.txt": Content(f"Deed of {word}", 2001, (("1", f"{filler} media and news, lot {at}"),))
                for at, word in enumerate(["Media", "News", "Oil"] * 20)
            }
            if edition == 2:
                state["mn.txt"] = Content("Media News Deed", 2001, (("1", f"{filler} media and news"),))
                state["cmn.txt"] = Content("CMN", 2001, (("1", f"{filler} no initials of 'consider' and others"),))
            history.build(state)
            Lexical(connection, history.corpus, unit=DOCUMENTS).index(edition)
        sources = dict(connection.execute("SELECT id, source FROM version").fetchall())

        def named(query: str) -> list[str]:
            return [sources[one] for one in match_documents(connection, history.corpus, 2, query).named]

        assert named("Consider the Media News Deed; who pays?") == ["mn.txt"]
        assert named("Consider Media News; who pays?") == ["mn.txt"]
        assert named("Do media pay, and when is it news?") == []
        assert named("Consider the Deed of News; who pays?") == []
