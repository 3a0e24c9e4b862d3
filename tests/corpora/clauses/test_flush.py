"""Paragraphs behind a list, which go on with the clause around it, and what is printed between."""

import pytest

from tests.corpora.clauses.documents import contract, paths

KEEP = (
    "the keeper has not tended the lamp of the tower at every hour of the night and in every weather that comes, and "
    "has told neither the port nor the owner of the tower, by a letter or by a flag, why the lamp was dark that night"
)
LONG = f"{KEEP.capitalize()}."
FLUSH = "The party that ends it shall tell the other one by a letter, and shall say on which of these it relies."
ITEMS = f"(a) if {KEEP};   (b) if {KEEP}; or   (c) if {KEEP}."
FOOT = "\n\n\n- {} -\n\n\n8/4/31, 9:{} AM LAMP-2\n\n\nhttps://harbour.example/lamp/{}.htm\n\n\n"


def _chunks(text: str) -> dict[str, str]:
    document = contract(f"LAMP AGREEMENT\n\n7.1 Term. The lease ends:   {text}   7.2 Oil. {KEEP.capitalize()}.\n")
    return {chunk.path: chunk.header.removeprefix(document.title) for chunk in document.chunks}


@pytest.mark.parametrize(
    "paragraph",
    [
        FLUSH,
        "Whoever ends the lease under this Section 7.1 says so in writing to the other party, and hands over the keys.",
    ],
)
def test_a_wide_gap_in_a_long_line_parts_the_paragraph_behind_a_list(paragraph: str) -> None:
    sentences = "   ".join(f"({label}) {KEEP.capitalize()}." for label in "abc")
    found = _chunks(f"{sentences}   {paragraph * 3}")
    assert found["7.1.further"] == " > 7.1 Term"


def test_a_clause_is_named_with_a_zero_or_without() -> None:
    items = "".join(f"({label}) {KEEP.capitalize()}.\n\n" for label in "abc")
    lease = f"8.02 Lease.\n\n{items}Nothing in this Section 8.02 binds the port."
    text = f"8.01 Oil. {KEEP.capitalize()}.\n\n{lease} {FLUSH}\n\n8.03 Keys. {KEEP}.\n"
    assert "8.02.further" in paths(contract(f"LAMP AGREEMENT\n\n{text}"))


def test_what_is_printed_between_two_pages_ends_no_sentence() -> None:
    names = ("Oil", "Wicks", "Casks", "Boats", "Ropes", "Flags", "Bells", "Nets")
    pages = "".join(
        f"9.{n} {name}. {name} are the port's, and {KEEP} without {name.lower()}.{FOOT.format(n, 10, n)}"
        for n, name in enumerate(names, 1)
    )
    listed = ITEMS.replace("   ", "\n\n")
    lease = f"9.9 Term. The lease ends:\n\n{listed}{FOOT.format(9, 10, 9)}{FLUSH}"
    text = f"LAMP AGREEMENT\n\n{pages}{lease}\n\n9.10 Oil. {KEEP}.\n"
    assert "9.9.further" in paths(contract(text))


def test_what_goes_on_behind_a_list_is_not_glued_to_the_heading_of_its_clause() -> None:
    conditions = ", ".join(f"({label}) {KEEP} and {KEEP}" for label in ("i", "ii", "iii"))
    text = f"{ITEMS}   Notwithstanding this Section 7.1, the lease goes on if {conditions}."
    headers = [header for path, header in _chunks(text).items() if path.startswith("7.1.further")]
    assert len(headers) > 1
    assert all(header.startswith(" > 7.1 Term") and "TermN" not in header for header in headers)


