import pytest

from piperoll.search.document_matching import _without, match_documents
from piperoll.store.connection import Database
from piperoll.store.lexical_units import DOCUMENTS
from piperoll.store.lexical_writer import Writer
from piperoll.text import names
from tests.store.history import Content, History

NAME = names.of_name("Reseller Agreement of Fyrlykta Light Inc.")
WEIGHTS = {"reseller": 1.0, "agreement": 0.2, "fyrlykta": 6.0, "light": 4.0, "inc": 0.5, "tallow": 5.0, "bank": 1.5,
           "wick": 5.0, "keeper": 2.0, "receiving": 0.2, "party": 0.1}  # fmt: skip


def asked(query: str, opening: set[str]) -> str:
    """The words that are left of a query without what names the document."""
    rest = _without(query, NAME, opening, WEIGHTS, "english")
    assert rest is not None
    return " ".join(names.words(rest))


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
    assert asked(query, set()) == "who pay the keeper"


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
    assert asked(query, PARTIES) == left


def test_a_question_within_one_clause_keeps_all_its_other_words() -> None:
    assert asked("Does Fyrlykta Light pay the keeper?", set()) == "doe pay the keeper"
    assert asked("Fyrlykta Light", set()) == "fyrlykta light"


@pytest.mark.parametrize("query", ["", "who pays the keeper?", "Tallow pays the keeper, who pays the bank?"])
def test_words_that_a_question_only_shares_with_an_opening_name_nothing(query: str) -> None:
    assert _without(query, NAME, PARTIES, WEIGHTS, "english") is None


def test_a_function_word_of_a_name_names_nothing() -> None:
    assert _without("pirates and keepers in winter", {"lamp", "and", "wick"}, PARTIES, WEIGHTS, "english") is None
    assert _without("Who sells? (The Who)", {"the", "who"}, set(), WEIGHTS, "english") is not None


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
        Writer(connection, history.corpus, unit=DOCUMENTS).index(1)
        for year, (key, party) in enumerate([("Fyrlykta Deed", "Tallow"), ("Morgonstjärna Deed", "Snuffer")], 2002):
            state |= {f"{key}.txt": Content(key, year, (("1", f"{key}: {party} Brothers. {said}"),))}
            history.build(state)
            Writer(connection, history.corpus, unit=DOCUMENTS).index(history.built)
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
            Writer(connection, history.corpus, unit=DOCUMENTS).index(edition)
        sources = dict(connection.execute("SELECT id, source FROM version").fetchall())

        def named(query: str) -> list[str]:
            return [sources[one] for one in match_documents(connection, history.corpus, 2, query).named]

        assert named("Consider the Media News Deed; who pays?") == ["mn.txt"]
        assert named("Consider Media News; who pays?") == ["mn.txt"]
        assert named("Do media pay, and when is it news?") == []
        assert named("Consider the Deed of News; who pays?") == []


def test_a_question_in_the_words_of_a_short_document_does_not_name_it(database: Database) -> None:
    """The opening of a short document is all of it: what is asked stands there, and nothing is named."""
    with database.connect(autocommit=True) as connection:
        history = History(connection, "answers")
        tasks = ["trims the wick", "refills the oil", "counts the ships", "polishes the lens", "winds the clock"]
        state = {
            f"{at}.txt": Content(f"answer {at}", 2001, (("1", f"The keeper {tasks[at % 5]} on day {at}."),))
            for at in range(60)
        }
        state["60.txt"] = Content("answer 60", 2001, (("1", "In fog the assistant rings the bell."),))
        history.build(state)
        Writer(connection, history.corpus, unit=DOCUMENTS).index(1)
        for query in ("Who rings the bell in fog?", "Fog comes: does the assistant ring the bell?"):
            found = match_documents(connection, history.corpus, 1, query)
            assert (dict(found.named), found.rest) == ({}, query)


@pytest.mark.parametrize(
    "query", ["Harbour: who pays?", '"Harbour": who pays?', "who pays, according to “Harbour”?", "HARBOUR: who pays?"]
)
def test_a_name_that_is_an_everyday_word_is_told_by_its_marks(database: Database, query: str) -> None:
    with database.connect(autocommit=True) as connection:
        history = History(connection, "terms")
        said = "Ships in the harbour pay for the light. " * 5
        services = ["Harbour", *(f"Lamp{at}" for at in range(60))]
        state = {f"{name}.md": Content(name, 2001, (("1", said),)) for name in services}
        history.build(state)
        Writer(connection, history.corpus, unit=DOCUMENTS).index(1)
        sources = dict(connection.execute("SELECT id, source FROM version").fetchall())
        found = match_documents(connection, history.corpus, 1, query)
        assert [sources[one] for one in found.named] == ["Harbour.md"]
        assert names.words(found.rest)[-2:] == ["who", "pay"] or names.words(found.rest)[:2] == ["who", "pay"]
        assert not match_documents(connection, history.corpus, 1, "who pays in the harbour?").named
        assert not match_documents(connection, history.corpus, 1, "Ships: who pays?").named


def test_one_word_out_of_a_long_title_names_no_document(database: Database) -> None:
    """It is a word of the question: what acts are called is made of everyday words."""
    with database.connect(autocommit=True) as connection:
        history = History(connection, "acts")
        said = "The keeper pays for the oil of the year and keeps the book. " * 10
        state = {
            f"{at}.txt": Content(f"Act {at} on lamps", 2001, (("1", f"{said}{' No cheating.' * (at < 2)}"),))
            for at in range(400)
        }
        for key in ("Act to prevent wrong payments, cheating and theft of stores", "Pilotage Act"):
            state[f"{key[:3]}.txt"] = Content(key, 2001, (("1", said),))
        history.build(state)
        Writer(connection, history.corpus, unit=DOCUMENTS).index(1)
        sources = dict(connection.execute("SELECT id, source FROM version").fetchall())
        for query, named in [
            ("wages for cheating at sea", []),
            ("the act to prevent wrong payments, cheating and theft: who pays?", ["Act.txt"]),
            ("the Pilotage Act: who pays?", ["Pil.txt"]),
            ("pilotage act, who pays?", ["Pil.txt"]),
        ]:
            found = match_documents(connection, history.corpus, 1, query)
            assert [sources[one] for one in found.named] == named, query
