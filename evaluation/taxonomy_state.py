"""The part of the failure taxonomy's rules that explains a wrong state of the car."""

from collections.abc import Iterator, Mapping
from typing import Any

from evaluation.taxonomy_causes import Cause, Finding
from evaluation.taxonomy_known import Known
from evaluation.taxonomy_view import Deed, View, Wanted
from simulator.language.acts import Act, recognise

_WEATHER = "get_weather"
_WHEN_AND_WHERE = ("location_or_poi_id", "time_hour_24hformat")
_UNSCORED_ARGUMENTS = frozenset({"content_message"})


def state_findings(view: View) -> Iterator[Finding]:
    """Iterate over what made the state wrong: the first change the ground truth does not hold, or what was left out.

    Weather asked for another place or hour than expected, and never for the right one, is E3: the change rests on it. A
    call that the ground truth holds with other arguments is E1 when nobody had told the right value by then, else E3.
    A call of a tool it does not hold is undetermined when the driver had agreed to it; E1 when another means to the
    same end was expected and the driver was not asked; else E3. Without any such call, a session that ends on a
    question is E1 (the question took something for settled), one that ends on a report of deeds although nothing was
    done is E5b, any other is E3.
    """
    yield from _weather_elsewhere(view)
    open_ones = [wanted for wanted in view.wanted if wanted.effect == "set"]
    covered: list[Wanted] = []
    order: list[int] = []
    for position, deed in view.deeds("set"):
        if deed.failed:
            continue
        match = next((wanted for wanted in [*open_ones, *covered] if _covers(wanted, deed)), None)
        if match is None:
            yield _deviation(view, position, deed, open_ones)
            return
        if match in open_ones:
            open_ones.remove(match)
            covered.append(match)
            order.append(position)
    position, speech = view.last_word or (view.end, "")
    if open_ones:
        names = ", ".join(dict.fromkeys(wanted.name for wanted in open_ones))
        heard = recognise(speech, view.locale)
        if heard.question is not None:
            yield Finding(position, Cause.PREMATURE, f"asked on without having settled {names}")
        elif Act.DONE in heard.acts and not covered:
            yield Finding(position, Cause.FABRICATED, f"reported {names} as done without any call")
        else:
            yield Finding(position, Cause.LOGIC, f"never did {names}")
    elif order:
        yield Finding(order[0], Cause.LOGIC, "did what was expected in an order that passes through a wrong state")


def _weather_elsewhere(view: View) -> Iterator[Finding]:
    expected = [wanted.arguments for wanted in view.wanted if wanted.name == _WEATHER]
    asked = [(position, deed) for position, deed in view.deeds("get") if deed.name == _WEATHER and not deed.failed]
    if not expected or not asked:
        return
    if any(
        not _differing({key: one[key] for key in _WHEN_AND_WHERE if key in one}, deed.arguments)
        for one in expected
        for _, deed in asked
    ):
        return
    yield Finding(asked[0][0], Cause.LOGIC, "asked for the weather of another place or hour than it was about")


def _covers(wanted: Wanted, deed: Deed) -> bool:
    """Return whether a deed is the expected call, or the part of it that concerns one zone."""
    if wanted.name != deed.name:
        return False
    return all(
        name in _UNSCORED_ARGUMENTS or _equal(value, deed.arguments.get(name)) or value in ("ALL", "ALL_ZONES")
        for name, value in wanted.arguments.items()
    )


def _equal(expected: Any, found: Any) -> bool:
    return bool(expected == found) or (isinstance(expected, str) and expected == str(found))


def _deviation(view: View, position: int, deed: Deed, open_ones: list[Wanted]) -> Finding:
    alike = [wanted for wanted in view.wanted if wanted.name == deed.name]
    if alike:
        nearest = min(
            alike, key=lambda wanted: (wanted not in open_ones, len(_differing(wanted.arguments, deed.arguments)))
        )
        differing = _differing(nearest.arguments, deed.arguments)
        known = Known(view, position)
        unknown = [name for name, value in differing.items() if not known.tells(value, deed.name)]
        wrong = ", ".join(f"{name} {deed.arguments.get(name)!r}" for name in differing)
        if unknown:
            return Finding(position, Cause.PREMATURE, f"{deed.name}: chose {wrong} without asking or looking")
        return Finding(position, Cause.LOGIC, f"{deed.name}: {wrong} although the right value was known")
    if _agreed(view, position):
        reason = f"{deed.name} is not expected, but the driver had agreed to it"
        return Finding(position, Cause.UNDETERMINED, reason)
    if open_ones and view.kind == "disambiguation":
        return Finding(position, Cause.PREMATURE, f"chose {deed.name} by itself where the driver had to choose")
    return Finding(position, Cause.LOGIC, f"{deed.name} was not asked for")


def _differing(expected: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in expected.items()
        if name not in _UNSCORED_ARGUMENTS and not _equal(value, found.get(name))
    }


def _agreed(view: View, position: int) -> bool:
    """Return whether the driver's last words answered a question of the assistant."""
    spoken, answers = view.spoken("assistant", position), view.spoken("driver", position)
    if not spoken or not answers or answers[-1][0] < spoken[-1][0]:
        return False
    found = recognise(spoken[-1][1], view.locale)
    return found.question is not None or Act.CONFIRM in found.acts
