"""The page in a real browser: what a reader does, with script and without, and what must not run."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from piperoll.pipeline.embed import embed_edition, vectors_of
from piperoll.pipeline.job import job_for
from piperoll.store import corpora
from piperoll.store.connection import open_database
from tests.conftest import copied, name_of
from tests.search.indexing import build
from tests.serve import hostile_pages

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if not CHROMIUM:
    pytest.skip("No Chromium is installed, so the page is not tested in a browser: apt-get install chromium",
                allow_module_level=True)  # fmt: skip
playwright = pytest.importorskip("playwright.sync_api", reason="the extra dev is not installed")

QUERY = "vem ansvarar för att fyren lyser"
TERMS = "/document?corpus=terms&key=Lanternfish%2FTerms+of+Service"
FYRLAG = "/document?corpus=laws&key=SFS+2031%3A12"
LOOK = {"light": (1280, 800), "dark": (390, 844)}
"""Each scheme at one size: a desk and a phone."""
WIDE = """[...document.querySelectorAll("main *")].map(one => [one.scrollWidth, one.outerHTML.slice(0, 60)])
    .filter(([width]) => width > innerWidth)"""
PAGES = ["/", f"/?q={QUERY}", f"/?q={QUERY}&corpus=laws&year_from=2000", f"{FYRLAG}&q=fyr&path=kap2.§1", TERMS,
         "/diff?corpus=terms&key=Lanternfish%2FTerms+of+Service", "/cited-by?corpus=laws&key=SFS+2031%3A12",
         "/editions", "/editions?corpus=laws", "/changes?corpus=laws", f"/ask?corpus=laws&q={QUERY}", "/sign-in",
         "/document?corpus=laws&key=nothing"]  # fmt: skip


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of hostile documents, and their keys."""
    folder = tmp_path_factory.mktemp("hostile")
    return folder, list(hostile_pages.write(folder))


