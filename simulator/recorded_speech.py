"""Whether people have recorded what a run's drivers will say, told before anything is played."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scenarios.schema import Scenario
from simulator.channel import LOCALES, Locale
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.users.scripted import script_texts

if TYPE_CHECKING:
    from voice.tts.recordings import Recordings

_LISTED = 4


def check_recorded(settings: Settings, spoken: Iterable[tuple[Scenario, Locale]]) -> tuple[str, ...]:
    """Return what to know about the recordings that speak in these sessions; nothing where a voice speaks.

    Raises UsageError when a request is not recorded, since its session could only end in a defect. Answers are another
    matter: whether a driver needs one depends on what the assistant asks.
    """
    sessions = {(scenario.id, locale): scenario for scenario, locale in spoken}
    notices: list[str] = []
    for locale in LOCALES:
        scenarios = [scenario for (_, spoken_in), scenario in sessions.items() if spoken_in == locale]
        found = _recordings(settings, locale) if scenarios else None
        if found is not None:
            notices += _checked(found, settings, scenarios, locale)
    return tuple(notices)


def _recordings(settings: Settings, locale: Locale) -> "Recordings | None":
    """Return the recordings that speak a language, None where a voice does."""
    if "recordings" not in settings.tts:
        return None
    from voice.spec import chosen, synthesizer
    from voice.tts.recordings import Recordings

    named = chosen(settings.tts, locale)
    found = synthesizer(named) if named is not None else None
    return found if isinstance(found, Recordings) else None


def _checked(found: "Recordings", settings: Settings, scenarios: Sequence[Scenario], locale: Locale) -> list[str]:
    helped = found.name.startswith("recordings-or-voice")
    if settings.driver != "scripted":
        if helped:
            return []
        raise UsageError(
            f"{found.manifest}: what a driver called '{settings.driver}' will say is not known, so nobody can have "
            f"recorded it; let a voice say what is missing: --tts recordings-or-voice:{found.manifest.parent}"
        )
    scripts = [script_texts(scenario, locale) for scenario in scenarios]
    requests = found.missing((text for script in scripts for text in script[0]), locale)
    answers = found.missing((text for script in scripts for text in script[1]), locale)
    if requests and not helped:
        raise UsageError(
            f"{found.manifest}: of the requests in this run nobody recorded {_listed(requests, locale)}; record them, "
            f"choose with --scenario and --lang, or let a voice say them: --tts recordings-or-voice:"
            f"{found.manifest.parent}"
        )
    silent = found.silent((text for script in scripts for texts in script for text in texts), locale)
    if silent:
        shown = ", ".join(map(str, silent[:_LISTED])) + (" and more" if len(silent) > _LISTED else "")
        raise UsageError(
            f"{found.manifest}: nothing can be heard in {shown}; record it again or take it out of the list"
        )
    answers = [text for text in answers if text not in requests]
    notices = []
    if helped and requests + answers:
        notices.append(f"a voice says what nobody recorded, if it comes to that: {_listed(requests + answers, locale)}")
    elif answers:
        notices.append(
            f"a session ends in a defect if the driver has to answer what nobody recorded: {_listed(answers, locale)}"
        )
    repeated = found.repeated(locale)
    if repeated:
        notices.append(f"recorded more than once, the first take is played: {_listed(repeated, locale)}")
    return notices


def _listed(texts: Sequence[str], locale: Locale) -> str:
    """Return how many texts there are, and the first of them."""
    shown = ", ".join(f"'{text}'" for text in texts[:_LISTED])
    more = f" and {len(texts) - _LISTED} more" if len(texts) > _LISTED else ""
    return f"{len(texts)} [{locale}]: {shown}{more}"
