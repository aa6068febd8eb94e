"""`dashtalk listen`: hear a recorded session again, see what was meant and heard, let another recogniser try."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from evaluation.damage import recorded_settings
from evaluation.report.tables import printable
from evaluation.store import Store
from simulator.channel import Heard, Locale
from simulator.commands.event_lines import noise_line
from simulator.commands.listen_utterances import Utterance, measure_of, utterances
from simulator.commands.output import check_writable, console, write_json
from simulator.commands.run import EXIT_INCOMPLETE, open_store
from simulator.commands.show import find_session
from simulator.commands.wav_output import wav_target
from simulator.plan import as_locale
from simulator.registry import UsageError
from simulator.settings import resolve

if TYPE_CHECKING:
    from rich.console import Console

    from voice.audio import Pcm
    from voice.live.loudspeaker import Loudspeaker
    from voice.recording import KeptSound


@dataclass(frozen=True, slots=True)
class _Take:
    """An utterance with what was found of its sound and, when asked for, what another recogniser makes of it."""

    said: Utterance
    sound: "KeptSound | None"
    again: Heard | None


def listen(arguments: argparse.Namespace) -> int:
    """Play the utterances of a session in order, with who says what; returns 3 when a sound is gone or was altered."""
    from voice.live.quiet import quiet_sound_libraries

    with quiet_sound_libraries():
        return _listened(arguments)


def _listened(arguments: argparse.Namespace) -> int:
    from voice.recording import find_sound

    settings = resolve(vars(arguments) | {"asr": None}, arguments.config)
    store = open_store(settings, create=False)
    stored = _session(store, arguments.id)
    locale = as_locale(stored["locale"])
    target = wav_target(arguments.out) if arguments.out is not None else None
    check_writable(arguments.json, "--json")
    chosen = _chosen(list(utterances(store.trajectory(stored["id"]))), arguments, locale, stored["id"])
    hear_again = _recogniser(arguments.asr, store, stored, locale) if arguments.asr else None
    quiet = arguments.json is not None or target is not None
    player = _Player(arguments.loudspeaker, quiet=quiet)
    out = console(to_stderr=arguments.json == "-")
    takes: list[_Take] = []
    for said in chosen:
        reference = said.spoken.audio if said.spoken is not None else None
        sound = find_sound(reference, store.path) if reference is not None else None
        pcm = sound.pcm if sound is not None else None
        heard = hear_again(pcm) if hear_again is not None and pcm is not None and said.speaker == "driver" else None
        take = _Take(said, sound, heard)
        takes.append(take)
        if arguments.json is None:
            _print(out, take, locale)
            player.play(pcm)
    if arguments.misheard and not takes:
        out.print("all that can be compared was heard as it was meant")
    elif target is not None:
        _join(takes, target, out)
    if arguments.json is not None:
        write_json(arguments.json, _object(store, stored, takes, locale))
    for note in (player.note, _spoilt(takes)):
        if note:
            print(f"dashtalk: {note}", file=sys.stderr)
    return EXIT_INCOMPLETE if _spoilt(takes) else 0


def _session(store: Store, name: str) -> dict[str, Any]:
    found = find_session(store, name)
    if found is not None:
        return found
    run = store.run(name)
    raise UsageError(f"'{name}' is a run; name one of its sessions, as {run['id']}-0000 ('dashtalk show {name}')")


def _chosen(
    said: Sequence[Utterance], arguments: argparse.Namespace, locale: Locale, session_id: str
) -> list[Utterance]:
    """Return the utterances that were asked for; raises UsageError when there is nothing to hear."""
    if not any(one.spoken is not None and one.spoken.audio is not None for one in said):
        raise UsageError(
            f"session {session_id} was not recorded; "
            "'dashtalk run --channel voice --record' keeps what is said, and so does 'dashtalk talk --record'"
        )
    if arguments.turn is not None:
        last = max(one.turn for one in said)
        said = [one for one in said if one.turn == arguments.turn]
        if not said:
            raise UsageError(f"--turn {arguments.turn}: the session has turns 0 to {last}")
    if arguments.misheard:
        said = [one for one in said if one.misheard(locale)]
    return list(said)


class _Player:
    """Plays sounds until that turns out to be impossible; `note` then says why."""

    def __init__(self, name: str | None, *, quiet: bool) -> None:
        from voice.devices import list_devices

        self.note = ""
        self._name = name
        self._quiet = quiet
        self._sink: Loudspeaker | None = None
        if name is not None and not quiet and list_devices().devices:
            # A device that was named and is not there is a mistake, no matter what else could be done.
            self._sink = self._found()

    def _found(self) -> "Loudspeaker":
        from voice.playback import loudspeaker

        return loudspeaker(self._name)

    def play(self, pcm: "Pcm | None") -> None:
        """Play one sound, if there is one and it can be."""
        if pcm is None or self._quiet or self.note:
            return
        from voice.live.trouble import DeviceTrouble
        from voice.playback import play

        try:
            self._sink = self._sink or self._found()
            play(pcm, self._sink)
        except (UsageError, DeviceTrouble) as trouble:
            self.note = f"not played: {trouble}; the files are named above, --out FILE.wav joins them"


def _recogniser(reference: str, store: Store, stored: Mapping[str, Any], locale: Locale) -> "Callable[[Pcm], Heard]":
    """Return what recognises a sound as a session would, told the names that the session's recogniser was told."""
    from scenarios.carbench_scenario import stored_scenario
    from simulator.assembly import session_seed
    from simulator.hints import expected_names
    from voice.audio import RECOGNITION_RATE_HZ, resampled
    from voice.endpointing import holds_speech
    from voice.spec import check_speaks, chosen, transcriber, transcriber_engine

    named = chosen(reference, locale)
    if named is None:
        raise UsageError(f"--asr {reference}: names no recogniser for '{locale}'")
    check_speaks(transcriber_engine(named).describe(), locale)
    engine = transcriber(named)
    seed = int(recorded_settings(store.run(stored["run_id"]))["seed"])
    scenario = stored_scenario(stored["scenario"])
    world = scenario.build_world(session_seed(seed, scenario, "en", 0), locale)
    names = expected_names(world, locale, scenario.place)

    def heard(pcm: "Pcm") -> Heard:
        microphone = resampled(pcm, RECOGNITION_RATE_HZ)
        if not holds_speech(microphone):
            return Heard(text="", engine=engine.name)
        return engine.transcribe(microphone, locale, names)

    return heard


