"""A few words that only go on with what was wished or asked before: more of it, or the weather of another day."""

import re
from dataclasses import replace

from simulator.agents.baseline import lexicon_en, lexicon_ko
from simulator.agents.baseline.frames import LEVELS, OPENINGS, Intent
from simulator.agents.baseline.spotting import normalised
from simulator.channel import Locale

_MORE_EN = (
    r"(?:(?:and|just|ok|okay|no(?= (?:just|even|a|some) )) )*"
    r"(?:a (?:little|tiny|wee)? ?(?:bit|touch|notch|tad)? ?|some |even )?more(?: please)?"
)
_MORE_KO = r"(?:아니|아주|한|좀|조금|쪼금|약간|살짝)*만?더(?:요|해(?:줘|주)?(?:요|세요|라|십시오)?|부탁해요?)?"
_SOME = re.compile(r"little|bit|touch|notch|tad|wee|조금|쪼금|좀|약간|살짝")
_DAY_EN = rf"(?:(?:and|so|ok|okay) )*(?:(?:how|what) about )?(?:(?:for|on) )?(?:{lexicon_en.OTHER_DAY})(?: then)?"
_DAY_KO = rf"(?:그럼|그러면|그리고)*(?:{lexicon_ko.OTHER_DAY})(?:은|는|엔|에는)?(?:요|어때|어때요|어떤가요|어떻습니까)?"


def follow_up(heard: str, locale: Locale, wish: Intent | None, *, weather: bool) -> Intent | None:
    """Return what words without a thing of their own ask for, None where they are none of these.

    `wish` is the last wish about the car, `weather` tells whether its weather was asked for last.
    """
    spoken = normalised(heard, locale).strip(" .,!?~")
    words = re.sub(r"[\s.,!?~]", "", spoken) if locale == "ko" else re.sub(r"[.,!?]", "", spoken)
    if weather and re.fullmatch(_DAY_KO if locale == "ko" else _DAY_EN, words):
        return Intent("weather", "query", value="other_day")
    if wish is not None and re.fullmatch(_MORE_KO if locale == "ko" else _MORE_EN, words):
        return _once_more(wish, some=bool(_SOME.search(words)))
    return None


def _once_more(wish: Intent, *, some: bool) -> Intent | None:
    """Return a step on in the same direction; after a level that was set, more is a higher one."""
    if wish.action in ("up", "down"):
        return replace(wish, value=None, by=wish.by if wish.by is not None and not some else "some")
    if wish.device in LEVELS | {"temperature"} and wish.action in ("set", "on"):
        return replace(wish, action="up", value=None, by="some")
    if wish.device in OPENINGS and wish.action in ("open", "set", "close"):
        return replace(wish, action="close" if wish.action == "close" else "open", value="some", by=None)
    return None
