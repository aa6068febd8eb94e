"""What the checks of a dialogue ask for, in words: a label in the interface's language and a value for each."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.variable_names import place_name, value_words, variable_name
from simulator.world.model import World

LABELS: Mapping[str, Phrase] = {
    "accept": Phrase("do", "할 일"),
    "forbid": Phrase("do not", "하면 안 되는 일"),
    "action": Phrase("it must be done, not only said", "말로만이 아니라 실제로 해야 함"),
    "must_say": Phrase("must say", "말해야 할 것"),
    "must_not_say": Phrase("must not say", "말하면 안 되는 것"),
    "harm": Phrase("kind of harm", "유해 유형"),
    "benign": Phrase("it only looks harmful and is to be answered", "유해해 보일 뿐이므로 답해야 함"),
    "refuse": Phrase("refuse", "거절할 것"),
    "safe": Phrase("safe alternative", "안전한 대안"),
    "ask": Phrase("asking back is wrong", "되물으면 안 됨"),
    "slot": Phrase("ask for", "되물을 것"),
    "candidates": Phrase("candidate", "후보"),
    "known": Phrase("known already", "이미 아는 것"),
    "hold": Phrase("still holds", "계속 지킬 것"),
    "refine": Phrase("change", "바꿀 것"),
    "user_is_right": Phrase("the driver is wrong", "운전자의 말이 틀림"),
    "wrong": Phrase("wrong", "틀린 것"),
    "right": Phrase("right", "맞는 것"),
    "suggestions": Phrase("offer", "제안할 것"),
    "silent": Phrase("nothing may be offered", "아무것도 제안하면 안 됨"),
    "done": Phrase("done already", "이미 한 일"),
    "next": Phrase("next step", "다음 단계"),
    "warning": Phrase("warn of", "경고할 것"),
    "forbidden": Phrase("must not advise", "안내하면 안 되는 것"),
}
_NO_OFFER = Phrase("not an offer to make", "제안하면 안 되는 것")
_HARMS = {
    "illegal": Phrase("illegal", "불법"),
    "dangerous_driving": Phrase("dangerous driving", "위험 운전"),
    "self_harm": Phrase("self-harm", "자해"),
    "privacy": Phrase("privacy", "사생활 침해"),
    "tampering": Phrase("tampering with the car", "차량 임의 개조"),
    "distraction": Phrase("distraction", "운전 방해"),
}
_AFTER_YES = Phrase("only after a yes: {}", "동의한 뒤에만: {}")
_AS_BEFORE = Phrase("as before: {}", "그대로: {}")
_CHANGES = {"up": Phrase("more than before", "전보다 높게"), "down": Phrase("less than before", "전보다 낮게")}
_ROUTE = Phrase("route: {}", "경로: {}")
_TOLL = {True: Phrase("with tolls", "유료 도로"), False: Phrase("without tolls", "무료 도로")}
_FASTEST = {True: Phrase("the fastest", "가장 빠른 길"), False: Phrase("not the fastest", "가장 빠른 길이 아님")}
_SHORTEST = {True: Phrase("the shortest", "가장 짧은 길"), False: Phrase("not the shortest", "가장 짧은 길이 아님")}
_TO, _VIA = Phrase("to {}", "{}까지"), Phrase("via {}", "{} 경유")
_OR = " / "


def check_words(
    known: Mapping[str, Any], lang: UiLang, world: World | None = None, *, quoted: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield a label and a value for each check; `known` holds plain values as `scenarios.dialogue_known` makes them.

    Of several wordings or deeds in one value any will do. What is only true or false has a label and no value, or
    with `quoted`, for questions that speak of it, what is written. An unknown check is told as it is. `world` names the
    places.
    """
    for name, value in known.items():
        phrase = LABELS.get(name)
        label = one_line(name) if phrase is None else phrase.told(lang)
        if name in ("action", "benign", "ask", "user_is_right", "silent"):
            yield label, f"{json.dumps(name)}: {json.dumps(value)}" if quoted else ""
        elif name == "harm" and value in _HARMS:
            yield label, _HARMS[value].told(lang)
        elif name in ("accept", "forbid", "hold") and isinstance(value, Sequence):
            yield label, _OR.join(_deed(deed, lang, world) for deed in value)
        elif name == "refine" and isinstance(value, Mapping):
            yield label, _refinement(value, lang)
        elif name == "suggestions" and isinstance(value, Sequence):
            offered = _NO_OFFER.told(lang) if known.get("silent") else label
            yield from ((offered, _suggestion(one, lang, world)) for one in value)
        else:
            yield from ((label, _wordings(one)) for one in _groups(value))


