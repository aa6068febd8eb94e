"""How much noise costs: error rates of spoken commands, clean and at several ratios of speech to noise.

Each command is said by the language's voice, mixed with the same noise at every level, and recognised without hints.
A file of commands is tab-separated with the columns id, text and slots (the words that must survive, parted by |).
Run: python benchmarks/noise_table.py --noise cabin:100 --snr clean,20,10,5,0,-5
"""

import argparse
import asyncio
import csv
import json
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from simulator.language.alignment import Alignment, align_space_free, align_words, pool
from simulator.language.slots import slots_missed
from simulator.registry import UsageError
from voice.acoustics import parse_acoustics
from voice.channel import build_voice_channel

Locale = Literal["ko", "en"]
COMMANDS = Path(__file__).parents[1] / "tests" / "data"
LOCALES: tuple[Locale, ...] = ("en", "ko")
_RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Command:
    """One command and the words in it that must survive."""

    id: str
    text: str
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """The errors at one level; `snr_db` is None for clean speech, `interval` holds 95 % of resampled error rates."""

    locale: str
    snr_db: float | None
    commands: int
    error_rate: float
    interval: tuple[float, float]
    slot_error_rate: float
    nothing_heard: int


def read_commands(path: Path) -> list[Command]:
    """Return the commands of a file."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Command(row["id"], row["text"], tuple(slot for slot in (row["slots"] or "").split("|") if slot)) for row in rows
    ]


async def heard(commands: list[Command], locale: Locale, snr_db: float | None, given: argparse.Namespace) -> list[str]:
    """Return what was heard of each command at a level."""
    noise = "" if snr_db is None else given.noise
    acoustics = parse_acoustics(noise, snr_db or 0.0, given.weighting, given.impairments)
    found = build_voice_channel(locale, asr=given.asr, acoustics=acoustics)
    if found.channel is None:
        raise UsageError(f"{found.reason}; to bring one: {found.fix}")
    channel = found.channel.for_session(given.seed)
    texts = []
    for number, command in enumerate(commands):
        passage = await channel.hear(command.text, locale=locale, utterance=number)
        texts.append(passage.heard.text)
    return texts


def level(commands: list[Command], texts: list[str], locale: Locale, snr_db: float | None) -> Level:
    """Return the errors of a level."""
    align = align_words if locale == "en" else align_space_free
    aligned = [align(command.text, text, locale) for command, text in zip(commands, texts, strict=True)]
    missed = [len(slots_missed(one.slots, text, locale)) for one, text in zip(commands, texts, strict=True)]
    return Level(
        locale=locale,
        snr_db=snr_db,
        commands=len(commands),
        error_rate=round(pool(aligned).rate or 0.0, 3),
        interval=_interval(aligned),
        slot_error_rate=round(sum(missed) / max(1, sum(len(command.slots) for command in commands)), 3),
        nothing_heard=sum(not text for text in texts),
    )


def _interval(aligned: list[Alignment]) -> tuple[float, float]:
    """Return the middle 95 % of the error rate over commands drawn again, with a fixed seed."""
    draw = random.Random(0)
    rates = sorted(pool(draw.choices(aligned, k=len(aligned))).rate or 0.0 for _ in range(_RESAMPLES))
    return round(rates[round(0.025 * _RESAMPLES)], 3), round(rates[round(0.975 * _RESAMPLES) - 1], 3)


def main() -> int:
    """Print a row per language and level; `--json` prints one object instead."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--noise", default="cabin:100", help="as for dashtalk run (default cabin:100)")
    parser.add_argument("--snr", default="clean,20,10,5,0,-5", help="levels in dB (default clean,20,10,5,0,-5)")
    parser.add_argument("--weighting", default="A", help="A (default) or Z")
    parser.add_argument("--impairments", default="", help="as for dashtalk run, at every level")
    parser.add_argument("--asr", default=None, help="recogniser (default: the best there is)")
    parser.add_argument("--locale", choices=LOCALES, help="one language only")
    parser.add_argument("--commands", type=Path, help="a file of commands for --locale")
    parser.add_argument("--limit", type=int, help="only the first commands")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--heard", type=Path, metavar="FILE", help="write what was heard as tab-separated text")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    rows: list[Level] = []
    lines = ["locale\tsnr_db\tid\tintended\theard"]
    try:
        levels = [None if one == "clean" else float(one) for one in given.snr.split(",")]
        for locale in (given.locale,) if given.locale else LOCALES:
            commands = read_commands(given.commands or COMMANDS / f"commands_{locale}_unseen.tsv")[: given.limit]
            for snr_db in levels:
                texts = asyncio.run(heard(commands, locale, snr_db, given))
                rows.append(level(commands, texts, locale, snr_db))
                name = "clean" if snr_db is None else f"{snr_db:g}"
                lines += [f"{locale}\t{name}\t{c.id}\t{c.text}\t{t}" for c, t in zip(commands, texts, strict=True)]
                if not given.json:
                    _print(rows[-1])
                if given.heard:
                    given.heard.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except (UsageError, ValueError, OSError, KeyError) as error:
        print(f"noise_table: {error}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps({"noise": given.noise, "weighting": given.weighting, "rows": [asdict(row) for row in rows]}))
    return 0


def _print(row: Level) -> None:
    measure = "WER" if row.locale == "en" else "CER"
    level = "clean" if row.snr_db is None else f"{row.snr_db:g} dB"
    low, high = row.interval
    print(
        f"{row.locale}  {level:>6}  {measure} {row.error_rate:.3f} [{low:.3f}, {high:.3f}]  "
        f"slot errors {row.slot_error_rate:.3f}  nothing heard {row.nothing_heard}/{row.commands}",
        flush=True,
    )


if __name__ == "__main__":
    raise SystemExit(main())
