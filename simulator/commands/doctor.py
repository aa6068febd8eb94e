"""`dashtalk doctor`: what is installed, what works, and the fix for each gap."""

import argparse
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import simulator
from simulator.commands.output import console, write_json
from simulator.language.counted import counted
from simulator.registry import UsageError
from simulator.settings import resolve

_CORE = ("pydantic", "sqlite-utils", "openai", "textual", "kiwipiepy")
_DOORS = ("a2a-sdk", "mcp")
_VOICE = ("faster-whisper", "piper-tts", "sounddevice", "numpy", "soxr")


def _installed(names: tuple[str, ...]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found


def _store(arguments: argparse.Namespace) -> dict[str, Any]:
    from evaluation.store import Store, default_path

    settings = resolve({"store": arguments.store}, arguments.config)
    path = Path(settings.store).expanduser() if settings.store else default_path()
    if not path.exists():
        return {"path": str(path), "runs": 0, "problem": None}
    try:
        store = Store(path, create=False)
        runs = len(store.runs())
        store.close()
    except UsageError as error:
        return {"path": str(path), "runs": None, "problem": str(error)}
    return {"path": str(path), "runs": runs, "problem": None}


def _engines() -> list[dict[str, Any]]:
    from voice.spec import describe_engines

    return [
        {
            "engine": engine.name,
            "kind": engine.kind,
            "languages": list(engine.languages),
            "model": engine.model,
            "licence": engine.licence,
            "installed": engine.installed,
            "fix": engine.missing,
            "valid_for_accuracy": engine.real_speech,
            "verified": engine.verified,
        }
        for engine in describe_engines()
    ]


def _spoken() -> dict[str, dict[str, str | None]]:
    """Return for each language which voice and recogniser a spoken session would use, or why there is none."""
    from voice.channel import build_voice_channel
    from voice.spec import LOCALES, best_synthesizer, best_transcriber

    rows: dict[str, dict[str, str | None]] = {}
    for locale in LOCALES:
        voice, ears = best_synthesizer(locale), best_transcriber(locale)
        found = build_voice_channel(locale)
        rows[locale] = {
            "voice": voice.name if voice else None,
            "recogniser": ears.name if ears else None,
            "reason": found.reason,
            "fix": found.fix,
        }
    return rows


def _devices() -> dict[str, Any]:
    from voice.devices import list_devices

    found = list_devices()
    return {
        "microphones": [device.name for device in found.microphones],
        "loudspeakers": [device.name for device in found.loudspeakers],
        "problem": found.problem,
        "fix": found.fix,
    }


def _agents() -> list[dict[str, Any]]:
    """Return the assistants that installed packages bring, with what keeps `--agent NAME` from using one."""
    from simulator.agents.entry_points import installed_agents
    from simulator.agents.external import load_agent
    from simulator.assembly import AGENTS

    rows: list[dict[str, Any]] = []
    for name, path in installed_agents().items():
        problem = "the name belongs to an assistant of our own" if name in AGENTS else None
        try:
            load_agent(path)
        except UsageError as error:
            problem = problem or str(error)
        rows.append({"agent": name, "path": path, "problem": problem})
    return rows


def doctor(arguments: argparse.Namespace) -> int:
    """Report; nothing missing here is an error, since text-only runs need no extra.

    With --agent, report on that assistant only; one that does not work is a matter of configuration, exit code 2.
    """
    if arguments.agent:
        return _doctor_agent(arguments)
    report: dict[str, Any] = {
        "dashtalk": simulator.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "core": _installed(_CORE),
        "voice": _installed(_VOICE),
        "doors": _installed(_DOORS),
        "agents": _agents(),
        "engines": _engines(),
        "spoken_sessions": _spoken(),
        "audio": _devices(),
        "store": _store(arguments),
    }
    if arguments.json:
        write_json(arguments.json, report)
    else:
        _print(report)
    return 0


def _doctor_agent(arguments: argparse.Namespace) -> int:
    from simulator.commands.doctor_agent import examine, lines

    found = examine(resolve(vars(arguments), arguments.config))
    if arguments.json:
        write_json(arguments.json, found)
    else:
        out = console()
        for good, text, fix in lines(found):
            out.print(_mark(good) + text + (f"  → {fix}" if fix and not good else ""), markup=False, soft_wrap=True)
    return 0 if found["works"] else 2


def _mark(good: bool) -> str:
    return "ok " if good else "-- "


def _print(report: dict[str, Any]) -> None:
    out = console()

    def line(good: bool, text: str, fix: str | None = None) -> None:
        out.print(_mark(good) + text + (f"  → {fix}" if fix and not good else ""), markup=False, soft_wrap=True)

    out.print(f"dashtalk {report['dashtalk']}, Python {report['python']} ({sys.executable})", markup=False)
    for group in ("core", "voice", "doors"):
        for name, found in report[group].items():
            line(found is not None, f"{name} {found or 'is not installed'}", _extra(group))
    for row in report["agents"]:
        line(row["problem"] is None, f"--agent {row['agent']}: {row['path']}", row["problem"])
    for row in report["engines"]:
        notes = [row["kind"], "+".join(row["languages"]), row["model"], row["licence"]]
        if not row["valid_for_accuracy"] and row["kind"] == "tts":
            notes.append("not valid for accuracy")
        if not row["verified"]:
            notes.append("unverified")
        line(row["installed"], f"{row['engine']}: {', '.join(notes)}", row["fix"])
    for locale, row in report["spoken_sessions"].items():
        works = row["reason"] is None
        text = f"{row['voice']} → {row['recogniser']}" if works else str(row["reason"])
        line(works, f"spoken sessions [{locale}]: {text}", row["fix"])
    audio = report["audio"]
    for kind in ("microphones", "loudspeakers"):
        line(bool(audio[kind]), f"{kind}: {', '.join(audio[kind]) or audio['problem'] or 'none found'}", audio["fix"])
    store = report["store"]
    runs = counted(store["runs"], "run")
    line(store["problem"] is None, store["problem"] or f"store: {store['path']}, {runs}")


def _extra(group: str) -> str | None:
    if group == "doors":
        return "python -m pip install '.[a2a,mcp]'"
    return "python -m pip install '.[voice,voices-offline]'" if group == "voice" else "python -m pip install ."
