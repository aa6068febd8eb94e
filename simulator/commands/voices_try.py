"""`dashtalk voices test`, `say` and `hear`: try a voice and a recogniser outside a session."""

import argparse
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.commands.output import console, write_json
from simulator.commands.wav_output import wav_target
from simulator.language.locale import Locale
from simulator.registry import UsageError, unknown

if TYPE_CHECKING:
    from voice.audio import Pcm
    from voice.spec import Synthesizer, Transcriber

_SENTENCES: dict[Locale, str] = {"ko": "가까운 충전소를 찾아 줘.", "en": "Find a charging station nearby."}
_PADDING_MS = 300
_MOST_CHARACTERS = 5000


def test(arguments: argparse.Namespace) -> int:
    """Speak a sentence, recognise it, and print both with the error rate: WER in English, space-free CER in Korean."""
    locale = _language(arguments.locale, arguments.text or "")
    text = arguments.text or _SENTENCES[locale]
    voice, recogniser = _voice(arguments.tts, locale), _recogniser(arguments.asr, locale)
    with _heeding_a_polite_kill():
        speech = voice.synthesize(text, locale)
    found = _heard(recogniser, speech, locale, ())
    rate, measure = _error_rate(text, found["text"], locale)
    result = {
        "lang": locale,
        "voice": f"{voice.name} {voice.voice(locale)}",
        "recogniser": recogniser.name,
        "said": text,
        "heard": found["text"],
        measure: rate,
        "valid_for_accuracy": voice.real_speech,
        "speech_ms": speech.duration_ms,
        "recognition_ms": found["recognition_ms"],
    }
    if arguments.json:
        write_json(arguments.json, result)
        return 0
    out = console()
    out.print(f"said  [{result['voice']}]: {text}", markup=False, soft_wrap=True)
    out.print(f"heard [{recogniser.name}]: {found['text'] or '(no speech)'}", markup=False, soft_wrap=True)
    shown = "nothing to compare" if rate is None else f"{measure} {rate:.3f}"
    note = "" if voice.real_speech else f"; {voice.name} is a placeholder: the rate means nothing"
    out.print(f"{shown}, {speech.duration_ms} ms of speech, recognised in {found['recognition_ms']} ms{note}")
    return 0


def say(arguments: argparse.Namespace) -> int:
    """Write a text as speech into a WAV file."""
    from voice.audio import wav_bytes
    from voice.models import write_atomically

    target = wav_target(arguments.out)
    text = sys.stdin.read(_MOST_CHARACTERS + 1) if arguments.text == "-" else arguments.text
    if len(text) > _MOST_CHARACTERS:
        raise UsageError(f"the text is longer than {_MOST_CHARACTERS} characters: split it")
    locale = _language(arguments.locale, text)
    voice = _voice(arguments.tts, locale)
    with _heeding_a_polite_kill():
        speech = voice.synthesize(text, locale)
    if not speech.samples:
        raise UsageError("nothing in the text can be said")
    try:
        write_atomically(target, iter((wav_bytes(speech),)))
    except OSError as error:
        raise UsageError(f"--out {target}: cannot be written: {error.strerror}") from None
    told = f"{target}: {speech.duration_ms / 1000:.1f} s at {speech.rate_hz} Hz, {voice.name} {voice.voice(locale)}"
    console().print(told, markup=False, soft_wrap=True)
    return 0


def hear(arguments: argparse.Namespace) -> int:
    """Recognise a WAV file and print the words."""
    from voice.audio import missing_ms, parse_wav, read_sound

    locale = _language(arguments.locale, "")
    content = read_sound(Path(arguments.file))
    sound, lost_ms = parse_wav(content, arguments.file), missing_ms(content)
    if lost_ms:
        there = f"{arguments.file}: {lost_ms / 1000:.1f} s that its header announces are missing"
        if not sound.samples:
            raise UsageError(f"{there}, and nothing else is in it: record or copy it again")
        print(f"dashtalk: note: {there}; what there is, {sound.duration_ms / 1000:.1f} s, is heard", file=sys.stderr)
    found = _heard(_recogniser(arguments.asr, locale), sound, locale, tuple(arguments.hints))
    if arguments.json:
        write_json(arguments.json, found)
    else:
        console().print(found["text"] or "(no speech)", markup=False, soft_wrap=True)
    return 0


@contextmanager
def _heeding_a_polite_kill() -> Iterator[None]:
    """Let a polite kill end what is going on as Ctrl-C does, so that it leaves nothing behind."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _heard(recogniser: "Transcriber", speech: "Pcm", locale: Locale, hints: tuple[str, ...]) -> dict[str, Any]:
    from voice.audio import RECOGNITION_RATE_HZ, padded, resampled
    from voice.endpointing import holds_speech

    if find_spec("soxr") is not None:
        speech = resampled(speech, RECOGNITION_RATE_HZ)
    microphone = padded(speech, before_ms=_PADDING_MS, after_ms=_PADDING_MS)
    # The same gate as in a session; without the library that brings it, the recogniser is on its own.
    if find_spec("faster_whisper") is not None and not holds_speech(microphone):
        return {"text": "", "confidence": None, "recognition_ms": 0, "engine": recogniser.name}
    return recogniser.transcribe(microphone, locale, hints).model_dump(exclude={"error_rate_target"})


def _language(named: str | None, text: str) -> Locale:
    for locale in _SENTENCES:
        if named == locale:
            return locale
    if named is not None:
        raise unknown("language", named, _SENTENCES)
    return "ko" if re.search(r"[가-힣]", text) else "en"


def _error_rate(said: str, heard: str, locale: Locale) -> tuple[float | None, str]:
    from simulator.language.alignment import align_space_free, align_words

    if locale == "ko":
        return align_space_free(said, heard, locale).rate, "CER"
    return align_words(said, heard, locale).rate, "WER"


def _voice(named: str | None, locale: Locale) -> "Synthesizer":
    from voice.models import OFFLINE_VOICES_COMMAND
    from voice.spec import best_synthesizer, check_speaks, chosen, synthesizer, synthesizer_engine
    from voice.tts.mbrola import INSTALL_NOTE
    from voice.tts.wav_cache import CachedSynthesizer

    reference = chosen(named or "", locale)
    if reference is None:
        best = best_synthesizer(locale)
        if best is None:
            fix = INSTALL_NOTE if locale == "ko" else OFFLINE_VOICES_COMMAND
            raise UsageError(f"no voice for '{locale}' is installed: {fix}; see dashtalk voices list")
        return CachedSynthesizer(best)
    check_speaks(synthesizer_engine(reference).describe(), locale)
    return CachedSynthesizer(synthesizer(reference))


def _recogniser(named: str | None, locale: Locale) -> "Transcriber":
    from voice.models import OFFLINE_VOICES_COMMAND
    from voice.spec import best_transcriber, check_speaks, chosen, transcriber, transcriber_engine

    reference = chosen(named or "", locale)
    if reference is None:
        best = best_transcriber(locale)
        if best is None:
            raise UsageError(f"no recogniser for '{locale}' is installed: {OFFLINE_VOICES_COMMAND}")
        return best
    check_speaks(transcriber_engine(reference).describe(), locale)
    return transcriber(reference)
