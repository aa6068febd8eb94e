"""What the interface says, in both languages at once, so that none can lack a translation."""

import os
from typing import Literal, NamedTuple

UiLang = Literal["en", "ko"]


class Phrase(NamedTuple):
    """One text of the interface in English and Korean; `{}` fields are filled by `told`."""

    en: str
    ko: str

    def told(self, lang: UiLang, *values: object, **named: object) -> str:
        """Return the text in one language with its fields filled in."""
        text = self.ko if lang == "ko" else self.en
        return text.format(*values, **named) if values or named else text


def ui_lang(wanted: str | None = None) -> UiLang:
    """Return the language of the interface: what was asked for, else what the environment's locale says.

    Source: POSIX locale variables, LC_ALL before LC_MESSAGES before LANG.
    """
    found = wanted or next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "ko" if found.lower().startswith("ko") else "en"
