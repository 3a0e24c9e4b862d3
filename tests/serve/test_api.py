"""The API gives what the library gives."""

import time
from typing import Any

import httpx
import pytest

from piperoll.library import EvidenceBase
from piperoll.serve import service
from piperoll.settings import CorpusSettings, Settings
from piperoll.store import corpora, questions
from piperoll.store.connection import open_database
from tests.serve.conftest import CORPORA, ROOT, Serve, given, running

QUERY = "vem ansvarar för att fyren lyser"
FYRLAG = "SFS 2031:12"
FIELDS = "case_id neutral_citation case_name court_code decision_date score headnote highlights".split()
HIGHLIGHT = "chunk_text chunk_type paragraph_numbers score".split()


@pytest.fixture
def base(shared: Settings) -> Any:
    """The library on the same database."""
    with EvidenceBase(open_database(shared), shared) as opened:
        yield opened


def post(client: httpx.Client, path: str, /, **body: Any) -> Any:
    """The answer to a request."""
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def get(client: httpx.Client, path: str, /, **parameters: Any) -> Any:
    """The same, of a path that reads."""
    answer = client.get(path, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"k": 3, "mode": "lexical", "as_of": "2032-06-01", "document": "2031:12", "path": "kap2"},
        {"edition": 1, "include_repealed": True},
        {"weights": {"lexical": 2.0}, "fusion": "rrf"},
        {"rerank": True},
    ],
)
def test_a_search_is_that_of_the_library(client: httpx.Client, base: EvidenceBase, options: dict[str, Any]) -> None:
    told = post(client, "/api/search", corpus="laws", query=QUERY, **options)
    assert told == base["laws"].search(QUERY, **options).to_dict()
    assert told["hits"]


def test_documents_and_context_are_those_of_the_library(client: httpx.Client, base: EvidenceBase) -> None:
    laws = base["laws"]
    grouped = post(client, "/api/search", corpus="laws", query=QUERY, k=2, group="document")
    assert grouped == laws.documents(QUERY, k=2).to_dict()
    told = post(client, "/api/context", corpus="laws", query=QUERY, budget=300, neighbours=2)
    assert told == laws.context(QUERY, budget=300, neighbours=2).to_dict()


