"""HTML to text: what is shown, once, in order; checked against a parser that the library does not use."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from piperoll.model import DocumentError
from piperoll.text.html import Page, Rules, parse, parse_xml, render

INVISIBLE = ["script", "style", "head", "template", "noscript", "svg", "math", "object", "iframe", "textarea", "select"]


def text(source: str, keeps_lines: str = "") -> str:
    return render(parse(source), keeps_lines).text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        pytest.param("<p>a</p><p>b</p>", "a\n\nb", id="paragraphs"),
        pytest.param("<p>a<br>b</p>", "a\nb", id="line break"),
        pytest.param("<p> a \n b </p>", "a b", id="white space collapses"),
        pytest.param("<p>a<b>b</b> <i>c</i></p>", "ab c", id="inline elements"),
        pytest.param("<p>1&nbsp;§</p>", "1\xa0§", id="no-break space stays"),
        pytest.param(
            "<p>a</p><script>x</script><style>y</style><p>b</p>", "a\n\nb", id="scripts and styles are silent"
        ),
        pytest.param("<ul><li>a</li><li>b</li></ul>c", "a\nb\n\nc", id="list"),
        pytest.param("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a\tb\nc", id="table"),
        pytest.param("<p>a<!-- no --><?no?>b</p>", "ab", id="comments"),
        pytest.param("<div><p>a</p></div><div></div>\n\n<p>b</p>", "a\n\nb", id="empty blocks"),
        pytest.param("<p>a<sup>1</sup></p>", "a1", id="footnote mark"),
        pytest.param("a<p>b", "a\n\nb", id="unclosed"),
        pytest.param("<p>&#167; 1 &amp; &lt;2&gt;</p>", "§ 1 & <2>", id="entities"),
    ],
)
def test_shown(source: str, shown: str) -> None:
    assert text(source) == shown


def test_named_elements_keep_their_lines() -> None:
    assert (
        text("<p>a\n b</p><div class='x body'>\n1 §\n  a\n\n2 §\n</div>", "body").rstrip() == "a b\n\n1 §\n  a\n\n2 §"
    )


def test_ranges_cover_what_their_elements_show() -> None:
    page = render(parse("<div><h2>Vakt</h2><p>1 § <b>A</b> gäller.</p><p></p></div>"))
    shown = {one.element.tag: page.text[one.start : one.end] for one in page.elements}
    assert (shown["h2"], shown["p"], shown["b"]) == ("Vakt", "1 § A gäller.", "A")
    assert all(one.start < one.end for one in page.elements)


@pytest.mark.parametrize("source", ["", "   ", "<!-- a -->"])
def test_nothing_to_read(source: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse(source)
    assert caught.value.code == "broken_html"


TAGS = ["p", "div", "b", "i", "li", "ul", "table", "tr", "td", "h2", "article", "span", "a", "br", "section", "sup"]
words = st.text(alphabet=st.sampled_from("abcåäö§ 1.\n\t\xa0&<>"), max_size=12)
pieces = st.lists(
    st.one_of(words, st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS])), max_size=40
)


def ours(source: str) -> tuple[Page, str]:
    page = render(parse(source))
    return page, "".join(page.text.split())


@given(pieces)
def test_every_visible_character_is_there_once(parts: list[str]) -> None:
    source = "<html><body><p>x</p>" + re.sub(r"<(?![a-z/])|&", "", "".join(parts)) + "</body></html>"
    page, shown = ours(source)
    tree = LexborHTMLParser(source)
    tree.strip_tags(INVISIBLE)
    assert tree.body is not None
    theirs = "".join(tree.body.text(separator=" ").split())
    assert Counter(shown) == Counter(theirs)
    assert all(0 <= one.start < one.end <= len(page.text) for one in page.elements)
    assert all(not page.text[one.start].isspace() and not page.text[one.end - 1].isspace() for one in page.elements)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("<div>" * 300 + "djupt" + "</div>" * 300, id="nested too deeply"),
        pytest.param("<p>" + "å " * 6_000_000 + "</p>", id="one text of 12 MB"),
    ],
)
def test_what_the_parser_would_silently_drop_is_an_error(body: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse(f"<article><p>först</p>{body}<p>sist</p></article>")
    assert caught.value.code == "html_limit"


RULES = Rules(
    breaks={"p": "\n\n", "num": "\n\n", "table": "\n\n", "tr": "\n", "td": "\t", "br": "\n"},
    silent=frozenset({"meta"}),
    labels=frozenset({"num"}),
    flowing=frozenset({"td"}),
    lines=frozenset({"verse"}),
)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param("<p>a</p><p>b</p>", "a\n\nb", id="paragraphs"),
        pytest.param(
            "<num>1.</num><p>a</p><num>2.</num><p>b</p>", "1.\ta\n\n2.\tb", id="numbers on the line of their text"
        ),
        pytest.param("<num>1.</num><num>2.</num><p>b</p>", "1.\n\n2.\tb", id="a number without a text"),
        pytest.param("<num/><p>a</p>", "a", id="an empty number"),
        pytest.param(
            "<table><tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td/><td><p>c</p><p>d</p></td></tr></table>",
            "a\tb\nc\nd",
            id="paragraphs in cells",
        ),
        pytest.param("<p>a<meta>no</meta>b</p>", "ab", id="silent"),
        pytest.param("<verse>a\n b</verse>", "a\n b", id="lines"),
        pytest.param("<x:p xmlns:x='y'>a</x:p><p>b</p>", "a\n\nb", id="names without their namespace"),
    ],
)
def test_another_vocabulary(body: str, text: str) -> None:
    page = render(parse_xml(f"<root>{body}</root>"), rules=RULES)
    assert page.text == text


@pytest.mark.parametrize(
    ("source", "code"),
    [
        pytest.param("<a><b></a>", "broken_xml", id="not well formed"),
        pytest.param("", "broken_xml", id="nothing"),
        pytest.param("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "xml_entities", id="entities"),
        pytest.param("<a>&nbsp;</a>", "broken_xml", id="an entity that nobody declares"),
        pytest.param('<!DOCTYPE a SYSTEM "a.dtd"><a>b&nbsp;c</a>', "xml_entities", id="an entity of another file"),
        pytest.param("<a>" * 400, "broken_xml", id="nested too deeply"),
    ],
)
def test_what_is_no_xml(source: str, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_xml(source)
    assert caught.value.code == code


def test_xml_is_read_whatever_encoding_it_declares() -> None:
    root = parse_xml('<?xml version="1.0" encoding="utf-16"?><!-- c --><?pi?><a>å<!-- c -->b</a>')
    assert render(root, rules=RULES).text == "åb"
