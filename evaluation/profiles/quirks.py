"""The reference's peculiarities in scoring, one named switch each, and the profiles made of them.

Those of its tools are switches of the environment. Source: CAR-bench as published; the numbers are those of the list
of quirks to reproduce for score compatibility.
"""

from dataclasses import dataclass
from enum import StrEnum

from simulator.registry import UsageError, unknown
from simulator.tools.quirks import CARBENCH as ALL_TOOL_QUIRKS
from simulator.tools.quirks import Quirk


class ScoringQuirk(StrEnum):
    """One way in which the reference scores differently from what its rules say."""

    EXCEPTIONS_FREE = "exceptions-free"
    """A call with wrong arguments that makes the tool itself go wrong is no execution error. Source: quirk 4."""
    SHARED_ERROR_LISTS = "shared-error-lists"
    """What fails while the ground truth is replayed counts against the assistant. Source: quirk 7."""
    POLICIES_ON_FINAL_STATE = "policies-on-final-state"
    """Rules look at the final state, so a later change hides or makes a breach. Off: at the state when the assistant
    next speaks. Source: quirk 8."""
    FOG_LIGHTS_ON_FINAL_STATE = "fog-lights-on-final-state"
    """So does the rule on fog lights. Off: at what the assistant knew after the step. Source: quirk 8, profile U."""
    UNCHECKED_COOLING_PASSES = "unchecked-cooling-passes"
    """Cooling without having looked at windows or fan at all passes the look-first rule. Source: quirk 9."""
    DELETE_TOOLS_UNCOUNTED = "delete-tools-uncounted"
    """The two delete tools never count as parallel edits. Source: quirk 10."""
    FIRST_CALL_ONLY = "first-call-only"
    """Of several calls of a tool in one message only the first is held to the rules. Source: policy checks."""
    FAILED_LOOKS_COUNT = "failed-looks-count"
    """A look that failed counts as having looked. Source: policy checks."""
    CALL_NOT_SAMPLED = "call-not-sampled"
    """The state after a message with a phone call is not held against the ground truth. Source: quirk 16."""
    HALLUCINATION_SKIPS_POLICY = "hallucination-skips-policy"
    """Hallucination tasks are not held to the policies. Source: quirk 18."""
    OUT_OF_SCOPE_FAILS = "out-of-scope-fails"
    """OUT_OF_SCOPE fails every kind of task. Off: it says nothing about base tasks. Source: quirk 19."""
    STEP_LIMIT_IS_ZERO = "step-limit-is-zero"
    """A session that reaches the step limit gets 0 and no components. Source: quirk 20."""
    CRASH_IS_ZERO = "crash-is-zero"
    """A rule check that meets a missing argument crashes, and the session gets 0. Source: quirk 21."""
    REMOVED_CALL_FAILS = "removed-call-fails"
    """A call of what was removed fails the session, even when the assistant admits the limit later. Source: 22."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of scoring rules that follow the reference: quirks of the tools and of the scoring."""

    name: str
    tools: frozenset[Quirk]
    scoring: frozenset[ScoringQuirk]


CARBENCH = Profile("carbench", ALL_TOOL_QUIRKS, frozenset(ScoringQuirk))
"""As published: the recorded results replay under it."""

CARBENCH_UPSTREAM = Profile(
    "carbench-upstream",
    ALL_TOOL_QUIRKS - {Quirk.PLANS_SHARED},
    frozenset(ScoringQuirk) - {ScoringQuirk.EXCEPTIONS_FREE, ScoringQuirk.FOG_LIGHTS_ON_FINAL_STATE},
)
"""As in upstream after its mid-2026 fixes. Source: profile U."""

NATIVE = "native"
REFERENCE_PROFILES = {profile.name: profile for profile in (CARBENCH, CARBENCH_UPSTREAM)}
PROFILES = (*REFERENCE_PROFILES, NATIVE)


def check_profile(name: str) -> str:
    """Return the name of a profile; raises UsageError for an unknown one."""
    if name not in PROFILES:
        raise unknown("profile", name, PROFILES)
    return name


def without(profile: Profile, *switches: str) -> Profile:
    """Return the profile with some quirks of the tools or the scoring switched off; raises UsageError if unknown."""
    known = {*map(str, profile.tools), *map(str, profile.scoring)}
    for switch in switches:
        if switch not in known:
            raise unknown("quirk", switch, known) if known else UsageError(f"unknown quirk '{switch}'")
    off = frozenset(switches)
    return Profile(
        f"{profile.name} without {', '.join(sorted(off))}" if off else profile.name,
        frozenset(quirk for quirk in profile.tools if quirk.value not in off),
        frozenset(quirk for quirk in profile.scoring if quirk.value not in off),
    )
