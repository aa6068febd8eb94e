"""Speech levels decided by rule, by judges, and by judges after the rule, each held against what people say."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.calibration.agreement import ENSEMBLE, Duel, judges_of, usable
from evaluation.calibration.figures import Figure
from evaluation.calibration.labels import Instance
from evaluation.calibration.measures import accuracy, mcnemar, resampled
from evaluation.honorifics.forms import Level
from evaluation.honorifics.reply import STRICT, LevelRules, complies, read_reply


@dataclass(frozen=True, slots=True)
class LevelCase:
    """One reply, the level asked of it, and what people and judges say: did it keep to the level?"""

    text: str
    level: Level
    said: Instance

    def by_rule(self, rules: LevelRules = STRICT) -> bool | None:
        """Return what the rule says, None where the reply shows no level."""
        return complies(read_reply(self.text, rules), self.level, rules).complies


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """One judge, or the ensemble: agreement of each mode with people over the `n` replies to which it has a verdict."""

    judge: str
    n: int
    without: int
    rule: Figure
    llm: Figure
    hybrid: Figure
    llm_against_hybrid: Duel
    rule_against_hybrid: Duel

    def as_json(self) -> dict[str, Any]:
        """Return plain values."""
        duels = {"llm_against_hybrid": self.llm_against_hybrid, "rule_against_hybrid": self.rule_against_hybrid}
        return {
            "replies": self.n,
            "without_verdict": self.without,
            **{name: getattr(self, name).as_json() for name in ("rule", "llm", "hybrid")},
            **{
                name: {
                    "only_first_right": duel.only_first,
                    "only_second_right": duel.only_second,
                    "p": duel.p.as_json(),
                }
                for name, duel in duels.items()
            },
        }


@dataclass(frozen=True, slots=True)
class LevelComparison:
    """All of it: `rule` over all `replies` that people decided; `unmarked` of them show no level and count as kept."""

    replies: int
    left_out: int
    unmarked: int
    rule: Figure
    models: tuple[ModelComparison, ...]

    def as_json(self) -> dict[str, Any]:
        """Return plain values; null is what cannot be told."""
        return {
            "replies": self.replies,
            "left_out": self.left_out,
            "unmarked": self.unmarked,
            "rule": self.rule.as_json(),
            "models": {model.judge: model.as_json() for model in self.models},
        }


def compare_modes(cases: Sequence[LevelCase], rules: LevelRules = STRICT) -> LevelComparison:
    """Return how far each mode agrees with people, model by model.

    A reply that shows no level has kept it, whoever decides: people, too, are asked yes or no. Raises UsageError when
    the Korean analyser is not installed.

    Source: LoCar compares judges alone with judges behind a filter of endings by the same test.
    """
    decided = {id(one) for one in usable([case.said for case in cases])}
    used = [case for case in cases if id(case.said) in decided]
    ruled = [case.by_rule(rules) for case in used]
    kept = [0.0 if found is False else 1.0 for found in ruled]
    judges = judges_of([case.said for case in cases])
    panels = {judge: (judge,) for judge in judges} | ({ENSEMBLE: judges} if len(judges) > 1 else {})
    return LevelComparison(
        replies=len(used),
        left_out=len(cases) - len(used),
        unmarked=ruled.count(None),
        rule=resampled(list(zip(map(_human, used), kept, strict=True)), accuracy),
        models=tuple(_model(name, members, used, kept) for name, members in panels.items()),
    )


def _human(case: LevelCase) -> float:
    human = case.said.human
    assert human is not None
    return human


def _model(name: str, judges: Sequence[str], used: Sequence[LevelCase], kept: Sequence[float]) -> ModelComparison:
    asked = [
        (_human(case), rule, case.said.verdict(judges))
        for case, rule in zip(used, kept, strict=True)
        if any(case.said.asked(judge) for judge in judges)
    ]
    answered = [(human, rule, verdict) for human, rule, verdict in asked if verdict is not None]
    people = [human for human, _, _ in answered]
    rule = [by_rule for _, by_rule, _ in answered]
    llm = [verdict for _, _, verdict in answered]
    # What the rule fails stays failed; of what it passes the judge has the last word.
    hybrid = [min(by_rule, verdict) for _, by_rule, verdict in answered]
    return ModelComparison(
        judge=name,
        n=len(answered),
        without=len(asked) - len(answered),
        rule=resampled(list(zip(people, rule, strict=True)), accuracy),
        llm=resampled(list(zip(people, llm, strict=True)), accuracy),
        hybrid=resampled(list(zip(people, hybrid, strict=True)), accuracy),
        llm_against_hybrid=_duel("llm", "hybrid", people, llm, hybrid),
        rule_against_hybrid=_duel("rule", "hybrid", people, rule, hybrid),
    )


def _duel(first: str, second: str, people: Sequence[float], one: Sequence[float], other: Sequence[float]) -> Duel:
    right = [[verdict == human for verdict, human in zip(verdicts, people, strict=True)] for verdicts in (one, other)]
    only_first, only_second, p = mcnemar(*right)
    return Duel(first, second, len(people), only_first, only_second, p)