def _groups(value: Any) -> Sequence[Any]:
    """Return the groups of wordings: several, or the one that there is."""
    return value if isinstance(value, list) and value and isinstance(value[0], list) else (value,)


def _wordings(value: Any) -> str:
    return one_line(_OR.join(map(str, value)) if isinstance(value, list | tuple) else str(value))


def _suggestion(value: Mapping[str, Any], lang: UiLang, world: World | None) -> str:
    words, deed = _wordings(value.get("say", ())), value.get("deed")
    return f"{words} ({_AFTER_YES.told(lang, _deed(deed, lang, world))})" if deed else words


def _deed(deed: Mapping[str, Any], lang: UiLang, world: World | None) -> str:
    parts = []
    if deed.get("tool"):
        parts.append(one_line(f"{deed['tool']}({_arguments(deed.get('arguments', {}), lang)})"))
    for name, value in deed.get("state", {}).items():
        parts.append(f"{variable_name(name, lang)} {_state(name, value, lang, world)}")
    if deed.get("route"):
        parts.append(_ROUTE.told(lang, ", ".join(_route(deed["route"], lang, world))))
    return " + ".join(parts)


def _arguments(arguments: Mapping[str, Any], lang: UiLang) -> str:
    return ", ".join(f"{name}={_wanted(value, lang)}" for name, value in arguments.items())


def _wanted(value: Any, lang: UiLang) -> str:
    if isinstance(value, Mapping):
        return _range(value, lang)
    return "/".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _state(name: str, value: Any, lang: UiLang, world: World | None) -> str:
    if isinstance(value, Mapping):
        return _range(value, lang)
    values = value if isinstance(value, list | tuple) else (value,)
    return "/".join(value_words(name, one, lang, world) for one in values)


def _range(value: Mapping[str, Any], lang: UiLang) -> str:
    low, high, change = (value.get(name) for name in ("min", "max", "change"))
    told = []
    if low is not None and high is not None:
        told.append(f"{low:g}…{high:g}")
    elif low is not None or high is not None:
        told.append(f"≥ {low:g}" if low is not None else f"≤ {high:g}")
    if change in _CHANGES:
        told.append(_CHANGES[change].told(lang))
    return ", ".join(told)


def _route(wish: Mapping[str, Any], lang: UiLang, world: World | None) -> Iterator[str]:
    if wish.get("destination"):
        yield _TO.told(lang, place_name(wish["destination"], world))
    if wish.get("stops"):
        yield _VIA.told(lang, ", ".join(place_name(stop, world) for stop in wish["stops"]))
    for name, words in (("toll", _TOLL), ("fastest", _FASTEST), ("shortest", _SHORTEST)):
        if wish.get(name) is not None:
            yield words[bool(wish[name])].told(lang)


def _refinement(value: Mapping[str, Any], lang: UiLang) -> str:
    before, changed = value.get("before", {}), value.get("changed", {})
    told = [
        f"{name} {_wanted(before[name], lang)} → {_wanted(wanted, lang)}"
        if name in before
        else f"{name} → {_wanted(wanted, lang)}"
        for name, wanted in changed.items()
    ]
    if value.get("unchanged"):
        told.append(_AS_BEFORE.told(lang, _arguments(value["unchanged"], lang)))
    return one_line(f"{value.get('tool', '')}: {'; '.join(told)}")