@pytest.mark.parametrize(
    "agreed", ["NOW, THEREFORE, the parties", "NOW THEREFORE, the parties", "Now, therefore, they"]
)
def test_the_words_by_which_the_parties_agree_are_none_of_the_last_recital(agreed: str) -> None:
    recitals = "".join(f"{label}. The port knows that {KEEP}.\n\n" for label in "ABC")
    oil = f"1. Oil. {KEEP.capitalize()}.\n\n2. Wicks. {KEEP.capitalize()}.\n"
    document = contract(
        f"LAMP AGREEMENT\n\nRECITALS\n\n{recitals}{agreed}, who rely on {FLUSH} agree as follows:\n\n{oil}"
    )
    (chunk,) = (chunk for chunk in document.chunks if chunk.content.startswith(agreed))
    assert (chunk.path, chunk.header) == ("recitals.further", f"{document.title} > RECITALS")


@pytest.mark.parametrize(
    "named", ["Nothing in this Section 2 limits the port.", "Nothing in this paragraph 2 limits the port."]
)
def test_a_paragraph_that_names_the_clause_stands_behind_all_of_its_lists(named: str) -> None:
    items = "(i) the house,\n\n(ii) the oil, and\n\n(iii) the use of a boat."
    text = f"1. Term. {LONG}\n\n2. Pay.\n\n(a) Wages. {LONG}\n\n(b) Goods. The port bears\n\n{items}\n\n{named} {LONG}"
    document = contract(f"{text}\n\n3. Law. {LONG}", max_tokens=60)
    (further,) = (chunk for chunk in document.chunks if named in chunk.content)
    assert further.path == "2.further"
    assert further.header.endswith("2. Pay")


@pytest.mark.parametrize(("column", "path"), [("", "1.further"), (" " * 20, "1.b")])
def test_what_holds_for_all_items_is_none_of_the_last_one(column: str, path: str) -> None:
    items = (
        f"       (a) the half of it at once; and\n\n       (b) the rest a year later,\n\n{column}in each case in gold."
    )
    document = contract(f"1. Price. The port pays as follows:\n\n{items} {LONG}\n\n2. Law. {LONG}", max_tokens=40)
    assert next(chunk.path for chunk in document.chunks if "in each case in gold" in chunk.content) == path


def test_a_list_inside_a_sentence_without_a_colon_ends_with_it() -> None:
    items = "(1) in gold,\n\n(2) in oil, or\n\n(3) if the port agrees to it before, in lamps\nthat have been lit."
    behind = "The keeper hands over the lamp as soon as he is paid for it."
    text = f"1. Price. {LONG}\n\n2. Pay. It may be paid\n\n{items}\n\n{behind} {LONG}\n\n3. Law. {LONG}"
    document = contract(text, max_tokens=60)
    assert next(chunk.path for chunk in document.chunks if "hands over" in chunk.content) == "2.further"


@pytest.mark.parametrize(
    "items",
    [
        "(a) $500 at dusk;\n\n(b) $700 at dawn; and\n\n(c) $900 at noon.",
        "(i) 10 lamps.\n\n(ii) 20 lamps.\n\n(iii) 30 lamps.",
        "(a) Lamps of the tower;\n\n(b) Oil; and\n\n(c) Wicks of the tower.",
    ],
)
def test_a_paragraph_behind_items_of_a_few_words_is_none_of_the_last_one(items: str) -> None:
    text = f"1. Pay. {LONG} The port pays as follows:\n\n{items}\n\n{FLUSH}\n\n2. Law. {LONG}"
    (chunk,) = (one for one in contract(text, max_tokens=60).chunks if FLUSH in one.content)
    assert (chunk.path, chunk.content.strip()) == ("1.further", FLUSH)


def test_a_short_paragraph_behind_a_list_is_not_joined_with_the_last_item() -> None:
    oil = "the oil of a whole long winter, as the port counts it, and the wicks"
    items = f"(a) if {KEEP};\n\n(b) for {oil}; and\n\n(c) with {oil}."
    behind = "The keeper hands over the lamp as soon as he is paid for it, and the keys of the tower."
    text = f"1. Pay. {LONG * 2} The port pays:\n\n{items}\n\n{behind}\n\n2. Law. {LONG}"
    (chunk,) = (one for one in contract(text).chunks if behind in one.content)
    assert (chunk.path, chunk.content.strip()) == ("1.further", behind)


