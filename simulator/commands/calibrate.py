"""`dashtalk judge calibrate`: hold judges against what people said, and tell which of them to keep."""

import argparse
import sys

from simulator.commands.output import check_writable, console, reader_may_leave, write_json
from simulator.registry import UsageError
from simulator.settings import resolve

_NOTHING = 3


def calibrate(arguments: argparse.Namespace) -> int:
    """Print how far judges agree with people; returns 3 when people decided nothing that judges answered."""
    from evaluation.calibration.agreement import agreements, judges_of
    from evaluation.calibration.keeping import best_judges
    from evaluation.calibration.labels import JUDGE, names, read_instances
    from evaluation.calibration.measures import need_libraries
    from evaluation.calibration.stored import with_stored
    from evaluation.calibration.table_file import read_table
    from evaluation.report.calibration_table import print_calibration
    from simulator.commands.run import open_store

    check_writable(arguments.json, "--json", arguments.file)
    columns, rows = read_table(arguments.file)
    instances = read_instances(arguments.file, columns, rows)
    need_libraries()
    missing: list[str] = []
    if not names(columns, JUDGE):
        settings = resolve(vars(arguments), arguments.config)
        instances, missing = with_stored(instances, open_store(settings, create=False))
        if not judges_of(instances):
            raise UsageError(
                f"{arguments.file}: no judge answered any of it: add columns '{JUDGE}NAME', or ask judges with"
                " 'dashtalk judge RUN --model NAME'" + (f" ({missing[0]})" if missing else "")
            )
    found, keeping = agreements(instances), best_judges(instances)
    for line in missing:
        print(f"dashtalk: {line}", file=sys.stderr)
    with reader_may_leave():
        if arguments.json:
            told = {"file": arguments.file, "kpis": {kpi.name: kpi.as_json() for kpi in found}}
            write_json(arguments.json, told | {"keep": keeping.as_json(), "missing": missing})
        if arguments.json != "-":
            print_calibration(console(), found, keeping)
    compared = sum(judge.compared for kpi in found for judge in kpi.judges)
    if not compared:
        print("dashtalk: no instance has both a majority of people and a judge's verdict", file=sys.stderr)
    return 0 if compared else _NOTHING
