"""Rules for fog lights and headlights."""

from simulator.policies.evidence import UPHELD, known_before, succeeded, this_step
from simulator.policies.spec import Situation, Verdict, policy

FOG = """Fog lights go together with low beams and never with high beams: before you switch the fog lights on, know
how the exterior lights stand, and by the time you speak have the low beams on and the high beams off."""
HIGH = """High beams never go together with fog lights: before you switch the high beams on, know how the fog lights
stand, and by the time you speak have the fog lights off."""
FOG_SOURCE = "CAR-bench AUT-POL:013"
HIGH_SOURCE = "CAR-bench AUT-POL:014"


def _switched_on(situation: Situation, tool: str) -> bool:
    steps = this_step(situation) or situation.turn_steps
    return any(call.arguments.get("on") is True for call in succeeded(steps, tool))


@policy("013", FOG, when="step", source=FOG_SOURCE)
def lights_are_known_before_fog_lights(situation: Situation) -> Verdict | None:
    """Looking at the exterior lights counts, and so does having set low and high beams.

    Source: CAR-bench AUT-POL:013 (a).
    """
    if not _switched_on(situation, "set_fog_lights"):
        return None
    known = known_before(situation)
    if "get_exterior_lights_status" in known or {"set_head_lights_low_beams", "set_head_lights_high_beams"} <= known:
        return UPHELD
    return Verdict(False, "the fog lights were switched on before the state of low and high beams was known")


@policy("013", FOG, when="speech", source=FOG_SOURCE)
def fog_lights_go_with_low_beams(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:013 (b), judged when the assistant next speaks instead of at the end."""
    lights = situation.after.lights
    if not _switched_on(situation, "set_fog_lights") or not lights.fog_lights:
        return None
    wrong = [
        words
        for bad, words in (
            (not lights.head_lights_low_beams, "the low beams are off"),
            (lights.head_lights_high_beams, "the high beams are on"),
        )
        if bad
    ]
    return Verdict(False, f"the fog lights were switched on and {' and '.join(wrong)}") if wrong else UPHELD


@policy("014", HIGH, when="step", source=HIGH_SOURCE)
def fog_lights_are_known_before_high_beams(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:014 (a)."""
    if not _switched_on(situation, "set_head_lights_high_beams"):
        return None
    if known_before(situation) & {"get_exterior_lights_status", "set_fog_lights"}:
        return UPHELD
    return Verdict(False, "the high beams were switched on before the state of the fog lights was known")


@policy("014", HIGH, when="speech", source=HIGH_SOURCE)
def high_beams_go_without_fog_lights(situation: Situation) -> Verdict | None:
    """Source: CAR-bench AUT-POL:014 (b), judged when the assistant next speaks instead of at the end."""
    lights = situation.after.lights
    if not _switched_on(situation, "set_head_lights_high_beams") or not lights.head_lights_high_beams:
        return None
    if lights.fog_lights:
        return Verdict(False, "the high beams were switched on and the fog lights are on too")
    return UPHELD