def _print(out: "Console", take: _Take, locale: Locale) -> None:
    said = take.said
    style = "cyan" if said.speaker == "driver" else "green"
    words = said.words or ("(spoke)" if said.speaker == "driver" else "(silence)")
    lines = [(style, f"turn {said.turn}  {said.speaker:9}  {words}")]
    if said.heard is not None:
        rate = _rated(said, said.heard, locale) or f"not compared: {said.unmeasurable}"
        lines.append((style, f"        heard      {said.heard.text or '(nothing)'}  [{said.heard.engine}, {rate}]"))
    if take.again is not None:
        rate = _rated(said, take.again, locale) or "not compared"
        lines.append(("bold", f"        again      {take.again.text or '(nothing)'}  [{take.again.engine}, {rate}]"))
    lines.append(("dim", f"        sound      {_sound_line(take)}"))
    for look, line in lines:
        out.print(Text(printable(line), style=look), soft_wrap=True)


def _rated(said: Utterance, heard: Heard, locale: Locale) -> str:
    found = said.comparison(heard.text, locale)
    if found is None or found.rate is None:
        return ""
    parts = f"{found.substitutions} S, {found.deletions} D, {found.insertions} I"
    return f"{measure_of(locale)} {found.rate:.2f}" + (f": {parts}" if found.errors else "")


def _sound_line(take: _Take) -> str:
    spoken = take.said.spoken
    if spoken is None:
        return "none: it was not said aloud"
    if take.sound is None or spoken.audio is None:
        why = "its length was only estimated" if spoken.engine == "estimate" else "it was not recorded"
        return f"none: {why}"
    how = f"{spoken.audio.duration_ms / 1000:.1f} s, {spoken.audio.rate_hz} Hz, {spoken.engine} {spoken.voice}"
    through = f", through {noise_line(spoken.noise)}" if spoken.noise is not None else ""
    path = take.sound.path
    trouble = "" if take.sound.state == "kept" else f"{take.sound.state.upper()}: "
    kind = " (not a regular file)" if path.exists() and not path.is_file() else ""
    return f"{trouble}{path}{kind}  [{how}{through}]"


def _spoilt(takes: Sequence[_Take]) -> str:
    """Return how many recorded sounds are not what they were, in one sentence; "" when all are."""
    states = [take.sound.state for take in takes if take.sound is not None]
    missing, altered = states.count("missing"), states.count("altered")
    if not missing + altered:
        return ""
    return f"{missing} of {len(states)} recorded sounds are missing, {altered} were altered since they were recorded"


def _join(takes: Sequence[_Take], target: Path, out: "Console") -> None:
    from voice.audio import wav_bytes
    from voice.models import write_atomically
    from voice.playback import joined

    sounds = [take.sound.pcm for take in takes if take.sound is not None and take.sound.pcm is not None]
    if not sounds:
        # What is wrong with the sounds is told, and makes the exit code, as without --out.
        print(f"dashtalk: --out {target}: no sound is left to write", file=sys.stderr)
        return
    whole = joined(sounds)
    try:
        write_atomically(target, iter((wav_bytes(whole),)))
    except OSError as error:
        raise UsageError(f"--out {target}: cannot be written: {error.strerror}") from None
    told = f"{target}: {len(sounds)} utterances, {whole.duration_ms / 1000:.1f} s at {whole.rate_hz} Hz"
    out.print(told, markup=False, soft_wrap=True)


def _object(store: Store, stored: Mapping[str, Any], takes: Sequence[_Take], locale: Locale) -> dict[str, Any]:
    return {
        "session": stored["id"],
        "run": stored["run_id"],
        "store": str(store.path),
        "locale": locale,
        "measure": measure_of(locale),
        "utterances": [_plain(take, locale) for take in takes],
    }


def _plain(take: _Take, locale: Locale) -> dict[str, Any]:
    said = take.said

    def heard(one: Heard | None) -> dict[str, Any] | None:
        if one is None:
            return None
        found = said.comparison(one.text, locale)
        return one.model_dump(mode="json") | {"error_rate": found.rate if found is not None else None}

    return {
        "turn": said.turn,
        "speaker": said.speaker,
        "words": said.words or None,
        "heard": heard(said.heard),
        "again": heard(take.again),
        "not_compared": said.unmeasurable or None if said.speaker == "driver" else None,
        "spoken": said.spoken.model_dump(mode="json") if said.spoken is not None else None,
        "sound": {"state": take.sound.state, "path": str(take.sound.path)} if take.sound is not None else None,
    }
