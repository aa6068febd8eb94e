"""The parameters of a way of speaking Korean."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prosody:
    """Durations are factors on the examples' own, pitches Hz; see `korean_prosody` for what each acts on.

    The context factors come from a log-linear fit to the durations of the database's example files; tempo, gap,
    the factors per kind of sound and the pitches were tuned by how probable Whisper base found the words of
    `tests/data/commands_ko_tune.tsv`.
    """

    tempo: float = 1.35
    phrase_final: float = 1.9
    accent_final: float = 1.1
    word_final: float = 1.1
    closed: float = 0.88
    without_onset: float = 1.2
    before_nasal: float = 0.92
    coda_final: float = 1.1
    coda_before_voiced: float = 1.15
    coda_before_tense: float = 1.1
    coda_before_nasal: float = 0.92
    phrase_initial: float = 1.15
    accent_initial: float = 1.23
    tense: float = 1.35
    aspirated: float = 1.15
    fricative: float = 1.3
    breath: float = 1.1
    gap_ms: int = 20
    low_hz: float = 105
    high_hz: float = 128
    raised_hz: float = 140
    end_hz: float = 88
    question_hz: float = 180
    declination: float = 0.15
    glide: float = 0.4


NEUTRAL = Prosody()
