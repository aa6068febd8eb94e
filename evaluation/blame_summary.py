"""How often the ears and how often the brain failed, and what speech cost, by language, engines and noise."""

from collections import defaultdict
from collections.abc import Sequence

from evaluation.blame import Culprit
from evaluation.blame_stored import Case
from evaluation.statistics_bootstrap import RESAMPLES, Resampled, telling
from simulator.events import Frozen


class SpeechTax(Frozen):
    """What speech cost: the share that passes with the clean text minus the share that passes when heard.

    Both over the same `pairs`, sessions that passed or failed when heard and were scored with the clean text. Of them
    `assumed` passed when heard and were not played again: they count as passing clean, which makes the tax a bound from
    above. `low` and `high` are the interval at 95 %, None for fewer than two scenarios and where all of them agree;
    `lucky` pairs pass only when heard. All shares are None for no pairs.

    Source: voice tax = success with the reference text minus success with the recognised text; Efron's percentile
    bootstrap of the paired differences, clustered by scenario.
    """

    pairs: int = 0
    assumed: int = 0
    lucky: int = 0
    heard: float | None = None
    clean: float | None = None
    tax: float | None = None
    low: float | None = None
    high: float | None = None


class BlameGroup(Frozen):
    """The sessions of one language, engine pair and trouble; "" stands for all of them.

    `failed` is the sum of `ears`, `brain` and `undecided`. Of the ears' failures the assistant `could_ask` in some,
    could not in `could_not_ask`, and in the rest the rules cannot tell. `worse` counts the brain's failures in which
    more failed when heard than with the clean text.
    """

    locale: str = ""
    engines: str = ""
    trouble: str = ""
    sessions: int = 0
    failed: int = 0
    ears: int = 0
    brain: int = 0
    undecided: int = 0
    could_ask: int = 0
    could_not_ask: int = 0
    worse: int = 0
    lost_slots: int = 0
    tax: SpeechTax = SpeechTax()


def blame_groups(cases: Sequence[Case], resamples: int = RESAMPLES) -> tuple[BlameGroup, ...]:
    """Return the groups that are there by language and trouble, then all together if there are several."""
    parts: dict[tuple[str, str, str], list[Case]] = defaultdict(list)
    for case in cases:
        parts[case.locale, case.ears, case.trouble].append(case)
    order = sorted(parts, key=lambda key: (key[0] != "ko", key))
    found = [blame_group(key, parts[key], resamples) for key in order]
    return (*found, blame_group(("", "", ""), cases, resamples)) if len(found) > 1 else tuple(found)


def blame_group(key: tuple[str, str, str], cases: Sequence[Case], resamples: int = RESAMPLES) -> BlameGroup:
    """Return the sums over some sessions as the group of that language, engine pair and trouble."""
    blames = [case.blame for case in cases if case.blame is not None]
    count = {culprit: sum(one.culprit is culprit for one in blames) for culprit in Culprit}
    ears = [one for one in blames if one.culprit is Culprit.EARS]
    return BlameGroup(
        locale=key[0],
        engines=key[1],
        trouble=key[2],
        sessions=len(cases),
        failed=len(blames),
        ears=count[Culprit.EARS],
        brain=count[Culprit.BRAIN],
        undecided=count[Culprit.UNDECIDED],
        could_ask=sum(one.could_have_asked is True for one in ears),
        could_not_ask=sum(one.could_have_asked is False for one in ears),
        worse=sum(bool(one.only_heard) for one in blames),
        lost_slots=sum(len(one.lost) for one in blames),
        tax=speech_tax(cases, resamples),
    )


def speech_tax(cases: Sequence[Case], resamples: int = RESAMPLES) -> SpeechTax:
    """Return what speech cost in these sessions."""
    by_scenario: dict[str, list[tuple[float, float]]] = defaultdict(list)
    assumed = lucky = 0
    for case in cases:
        clean = case.clean
        if clean is None and case.passed and not case.replays:
            clean = 1.0
            assumed += 1
        if clean is not None:
            by_scenario[case.scenario].append((clean, float(case.passed)))
            lucky += clean < 0.5 and case.passed
    pairs = [pair for some in by_scenario.values() for pair in some]
    if not pairs:
        return SpeechTax()
    shares = [{"tax": (sum(clean - heard for clean, heard in some), float(len(some)))} for some in by_scenario.values()]
    bounds = telling(Resampled({"all": shares}, resamples).interval("tax"))
    clean_share, heard_share = (sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1))
    return SpeechTax(
        pairs=len(pairs),
        assumed=assumed,
        lucky=lucky,
        heard=heard_share,
        clean=clean_share,
        tax=clean_share - heard_share,
        low=bounds.low if bounds else None,
        high=bounds.high if bounds else None,
    )
