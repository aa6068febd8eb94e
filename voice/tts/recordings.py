"""People's own recordings in place of a voice: a folder of WAV files with a list of what is said in each."""

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from simulator.channel import Locale
from simulator.language.normalise import normalise, space_free
from simulator.registry import UsageError
from voice.audio import RECOGNITION_RATE_HZ, Pcm
from voice.noise_wav import open_wav, read_stretch
from voice.spec import LOCALES, Engine, EngineDescription, Synthesizer, best_synthesizer

MANIFEST = "manifest.tsv"
COLUMNS = ("path", "lang", "text", "speaker")
_SILENCE = 0.001
_HOW = f"name a folder with {MANIFEST} (columns {', '.join(COLUMNS)}), as recordings:FOLDER"


@dataclass(frozen=True, slots=True)
class Recording:
    """One take: the WAV file, what is said in it, in which language and by whom."""

    path: Path
    locale: Locale
    text: str
    speaker: str


def read_manifest(folder: Path) -> tuple[Recording, ...]:
    """Return the recordings that a folder lists.

    Its manifest.tsv holds tab-separated columns with their names in the first row: path (relative to the folder),
    lang (ko or en), text, and speaker, which may be missing or empty. Raises UsageError that names the line.
    """
    path = folder / MANIFEST
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
            rows = [(reader.line_num, row) for row in reader]
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror}); {_HOW}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: no tab-separated UTF-8 text ({error})") from None
    return tuple(_recording(row, folder, f"{path}:{line}") for line, row in rows)


def _recording(row: dict[str, str | None], folder: Path, where: str) -> Recording:
    missing = [column for column in COLUMNS[:3] if not (row.get(column) or "").strip()]
    if missing:
        raise UsageError(f"{where}: no {' and no '.join(missing)}; the columns are {', '.join(COLUMNS)}")
    lang = str(row["lang"]).strip()
    locale = next((known for known in LOCALES if known == lang.lower().split("-")[0]), None)
    if locale is None:
        raise UsageError(f"{where}: unknown language '{lang}': known are {', '.join(LOCALES)}")
    sound = folder / str(row["path"]).strip()
    try:
        there = sound.is_file()
    except (OSError, ValueError):
        raise UsageError(f"{where}: the path is too long or no path at all") from None
    if not there:
        raise UsageError(f"{where}: there is no {sound}; record it or take the line out of the list")
    try:
        open_wav(sound)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    return Recording(sound, locale, str(row["text"]).strip(), (row.get("speaker") or "").strip())


def text_key(text: str, locale: Locale) -> str:
    """Return what two notations of the same words have in common: 22도 and 이십이 도, "A/C on" and "a/c on!"."""
    form = normalise(text, locale)
    return space_free(form) if locale == "ko" else form


def _split(model: str) -> tuple[Path, str]:
    """Return the folder and the speaker that `FOLDER` or `FOLDER#SPEAKER` names; a folder's own name may hold a #."""
    whole = Path(model).expanduser()
    if "#" not in model or whole.is_dir():
        return whole, ""
    folder, _, speaker = model.rpartition("#")
    return Path(folder).expanduser(), speaker


def _sound(path: Path) -> Pcm:
    """Return a WAV file of any width and rate, mixed down to one channel; raises UsageError."""
    import numpy

    wav = open_wav(path)
    values = read_stretch(wav, 0, wav.frames)
    scaled = numpy.clip(numpy.round(values * 32768), -32768, 32767)
    return Pcm(scaled.astype("<i2").tobytes(), wav.rate_hz)


def _audible(path: Path) -> bool:
    """Tell whether any sample of a file is more than silence: louder than -60 dB of full scale."""
    wav = open_wav(path)
    return bool(abs(read_stretch(wav, 0, wav.frames)).max(initial=0.0) > _SILENCE)


