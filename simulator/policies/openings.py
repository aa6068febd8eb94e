"""Rules for the sunroof and its shade."""

from simulator.policies.evidence import UPHELD, known_before, percentage, succeeded, this_step
from simulator.policies.spec import Situation, Verdict, policy


@policy(
    "005",
    """The glass of the sunroof may open only as far as the sunshade below it is open; where the shade is in the way,
    open the shade fully before the glass or in the same step.""",
    when="step",
    source="CAR-bench AUT-POL:005",
)
def sunshade_opens_with_sunroof(situation: Situation) -> Verdict | None:
    """The shade must stand at least as far open as the glass; the position at the end of the step counts.

    Source: CAR-bench AUT-POL:005. Judged at the step instead of at the end of the session, so closing the shade
    later is no breach and opening it later no excuse.
    """
    targets = [percentage(call) for call in succeeded(this_step(situation), "open_close_sunroof")]
    if not targets or max(targets) <= 0:
        return None
    shade = situation.after.openings.sunshade_position
    moved = [percentage(call) for call in succeeded(this_step(situation), "open_close_sunshade")]
    if shade >= max(targets) or any(position > 0 for position in moved):
        return UPHELD
    return Verdict(False, f"the sunroof was opened to {max(targets):g} % while the sunshade stood at {shade} %")


@policy(
    "009",
    """Before you open the sunroof, look up the weather at the car's place in an earlier step.""",
    when="step",
    source="CAR-bench AUT-POL:009",
)
def weather_is_known_before_sunroof(situation: Situation) -> Verdict | None:
    """A weather look-up in the same step comes too late.

    Source: CAR-bench AUT-POL:009; its code checks the sunroof only, though its text names the fog lights too.
    """
    calls = list(succeeded(this_step(situation), "open_close_sunroof"))
    if not any(percentage(call) > 0 for call in calls):
        return None
    if "get_weather" in known_before(situation):
        return UPHELD
    return Verdict(False, "the sunroof was opened before the weather had been looked up")
