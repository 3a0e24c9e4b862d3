"""What stands over a chunk goes with it: headings, the words that lead to a list, the header row of a table."""

import pytest

from tests.corpora.clauses.documents import at, contract, paths, terms

PROSE = "The keeper shall light the lamp at dusk and shall put it out at dawn, on every day of the year. "
LONG = PROSE * 3
ITEMS = [("a", "guide"), ("b", "warn"), ("c", "welcome"), ("d", "stop"), ("e", "count")]


@pytest.mark.parametrize(
    ("text", "path", "part"),
    [
        (
            f"1. Aa\n\n{LONG}\n\n2. The keeper shall be paid on the first day. {LONG}",
            "2",
            "2. The keeper shall be paid",
        ),
        (
            f"1. Fees\n\n{LONG}\n\n(a) each month the keeper is paid. {LONG}\n\n(b) oil is free. {LONG}",
            "1.b",
            "(b) oil",
        ),
        (f"ARTICLE II    THE LAMP    Section 2.1 Light. {LONG}", "art2", "ARTICLE II THE LAMP"),
        (f"ARTICLE IX GENERAL PROVISIONS 9.1 Notices. {LONG}", "art9", "ARTICLE IX GENERAL PROVISIONS"),
    ],
)
def test_a_header_ends_in_no_bare_number(text: str, path: str, part: str) -> None:
    document = contract(f"{text}\n\n{LONG}")
    assert at(document, path).header.rpartition(" > ")[2].startswith(part)


@pytest.mark.parametrize("mark", ["*   ", "- "])
def test_bullets_that_are_cut_apart_keep_what_leads_to_them(mark: str) -> None:
    items = "\n".join(f"{mark}light lamp number {number}, {PROSE.lower()}" for number in range(12))
    document = terms(f"### Duties\n\n{LONG}\n\nOnly in winter. The keeper must:\n\n{items}\n\n{LONG}")
    leads = [one.header.endswith("> The keeper must:") for one in document.chunks if one.content.startswith(mark)]
    assert len(leads) > 3
    assert all(leads)
    assert not document.chunks[-1].header.endswith("must:")


def test_an_inner_list_keeps_its_own_lead_in() -> None:
    inner = "\n".join(f"    *   lamp {number}: {PROSE}" for number in range(8))
    document = terms(f"### Duties\n\nThe keeper must:\n\n*   light these lamps:\n{inner}\n*   sleep. {PROSE * 4}")
    parts = [one for one in document.chunks if one.content.startswith("*   lamp")]
    assert parts
    assert all(one.header.endswith("> light these lamps:") for one in parts)
    assert next(one for one in document.chunks if one.content.startswith("*   sleep")).header.endswith("must:")


def test_clauses_of_a_list_keep_what_leads_to_them() -> None:
    items = "\n\n".join(f"({letter}) Lamps of kind {letter}. {LONG}" for letter in "abc")
    document = contract(f"3. Duties. {LONG} In winter the keeper shall:\n\n{items}\n\n4. End. {LONG}")
    assert at(document, "3.b").header == "contract > 3. Duties > In winter the keeper shall: > (b) Lamps of kind b"


@pytest.mark.parametrize(
    "foot", ["12", "Source: LANTERN INC., 8-K, 4/6/2018", "- 12 -\n\nSource: LANTERN INC., 8-K, 4/6/2018"]
)
def test_what_leads_to_a_list_may_end_a_page(foot: str) -> None:
    items = "\n\n".join(f"({letter}) light lamps of kind {letter}. {LONG}" for letter in "abc")
    document = contract(f"3. Duties. {LONG} In winter the keeper shall:\n\n{foot}\n\n{items}\n\n4. End. {LONG}")
    assert at(document, "3.b").header.startswith("contract > 3. Duties > In winter the keeper shall: > (b) light")


def test_a_sentence_that_leads_to_a_list_is_whole_over_a_page_break() -> None:
    lead = "In winter, save on the days that the parties\n\n\n\n12\n\n\n\nhave named in the calendar, the keeper shall:"
    items = "\n\n".join(f"({letter}) light lamps of kind {letter}. {LONG}" for letter in "abc")
    document = contract(f"3. Duties. {LONG} {lead}\n\n{items}\n\n4. End. {LONG}")
    whole = "In winter, save on the days that the parties have named in the calendar, the keeper shall:"
    assert at(document, "3.b").header.startswith(f"contract > 3. Duties > {whole} > (b) light")


