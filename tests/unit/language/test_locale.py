"""The languages and what they are called."""

from simulator.channel import LANGUAGES, LOCALES
from voice.spec import LOCALES as SPOKEN


def test_every_language_has_a_name_and_there_is_one_list_of_them() -> None:
    assert tuple(LANGUAGES) == LOCALES == ("ko", "en")
    assert SPOKEN is LOCALES
