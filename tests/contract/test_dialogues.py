"""Every shipped dialogue is sound in both languages: its words keep their levels, its reference does not fail."""

import pytest

from scenarios.load import dialogues
from simulator.channel import LOCALES, Locale
from simulator.commands.scenarios import check_one


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", dialogues())
def test_a_dialogue_is_sound(name: str, locale: Locale) -> None:
    assert check_one(dialogues()[name], locale) == []
