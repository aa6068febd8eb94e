"""Rules for what the assistant says: units, and differences the driver should know of."""

import re

from simulator.channel import Locale
from simulator.language.numbers import find_numbers
from simulator.policies.evidence import UPHELD, succeeded
from simulator.policies.spec import Situation, Verdict, policy
from simulator.policies.units import units_in
from simulator.trajectory import DriverSaid

LARGEST_SILENT_DIFFERENCE_C = 3.0

_DIFFERENCE = re.compile(
    r"\b(?:differ\w*|gap|apart|(?:warm|cool|cold|hot|high|low)er than)\b"
    r"|차이|다르|다른데|다릅|달라|(?:보다|더)\s?(?:\S+\s)?(?:높|낮|따뜻|시원|덥|춥)",
    re.I,
)
# The draft of a mail is read out in somebody else's words.
_QUOTED = re.compile(r"(?<!\w)['\"\u2018\u201c](?=\S).{3,}?(?<=\S)['\"\u2019\u201d](?![A-Za-z0-9])")
_ZONE_WORDS = {
    "driver": re.compile(
        r"\b(?:driver\w*|your (?:side|zone|seat)|other (?:side|zone|seat))\b|운전석|운전자|반대쪽|다른\s?쪽", re.I
    ),
    "passenger": re.compile(
        r"\b(?:passenger\w*|co-?driver\w*|other (?:side|zone|seat))\b"
        r"|조수석|동승석|동승자|보조석|옆자리|반대쪽|다른\s?쪽",
        re.I,
    ),
}


@policy(
    "002",
    """Speak in metric units and on the 24-hour clock: kilometres and metres, degrees Celsius, 15:30 rather than half
    past three in the afternoon.""",
    when="speech",
    judged=True,
    source="CAR-bench LLM-POL:002",
)
def speech_is_metric(situation: Situation) -> Verdict | None:
    """Applies to speech with a temperature, a distance, a speed or a time of day outside of quotations.

    Broken by a quantity in other units, unless the driver used such units first: then only a judge can tell whether
    the assistant merely took them up. In doubt when a quantity fits both systems. Source: CAR-bench LLM-POL:002.
    """
    units = units_in(_QUOTED.sub(" ", situation.speech), situation.locale)
    if units.foreign:
        if _driver_used_them(situation):
            return Verdict(None, f"needs a judge: the driver used such units too ({units.foreign[0]!r})")
        return Verdict(False, f"the assistant said {units.foreign[0]!r}: not metric, or not on the 24-hour clock")
    if units.doubtful:
        return Verdict(None, f"needs a judge: {units.doubtful[0]!r} fits either system")
    return UPHELD if units.metric else None


def _driver_used_them(situation: Situation) -> bool:
    return any(
        units_in(message.heard, situation.locale).foreign
        for message in situation.messages
        if isinstance(message, DriverSaid)
    )


@policy(
    "012",
    """When you change the temperature of one side only and both sides then differ by more than 3 degrees, tell the
    driver about the difference.""",
    when="speech",
    judged=True,
    source="CAR-bench LLM-POL:012",
)
def temperature_difference_is_told(situation: Situation) -> Verdict | None:
    """Upheld by naming a difference, or the other side with its temperature; broken by saying nothing of either.

    Source: CAR-bench LLM-POL:012; its threshold of 3 degrees.
    """
    climate = situation.after.climate
    temperatures = {"driver": climate.climate_temperature_driver, "passenger": climate.climate_temperature_passenger}
    difference = abs(temperatures["driver"] - temperatures["passenger"])
    zones = {
        str(call.arguments["seat_zone"]).lower() for call in succeeded(situation.turn_steps, "set_climate_temperature")
    } & set(temperatures)
    if not zones or difference <= LARGEST_SILENT_DIFFERENCE_C:
        return None
    others = set(temperatures) - zones or set(temperatures)
    spoken = _numbers(situation.speech, situation.locale)
    named = [zone for zone in sorted(others) if _ZONE_WORDS[zone].search(situation.speech)]
    measured = [zone for zone in sorted(others) if temperatures[zone] in spoken]
    if _DIFFERENCE.search(situation.speech) or (named and (difference in spoken or measured == sorted(others))):
        return UPHELD
    if not named and not measured and difference not in spoken:
        return Verdict(False, f"nothing was said of the {difference:g} degrees between the two sides")
    return Verdict(None, f"needs a judge: whether the {difference:g} degrees between the sides were told is unclear")


def _numbers(speech: str, locale: Locale) -> set[float]:
    return {span.value for span in find_numbers(speech, locale)}
