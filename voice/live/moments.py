"""The stages of one live turn, each noted once, in milliseconds since the session began to listen."""

import time
from dataclasses import asdict, dataclass


@dataclass(slots=True)
class Moments:
    """The moments of one turn in ms of real time; None where a stage did not occur. See `TurnTimed` for each."""

    t_speech_start: float | None = None
    t_speech_end: float | None = None
    t_endpoint: float | None = None
    t_asr_partial: float | None = None
    t_asr_final: float | None = None
    t_agent: float | None = None
    t_tts_first: float | None = None
    t_audio_out: float | None = None
    t_audio_end: float | None = None

    def fields(self) -> dict[str, float | None]:
        """Return all moments by name."""
        return asdict(self)


class SessionStopwatch:
    """Turns readings of `time.perf_counter` into milliseconds since the session began."""

    def __init__(self) -> None:
        self._zero = time.perf_counter()

    def ms(self, reading: float | None) -> float | None:
        """Return a reading as session time; None stays None, and nothing comes before the session."""
        return None if reading is None else max(0.0, round((reading - self._zero) * 1000, 1))

    def now_ms(self) -> float:
        """Return the session time now."""
        return round((time.perf_counter() - self._zero) * 1000, 1)
