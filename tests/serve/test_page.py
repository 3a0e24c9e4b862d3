"""The page as the server writes it: what is found, what is escaped, who is let in."""

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

from piperoll.serve.page import document, editions, search
from piperoll.serve.service import Service
from piperoll.settings import Settings
from piperoll.store.connection import open_database
from tests.serve.conftest import Serve
from tests.serve.test_keys import make

QUERY = "vem ansvarar för att fyren lyser"
FYRLAG = "SFS 2031:12"
TERMS = "Lanternfish/Terms of Service"
PAGES: dict[str, dict[str, Any]] = {
    "/": {"q": QUERY},
    "/document": {"corpus": "laws", "key": FYRLAG, "q": QUERY},
    "/cited-by": {"corpus": "laws", "key": FYRLAG},
    "/diff": {"corpus": "terms", "key": TERMS},
    "/editions": {"corpus": "laws"},
    "/changes": {"corpus": "laws"},
    "/ask": {"corpus": "laws", "q": QUERY},
    "/sign-in": {},
}


def shown(client: httpx.Client, path: str, /, status: int = 200, **parameters: Any) -> Any:
    """A page as a tree."""
    answer = client.get(path, params=parameters)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return LexborHTMLParser(answer.text)


def texts(page: Any, path: str) -> list[str]:
    return [" ".join(one.text().split()) for one in page.css(path)]


def follow(client: httpx.Client, link: Any) -> Any:
    """The page that a link leads to."""
    return LexborHTMLParser(client.get(link.attributes["href"]).raise_for_status().text)


def test_a_search_shows_passages_with_their_words_and_why(client: httpx.Client) -> None:
    page = shown(client, "/", q=QUERY, corpus="laws")
    assert texts(page, "h3 a")[0] == "Fyrlag"
    assert {"fyren", "lyser"} <= {one.casefold() for one in texts(page, "article mark")}
    assert "words" in texts(page, ".why")[0] and "meaning" in texts(page, ".why")[0]
    document = follow(client, page.css("h3 a")[0])
    (unit,) = [one for one in document.css(".unit") if one.css("#passage")]
    assert "Fyrhållaren ansvarar för att fyren lyser" in unit.text()
    assert document.css("article.text")[0].attributes["lang"] == "sv"


def test_several_corpora_are_searched_and_filtered_by_what_they_have(client: httpx.Client) -> None:
    page = shown(client, "/", q="harbour light lamp", year_from="", as_of="", court="HKCFI")
    assert {one.split()[0] for one in texts(page, ".results h2")} == {"cases", "filings", "laws", "terms"}
    assert texts(page, ".results .none").count("Not searched: it has no court HKCFI.") == 3
    assert all("HKCFI" in one for one in texts(page, "article > .eyebrow"))
    page = shown(client, "/", q="harbour light", corpus="cases", year_from="2032")
    assert not page.css("article")
    assert "HKCFI" in " ".join(texts(page, "select[name=court] option"))


