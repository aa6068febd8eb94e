"""What is expected of the answer that a dialogue ends with: a good one, what it hangs on, and the checks in short."""

from collections.abc import Iterator

from scenarios.dialogue import LEVELS as SPEECH_LEVELS
from scenarios.dialogue_known import known
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.dashboard.check_words import check_words
from simulator.dashboard.mark_words import LEVELS
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.spec import Look, Moment
from simulator.events import SessionStarted, SpeechLevel
from simulator.world.model import World

GOOD_ANSWER, GOOD_ANSWER_IN = (
    Phrase("one good answer", "좋은 답의 예"),
    Phrase("one good answer, {}", "좋은 답의 예, {}"),
)
HANGS_ON = Phrase("what it hangs on", "판단의 핵심")


def expected_answer(
    scenario: Scenario, locale: Locale, level: SpeechLevel | None, look: Look, world: World | None = None
) -> Iterator[tuple[str, str]]:
    """Yield a label and a value, "" for none, of all that a dialogue expects; nothing for any other scenario.

    The answer and the wordings are in the session's language, the answer at the level that is asked for; what it hangs
    on is in the interface's.
    """
    dialogue = scenario.dialogue
    if dialogue is None:
        return
    if locale == "ko":
        wanted = level or scenario.driver[locale].level or SPEECH_LEVELS[0]
        yield look.say(GOOD_ANSWER_IN, look.say(LEVELS[wanted])), one_line(dialogue.reference.of(locale, wanted))
    else:
        yield look.say(GOOD_ANSWER), one_line(dialogue.reference.of(locale, None))
    yield look.say(HANGS_ON), one_line(dialogue.note.of(look.lang))
    yield from check_words(known(dialogue.checks, locale), look.lang, world)


def asked_of(moment: Moment) -> tuple[Locale, SpeechLevel | None]:
    """Return the language and the speech level that the answer should be in at a moment."""
    story = moment.story
    first = story.events[0] if len(story) else None
    locale, level = story.locale, first.speech_level if isinstance(first, SessionStarted) else None
    spoken, spoken_at = (story.switched_at(name, moment.position) for name in ("locale", "speech_level"))
    if spoken is not None:
        locale = "ko" if spoken.after == "ko" else "en"
    if spoken_at is not None:
        level = next((known for known in SPEECH_LEVELS if known == spoken_at.after), None)
    return locale, level
