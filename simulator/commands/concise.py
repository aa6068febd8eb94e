"""`dashtalk concise`: how concise replies are to the ear, with every component of the grade."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from simulator.commands.level_rows import Reply, read_replies
from simulator.commands.output import check_writable, reader_may_leave, write_text
from simulator.language.hangul import has_hangul
from simulator.language.locale import Locale
from simulator.registry import UsageError

if TYPE_CHECKING:
    from evaluation.conciseness import Conciseness

_NOTHING = 3


def concise(arguments: argparse.Namespace) -> int:
    """Print the grade of a text or of every row of a file; returns 3 when there is no reply."""
    from evaluation.conciseness import read_conciseness

    check_writable(arguments.json, "--json", arguments.file)
    audio_ms = _audio_ms(arguments)
    rows: list[tuple[Reply, Conciseness]] = []
    for reply in _replies(arguments):
        locale: Locale = arguments.lang or ("ko" if has_hangul(reply.text) else "en")
        found = read_conciseness(reply.text, locale, said=arguments.said, audio_ms=audio_ms, kind=arguments.kind)
        rows.append((reply, found))
    with reader_may_leave():
        if arguments.json:
            text = "".join(json.dumps(_object(*row), ensure_ascii=False) + "\n" for row in rows)
            if arguments.json == "-":
                sys.stdout.write(text)
            else:
                write_text(arguments.json, text, "--json")
        if arguments.json != "-":
            for line in _lines(rows, arguments.show):
                print(line)
    if not rows:
        print("dashtalk: no reply in it", file=sys.stderr)
        return _NOTHING
    return 0


def _replies(arguments: argparse.Namespace) -> list[Reply]:
    if (arguments.text is None) == (arguments.file is None):
        raise UsageError("give a TEXT or --file FILE, one of the two")
    if arguments.text is not None:
        return [Reply("1", arguments.text)]
    if arguments.said:
        raise UsageError("--said is what was said before one TEXT; a file holds replies only")
    return read_replies(arguments.file, arguments.column)


def _audio_ms(arguments: argparse.Namespace) -> int | None:
    given: int | None = arguments.audio_ms
    if given is None:
        return None
    if arguments.text is None:
        raise UsageError("--audio-ms is the length of one TEXT as sound; leave it out for a file")
    if given <= 0:
        raise UsageError(f"--audio-ms {given}: must be more than 0 ms")
    return given


def _object(reply: Reply, found: "Conciseness") -> dict[str, Any]:
    from evaluation.conciseness import LABEL

    return {"id": reply.id, "label": LABEL, **asdict(found)}


def _lines(rows: "Sequence[tuple[Reply, Conciseness]]", show: int) -> Iterator[str]:
    from evaluation.conciseness import LABEL

    for reply, found in rows if len(rows) <= show else ():
        why = f": {'; '.join(found.why)}" if found.why else ""
        yield f"{reply.id}  {LABEL} {_word(found.grade)}{why}"
        length = f"{found.length} {found.length_unit}"
        yield f"    {found.seconds:.1f} s {found.timing}, {length}, {found.sentences} sentences"
        facts = f" ({', '.join(found.unit_list)})" if found.unit_list else ""
        yield f"    {found.units} facts{facts}, {found.options} options, {found.steps} steps"
        repeated = "" if found.repeated_share is None else f", {found.repeated_share:.0%} the driver's words"
        sound = "speakable" if found.speakable else f"not speakable: {', '.join(found.not_speakable)}"
        yield f"    filler {found.filler_share:.0%}{repeated}, {sound}"
    if len(rows) > 1:
        grades = [found.grade for _, found in rows if found.grade is not None]
        counts = Counter(_word(found.grade) for _, found in rows)
        mean = f"{sum(grades) / len(grades):.3f} over {len(grades)} replies" if grades else "no reply has a grade"
        yield f"{len(rows)} replies: " + ", ".join(f"{name}: {counts[name]}" for name in sorted(counts))
        yield f"{LABEL}: {mean}"


def _word(grade: int | None) -> str:
    return "none" if grade is None else f"{grade} of 3"
