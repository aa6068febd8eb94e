"""How long a driver waits for the first sound of an answer, on this machine, warm, with the embedded assistant.

Usage: python benchmarks/bench_turn_latency.py [--rounds N]

Real voices speak into a virtual microphone, `dashtalk talk` hears and answers through a virtual loudspeaker (needs
pulseaudio). Ten different commands make a round. In the first round every answer is new to the voice; from the second
one on its sound is kept from before, and a line of the table is about one or the other. Times are those a session
records; `label` puts the end of speech where the voice's sound really ends instead of where the detector saw it. CPU is
the process's own, all threads, per turn.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests")]

import sound_server  # noqa: E402
from talking import Talk, talking  # noqa: E402

from evaluation.latency import percentile  # noqa: E402
from simulator.channel import Locale  # noqa: E402
from simulator.events import SpeechInterrupted, TurnTimed  # noqa: E402
from voice import spec  # noqa: E402
from voice.audio import RECOGNITION_RATE_HZ, Pcm, padded, resampled  # noqa: E402
from voice.live.detector import FRAME_BYTES, FRAME_MS, frame_detector  # noqa: E402
from voice.live.endpointer import Endpointer, Signal  # noqa: E402
from voice.models import CACHE_VARIABLE, cache_directory  # noqa: E402

# Answers differ from one another, so that each is new to the voice once.
COMMANDS: dict[Locale, tuple[str, ...]] = {
    "en": (
        "Turn on the air conditioning.",
        "Close all the windows.",
        "Open the sunroof halfway.",
        "Set the temperature to 21 degrees.",
        "Turn off the air conditioning.",
        "Turn on the reading light.",
        "Set the fan speed to three.",
        "Turn on the seat heating.",
        "What is the weather like?",
        "Open the driver window.",
    ),
    "ko": (
        "에어컨 켜 줘.",
        "창문 전부 닫아 줘.",
        "선루프 반만 열어 줘.",
        "운전석 온도를 21도로 맞춰 줘.",
        "에어컨 꺼 줘.",
        "실내등 켜 줘.",
        "바람 세기를 삼 단으로 해 줘.",
        "운전석 열선 시트 켜 줘.",
        "오늘 날씨 어때?",
        "운전석 창문 열어 줘.",
    ),
}
# Source: docs/voice.md, 'Talking live': the budget of a turn, in ms after the end of speech.
BUDGET = {"push-to-talk": 800, "hands-free": 1300}
BARGE_IN_MS = 150
STAGES = ("t_endpoint", "t_asr_partial", "t_asr_final", "t_agent", "t_tts_first", "t_audio_out")
_QUIET = 0.02
_BEFORE_MS = 100


def sound_end_ms(pcm: Pcm) -> float:
    """Return where the sound really ends: the last 10 ms louder than a fiftieth of the loudest."""
    import numpy

    window = pcm.rate_hz // 100
    values = numpy.abs(pcm.floats())
    peaks = values[: len(values) // window * window].reshape(-1, window).max(axis=1)
    return float((numpy.nonzero(peaks > _QUIET * peaks.max())[0][-1] + 1) * 10)


def detector_lag_ms(pcm: Pcm) -> float:
    """Return how much later than the sound the detector sees the end."""
    detector, ends = frame_detector(), Endpointer()
    heard = padded(pcm, before_ms=_BEFORE_MS, after_ms=1200)
    for start in range(0, len(heard.samples) - FRAME_BYTES + 1, FRAME_BYTES):
        if ends.feed(detector.probability(heard.samples[start : start + FRAME_BYTES])) is Signal.ENDED:
            break
    return ends.end * FRAME_MS - _BEFORE_MS - sound_end_ms(pcm)


def cpu_s(pid: int) -> float:
    """Return the CPU time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def without_kept_speech(folder: Path) -> Path:
    """Return a cache with the models of the user's own and none of the speech that is kept there."""
    folder.mkdir()
    theirs = cache_directory()
    for entry in theirs.iterdir() if theirs.is_dir() else ():
        if entry.name != "speech":
            (folder / entry.name).symlink_to(entry)
    return folder


