"""The one door to faster-whisper, which brings a recogniser and a speech detector."""

import os
from importlib import import_module
from typing import Any


def faster_whisper() -> Any:
    """Return the library, its threads told to wait for one another asleep unless the environment says otherwise.

    Awake, they use up the time that the one they wait for needs, and several runs on one machine take several times as
    long. The library reads this when it is loaded and never again.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    library = import_module("faster_whisper")
    import_module("faster_whisper.vad")
    return library
