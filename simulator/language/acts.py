"""Recognises the dialogue acts in any assistant's speech, in Korean at all speech levels and in English.

The rules know how the two languages ask, report and decline; they know no shipped assistant's sentences.
"""

from dataclasses import dataclass

from simulator.language.acts_clauses import QUESTIONS, Act, Finding, Weight, plain, sentences
from simulator.language.acts_empty import Empty, empty, in_other_language
from simulator.language.locale import Locale

__all__ = ["Act", "Empty", "Recognition", "recognise"]


@dataclass(frozen=True)
class Recognition:
    """The acts of one reply.

    `acts` holds each act once, in order of first appearance, `(Act.OTHER,)` if nothing could be placed.
    `evidence` names every clause that counted, in order, so an act may occur there more than once.
    `stated` holds the plain statements of the reply ("it is raining"), also where a question outweighs
    them: a statement before a question is the question's ground and no `DONE`.
    `empty` tells in what way a reply without an act says nothing at all, None where it may say something.
    """

    acts: tuple[Act, ...]
    evidence: tuple[tuple[Act, str], ...] = ()
    stated: tuple[str, ...] = ()
    empty: Empty | None = None

    @property
    def question(self) -> Act | None:
        """Return the last act that expects an answer, or None."""
        return next((act for act, _ in reversed(self.evidence) if act in QUESTIONS), None)


def recognise(speech: str, locale: Locale) -> Recognition:
    """Return the acts of a reply; speech in another language than `locale`, or in none, is `OTHER`. Never raises.

    Generic closers ("anything else?") are no act. A request to repeat and an announcement ("I'll open it", "열게요",
    which is `DONE`) count only where the reply holds nothing else. An offer ("if you like, I could ...")
    counts as `CONFIRM` unless the reply reports a deed or asks a plain question.
    """
    if locale == "ko":
        from simulator.language.acts_korean import findings
    else:
        from simulator.language.acts_english import findings
    nothing = empty(speech)
    if nothing is Empty.NO_LANGUAGE:
        return Recognition(acts=(Act.OTHER,), empty=nothing)
    heard = findings(sentences(plain(speech)))
    evidence = tuple((finding.act, finding.clause) for finding in _weighed(heard))
    acts = tuple(dict.fromkeys(act for act, _ in evidence)) or (Act.OTHER,)
    stated = tuple(f.clause for f in heard if f.act is Act.DONE and f.weight is Weight.CONTEXT)
    if acts == (Act.OTHER,):
        nothing = nothing or (Empty.OTHER_LANGUAGE if in_other_language(speech, locale) else None)
        return Recognition(acts, evidence, stated, nothing)
    return Recognition(acts, evidence, stated)


def _weighed(heard: list[Finding]) -> list[Finding]:
    asked = any(f.act in QUESTIONS and f.weight is Weight.FIRM for f in heard)
    reported = any(f.act is Act.DONE and f.weight is Weight.FIRM for f in heard)

    def stands(finding: Finding) -> bool:
        match finding.weight:
            case Weight.FIRM:
                return True
            case Weight.OFFER:
                return not asked and not reported
            case Weight.CONTEXT:
                return not asked and not (finding.act is Act.LIMIT and reported)
            case Weight.PROMISE:
                return len(heard) == 1 or all(f.weight is Weight.PROMISE for f in heard)

    return [finding for finding in heard if stands(finding)]
