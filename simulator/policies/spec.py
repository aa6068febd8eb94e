"""A policy as a sentence, a check and a source; checks return findings with a denominator."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from simulator.channel import Locale
from simulator.events import PolicyFinding
from simulator.registry import Registry
from simulator.trajectory import Message, Step
from simulator.vehicle.state import VehicleState

When = Literal["step", "speech"]


@dataclass(frozen=True, slots=True)
class Situation:
    """What a policy may look at, right after a step (`when="step"`) or when the assistant speaks (`when="speech"`).

    `before` is the state at the start of the step (step) or at the driver's last utterance (speech); `after` is the
    state now. `step` is the step just closed, None at speech. `turn_steps` are the steps since the driver last spoke,
    `earlier` all steps before the one at hand (step) or before this turn (speech). `speech` is what the assistant says
    now ("" at a step). `messages` is the dialogue as the assistant saw it, up to but without this step or speech.
    """

    locale: Locale
    before: VehicleState
    after: VehicleState
    step: Step | None
    turn_steps: tuple[Step, ...]
    earlier: tuple[Step, ...]
    speech: str = ""
    messages: tuple[Message, ...] = field(default=())


Check = Callable[[Situation], "Verdict | None"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A policy applied: upheld, broken, or (None) not decidable by rule; `reason` is needed unless upheld."""

    upheld: bool | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Policy:
    """One rule: `sentence` is what the assistant is told, `judged` rules need a judge where the text is unclear."""

    id: str
    sentence: str
    when: When
    check: Check
    source: str
    judged: bool = False

    def finding(self, situation: Situation) -> PolicyFinding | None:
        """Return the finding, or None when the policy does not apply here."""
        verdict = self.check(situation)
        if verdict is None:
            return None
        return PolicyFinding(policy=self.id, applicable=True, upheld=verdict.upheld, reason=verdict.reason)


POLICIES: Registry[Policy] = Registry("policy")
_CHECKS: list[Policy] = []


def policy(
    identifier: str, sentence: str, *, when: When, source: str, judged: bool = False
) -> Callable[[Check], Check]:
    """Register a check under a policy id such as "005"; one id may have a step check and a speech check."""

    def register(check: Check) -> Check:
        entry = Policy(identifier, " ".join(sentence.split()), when, check, source, judged)
        _CHECKS.append(entry)
        if identifier not in POLICIES:
            POLICIES.add(identifier, entry)
        return check

    return register


def checks(when: When) -> tuple[Policy, ...]:
    """Return the registered checks of one moment in order of id."""
    return tuple(sorted((entry for entry in _CHECKS if entry.when == when), key=lambda entry: entry.id))