def test_a_paragraph_that_names_all_items_of_a_list_stands_behind_it() -> None:
    items = "".join(f"({label}) {LONG}\n\n" for label in ("i", "ii", "iii"))
    behind = f"Each lamp of a kind that clauses (i) through (iii) describe is a lamp of the port. {LONG}"
    text = f"1. Lamps. {LONG} These are the lamps.\n\n{items}{behind}\n\n2. Law. {LONG}"
    assert next(one.path for one in contract(text).chunks if "describe" in one.content) == "1.further"


@pytest.mark.parametrize(
    "agreed",
    [
        "Therefore, the parties agree as follows:",
        "Accordingly, the keeper and the port hereby agree:",
        "In return for the oil, the parties agree as follows:",
    ],
)
def test_what_leads_to_the_clauses_is_none_of_the_last_recital(agreed: str) -> None:
    recitals = "".join(f"{label}. The port knows that {KEEP}.\n\n" for label in "ABC")
    text = f"LAMP AGREEMENT\n\nRECITALS\n\n{recitals}{agreed}\n\n1. Oil. {LONG}\n\n2. Wicks. {LONG}\n"
    (chunk,) = (one for one in contract(text).chunks if "agree" in one.content)
    assert (chunk.path, chunk.content.strip()) == ("recitals.further", agreed)


@pytest.mark.parametrize(("column", "apart"), [("        ", True), ("                ", False)])
def test_a_paragraph_left_of_the_labels_is_none_of_the_last_item(column: str, apart: bool) -> None:
    items = "\n\n".join(f"                ({label})    {LONG}" for label in "abc")
    text = f"7.      LAMPS\n\n        7.1     Term. The lease ends as follows.\n\n{items}\n\n{column}{FLUSH}\n\n"
    assert ("7.1.further" in paths(contract(f"LAMP AGREEMENT\n\n{text}        7.2     Oil. {LONG}\n"))) is apart


def test_a_heading_left_of_the_labels_stands_with_the_paragraph_below_it() -> None:
    items = "\n\n".join(f"                ({label})    {LONG}" for label in "abc")
    heading = "        Ends of leases.\n\n"
    text = f"7.      LAMPS\n\n        7.1     Term. The lease ends as follows.\n\n{items}\n\n{heading}"
    document = contract(f"LAMP AGREEMENT\n\n{text}        {FLUSH}\n\n        7.2     Oil. {LONG}\n")
    assert not any("Ends of leases" in chunk.content and "7.1.c" in chunk.path for chunk in document.chunks)


@pytest.mark.parametrize(
    "words",
    [
        "The foregoing duties are those of the keeper alone, and the port may release him from them by a letter.",
        "For purposes of this Agreement, a lamp is any light that burns oil and stands in the tower at night.",
        "In no event shall the keeper be paid more than once for an hour that he spends in the tower.",
    ],
)
def test_a_paragraph_about_all_items_stands_behind_them(words: str) -> None:
    items = "\n\n".join(f"({label}) {LONG}" for label in "abc")
    text = f"7.1 Term. The lease ends so.\n\n{items}\n\n{words}\n\n7.2 Oil. {LONG}\n"
    assert "7.1.further" in paths(contract(f"LAMP AGREEMENT\n\n{text}"))


def test_the_words_by_which_the_parties_agree_are_none_of_a_recital_with_a_caption() -> None:
    names = zip("ABC", ("Lamps", "Oil", "Keys"), strict=True)
    recitals = "\n\n".join(f"{label}. {name}. {LONG}" for label, name in names)
    agreed = "NOW, THEREFORE, in consideration of the oil, the parties agree as follows:"
    clauses = f"1. Light. {LONG}\n\n2. Oil. {LONG}\n"
    document = contract(f"LAMP AGREEMENT\n\nRECITALS\n\n{recitals}\n\n{agreed}\n\n{clauses}")
    assert not any("NOW, THEREFORE" in one.content and one.path.startswith("recitals.c") for one in document.chunks)
