"""What is published is seen by the next request; no answer is of two editions; caches are right afterwards."""

import threading
from typing import Any

import httpx

from piperoll.settings import Settings
from piperoll.store import corpora, editions
from piperoll.store.connection import open_database
from tests.serve.conftest import Serve

QUERY = {"corpus": "laws", "query": "fyr", "k": 50}
DOCUMENT = "/api/documents/SFS 2031:12"


def publish(settings: Settings, number: int) -> None:
    """Let readers see an edition."""
    with open_database(settings) as database, database.connect(autocommit=True) as connection:
        editions.publish(connection, corpora.get(connection, "laws"), number)


def test_a_tag_holds_until_another_edition_is_published(serve: Serve, settings: Settings) -> None:
    client = serve()

    def ask(tag: str = "") -> httpx.Response:
        return client.get(DOCUMENT, params={"corpus": "laws"}, headers={"If-None-Match": tag} if tag else {})

    second = ask().headers["etag"]
    again = ask(second)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", second)
    publish(settings, 1)
    answer = ask(second)
    assert answer.status_code == 200
    assert answer.headers["etag"] != second
    publish(settings, 2)
    assert ask(answer.headers["etag"]).status_code == 200
    assert ask(second).status_code == 304
    assert "no-cache" in answer.headers["cache-control"]


def test_other_addresses_have_other_tags(client: httpx.Client) -> None:
    parameters: list[dict[str, Any]] = [{}, {"as_of": "2032-01-01"}, {"highlight": "fyr"}, {"edition": 1}]
    tags = [client.get(DOCUMENT, params={"corpus": "laws"} | one).headers["etag"] for one in parameters]
    assert len(set(tags)) == len(tags)


def test_publishing_during_requests_fails_none_and_mixes_none(serve: Serve, settings: Settings) -> None:
    client = serve()
    expected = {number: client.post("/api/search", json=QUERY | {"edition": number}).json() for number in (1, 2)}
    assert expected[1]["hits"] != expected[2]["hits"]
    stop, wrong, seen = threading.Event(), [], set()

    def read() -> None:
        with httpx.Client(base_url=client.base_url, timeout=60) as own:
            while not stop.is_set():
                answer = own.post("/api/search", json=QUERY)
                if answer.status_code != 200 or answer.json() != expected[answer.json()["edition"]]:
                    wrong.append(answer.text[:500])
                seen.add(answer.json().get("edition"))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        for number in (1, 2) * 8:
            publish(settings, number)
            told = client.post("/api/search", json=QUERY).json()["edition"]
            assert told == number, "the next request sees it"
    finally:
        stop.set()
        for reader in readers:
            reader.join()
    assert wrong == []
    assert seen == {1, 2}