@pytest.mark.parametrize("label", ["Section 4.", "4."])
def test_the_sections_of_an_article_have_what_leads_to_them(label: str) -> None:
    sections = "\n\n".join(f"{label}{n} {name}. {LONG}" for n, name in enumerate(("Tower", "Lamp", "Oil"), 1))
    text = (
        f"ARTICLE IV THE LIGHT\n\nThe port warrants to the keeper as follows:\n\n{sections}\n\nARTICLE V END\n\n{LONG}"
    )
    header = at(contract(f"{LONG}\n\n{text}"), "4.2").header
    assert header.startswith("contract > ARTICLE IV THE LIGHT > The port warrants to the keeper as follows: > ")


def test_a_second_list_of_a_clause_has_its_own_lead_in_below_the_name_of_the_clause() -> None:
    first, second = ("\n\n".join(f"({n}) The {what}. {LONG}" for n in ("i", "ii")) for what in ("tower", "lamp"))
    text = f"9. Duties\n\nThe port pays for:\n\n{first}\n\nThe keeper pays for:\n\n{second}\n\n10. End\n\n{LONG}"
    document = contract(f"8. Start\n\n{LONG}\n\n{text}")
    header = next(one for one in document.chunks if one.content.startswith("(ii) The lamp")).header
    assert header == "contract > 9. Duties > The keeper pays for: > (ii) The lamp"


def test_the_name_of_a_clause_without_a_heading_ends_with_its_first_sentence() -> None:
    items = "\n\n".join(f"({letter}) Lamps of kind {letter}. {LONG}" for letter in "abc")
    document = contract(f"3. All lamps are red. The port may, on each day:\n\n{items}\n\n4. End. {LONG}")
    assert at(document, "3").header == "contract > 3. All lamps are red."


def test_what_is_cut_from_an_item_inside_a_sentence_keeps_its_beginning() -> None:
    words = "in the harbour of the keeper at the height of the lamp by the light of the moon " * 3
    second = f"(ii) oil {words}, save that {words}, {words}and {words}, {words}"
    text = f"1. Duties. {LONG}In winter, the keeper shall (i) light {words}, {second}and (iii) trim {words}{words}."
    parts = contract(f"{text}\n\n2. End. {LONG}").chunks
    inner = [one.header for one in parts if one.path.startswith("1.p")]
    assert len([one for one in parts if one.content.startswith(("(i", "and (i"))]) < len(inner) - 1
    assert {header.removesuffix(" (ii)") for header in inner[2:]} == {
        "contract > 1. Duties > In winter, the keeper shall"
    }


def test_items_inside_a_sentence_keep_its_beginning() -> None:
    items = " ".join(
        f"({number}) {PROSE.strip()[:-1].lower()};" for number in ("i", "ii", "iii", "iv", "v", "vi", "vii")
    )
    document = contract(f"3. Duties.\n\n{LONG}\n\nIn spring nothing is due. In winter the keeper shall {items}")
    parts = [one for one in document.chunks if one.content.startswith("(")]
    assert parts
    assert all(one.header.endswith("> In winter the keeper shall") for one in parts)


def test_the_parts_of_a_table_keep_its_header_row() -> None:
    rows = "\n".join(f"| Lamp {number} | {PROSE} |" for number in range(12))
    document = terms(f"### Lamps\n\n| **Lamp** | [Use](https://example.org) |\n| --- | --- |\n{rows}\n\nText. {LONG}")
    parts = [one for one in document.chunks if one.content.startswith("| Lamp ")]
    assert len(parts) > 2
    assert all(one.header.endswith("> Lamp | Use") for one in parts)


def test_an_empty_header_row_gives_way_to_the_first_row() -> None:
    rows = "\n".join(f"| Lamp {number} | {PROSE} |" for number in range(12))
    document = terms(f"### Lamps\n\n|     |     |\n| --- | --- |\n| Lamp | Use |\n{rows}")
    assert document.chunks[-1].header.endswith("> Lamp | Use")