def test_cases_have_the_fields_that_a_frontend_expects(client: httpx.Client) -> None:
    told = post(client, "/api/search/cases", query="who must keep the harbour light burning", limit=5)
    assert (told["corpus"], told["edition"]) == ("cases", 1)
    assert [list(case) for case in told["results"]] == [FIELDS] * len(told["results"])
    assert all(list(one) == HIGHLIGHT for case in told["results"] for one in case["highlights"])
    first = next(case for case in told["results"] if case["case_id"] == "[2031] HKCFI 9901")
    assert first["neutral_citation"] == "[2031] HKCFI 9901"
    assert first["court_code"] == "HKCFI"
    assert first["decision_date"] == "2031-06-02"
    assert any(one["paragraph_numbers"] for one in first["highlights"])
    scores = [case["score"] for case in told["results"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("filters", "courts"),
    [
        ({"courts": ["HKCFI"]}, {"HKCFI"}),
        ({"courts": ["cfi"]}, {"HKCFI"}),
        ({"courts": ["CFI", "UKSC"]}, {"HKCFI", "UKSC"}),
        ({"courts": ["EWHC"]}, {"EWHC-Chancery"}),
        ({"courts": ["CFA"]}, set()),
        ({"courts": ["CFI"], "year_from": 2032}, set()),
        ({"courts": ["CFI"], "year_from": 2031, "year_to": 2031}, {"HKCFI"}),
        ({"courts": ["CFI"], "year_to": 2030}, set()),
    ],
)
def test_cases_are_filtered_by_court_and_year(client: httpx.Client, filters: dict[str, Any], courts: set[str]) -> None:
    told = post(client, "/api/search/cases", query="harbour light", **filters)
    assert {case["court_code"] for case in told["results"]} == courts


def test_a_document_has_its_text_and_every_range_is_in_it(client: httpx.Client, base: EvidenceBase) -> None:
    told = get(client, f"/api/documents/{FYRLAG}", corpus="laws", highlight="fyren lyser")
    (version,) = told["versions"]
    text = version["text"]
    assert all(text[chunk["start"] : chunk["end"]] == chunk["content"] for chunk in version["chunks"])
    ranges = [(one["start"], one["end"]) for one in version["chunks"]] + [one[:2] for one in version["set_aside"]]
    covered = {place for start, end in ranges for place in range(start, end)}
    assert all(text[place].isspace() for place in range(len(text)) if place not in covered)
    words = {text[start:end].casefold() for start, end in version["highlights"]}
    assert {"fyren", "lyser"} <= words
    assert "ska" not in words
    without = {name: one for name, one in version.items() if name not in ("text", "set_aside", "highlights")}
    assert without == base["laws"].show(FYRLAG).to_dict()["versions"][0]


def test_a_document_is_that_of_the_day(client: httpx.Client) -> None:
    path, days = "/api/documents/Lanternfish/Terms of Service", {"from": "2025-03-01", "to": "2026-03-01"}
    before, after = (get(client, path, corpus="terms", as_of=day)["versions"][0] for day in days.values())
    assert before["text"] != after["text"]
    assert before["valid_from"] < after["valid_from"]
    changes = get(client, f"{path}/diff", corpus="terms", **days)["changes"]
    assert changes
    assert all(any(text in after["text"] for sort, text in one["words"] if sort == "added") for one in changes
               if one["change"] == "added")  # fmt: skip


def test_a_document_is_found_by_its_path_in_the_source(client: httpx.Client, base: EvidenceBase) -> None:
    source = base["filings"].search("glass", k=1).hits[0].source
    assert get(client, f"/api/documents/{source}", corpus="filings")["versions"][0]["source"] == source


def test_diff_cited_by_and_facts_are_those_of_the_library(client: httpx.Client, base: EvidenceBase) -> None:
    laws = base["laws"]
    days = {"from": "2031-06-01", "to": "2033-06-01"}
    told = get(client, f"/api/documents/{FYRLAG}/diff", corpus="laws", **days)
    assert told == laws.diff_wording(FYRLAG, *days.values()).to_dict()
    cited = get(client, f"/api/documents/{FYRLAG}/cited-by", corpus="laws", path="kap1")
    assert cited == laws.cited_by(FYRLAG, "kap1").to_dict() | {"next": None}
    every = [fact.to_dict() for fact in base["filings"].facts()]
    told = get(client, "/api/facts", corpus="filings", limit=1000)
    assert (told["facts"], told["next"]) == (every, None)


def test_pages_follow_each_other_without_a_gap(client: httpx.Client, base: EvidenceBase) -> None:
    every = [fact.to_dict() for fact in base["filings"].facts()]
    found: list[Any] = []
    cursor: dict[str, str] = {}
    while True:
        page = get(client, "/api/facts", corpus="filings", limit=3, **cursor)
        assert len(page["facts"]) <= 3
        found += page["facts"]
        if not page["next"]:
            break
        cursor = {"cursor": page["next"]}
    assert len(every) > 3
    assert found == every


def test_corpora_and_editions_are_listed(client: httpx.Client, base: EvidenceBase) -> None:
    told = get(client, "/api/corpora")["corpora"]
    assert [one["name"] for one in told] == ["cases", "filings", "laws", "terms"]
    assert told == [one.to_dict() for one in base.corpora()]
    assert "examples" not in str(told), "where documents come from is nobody's business"
    assert get(client, "/api/editions", corpus="laws") == base["laws"].editions().to_dict()


def test_it_says_when_it_is_ready(serve: Serve) -> None:
    client = serve()
    assert get(client, "/healthz") == {"status": "ok"}
    until = time.monotonic() + 60
    while (answer := client.get("/readyz")).status_code == 503 and time.monotonic() < until:
        assert answer.json() == {"ready": False}
        time.sleep(0.05)
    assert answer.json() == {"ready": True}


def test_metrics_count_requests_by_path_and_status(serve: Serve) -> None:
    client = serve()
    get(client, f"/api/documents/{FYRLAG}", corpus="laws")
    client.get("/api/documents/nothing", params={"corpus": "laws"})
    client.get("/nowhere")
    text = client.get("/metrics").text
    assert 'piperoll_requests_total{path="/api/documents/{key:path}",status="200"} 1.0' in text
    assert 'piperoll_requests_total{path="/api/documents/{key:path}",status="404"} 1.0' in text
    assert 'path="other",status="404"' in text
    assert 'piperoll_edition_published{corpus="laws"} 2.0' in text


def test_an_answer_is_packed_for_who_takes_it_so(client: httpx.Client) -> None:
    path = f"/api/documents/{FYRLAG}"
    packed = client.get(path, params={"corpus": "laws"})
    plain = client.get(path, params={"corpus": "laws"}, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


def test_other_sites_are_not_let_in(client: httpx.Client) -> None:
    answer = client.get("/api/corpora", headers={"Origin": "https://elsewhere.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/api/search", headers=asked).status_code == 405


def test_what_is_asked_and_opened_is_logged_and_warming_up_is_not(settings: Settings) -> None:
    """By the function of the library, and by a connection that may write."""
    tables = {
        name: CorpusSettings(source=str(ROOT / "examples" / profile), profile=profile, log_questions=1)
        for name, profile in CORPORA.items()
    }
    logging = settings.model_copy(update={"corpus": tables})
    with running(logging, given()) as address, httpx.Client(base_url=address, timeout=60) as client:
        while not client.get("/readyz").is_success:
            time.sleep(0.01)
        found = client.post("/api/search", json={"corpus": "laws", "query": "fyren", "mode": "lexical"}).json()
        cases = client.post("/api/search/cases", json={"corpus": "cases", "query": "light"}).json()
        opened = {"corpus": "laws", "asked": found["asked"]}
        assert client.get("/api/documents/SFS 2031:12", params=opened).is_success
        assert client.get("/api/documents/SFS 2031:12", params=opened | {"asked": "no id"}).status_code == 422
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        logged = {name: questions.every(connection, corpora.get(connection, name)) for name in CORPORA}
    assert [(str(one["asked"]), one["opened"]) for one in logged["laws"]] == [(found["asked"], ["SFS 2031:12"])]
    assert [str(one["asked"]) for one in logged["cases"]] == [cases["asked"]]
    assert logged["filings"] == logged["terms"] == []


def test_it_is_not_ready_while_a_corpus_cannot_be_searched(
    serve: Serve, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(service, "WARM_AGAIN", 0.05)
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        connection.execute("UPDATE corpus SET backend = 'nothing' WHERE name = 'terms'")
        client = serve()
        until = time.monotonic() + 60
        while "corpus terms cannot be searched" not in caplog.text and time.monotonic() < until:
            time.sleep(0.05)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (503, {"ready": False})
        assert client.post("/api/search", json={"corpus": "laws", "query": QUERY}).status_code == 200
        connection.execute("UPDATE corpus SET backend = 'minilm_small' WHERE name = 'terms'")
    while client.get("/readyz").status_code == 503 and time.monotonic() < until:
        time.sleep(0.05)
    assert client.get("/readyz").json() == {"ready": True}, "it is tried again"
