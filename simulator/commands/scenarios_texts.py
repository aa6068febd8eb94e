"""`dashtalk scenarios texts`: the list of what to record, so that people can speak in place of a voice."""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from scenarios.load import existing, pick, suite
from scenarios.schema import Scenario
from simulator.channel import LOCALES, Locale
from simulator.commands.output import check_writable, write_json, write_text
from simulator.plan import as_locale
from simulator.registry import UsageError
from simulator.users.scripted import script_texts
from voice.tts.recordings import COLUMNS, Recordings, text_key


@dataclass(frozen=True, slots=True)
class RecordedLine:
    """One row of the list: where its sound goes, its language and words, and whether every session needs it.

    `speaker` is for the person who records; `when` is "always" or "if asked".
    """

    path: str
    lang: Locale
    text: str
    speaker: str
    when: Literal["always", "if asked"]


def texts(arguments: argparse.Namespace) -> int:
    """Write what the drivers of a suite say as the manifest.tsv of a folder of recordings; nothing is replaced."""
    target = arguments.out or "-"
    if arguments.out is not None and arguments.json is not None:
        raise UsageError("--out and --json exclude each other; --json FILE writes one JSON object")
    if target != "-" and existing(target) is not None:
        raise UsageError(
            f"--out {target}: is there already, and what is recorded would be forgotten; name another file"
        )
    try:
        check_writable(arguments.out, "--out")
    except OSError as error:
        raise UsageError(f"--out: cannot be written ({error.strerror}); name a file in an existing folder") from None
    scenarios = suite(arguments.suite)
    if arguments.scenario:
        scenarios = list(pick(scenarios, arguments.scenario))
    locales = LOCALES if arguments.locale == "all" else (as_locale(arguments.locale),)
    rows = [row for locale in locales for row in lines_to_record(scenarios, locale, spoken_only=arguments.spoken)]
    if arguments.recordings is not None:
        rows = _left_to_record(rows, Recordings(arguments.recordings))
    if arguments.json:
        write_json(arguments.json, {"texts": [asdict(row) for row in rows]})
        return 0
    columns = (*COLUMNS, "when")
    table = [columns, *((row.path, row.lang, row.text, row.speaker, row.when) for row in rows)]
    write_text(target, "".join("\t".join(cells) + "\n" for cells in table), "--out")
    return 0


def lines_to_record(scenarios: Iterable[Scenario], locale: Locale, *, spoken_only: bool = False) -> list[RecordedLine]:
    """Return what the drivers of these scenarios say in a language, each text once, in the order of the scenarios.

    `spoken_only` leaves out scenarios that are typed unless `--channel voice` is asked for. Texts that are the same
    after normalisation are one, and what any session always needs is needed always.
    """
    chosen = [
        scenario
        for scenario in scenarios
        if locale in scenario.driver and (scenario.driver[locale].spoken or not spoken_only)
    ]
    scripts = [(scenario.id, *script_texts(scenario, locale)) for scenario in chosen]
    always = {text_key(text, locale) for _, requests, _ in scripts for text in requests}
    rows: dict[str, RecordedLine] = {}
    for name, requests, answers in scripts:
        for number, text in enumerate((*requests, *answers), 1):
            key = text_key(text, locale)
            if key and key not in rows:
                path = f"{locale}/{name}-{number}.wav"
                # A tab or a line's end would end the cell.
                words = " ".join(text.split())
                rows[key] = RecordedLine(path, locale, words, "", "always" if key in always else "if asked")
    return list(rows.values())


def _left_to_record(rows: Sequence[RecordedLine], found: Recordings) -> list[RecordedLine]:
    """Return the rows that a folder does not have yet."""
    missing = {
        locale: set(found.missing((row.text for row in rows if row.lang == locale), locale)) for locale in LOCALES
    }
    return [row for row in rows if row.text in missing[row.lang]]
