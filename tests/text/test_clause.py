"""What the rules of every language share: sentences without marks, bounded objects, short subjects."""

from piperoll.text.statements.clause import LONGEST_OBJECT, is_name, shortened, tidy


def test_marks_and_link_targets_are_left_out() -> None:
    assert (
        tidy("  The **keeper**\n shall [light](https://x.example/a) the `lamp`. ") == "The keeper shall light the lamp."
    )


def test_an_object_is_cut_at_a_word() -> None:
    assert shortened('"the lamp", and') == "the lamp"
    long = shortened("lamp " * 100)
    assert len(long) <= LONGEST_OBJECT
    assert long.endswith("lamp")


def test_a_subject_has_some_words_and_not_too_many() -> None:
    assert is_name("The keeper of the lamp")
    assert not is_name("12")
    assert not is_name("the keeper " * 10)
