"""A private sound server with a loudspeaker called car and a microphone called mic, both made of nothing."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from voice.audio import RECOGNITION_RATE_HZ, Pcm, wav_bytes

PROGRAMS = ("pulseaudio", "pactl", "paplay", "parec")
# Source: the sound server of a null sink keeps two seconds otherwise, and every answer is late.
LATENCY_MS = "30"
_PATIENCE_S = 20.0


def missing() -> str:
    """Return why there can be no sound server here, "" when there can."""
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    if absent:
        return f"no {', '.join(absent)}: apt-get install pulseaudio pulseaudio-utils libasound2-plugins"
    return ""


@dataclass
class SoundServer:
    """What is played into `mic` is recorded by the program under test; what it plays can be recorded from `car`."""

    folder: Path
    process: "subprocess.Popen[bytes]"
    environment: dict[str, str] = field(default_factory=dict)

    def play(self, pcm: Pcm, sink: str = "mic") -> "subprocess.Popen[bytes]":
        """Play into a sink; returns at once."""
        path = self.folder / f"played-{time.perf_counter_ns()}.wav"
        path.write_bytes(wav_bytes(pcm))
        return subprocess.Popen(["paplay", f"--device={sink}", "--latency-msec=20", str(path)], env=self.environment)

    @contextmanager
    def recorded(self) -> Iterator[Path]:
        """Record what the loudspeaker plays inside the block, as raw 16 kHz mono."""
        path = self.folder / f"recorded-{time.perf_counter_ns()}.raw"
        with path.open("wb") as out:
            recorder = subprocess.Popen(
                [
                    "parec",
                    "--device=car.monitor",
                    f"--rate={RECOGNITION_RATE_HZ}",
                    "--channels=1",
                    "--format=s16le",
                    "--latency-msec=20",
                ],
                stdout=out,
                env=self.environment,
            )
            try:
                yield path
            finally:
                recorder.terminate()
                recorder.wait()

    def stop(self) -> None:
        """Let the server go, as when everything is unplugged."""
        self.process.terminate()
        self.process.wait(_PATIENCE_S)


def _sinks() -> list[str]:
    return [f"--load=module-null-sink sink_name={name} rate=48000 channels=1" for name in ("car", "mic")]


def start(folder: Path) -> SoundServer:
    """Start a server of our own in `folder`; raises RuntimeError when it does not come up."""
    runtime = folder / "run"
    runtime.mkdir(mode=0o700, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PULSE_")}
    environment |= {
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "HOME": str(folder),
        "PULSE_LATENCY_MSEC": LATENCY_MS,
        "PULSE_SERVER": f"unix:{runtime}/pulse/native",
    }
    process = subprocess.Popen(
        ["pulseaudio", "--daemonize=no", "--exit-idle-time=-1", "-n", "--load=module-native-protocol-unix", *_sinks()],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=(folder / "pulseaudio.log").open("wb"),
    )
    server = SoundServer(folder, process, environment)
    give_up = time.monotonic() + _PATIENCE_S
    for words in (("set-default-sink", "car"), ("set-default-source", "mic.monitor")):
        while subprocess.run(["pactl", *words], env=environment, capture_output=True, check=False).returncode:
            if time.monotonic() > give_up or process.poll() is not None:
                server.stop()
                raise RuntimeError("the sound server does not start")
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.1)
    return server
