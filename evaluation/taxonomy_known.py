"""What the assistant could know at a moment: what the driver had said and what it had looked up."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.taxonomy_view import View

_PREFERENCES = "get_user_preferences"
_IDENTIFIER = re.compile(r"^(?:loc|poi|con|plg|rll|rlp|rpl|rpp)_")
VAGUE = frozenset({"set", "get", "open", "close", "on", "off", "level", "one", "new", "send", "id", "position"})
"""Words in the names of tools and fields that do not say what these are about."""
_NAMES = ("name", "name_via", "first_name", "last_name")
# How people put what tools call by a code.
_SPOKEN: Mapping[str, str] = {
    "ALL": r"\b(?:all|every|both)\b|모두|모든|전부|전체|다\b",
    "ALL_ZONES": r"\b(?:all|every|both|us|everyone|passenger)\b|모두|모든|전부|전체|양쪽|다\b",
    "DRIVER": r"\b(?:driver|my|me)\b|운전석|내\b|제\b",
    "PASSENGER": r"\bpassenger\b|조수석|동승석|옆자리",
    "DRIVER_REAR": r"\b(?:rear|back)\b|뒷|뒤",
    "PASSENGER_REAR": r"\b(?:rear|back)\b|뒷|뒤",
    "LEFT_REAR": r"\bleft\b|왼쪽",
    "RIGHT_REAR": r"\bright\b|오른쪽",
    "FRONT": r"\b(?:front|windshield|windscreen)\b|앞",
    "REAR": r"\b(?:rear|back)\b|뒤|뒷",
    "RECIRCULATION": r"\b(?:recirculat\w*|inside air)\b|내기|실내 ?순환",
    "FRESH_AIR": r"\b(?:fresh|outside) air\b|외기",
    "WINDSHIELD": r"\b(?:windshield|windscreen)\b|앞유리",
    "RED": r"\bred\b|빨간|빨강|레드",
    "GREEN": r"\bgreen\b|초록|녹색|그린",
    "BLUE": r"\bblue\b|파란|파랑|블루",
    "YELLOW": r"\byellow\b|노란|노랑|옐로",
    "WHITE": r"\bwhite\b|흰|하얀|화이트",
    "PINK": r"\bpink\b|분홍|핑크",
    "ORANGE": r"\borange\b|주황|오렌지",
    "PURPLE": r"\b(?:purple|violet)\b|보라|퍼플",
    "CYAN": r"\bcyan\b|청록|하늘색",
}
_AMOUNTS: Mapping[float, str] = {
    0: r"\b(?:clos\w+|shut|off)\b|닫|꺼",
    50: r"\b(?:half\w*|halfway)\b|반|절반",
    100: r"\b(?:fully|completely|entirely|all the way|wide)\b|완전히|끝까지|활짝|다 열",
    3: r"\b(?:max\w*|highest|full blast)\b|최대|제일 세게",
}
_KOREAN_COUNTS = {1: "일|한", 2: "이|두", 3: "삼|세", 4: "사|네", 5: "오|다섯"}


class Known:
    """What was known before one moment of a session."""

    def __init__(self, view: View, position: int) -> None:
        self._driver = " \n".join(text for _, text in view.spoken("driver", position))
        self._preferences: list[str] = []
        self._objects: dict[str, list[Mapping[str, Any]]] = {}
        for place, deed in view.deeds("get"):
            if place >= position:
                break
            try:
                answer = json.loads(deed.reply)
            except ValueError:
                continue
            if deed.name == _PREFERENCES:
                self._preferences += list(_texts(answer.get("result") if isinstance(answer, dict) else None))
            for found in _objects(answer):
                identifier = found.get("id", found.get("route_id"))
                if isinstance(identifier, str):
                    self._objects.setdefault(identifier, []).append(found)

    def tells(self, value: Any, tool: str) -> bool:
        """Return whether the driver's words or stored preferences told the value of an argument of a tool.

        An identifier was told if the driver said the name that belongs to it, or a word that sets it apart from its
        alternatives ("fastest"). A list was told if each of its parts was.
        """
        if isinstance(value, list):
            return bool(value) and all(self.tells(part, tool) for part in value)
        if isinstance(value, bool) or value is None:
            return True
        if isinstance(value, str) and _IDENTIFIER.match(value):
            return self._names(value)
        pattern = _pattern(value)
        if pattern.search(self._driver):
            return True
        words = {word for word in tool.split("_") if word not in VAGUE}
        # Half of the tool's words: "seat heating" says nothing about the heating of the steering wheel.
        return any(
            pattern.search(text) and 2 * sum(word in text.casefold() for word in words) >= len(words)
            for text in self._preferences
        )

    def _names(self, identifier: str) -> bool:
        said = self._driver.casefold()
        for found in self._objects.get(identifier, ()):
            for key in _NAMES:
                name = found.get(key)
                if isinstance(name, str) and name and all(part.casefold() in said for part in name.split(", ")):
                    return True
            aliases = found.get("alias")
            if isinstance(aliases, list) and any(isinstance(a, str) and a.casefold() in said for a in aliases):
                return True
        return False


def _pattern(value: Any) -> re.Pattern[str]:
    if isinstance(value, int | float):
        ways = [rf"(?<![\d.]){value:g}(?!\d|[.,]\d)"]
        if value in _AMOUNTS:
            ways.append(_AMOUNTS[value])
        if value in _KOREAN_COUNTS:
            ways.append(rf"(?:{_KOREAN_COUNTS[int(value)]})\s?(?:단|단계)")
        return re.compile("|".join(ways), re.IGNORECASE)
    code = str(value)
    if code in _SPOKEN:
        return re.compile(_SPOKEN[code], re.IGNORECASE)
    parts = [re.escape(part) for part in re.split(r"[_\s]+", code) if part]
    return re.compile(r".*".join(parts) or r"(?!)", re.IGNORECASE | re.DOTALL)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, Mapping):
        yield value
        for part in value.values():
            yield from _objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from _objects(part)