@pytest.mark.parametrize(
    "heading",
    [
        "**VI. How long we keep data**",
        "**9\\. Your rights**",
        "2.0    CONFIDENTIAL INFORMATION",
        "ARTICLE 2   THE OFFER",
    ],
)
def test_the_heading_of_what_follows_ends_no_chunk(heading: str) -> None:
    read = terms if "**" in heading else contract
    document = read(f"1. Aa. {LONG}\n\n1.1 Bb. {LONG}\n\n1.2 Cc. Short.\n\n{heading}\n\n2.1 {LONG}\n\n2.2 {LONG}")
    ends = [one.content.rstrip().endswith(heading) for one in document.chunks]
    assert not any(ends)
    assert sum(heading in one.content for one in document.chunks) == 1


def test_a_heading_inside_a_text_that_is_cut_ends_no_part() -> None:
    text = "\n\n".join(f"**Note {number}**\n\n{PROSE}{PROSE}" for number in range(6))
    document = contract("1. Aa\n\n" + text.replace("**", "").upper().replace(PROSE.upper(), PROSE))
    assert not any(one.content.rstrip().rpartition("\n")[2].startswith("NOTE") for one in document.chunks)


def test_a_label_alone_goes_with_what_follows() -> None:
    text = f"1. Aa. {LONG}\n\n2.\n\n3.\n\n{LONG}\n\n4. Bb. {LONG}"
    assert not any(one.content.strip() in ("2.", "3.", "2.\n\n3.") for one in contract(text).chunks)
    assert not any(one.content.rstrip().endswith(("2.", "3.")) for one in contract(text).chunks)


def test_what_nothing_follows_stays_with_what_is_before() -> None:
    document = contract(f"1. Aa. {LONG}\n\n2. Bb. {LONG}\n\nEND OF THE AGREEMENT")
    assert paths(document) == ["1", "2"]


@pytest.mark.parametrize("short", ["1.3 Die Sprache des Vertrages ist Deutsch.", "1.3 The Keeper Reads."])
def test_a_short_clause_is_not_the_heading_of_the_next(short: str) -> None:
    document = terms(f"1\\. Aa\n------\n\n1.1 {LONG}\n\n1.2 {LONG}\n\n{short}\n\n1.4 The keeper {LONG}\n\n1.5 {LONG}")
    (chunk,) = [one for one in document.chunks if short in one.content]
    assert "1.4" not in chunk.path
    assert at(document, "1.4").content.startswith("1.4")


def test_the_heading_of_the_last_clause_goes_with_its_first_part() -> None:
    document = contract(f"1. Aa. {LONG}\n\n2. Bb. Short.\n\n3. Lamps and Oil\n3.1 Lamps. {LONG}\n3.2 Oil. {LONG}")
    assert not any(one.content.rstrip().endswith("Lamps and Oil") for one in document.chunks)
    assert at(document, "3").content.startswith("3. Lamps and Oil\n3.1")


def test_the_first_row_of_a_table_ends_no_chunk() -> None:
    rows = "\n".join(f"| Lamp {n} | {PROSE * 2}|" for n in range(6))
    document = terms(f"Fees\n----\n\n{PROSE * 7}\n\n| Lamp | What the keeper does |\n| --- | --- |\n{rows}")
    assert not any(one.content.rstrip().endswith(("--- |", "keeper does |")) for one in document.chunks)


def test_a_heading_in_front_of_the_contents_does_not_enclose_them() -> None:
    entries = "\n".join(f"*   [{name}](#{name})" for name in ("Lamps", "Oil", "Wicks", "Glass", "Boats"))
    body = "\n\n".join(f"{name}\n-----\n\n{LONG}" for name in ("Lamps", "Oil", "Wicks", "Glass", "Boats"))
    document = terms(f"Terms\n=====\n\n{LONG}\n\nOverview\n--------\n\n{entries}\n\n{body}")
    assert document.set_aside
    assert not any("](#Oil)" in one.content for one in document.chunks)


def test_a_reference_to_an_item_is_not_the_first_one() -> None:
    words = "approve, adopt or recommend, or publicly propose to approve, adopt or recommend to the owners "
    text = (
        f"5.2 The Board shall not (i) {words * 3}a sale (what is described in this clause (i) being a “Change”), "
        f"(ii) {words * 5}or (iii) {words * 2}a lease.\n\n"
    )
    document = contract(f"5.1 Aa. The keeper lights the lamp.\n\n{text}5.3 Bb. The keeper sleeps.\n\n", max_tokens=80)
    headers = [one.header for one in document.chunks if one.content.startswith("(ii)")]
    assert headers
    assert not any("this clause" in header for header in headers)