class Recordings:
    """Plays the first recording whose words are the same after normalisation.

    `model` is `FOLDER` or `FOLDER#SPEAKER`. What nobody recorded is a UsageError in one line, or is said by the voice
    that `fallback` gives for the language.
    """

    real_speech = True

    def __init__(
        self, model: str, *, name: str = "recordings", fallback: Callable[[Locale], Synthesizer | None] | None = None
    ) -> None:
        self.name = f"{name}:{model}"
        self._folder, self._speaker = _split(model)
        self._fallback = fallback
        self._takes: dict[tuple[Locale, str], Recording] = {}
        self._repeated: dict[tuple[Locale, str], Recording] = {}
        for take in _chosen(self._folder, self._speaker):
            key = (take.locale, text_key(take.text, take.locale))
            if key in self._takes:
                self._repeated[key] = self._takes[key]
            self._takes.setdefault(key, take)

    def voice(self, locale: Locale) -> str:
        """Return the folder and the speaker, where one was asked for."""
        return f"{self._folder.name}#{self._speaker}" if self._speaker else self._folder.name

    def fingerprint(self, locale: Locale) -> None:
        """Reading a file costs no more than keeping a copy of it."""
        return None

    @property
    def manifest(self) -> Path:
        """The list of what is recorded."""
        return self._folder / MANIFEST

    def missing(self, texts: Iterable[str], locale: Locale) -> list[str]:
        """Return those of the texts that nobody recorded, each notation once."""
        keyed = {text_key(text, locale): text for text in texts}
        return [text for key, text in keyed.items() if key and (locale, key) not in self._takes]

    def silent(self, texts: Iterable[str], locale: Locale) -> list[Path]:
        """Return the files in which there is nothing to hear, of those that say one of the texts; raises UsageError."""
        keys = dict.fromkeys((locale, text_key(text, locale)) for text in texts)
        return [take.path for key in keys if (take := self._takes.get(key)) is not None and not _audible(take.path)]

    def repeated(self, locale: Locale) -> list[str]:
        """Return the texts of which there is more than one take; the first of each is played."""
        return [take.text for (spoken, _), take in self._repeated.items() if spoken == locale]

    def synthesize(self, text: str, locale: Locale) -> Pcm:
        """Return the recording; raises UsageError when there is none and no voice may say the words instead."""
        key = text_key(text, locale)
        if not key:
            return Pcm(b"", RECOGNITION_RATE_HZ)
        take = self._takes.get((locale, key))
        if take is not None:
            return _sound(take.path)
        voice = self._fallback(locale) if self._fallback is not None else None
        if voice is None:
            raise UsageError(
                f"nobody recorded [{locale}] '{text}': add it to {self.manifest}, or let a voice say what is "
                f"missing with --tts recordings-or-voice:{self._folder}"
            )
        return voice.synthesize(text, locale)


def _chosen(folder: Path, speaker: str) -> list[Recording]:
    takes = read_manifest(folder)
    if not speaker:
        return list(takes)
    found = [take for take in takes if take.speaker == speaker]
    if not found:
        known = ", ".join(sorted({take.speaker for take in takes if take.speaker})) or "none"
        raise UsageError(f"{folder / MANIFEST}: no speaker '{speaker}': known are {known}")
    return found


def _real_voice(locale: Locale) -> Synthesizer | None:
    """Return the preferred voice, which keeps what it said."""
    from voice.tts.wav_cache import CachedSynthesizer

    voice = best_synthesizer(locale)
    return CachedSynthesizer(voice) if voice is not None else None


def _build(name: str, model: str) -> Synthesizer:
    return Recordings(model, name=name, fallback=_real_voice if name == "recordings-or-voice" else None)


def _needs_folder(name: str) -> Synthesizer:
    raise UsageError(f"{name}: {_HOW}")


def _describe(name: str, model: str = "") -> EngineDescription:
    takes = _chosen(*_split(model)) if model else []
    spoken = tuple(locale for locale in LOCALES if any(take.locale == locale for take in takes))
    return EngineDescription(
        name=f"{name}:{model}" if model else name,
        kind="tts",
        languages=LOCALES if not model or name == "recordings-or-voice" else spoken,
        model=f"{len(takes)} recordings" if model else "people's own recordings",
        licence="the speakers' own",
        size_mb=sum(take.path.stat().st_size for take in takes) // 1_000_000,
        installed=bool(takes),
        missing=None if takes else f"{_split(model)[0] / MANIFEST} lists nothing" if model else _HOW,
        real_speech=True,
        verified=False,
    )


def _engine(name: str, rank: int) -> Engine[Synthesizer]:
    def of_model(model: str) -> Engine[Synthesizer]:
        return Engine(
            f"{name}:{model}", rank, partial(_describe, name, model), partial(_build, name, model), automatic=False
        )

    return Engine(
        name, rank, partial(_describe, name), partial(_needs_folder, name), automatic=False, with_model=of_model
    )


ENGINES: tuple[Engine[Synthesizer], ...] = (_engine("recordings", 86), _engine("recordings-or-voice", 87))
