"""`dashtalk level`: the speech level of Korean replies, with the ending that shows it."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from simulator.commands.level_rows import Reply, read_replies
from simulator.commands.output import check_writable, reader_may_leave, write_text
from simulator.registry import UsageError, unknown

if TYPE_CHECKING:
    from evaluation.honorifics.reply import Compliance, LevelRules, ReplyReading

_MISSED, _NOTHING = 1, 3
_LABELS = ("hae", "haeyo", "hapsyo", "mixed", "none")


def level(arguments: argparse.Namespace) -> int:
    """Print the speech level of a text or of every row of a file; returns 1 when a gate is missed."""
    from evaluation.honorifics.reply import complies, read_reply

    rules = _rules(arguments.rule)
    if arguments.compare is not None:
        from simulator.commands.level_compare import compare

        return compare(arguments, rules)
    check_writable(arguments.json, "--json", arguments.file)
    if arguments.fail_under is not None and not arguments.target:
        raise UsageError("--fail-under needs --target hae, haeyo or hapsyo")
    if arguments.fail_under is not None and not 0 <= arguments.fail_under <= 1:
        raise UsageError(f"--fail-under: {arguments.fail_under:g} must lie between 0 and 1")
    if arguments.show < 0:
        raise UsageError(f"--show: {arguments.show} must be 0 or more")
    replies = _replies(arguments)
    rows: list[tuple[Reply, ReplyReading, Compliance | None]] = []
    for reply in replies:
        reading = read_reply(reply.text, rules)
        rows.append((reply, reading, complies(reading, arguments.target, rules) if arguments.target else None))
    with reader_may_leave():
        if arguments.json:
            text = "".join(json.dumps(_object(*row), ensure_ascii=False) + "\n" for row in rows)
            if arguments.json == "-":
                sys.stdout.write(text)
            else:
                write_text(arguments.json, text, "--json")
        if arguments.json != "-":
            for line in _lines(rows, arguments):
                print(line)
    return _code(rows, arguments)


def _replies(arguments: argparse.Namespace) -> list[Reply]:
    if (arguments.text is None) == (arguments.file is None):
        raise UsageError("give a TEXT or --file FILE, one of the two")
    if arguments.text is not None:
        if arguments.labels:
            raise UsageError("--labels names a column of --file FILE")
        return [Reply("1", arguments.text)]
    return [_labelled(reply, arguments) for reply in read_replies(arguments.file, arguments.column, arguments.labels)]


def _labelled(reply: Reply, arguments: argparse.Namespace) -> Reply:
    """Return a reply with its label as we write it; raises UsageError for a word that is no level."""
    label = (reply.label or "").strip().casefold()
    if label and label not in _LABELS:
        raise UsageError(f"--labels {arguments.labels}: row {reply.id}: '{label}' is none of {', '.join(_LABELS)}")
    return replace(reply, label=label or None)


def _rules(given: Sequence[str]) -> "LevelRules":
    from evaluation.honorifics.reply import STRICT, LevelRules

    known = get_type_hints(LevelRules)
    chosen: dict[str, Any] = {}
    for text in given:
        name, _, value = (part.strip() for part in text.partition("="))
        if name not in known:
            raise unknown("rule", name, [field.name for field in fields(LevelRules)])
        if value not in get_args(known[name]):
            raise UsageError(f"--rule {text}: {name} is one of {', '.join(get_args(known[name]))}")
        chosen[name] = value
    return replace(STRICT, **chosen)


def _object(reply: Reply, reading: "ReplyReading", kept: "Compliance | None") -> dict[str, Any]:
    sentences = [
        {
            "text": sentence.text,
            "level": sentence.level,
            "ending": sentence.ending,
            "span": list(sentence.span) if sentence.span else None,
            "style": sentence.style,
            "certain": sentence.certain,
            "flags": list(sentence.flags),
        }
        for sentence in reading.sentences
    ]
    found: dict[str, Any] = {
        "id": reply.id,
        "level": reading.level,
        "sentences": sentences,
        "flags": list(reading.flags),
    }
    if kept is not None:
        found |= {"complies": kept.complies, "why": kept.reason}
    return found


def _lines(
    rows: "Sequence[tuple[Reply, ReplyReading, Compliance | None]]", arguments: argparse.Namespace
) -> Iterator[str]:
    for reply, reading, kept in rows if len(rows) <= arguments.show else ():
        verdict = "" if kept is None else f"  {_word(kept.complies)}: {kept.reason}"
        yield f"{reply.id}  {reading.level}{verdict}"
        for sentence in reading.sentences:
            style = f", {sentence.style}" if sentence.style else ""
            shown = f"-{sentence.ending}{style}" if sentence.ending else "no ending"
            flags = f"  [{', '.join(sentence.flags)}]" if sentence.flags else ""
            yield f"    {sentence.level:<7} {shown:<12} {sentence.text}{flags}"
    if len(rows) > 1:
        counts = Counter(reading.level for _, reading, _ in rows)
        yield f"{len(rows)} replies: " + ", ".join(f"{name} {count}" for name, count in counts.most_common())
    if len(rows) > arguments.show:
        yield f"more than {arguments.show} replies, so none is listed: --show {len(rows)} lists them all"
    if arguments.target and len(rows) > 1:
        judged = [kept.complies for _, _, kept in rows if kept is not None and kept.complies is not None]
        unmarked = len(rows) - len(judged)
        rate = f"{sum(judged) / len(judged):.3f} ({sum(judged)} of {len(judged)})" if judged else "unscored"
        yield f"kept to {arguments.target}: {rate}; {unmarked} show no level"
    if arguments.labels:
        yield from _against_labels(rows)


def _against_labels(rows: "Sequence[tuple[Reply, ReplyReading, Compliance | None]]") -> Iterator[str]:
    pairs = [(reply.label, reading.level) for reply, reading, _ in rows if reply.label]
    right = sum(label == found for label, found in pairs)
    without = f"; {len(rows) - len(pairs)} without a label" if len(pairs) < len(rows) else ""
    share = f"{right / len(pairs):.4f} ({right} of {len(pairs)})" if pairs else "unscored"
    yield f"as labelled: {share}{without}"
    for (label, found), count in Counter(pair for pair in pairs if pair[0] != pair[1]).most_common():
        yield f"    {count} x {label} read as {found}"


def _word(kept: bool | None) -> str:
    return "unmarked" if kept is None else "kept" if kept else "broken"


def _code(rows: "Sequence[tuple[Reply, ReplyReading, Compliance | None]]", arguments: argparse.Namespace) -> int:
    if not rows:
        print("dashtalk: no reply in it", file=sys.stderr)
        return _NOTHING
    if arguments.fail_under is None:
        return 0
    judged = [kept.complies for _, _, kept in rows if kept is not None and kept.complies is not None]
    if not judged:
        print("dashtalk: no reply shows a speech level, so the gate cannot be decided", file=sys.stderr)
        return _NOTHING
    share = sum(judged) / len(judged)
    met = share >= arguments.fail_under
    word, sign = ("met", ">=") if met else ("missed", "<")
    told = f"gate {word}: {arguments.target} {share:.3g} {sign} {arguments.fail_under:g}"
    print(told, file=sys.stdout if arguments.json != "-" else sys.stderr)
    return 0 if met else _MISSED