def test_each_list_in_no_clause_has_what_leads_to_it() -> None:
    lamps = f"The secrets are:\na) the lamp. {LONG}\nb) the oil. {LONG}\n"
    text = (
        f"Lamp Agreement\nIt is made today. {LONG}\n{lamps}No secrets are:\na) the wick. {LONG}\nb) the glass. {LONG}\n"
    )
    leads = {one.content[:9]: one.header.split(" > ")[1] for one in contract(text).chunks if one.content[1:2] == ")"}
    assert leads == {
        "a) the la": "The secrets are:", "b) the oi": "The secrets are:",
        "a) the wi": "No secrets are:", "b) the gl": "No secrets are:",
    }  # fmt: skip


def test_the_first_words_of_a_clause_and_what_leads_to_its_items_are_said_once() -> None:
    items = " ".join(f"({label}) {verb} the lamp of the harbour at dusk{PROSE.lower()};" for label, verb in ITEMS)
    document = contract(f"1.1 The keeper shall not: {items}\n\n1.2 {LONG}")
    assert {one.header.partition(" > ")[2] for one in document.chunks[1:-1]} == {"1.1 The keeper shall not:"}


def test_one_verb_is_no_lead_in() -> None:
    items = " ".join(f"({label}) a lamp that is lit to {verb} ships {PROSE.lower()};" for label, verb in ITEMS)
    document = contract(f"1. Definitions\n\n“Great Lamp” means {items}\n\n2. Oil\n\n{LONG}")
    assert not [one.header for one in document.chunks if one.header.endswith("means")]


def test_a_schedule_whose_heading_is_unfinished_has_the_next_line_too() -> None:
    document = contract(f"1. Oil\n\n{LONG}\n\nEXHIBIT B\n\nFORM OF\n\nHARBOUR AGREEMENT\n\n{LONG}")
    assert document.chunks[-1].header.endswith("EXHIBIT B FORM OF HARBOUR AGREEMENT")


def test_the_word_in_front_of_the_parties_is_no_heading() -> None:
    document = contract(f"HARBOUR AGREEMENT\n\nBETWEEN: Harbour Lamps Inc., a company of the port. {LONG}\n\n1. {LONG}")
    assert "between" not in {one.path for one in document.chunks}


def test_an_item_i_behind_an_item_h_is_a_letter() -> None:
    items = "\n\n".join(f"({label}) lights a lamp that {PROSE.lower() * 3};" for label in "abcdefghi")
    more = "5.2. You must light it.\n\n5.3. You must read the log."
    clauses = f"5.1. You must send nothing that:\n\n{items}\n\n{more}"
    document = terms(f"5\\. Duties\n---------\n\n{clauses}\n\n6\\. Oil\n------\n\n{LONG}")
    ninth = next(one for one in document.chunks if one.content.startswith("(i)"))
    assert "(h)" not in ninth.header


def test_what_leads_to_bullets_that_are_headings_stands_over_them() -> None:
    oil, glass, log = (f"* **{word}**\n\n{LONG}{LONG}\n\n" for word in ("Oil", "Glass", "Log"))
    lead = "You may ask for the following:"
    document = terms(f"### Keeper\n\n{LONG}\n\n### Lamps\n\n{LONG}\n\n{lead}\n\n{oil}{glass}And give us:\n\n{log}")
    lamps = "Lanternfish Terms of Service > Lamps"
    assert at(document, "lamps.oil").header == f"{lamps} > {lead} > Oil"
    assert at(document, "lamps.glass").header == f"{lamps} > {lead} > Glass"
    assert at(document, "lamps.log").header == f"{lamps} > And give us: > Log"


@pytest.mark.parametrize(
    "short", ["For example:", "This information may include:", "Such lamps include:", "Specifically:"]
)
def test_a_lead_in_that_says_nothing_by_itself_has_the_sentence_in_front_of_it(short: str) -> None:
    items = "\n".join(f"*   lamp number {number}, {PROSE.lower()}" for number in range(12))
    document = terms(f"### Duties\n\n{LONG} Some lamps burn longer than others. {short}\n\n{items}\n")
    assert document.chunks[-1].header.endswith(f"> Some lamps burn longer than others. {short}")


