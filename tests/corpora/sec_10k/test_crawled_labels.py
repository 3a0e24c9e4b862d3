"""Test the words in front of texts that head them, in filings that a crawler has cut into Items."""

import pytest

from tests.corpora.sec_10k.crawled import SAID, crawled, told


@pytest.mark.parametrize("name", ["WHALE OIL.", "WHALE OIL -", "Oil of Whales -"])
def test_words_in_front_of_a_text_head_it(name: str) -> None:
    lines = ("Lamp Policies", SAID, f"BELLS. {SAID}", f"{name} {SAID}", SAID)
    assert told("7", *lines)[-1] == ["Lamp Policies", name.rstrip(" .-")]
    assert told("15", "Exhibits", "Exhibit Index", f"{name} {SAID}") == [["Exhibit Index"]]


def test_a_numbered_series_ends_with_its_numbers() -> None:
    lines = ("Uses of Oil", "1. Light", SAID, "2. Heat", SAID, "Our Ships", SAID)
    assert told("1", *lines) == [["Uses of Oil", "1. Light"], ["Uses of Oil", "2. Heat"], ["Our Ships"]]


@pytest.mark.parametrize("stop", [".", ":"])
def test_words_of_a_series_head_their_texts(stop: str) -> None:
    series = [line for name in ("Wicks", "Old Ropes", "Oil of Whales") for line in (f"{name}{stop} {SAID}", SAID)]
    assert told("1", "Ropes", SAID, "Regulation of Lamps", SAID, *series, "Bells", SAID) == [
        ["Ropes"],
        ["Regulation of Lamps"],
        ["Regulation of Lamps", "Wicks"],
        ["Regulation of Lamps", "Old Ropes"],
        ["Regulation of Lamps", "Oil of Whales"],
        ["Bells"],
    ]


@pytest.mark.parametrize(
    "names",
    [
        ("Wicks", "Old Ropes"),
        ("Our Wicks Are New", "They", "Oil Can Burn"),
        ("Philip T", "Mary A", "Reef Inc"),
        ("Wicks of the new kind", "Ropes of all kinds", "Oil of the largest whales"),
    ],
)
def test_words_in_front_of_a_text_that_are_no_series_of_names_head_nothing(names: tuple[str, ...]) -> None:
    lines = [line for name in names for line in (f"{name}. {SAID}", SAID)]
    assert told("1", "Lamps", SAID, *lines) == [["Lamps"]]


def test_a_series_stands_in_the_heading_over_it_also_where_one_stood_over_that() -> None:
    series = [f"{name}. {SAID}" for name in ("Wicks", "Old Ropes", "Oil of Whales")]
    found = told("8", "Note 1 - Lamps", *series, "Guarantees", SAID, *series)
    assert found[3:] == [
        ["Note 1 - Lamps", "Guarantees", *name] for name in ([], ["Wicks"], ["Old Ropes"], ["Oil of Whales"])
    ]


@pytest.mark.parametrize("name", ["Other oil, net", "Wicks of Whale Lamps and Old Ropes of Ships and Shops and Bells"])
def test_longer_words_and_small_letters_are_of_a_series(name: str) -> None:
    lines = [f"{one}. {SAID}" for one in ("Wicks", "Old Ropes", name, "Oil of Whales")]
    assert ["Lamps", name] in told("1", "Lamps", SAID, *lines)
    assert told("1", "Lamps", SAID, *(f"{name}. {SAID}" for _ in range(4))) == [["Lamps"]]


@pytest.mark.parametrize(
    "name",
    [
        "Off-Season Oil - The",
        "Impairment of Long-Lived Lamps - We",
        "Oil (Spilt) Per Lamp - The",
        "Wicks and Ropes, Bells and Other Goods, and Oil Related to Lamps in a Joint Venture at Sea - The",
        "Lamp Supply and Ropes- Offer",
        "Lamp Oils - SFAS No. 133, as read by us,",
        "Pay Lamps 2 (Pay 2) and Free Lamps 2 (Free 2) - In the U.S.",
    ],
)
def test_words_in_front_of_a_dash_end_what_those_before_them_head(name: str) -> None:
    lines = ("Lamps", SAID, f"Whale Oil - The {SAID}", f"{name} {SAID}")
    label = name.rpartition("- ")[0].rstrip(" -")
    assert told("1", *lines) == [["Lamps"], ["Lamps", "Whale Oil"], ["Lamps", label]]


def test_a_patent_behind_a_dash_is_no_text() -> None:
    assert told("1", "Lamps", SAID, "Device for Lamps - US Patent # 6,024,307 and a patent # 2,218,429", SAID) == [
        ["Lamps"]
    ]


def test_capitals_that_begin_their_text_again_head_it() -> None:
    lines = (
        "Lamps",
        f"Whale Oil. Our {SAID}",
        f"Wicks. Our {SAID}",
        f"EBITDA. EBITDA was {SAID}",
        f"Ropes. All {SAID}",
    )
    assert told("7", *lines) == [["Lamps", name] for name in ("Whale Oil", "Wicks", "EBITDA", "Ropes")]


@pytest.mark.parametrize("name", ["Lamps per Keeper", "The 2031 Lamps", "Long-term lamps", "Lamps (formerly Torches)"])
def test_words_in_front_of_a_dash_may_have_small_letters_and_a_year(name: str) -> None:
    assert told("8", "Oil", SAID, f"Whale Oil - {SAID}", f"{name} - {SAID}", SAID)[-1] == ["Oil", name]


def test_the_last_words_of_a_series_in_front_of_a_dash_head_what_follows_them() -> None:
    lines = [line for name in ("Whale Oil", "Lamps", "Bells", "Ropes") for line in (f"{name} - {SAID}",)]
    assert crawled("8", "Stores", SAID, *lines, SAID, SAID).chunks[-1].metadata["section"] == ["Stores", "Ropes"]


def test_words_in_front_of_a_text_may_be_two_names() -> None:
    names = ("Whale Oil", "Lamps", "Loss of Keepers; Wear of Ropes and Bells by Day and Night", "Bells")
    lines = [f"{name}. {SAID}" for name in names]
    assert ["Risks", names[2]] in told("1", "Risks", SAID, *lines)


def test_a_heading_may_end_in_a_full_stop() -> None:
    lines = ("Lamps", SAID, "Whale Oil", SAID, "Cost of Oil.", SAID, "Cost of Wicks.", SAID)
    assert told("7", *lines, "The Company.", SAID, "Bells", SAID)[1:] == [
        ["Whale Oil"],
        ["Whale Oil", "Cost of Oil"],
        ["Whale Oil", "Cost of Wicks"],
        ["Whale Oil", "The Company"],
        ["Bells"],
    ]


def test_a_heading_in_capitals_may_end_in_a_full_stop() -> None:
    risk = "OUR KEEPERS MAY SLEEP IN A STORM, AND THE LAMPS MAY GO OUT IN THE NIGHT WITHOUT ANYONE WHO SEES IT AT ALL"
    assert told("1", "LAMPS", SAID, f"{risk}.", SAID)[-1] == [risk]
