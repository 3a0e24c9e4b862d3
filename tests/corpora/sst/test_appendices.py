"""Appendices of decisions stand under their own names."""

import pytest

from piperoll.corpora.sst import parse_sections


@pytest.mark.parametrize(
    "office", ["Member, Appeal Division", "Membre, Division d’appel", "Vice-chair, Appeal Division"]
)
def test_an_appendix_behind_who_signs_stands_under_its_own_name(office: str) -> None:
    text = f"Conclusion\n\n[1] a.\n\n[2] The appeal is dismissed.\n\nBea Wick\n{office}\n\nAppendix A\n\nA lamp."
    assert [one.name for one in parse_sections(text)] == ["Conclusion", "Appendix A"]
    quoted = "Issue\n\n[1] The Act names a\n\nSchedule\n\nof lamps.\n\n[2] b."
    assert [one.name for one in parse_sections(quoted)] == ["Issue"]