@pytest.mark.parametrize("full", ["You may not:", "SIXTH:", "The lamps that we light at dusk in winter are these:"])
def test_a_lead_in_that_is_complete_stands_alone(full: str) -> None:
    items = "\n".join(f"*   lamp number {number}, {PROSE.lower()}" for number in range(12))
    document = terms(f"### Duties\n\n{LONG} Some lamps burn longer than others. {full}\n\n{items}\n")
    assert document.chunks[-1].header.endswith(f"Terms of Service > {full}")


@pytest.mark.parametrize("form", ["**{}**\n\n{}", "**{}.** {}", "*   **{}**\n\n    {}"])
def test_headings_in_bold_type_have_what_leads_to_them(form: str) -> None:
    parts = "\n\n".join(form.format(name, LONG) for name in ("To light the lamp", "To pay the keeper"))
    document = terms(f"## Log\n\nWe read your log for the following purposes:\n\n{parts}\n\n## End\n\n{LONG}")
    assert [one.header for one in document.chunks if "To pay" in one.content] == [
        "Lanternfish Terms of Service > Log > We read your log for the following purposes: > To pay the keeper"
    ]


def test_another_kind_of_heading_in_bold_type_ends_what_leads_to_the_first_ones() -> None:
    parts = "\n\n".join(f"**{name}.** {LONG}" for name in ("To light the lamp", "To pay the keeper"))
    text = f"We read your log for the following purposes:\n\n{parts}\n\n**Who keeps it**\n\n{LONG}"
    header = terms(f"## Log\n\n{text}\n\n## End\n\n{LONG}").chunks[-2].header
    assert header.endswith("Who keeps it")
    assert "purposes" not in header


def test_what_is_cut_from_inside_an_item_has_the_bold_words_with_which_it_begins() -> None:
    items = f"*   **Red lamps**: {LONG * 4}\n*   **Green lamps.** {LONG * 4}\n"
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nThe keeper lights these:\n\n{items}")
    above = [one.header.split(" > ")[2:] for one in document.chunks if one.path.startswith("lamps")]
    assert ["The keeper lights these:", "Red lamps"] in above
    assert above[-1] == ["The keeper lights these:", "Green lamps"]


def test_inner_items_have_the_bold_words_of_the_outer_one() -> None:
    inner = "".join(f"    *   lamp number {number} {PROSE}\n" for number in range(12))
    document = terms(f"## Oil\n\n{LONG}\n\n## Lamps\n\nWe light:\n\n*   **Red lamps.** They are old.\n{inner}")
    assert document.chunks[-1].header.endswith("> Lamps > We light: > Red lamps")


WRAPPED = (
    "The keeper shall light the lamp of the tower at dusk, and shall see that\n\n"
    "it burns until dawn, on every day of the year, whatever the weather is and\n\n"
    "whoever asks for it, unless the port says in writing that it need not be.\n\n"
)


def test_a_line_that_ends_in_a_colon_is_the_whole_heading_of_its_number() -> None:
    heading = "1.1 The oil and the glass that the port of Lanternfish gives you for nothing:"
    document = terms(f"1. Oil\n\n{LONG}\n\n{heading}\n\nYou get both {LONG}\n\n1.2 {LONG}\n\n2. End\n\n{LONG}")
    assert at(document, "1.1").header.endswith(f"> {heading}")


def test_a_heading_of_wrapped_lines_ends_in_front_of_the_wider_gap() -> None:
    heading = "3. The duties and the rights of the keeper of\n\nthe tower\n\n\n\n"
    document = terms(f"2. Oil\n\n\n\n{WRAPPED * 3}\n\n{heading}{WRAPPED * 3}\n\n4. End\n\n\n\n{WRAPPED * 3}")
    assert at(document, "3").header.endswith("> 3. The duties and the rights of the keeper of the tower")