def play_turns(talk: Talk, mode: str, sounds: list[Pcm], before: int) -> float:
    """Speak every command and wait for its answer, after so many turns; returns the CPU seconds a turn took."""
    used_s = cpu_s(talk.process.pid)
    for number, sound in enumerate(sounds, before + 1):
        if mode == "push-to-talk":
            talk.writes()
            talk.sees("speak ...", number)
            time.sleep(0.1)
        talk.speaks(padded(sound, before_ms=_BEFORE_MS, after_ms=20))
        if mode == "push-to-talk":
            talk.writes()
        talk.sees("timing", number)
        time.sleep(0.3)
    return (cpu_s(talk.process.pid) - used_s) / len(sounds)


def measure(locale: Locale, mode: str, rounds: int) -> list[str]:
    """Return two lines of the table: answers that are new to the voice, and answers it has kept."""
    voice = spec.best_synthesizer(locale)
    assert voice is not None
    sounds = [resampled(voice.synthesize(text, locale), RECOGNITION_RATE_HZ) for text in COMMANDS[locale]]
    lag_ms = sum(map(detector_lag_ms, sounds)) / len(sounds)
    with tempfile.TemporaryDirectory() as folder:
        server = sound_server.start(Path(folder))
        server.environment[CACHE_VARIABLE] = str(without_kept_speech(Path(folder) / "cache"))
        try:
            with talking(server, "--lang", locale, "--mode", mode) as talk:
                used_s = [play_turns(talk, mode, sounds, number * len(sounds)) for number in range(rounds)]
                timed = list(talk.ends().of(TurnTimed))
        finally:
            server.stop()
    parts = (("new", timed[: len(sounds)], used_s[:1]), ("kept", timed[len(sounds) :], used_s[1:]))
    return [line(f"{locale} {mode:12} {which:4}", part, mode, lag_ms, each) for which, part, each in parts if part]


def line(head: str, timed: list[TurnTimed], mode: str, lag_ms: float, used_s: list[float]) -> str:
    """Return one line of the table."""
    found: dict[str, list[float]] = {stage: [] for stage in STAGES}
    for event in timed:
        for stage in STAGES:
            moment = getattr(event, stage)
            if moment is not None and event.t_speech_end is not None:
                found[stage].append(moment - event.t_speech_end)
    for values in found.values():
        values.sort()
    cells = [f"{percentile(found[stage], 0.5):6.0f}" if found[stage] else "     -" for stage in STAGES]
    out = found["t_audio_out"]
    p90, label = percentile(out, 0.9), percentile(out, 0.5) + lag_ms
    return (
        f"{head} {len(out):2} " + " ".join(cells) + f" {p90:6.0f} {label:6.0f} {BUDGET[mode]:6}"
        f" {sum(used_s) / len(used_s):5.2f} {os.getloadavg()[0]:5.1f}"
    )


def measure_barge_in(times: int) -> str:
    """Return how long the voice went on after it was interrupted, over several sessions, in one line."""
    voice = spec.best_synthesizer("en")
    assert voice is not None
    first, second = (resampled(voice.synthesize(text, "en"), RECOGNITION_RATE_HZ) for text in COMMANDS["en"][:2])
    silent_ms: list[float] = []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as folder:
            server = sound_server.start(Path(folder))
            try:
                with talking(server, "--lang", "en", "--mode", "hands-free", "--barge-in") as talk:
                    talk.speaks(first)
                    talk.sees("assistant")
                    talk.speaks(second)
                    talk.sees("timing", 2)
                    cuts = talk.ends().of(SpeechInterrupted)
                    silent_ms += [cut.t_silent - cut.t_interrupt for cut in cuts]
            finally:
                server.stop()
    worst = max(silent_ms, default=float("nan"))
    verdict = "met" if worst <= BARGE_IN_MS else "missed"
    return (
        f"barge-in: silent {percentile(sorted(silent_ms) or [worst], 0.5):.0f} ms after the interruption (median), "
        f"{worst:.0f} ms at worst, {len(silent_ms)} of {times} interrupted; goal {BARGE_IN_MS} ms at worst: {verdict}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2, help="rounds of ten turns (default 2)")
    rounds = parser.parse_args().rounds
    reason = sound_server.missing()
    if reason:
        raise SystemExit(reason)
    print("median ms after the end of speech; p90 and label are of the first sound; goal in ms; CPU s per turn; load")
    print("   mode         voice  n endpnt partia  final  agent  voice  sound    p90  label   goal   CPU  load")
    for locale in ("en", "ko"):
        for mode in ("push-to-talk", "hands-free"):
            print(*measure("ko" if locale == "ko" else "en", mode, rounds), sep="\n", flush=True)
    print(measure_barge_in(5), flush=True)


if __name__ == "__main__":
    main()