def test_pages_of_results_follow_each_other(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MANY", 2)
    page = shown(client, "/", q="fyr", corpus="laws")
    found = texts(page, "h3")
    while links := page.css("[rel=next]"):
        page = follow(client, links[0])
        found += texts(page, "h3")
    assert len(found) == len(set(found)) > 2


def followed(client: httpx.Client, page: Any, rows: str, word: str) -> list[str]:
    """The rows of a list on all its pages, and back to the first."""
    found = texts(page, rows)
    while links := [one for one in page.css("[rel=next]") if word in one.text()]:
        page = follow(client, links[0])
        found += texts(page, rows)
    while links := [one for one in page.css("[rel=prev]") if word in one.text()]:
        page = follow(client, links[0])
    assert texts(page, rows) == found[:1]
    return found


def test_long_lists_go_on_on_further_pages(serve: Serve, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        connection.execute(
            "INSERT INTO source_file"
            " (corpus_id, source, size, fingerprint, made_by, status, code, reason, remedy, edition)"
            " SELECT id, 'file ' || number, 1, 'x', 'x', 'quarantined', 'not_utf8', 'No text.', 'Save it.', 2"
            " FROM corpus, generate_series(1, 3) number WHERE name = 'laws'"
        )
    client = serve()
    lists = [
        ("/cited-by", {"corpus": "laws", "key": FYRLAG}, ".citing li", "citations"),
        ("/changes", {"corpus": "laws", "before": 1, "after": 2}, ".changed > li", "documents"),
        ("/editions", {"corpus": "laws"}, ".editions h3", "editions"),
        ("/editions", {"corpus": "laws"}, "td.source", "files"),
    ]
    whole = [texts(shown(client, path, **asked), rows) for path, asked, rows, _ in lists]
    for module, name in [(document, "LISTED"), (editions, "LISTED"), (editions, "EDITIONS")]:
        monkeypatch.setattr(module, name, 1)
    for (path, asked, rows, word), found in zip(lists, whole, strict=True):
        assert followed(client, shown(client, path, **asked), rows, word) == found, path
        assert len(found) > 1
        assert not set(found) & set(texts(shown(client, path, begin=99, quarantined=99, **asked), rows)), path
    assert "1 to 1 of 3" in texts(shown(client, "/editions", corpus="laws"), ".why")


def test_a_permanent_link_pins_edition_and_day(client: httpx.Client) -> None:
    page = shown(client, "/document", corpus="laws", key=FYRLAG)
    (link,) = page.css(".share a")
    assert "edition=2" in link.attributes["href"] and "as_of=" in link.attributes["href"]
    old = shown(client, "/document", corpus="laws", key=FYRLAG, edition=1)
    assert "Published is edition 2" in texts(old, ".notice")[0]
    assert all("edition=1" in one.attributes["href"] for one in old.css("a.cites"))
    page = shown(client, "/", q=QUERY, edition="laws:1", corpus="laws")
    assert "edition 1" in texts(page, ".results h2")[0]
    assert "edition=1" in page.css("h3 a")[0].attributes["href"]
    assert shown(client, "/", q=QUERY, edition="laws", status=422)


def test_citations_lead_there_and_back(client: httpx.Client) -> None:
    page = shown(client, "/document", corpus="laws", key=FYRLAG)
    citing = follow(client, page.css("aside.beside ul a")[0])
    assert citing.css("#passage")
    there = [
        one for one in citing.css("a.cites") if FYRLAG.replace(" ", "+").replace(":", "%3A") in one.attributes["href"]
    ]
    assert texts(follow(client, there[0]), "h1") == ["Fyrlag"]
    every = shown(client, "/cited-by", corpus="laws", key=FYRLAG)
    assert every.css(".citing a")


def test_a_document_is_that_of_the_day_and_two_days_are_compared(client: httpx.Client) -> None:
    before, after = (texts(shown(client, "/document", corpus="terms", key=TERMS, as_of=day), "article.text")[0]
                     for day in ("2025-03-01", "2026-03-01"))  # fmt: skip
    assert before != after
    page = shown(client, "/diff", corpus="terms", key=TERMS)
    assert texts(page, "ins") and texts(page, "del")
    assert all(one in after for one in texts(page, "ins")) and all(one in before for one in texts(page, "del"))
    assert shown(client, "/diff", corpus="terms", key=TERMS, before="2025-04-01", after="2025-05-01", status=200)
    assert shown(client, "/document", corpus="terms", key=TERMS, as_of="2001-01-01", status=404)


def test_every_character_of_a_document_is_on_its_page(client: httpx.Client) -> None:
    for corpus in ("laws", "cases", "filings", "terms"):
        found = client.post("/api/search", json={"corpus": corpus, "query": "lamp light", "k": 5}).json()["hits"]
        for key in {hit["document"] for hit in found}:
            (text, *_) = [one["text"] for one in client.get(f"/api/documents/{key}?corpus={corpus}").json()["versions"]]
            page = shown(client, "/document", corpus=corpus, key=key)
            for one in page.css(".margin, summary, .notice, .headnote"):
                one.decompose()
            assert "".join(page.css("article.text")[0].text().split()) == "".join(text.split()), key


def test_editions_have_what_changed_verdicts_and_quarantine(serve: Serve, settings: Settings) -> None:
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        connection.execute(
            "INSERT INTO source_file"
            " (corpus_id, source, size, fingerprint, made_by, status, code, reason, remedy, edition) SELECT"
            " id, 'a<b>.md', 1, 'x', 'x', 'quarantined', 'not_utf8', 'No <text>.', 'Save it.', 2"
            " FROM corpus WHERE name = 'laws'"
        )
        connection.execute(
            'UPDATE edition SET verdict = \'{"passed": true, "metric": "ndcg@10", "margin": 0.02, "against": 1}\''
            " WHERE number = 2 AND corpus_id = (SELECT id FROM corpus WHERE name = 'laws')"
        )
        for number, value in ((1, 0.5), (2, 0.75)):
            connection.execute(
                "INSERT INTO evaluation"
                " (corpus_id, edition, backend, gold, gold_hash, settings, code, queries, metrics, sets) SELECT"
                " id, %s, 'x', 'gold.jsonl', 'x', '{\"mode\": \"hybrid\"}', 'x', '{}', %s, '{}'"
                " FROM corpus WHERE name = 'laws'",
                (number, f'{{"ndcg": {{"1": 0.25, "10": {value}}}, "recall": {{"5": {value}, "10": 1}}}}'),
            )
    client = serve()
    page = shown(client, "/editions", corpus="laws")
    assert texts(page, ".editions h3")[0] == "Edition 2 published"
    assert "Gate passed by ndcg@10, margin 0.02, against edition 1" in texts(page, ".gate")
    assert texts(page, "td")[:2] == ["a<b>.md", "not_utf8 No <text>."]
    titles = texts(page, "circle title")
    assert "ndcg@10, edition 1: 0.500" in titles and "ndcg@10, edition 2: 0.750" in titles
    assert "recall, k 10: 1.000" in titles
    changes = follow(
        client, next(one for one in page.css(".editions a") if one.attributes["href"].startswith("/changes"))
    )
    assert texts(changes, ".changed a")


def test_every_page_has_a_strict_policy_and_no_style_or_script_within(client: httpx.Client) -> None:
    for path, parameters in PAGES.items():
        answer = client.get(path, params=parameters)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; ") and "unsafe" not in policy and "data:" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        page = LexborHTMLParser(answer.text)
        assert [one.attributes["src"].partition("?")[0] for one in page.css("script")] == ["/static/page.js"]
        assert not page.css("style, [style]")
        assert not [name for one in page.css("*") for name in one.attributes if name.startswith("on")]
        assert page.css("html")[0].attributes["lang"] == "en" and page.css("title")[0].text()


def test_what_is_wrong_is_told_on_a_page(client: httpx.Client) -> None:
    for path, parameters, status, code in [
        ("/document", {"corpus": "laws", "key": "nothing"}, 404, "unknown_document"),
        ("/document", {"corpus": "<b>", "key": "x"}, 404, "unknown_corpus"),
        ("/document", {"corpus": "laws"}, 422, "request_invalid"),
        ("/document", {"corpus": "laws", "key": FYRLAG, "as_of": "no"}, 422, "request_invalid"),
        ("/document", {"corpus": "laws", "key": FYRLAG, "at": "1-x"}, 422, "request_invalid"),
        ("/document", {"corpus": "laws", "key": FYRLAG, "edition": "99"}, 404, "unknown_edition"),
        ("/", {"q": "a\0b"}, 400, "not_utf8"),
        ("/", {"q": "x" * 5_000}, 422, "request_invalid"),
        ("/", {"q": "x", "edition": "laws:99"}, 404, "unknown_edition"),
        ("/changes", {"corpus": "laws", "before": "99"}, 404, "unknown_edition"),
        ("/diff", {"corpus": "laws", "key": FYRLAG, "before": "1900-01-01"}, 404, "not_valid"),
    ]:
        page = shown(client, path, status=status, **parameters)
        assert texts(page, "code") == [code], path
        assert not page.css("main b")


def test_an_address_that_leads_nowhere_is_told_on_a_page_to_browsers_alone(client: httpx.Client) -> None:
    page = LexborHTMLParser(client.get("/nothing", headers={"Accept": "text/html"}).text)
    assert texts(page, "code") == ["unknown_page"] and page.css(".top a")
    for path, accept in [("/nothing", "*/*"), ("/api/nothing", "text/html")]:
        answer = client.get(path, headers={"Accept": accept})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_page")


def test_a_place_outside_of_the_text_is_no_error(client: httpx.Client) -> None:
    page = shown(client, "/document", corpus="laws", key=FYRLAG, at="999998-999999")
    assert not page.css("#passage")
    assert shown(client, "/document", corpus="laws", key=FYRLAG, path="nothing").css(".unit")


def test_a_question_by_a_link_on_another_site_is_not_asked(client: httpx.Client) -> None:
    asked = {"corpus": "laws", "q": QUERY}
    page = LexborHTMLParser(client.get("/ask", params=asked, headers={"Sec-Fetch-Site": "cross-site"}).text)
    assert not page.css(".block") and page.css("#q")[0].attributes["value"] == QUERY
    page = shown(client, "/ask", **asked)
    assert "Fyrhållaren ansvarar för att fyren lyser" in page.text()


def test_a_key_is_typed_once_and_kept_where_no_script_reads_it(serve: Serve, settings: Settings) -> None:
    key = make(settings, corpora=["laws"])["Authorization"].removeprefix("Bearer ")
    client = serve(keys=True)
    asked = client.get("/document", params={"corpus": "laws", "key": FYRLAG})
    assert asked.status_code == 303
    form = LexborHTMLParser(client.get(asked.headers["location"]).text)
    then = form.css("[name=next]")[0].attributes["value"]
    assert client.post("/sign-in", data={"key": "piperoll_wrong", "next": then}).status_code == 401
    kept = client.post(
        "/sign-in", data={"key": key, "next": then}, headers={"Origin": str(client.base_url).rstrip("/")}
    )
    assert (kept.status_code, kept.headers["location"]) == (303, then)
    cookie = kept.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Secure" not in cookie
    assert texts(LexborHTMLParser(client.get(then).text), "h1") == ["Fyrlag"]
    assert texts(shown(client, "/"), ".card b") == ["laws"], "the key opens no other"
    assert shown(client, "/document", status=403, corpus="cases", key="x")
    assert client.post("/api/search", json={"query": "x"}).status_code == 401, "the API takes no cookie"
    client.post("/sign-out")
    assert client.get("/").status_code == 303


@pytest.mark.parametrize(
    "elsewhere",
    ["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", "x"],
)
def test_nobody_is_sent_to_another_site_with_a_key(serve: Serve, settings: Settings, elsewhere: str) -> None:
    key = make(settings)["Authorization"].removeprefix("Bearer ")
    client = serve(keys=True)
    assert client.post("/sign-in", data={"key": key, "next": elsewhere}).headers["location"] == "/"
    form = LexborHTMLParser(client.get("/sign-in", params={"next": elsewhere}).text)
    assert {one.attributes["href"] for one in form.css(".why a")} == {"/"}


def test_another_site_signs_nobody_in(serve: Serve, settings: Settings) -> None:
    key = make(settings)["Authorization"].removeprefix("Bearer ")
    answer = serve(keys=True).post("/sign-in", data={"key": key}, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 401 and "set-cookie" not in answer.headers


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Models and indexes come into memory only once this is set."""
    allowed, search = threading.Event(), Service._search
    monkeypatch.setattr(Service, "_search", lambda self, corpus: allowed.wait(60) and search(self, corpus))
    yield allowed
    allowed.set()


def test_the_first_page_does_not_wait_for_the_model(cold: threading.Event, serve: Serve) -> None:
    client = serve()
    assert texts(shown(client, "/"), "h1") == ["Search the evidence"]
    assert client.get("/static/page.css").status_code == 200
    assert client.get("/readyz").status_code == 503, "it is not warm"
    cold.set()


def test_the_page_is_light(client: httpx.Client) -> None:
    files = ["/static/page.css", "/static/page.js", "/static/icon.svg", f"/?q={QUERY}"]
    assert sum(len(client.get(path, headers={"Accept-Encoding": "identity"}).content) for path in files) < 100_000