def test_items_of_wrapped_lines_keep_what_leads_to_them_with_its_own_first_line() -> None:
    lead = "We keep the log of the tower for a year and a day and a night, and give it\n\nto these:\n\n"
    item = "• the port, which reads it at dusk and writes down the name of each keeper\n\nthat it finds there,\n\n"
    foot = "5\n\nThe port of Lanternfish, 4 Pier Road\n\n\n\n"
    document = terms(f"2. Oil\n\n{WRAPPED * 3}\n\n{lead}{item * 6}{foot}{item * 6}")
    above = {one.header.rpartition(" > ")[2] for one in document.chunks if one.content.startswith("•")}
    assert above == {"We keep the log of the tower for a year and a day and a night, and give it to these:"}


def test_what_leads_to_marked_headings_stands_in_their_headers() -> None:
    kinds = "".join(f"### {name} lamps\n\n{LONG}\n\n" for name in ("Red", "Blue"))
    document = terms(f"# Page\n\n## Lamps\n\n{PROSE}We light these lamps at dusk:\n\n{kinds}## Oil\n\n{LONG}")
    assert at(document, "lamps.blue-lamps").header.endswith("Lamps > We light these lamps at dusk: > Blue lamps")
    assert document.chunks[-1].header.endswith("> Oil")


@pytest.mark.parametrize("number", ["5.1", "Section 5.1"])
def test_what_leads_to_letters_heads_no_section_behind_them(number: str) -> None:
    items = f"(a) light the lamp, and {LONG}\n\n(b) trim the wick, and {LONG}"
    text = f"ARTICLE V\n\nLAMPS\n\nThe keeper agrees to:\n\n{items}\n\n{number} Oil. {LONG}"
    document = contract(text)
    assert "The keeper agrees to:" in at(document, "art5.b").header
    assert "The keeper agrees to:" not in at(document, "5.1").header


def test_a_sentence_among_the_items_of_a_list_completes_no_words_that_lead_to_it() -> None:
    items = f"(a) light {LONG.lower()};\n\n(b) sell {LONG.lower()}.\n\n(c) The port may sell the oil. {LONG}"
    document = contract(f"1. Lamps. {LONG}\n\n2. Oil. At dusk no keeper is to:\n\n{items}\n\n3. End. {LONG}")
    said = {chunk.path: "is to:" in chunk.header for chunk in document.chunks}
    assert said["2.b"]
    assert not said["2.c"]


@pytest.mark.parametrize(
    "between",
    [
        pytest.param(f"11.3 Copies. {LONG}", id="a misprinted number"),
        pytest.param("IN WITNESS WHEREOF, the parties have signed this agreement.", id="signatures"),
    ],
)
def test_a_number_that_goes_on_with_a_clause_has_its_heading(between: str) -> None:
    first = f"12. GENERAL\n\n12.1 Law. {PROSE}\n\n12.2 Notice. {LONG}"
    document = contract(f"11. OIL\n\n{LONG}\n\n{first}\n\n{between}\n\n12.4 Faith. {LONG}\n\n12.5 Whole. {LONG}\n")
    assert document.chunks[-1].header.split(" > ")[1:] == ["12. GENERAL", "12.5 Whole"]


def test_a_number_behind_another_clause_has_no_heading_that_none_counts() -> None:
    document = contract(
        "1. Purpose\n\nOil is bought.\n\n2. Terms\n\n1.1 Lamps. A lamp is red.\n\n1.2 Oil. It is good.\n"
    )
    assert not any("Purpose" in chunk.header for chunk in document.chunks[1:])


def test_a_heading_that_is_cut_shows_it_and_one_that_fits_does_not() -> None:
    name = "What the keepers of the lamps of the northern pier and of the southern pier write in the log of their port"
    document = terms(f"## Oil\n\n{LONG}\n\n## {name} at dusk and at dawn of each day\n\n{LONG}\n\n## {name}.\n\n{LONG}")
    cut, whole = (one.header.rpartition(" > ")[2] for one in document.chunks[1:])
    assert cut == f"{name} at dusk and at dawn of …"
    assert whole == name


def test_the_second_item_of_a_number_without_words_of_its_own_has_that_number() -> None:
    items = f"2. (a) Oil is bought by the keeper. {LONG * 2}\n\n(b) Wicks are not bought by him. {LONG * 2}"
    document = contract(f"1. Lamps are lit. {LONG}\n\n{items}\n\n3. Logs are kept. {LONG}")
    assert at(document, "2.b").header == "contract > 2. (b) Wicks are not bought by him."