@pytest.fixture(scope="module")
def template(
    server_dsn: str,
    examples: str,
    counter: Iterator[int],
    hostile: tuple[Path, list[str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The examples, and documents that would run a script."""
    with copied(server_dsn, f"filled_{next(counter)}", tmp_path_factory.mktemp("filled"), examples) as filled:
        with open_database(filled) as database, database.connect(autocommit=True) as connection:
            job = job_for(filled, "hostile", source=str(hostile[0]), profile="terms", backend="minilm_small")
            build(connection, job)
            corpus = corpora.get(connection, "hostile")
            embed_edition(*vectors_of(connection, corpus, job.backend), corpus.editions[-1])
        yield name_of(filled)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield opened
        opened.close()


class Tab:
    """A page of the browser, and what went wrong on it."""

    def __init__(self, browser: Any, client: httpx.Client, **options: Any) -> None:
        self.context = browser.new_context(base_url=str(client.base_url), **options)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.bytes = 0
        self.page.on("console", lambda message: self.wrong.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: (self.wrong.append("dialog"), dialog.dismiss()))
        self.page.on("response", lambda answer: setattr(self, "bytes", self.bytes + len(answer.body())))
        self.page.add_init_script("addEventListener('securitypolicyviolation', e => console.log(e.violatedDirective))")

    def open(self, address: str) -> Any:
        """Go to an address, and return the page."""
        self.page.goto(address)
        return self.page


@pytest.fixture
def tab(browser: Any, client: httpx.Client) -> Iterator[Tab]:
    opened = Tab(browser, client)
    yield opened
    opened.context.close()
    assert opened.wrong == []


def test_a_reader_searches_opens_turns_back_the_day_compares_and_returns(tab: Tab) -> None:
    page = tab.open("/")
    page.get_by_role("checkbox", name="laws").check(force=True)
    page.get_by_role("searchbox", name="Search for").fill(QUERY)
    page.keyboard.press("Enter")
    page.wait_for_selector("article mark")
    assert tab.bytes < 100_000
    page.get_by_role("link", name="Fyrlag").first.click()
    passage = page.locator(".unit", has=page.locator("#passage"))
    playwright.expect(passage).to_be_in_viewport()
    assert "ansvarar för att fyren lyser" in passage.inner_text()
    page.locator("section[aria-labelledby=cited] a").first.click()
    page.wait_for_selector("#passage", state="attached")
    page.locator("a.cites.within").first.click()
    playwright.expect(page.get_by_role("heading", level=1)).to_have_text("Fyrlag")

    page = tab.open(TERMS)
    new = page.locator("article.text").inner_text()
    slider = page.get_by_role("slider", name="Day")
    assert slider.get_attribute("aria-valuetext") == "2026-03-01"
    slider.focus()
    with page.expect_navigation():
        page.keyboard.press("ArrowLeft")
    assert "as_of=2025-03-01" in page.url
    assert page.locator("article.text").inner_text() != new
    page.get_by_role("link", name="Compare two days").click()
    assert page.locator("ins").count() and page.locator("del").count()
    page.get_by_role("link", name="open").first.click()
    playwright.expect(page.locator(".unit", has=page.locator("#passage"))).to_be_in_viewport()
    page.get_by_role("link", name="terms", exact=True).click()
    playwright.expect(page.get_by_role("checkbox", name="terms")).to_be_checked()


def test_the_keyboard_alone_leads_to_the_text(tab: Tab) -> None:
    page = tab.open(FYRLAG)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className").startswith("cites"):
            break
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "who uses the keyboard sees where they are"


def test_without_script_it_is_searched_and_read(browser: Any, client: httpx.Client) -> None:
    tab = Tab(browser, client, java_script_enabled=False)
    page = tab.open("/")
    page.locator("#q").fill(QUERY)
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Fyrlag").first.click()
    assert page.locator("#passage").count() == 1
    page.goto(TERMS)
    page.locator(".timeline a").first.click()
    assert "as_of=2025-03-01" in page.url
    tab.context.close()


@pytest.mark.parametrize("scheme", LOOK)
def test_nothing_keeps_anybody_out(browser: Any, client: httpx.Client, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="the extra dev is not installed").Axe()
    width, height = LOOK[scheme]
    tab = Tab(browser, client, viewport={"width": width, "height": height}, color_scheme=scheme)
    found = {}
    for address in PAGES:
        page = tab.open(address)
        violations = axe.run(page).response["violations"]
        if told := [(one["id"], one["impact"], one["nodes"][0]["html"][:200]) for one in violations]:
            found[address] = told
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[address] = [page.evaluate("document.documentElement.scrollWidth"), page.evaluate(WIDE)]
    tab.context.close()
    assert found == {}


def test_no_document_runs_a_script(browser: Any, client: httpx.Client, hostile: tuple[Path, list[str]]) -> None:
    keys = hostile[1]
    tab = Tab(browser, client)
    addresses = [httpx.URL("/document", params={"corpus": "hostile", "key": key, "q": key}) for key in keys]
    for path in ("/diff", "/cited-by"):
        addresses += [httpx.URL(path, params={"corpus": "hostile", "key": key}) for key in keys[:8]]
    for payload in hostile_pages.payloads()[:8]:
        addresses += [httpx.URL("/", params={"q": f"fee lamp {payload}", "corpus": "hostile"})]
        addresses += [
            httpx.URL("/sign-in", params={"next": payload}),
            httpx.URL("/editions", params={"corpus": payload}),
        ]
    addresses += [httpx.URL(path, params={"corpus": "hostile", "q": "fee lamp"}) for path in ("/ask", "/editions", "/")]
    for address in addresses:
        page = tab.open(str(address))
        assert page.evaluate("window.harmed") is None, address
        assert page.locator("main :is(script, iframe, object, embed, style, base, meta, img, video, math)").count() == 0
    tab.context.close()
    known = [one for one in tab.wrong if "status of 4" not in one]
    assert known == []
    assert len(keys) == 50
