"""`dashtalk voices list`: every voice and recogniser, what it is worth, and how to get what is missing."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from simulator.commands.output import console, write_json

if TYPE_CHECKING:
    from voice.downloads import Offer
    from voice.spec import EngineDescription


def list_voices(arguments: argparse.Namespace) -> int:
    """Print the engines and the catalogue; what is missing is no error."""
    rows = voice_rows()
    if arguments.json:
        write_json(arguments.json, {"voices": rows})
    else:
        _print(rows)
    return 0


def voice_rows() -> list[dict[str, Any]]:
    """Return one row per engine, best first, and one per entry of the catalogue."""
    from voice.downloads import offers
    from voice.spec import describe_engines, synthesizers, transcribers

    automatic = {engine.name: engine.automatic for engine in transcribers().values()}
    automatic |= {engine.name: engine.automatic for engine in synthesizers().values()}
    engines = [_engine_row(each, automatic=automatic[each.name]) for each in describe_engines()]
    return engines + [_offer_row(offer) for offer in offers().values()]


def _engine_row(engine: "EngineDescription", *, automatic: bool) -> dict[str, Any]:
    return {
        "name": engine.name,
        "kind": engine.kind,
        "use": engine.name,
        "languages": list(engine.languages),
        "model": engine.model,
        "licence": engine.licence,
        "size_mb": engine.size_mb,
        "installed": engine.installed,
        "get": engine.missing,
        "valid_for_accuracy": engine.real_speech,
        "verified": engine.verified,
        "automatic": automatic,
        "catalogue": False,
    }


def _offer_row(offer: "Offer") -> dict[str, Any]:
    from voice.downloads import get_command
    from voice.spec import synthesizer_engine, transcriber_engine

    if offer.kind == "asr":
        engine = transcriber_engine(offer.reference).describe()
    else:
        engine = synthesizer_engine(offer.reference).describe()
    missing = None if engine.installed else get_command(offer.name) if not offer.downloaded else engine.missing
    return {
        "name": offer.name,
        "kind": offer.kind,
        "use": offer.reference,
        "languages": list(offer.languages),
        "model": offer.name,
        "licence": offer.licence,
        "size_mb": offer.size_mb,
        "installed": engine.installed,
        "get": missing,
        "valid_for_accuracy": True,
        "verified": False,
        "automatic": False,
        "catalogue": True,
    }


_TITLES = {"asr": "recognisers", "tts": "voices"}


def _print(rows: list[dict[str, Any]]) -> None:
    out = console()
    for kind, title in _TITLES.items():
        out.print(f"{title}:", markup=False)
        for row in rows:
            if row["kind"] == kind:
                mark = "ok " if row["installed"] else "-- "
                fix = f"  → {row['get']}" if row["get"] else ""
                out.print(f"{mark}{row['use']}: {', '.join(_notes(row))}{fix}", markup=False, soft_wrap=True)
    out.print("use one with --asr NAME or --tts NAME, per language as ko=NAME,en=NAME", markup=False, soft_wrap=True)


def _notes(row: dict[str, Any]) -> Iterable[str]:
    yield "+".join(row["languages"])
    if not row["catalogue"]:
        yield row["model"]
    if row["size_mb"]:
        yield f"{row['size_mb']} MB"
    yield row["licence"]
    if not row["valid_for_accuracy"]:
        yield "not valid for accuracy"
    if not row["verified"]:
        yield "unverified"
    if not row["automatic"] and not row["catalogue"]:
        yield "only when named"
