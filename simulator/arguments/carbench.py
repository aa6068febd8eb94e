"""The commands on CAR-bench's official tasks and result files."""

from simulator.arguments.flags import (
    detail_flags,
    driver_flags,
    endpoint_flags,
    gate_flags,
    json_flag,
    judge_flags,
    model_flags,
    run_flags,
    store_flag,
)
from simulator.arguments.parser import EPILOG, Commands, Parser, lazily


def add_carbench(commands: Commands) -> None:
    """Add `carbench`."""
    carbench = commands.add_parser("carbench", help="CAR-bench's official tasks and result files")
    verbs = carbench.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)

    def on_data(name: str, summary: str) -> Parser:
        made = verbs.add_parser(name, help=summary, epilog=EPILOG)
        made.add_argument("folder", metavar="DIR", help="folder with the dataset, flat or as on the Hub")
        return made

    def pick_tasks(made: Parser) -> None:
        made.add_argument("--family", help="only base, hallucination or disambiguation")
        made.add_argument("--split", help="only train, test or hidden")
        made.add_argument("--task", action="append", default=[], metavar="ID", help="only this one; may be repeated")

    on_data("import", "read the dataset into a database once").set_defaults(call=lazily("carbench", "import_data"))
    oracle = on_data("oracle", "carry out the ground truths, one line of JSON each")
    pick_tasks(oracle)
    json_flag(oracle)
    oracle.set_defaults(call=lazily("carbench", "oracle"))
    rescore = verbs.add_parser("rescore", help="score a result file again, one line of JSON each", epilog=EPILOG)
    rescore.add_argument("file", metavar="FILE", help="results as a JSON array or JSON lines")
    rescore.add_argument("--dataset", required=True, metavar="DIR", help="folder with the dataset")
    rescore.add_argument("--profile", default="carbench", help="carbench (default), carbench-upstream or native")
    rescore.add_argument(
        "--without", action="append", default=[], metavar="QUIRK", help="switch off a quirk of the profile"
    )
    json_flag(rescore)
    rescore.set_defaults(call=lazily("carbench_rescore", "rescore"))
    export = verbs.add_parser("export", help="write a stored run as a CAR-bench result file")
    export.add_argument("id", nargs="?", metavar="RUN", help="default: the latest run")
    export.add_argument("--dataset", metavar="DIR", help="where the dataset of the official tasks is now")
    export.add_argument("--out", default="-", metavar="FILE", help="default: standard output")
    store_flag(export)
    export.set_defaults(call=lazily("carbench", "export"))
    run = on_data("run", "play official tasks with an assistant and a driver")
    pick_tasks(run)
    run.add_argument("--agent", help="baseline (default), chat, oracle, ... or module:Class")
    run.add_argument("--user", help="persona (default with --user-model), module:Class, scripted only for checks")
    driver_flags(run)
    judge_flags(run)
    model_flags(run)
    endpoint_flags(run)
    run.add_argument("--trials", "--num-trials", "-k", type=int, metavar="K", help="sessions per task (default 1)")
    run.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    run.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="sessions at a time (default 4)")
    run.add_argument("--max-steps", type=int, metavar="N", help="batches of calls per session (default 40)")
    run.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    run_flags(run)
    gate_flags(run)
    detail_flags(run)
    store_flag(run)
    json_flag(run)
    run.set_defaults(call=lazily("carbench_run", "run"))
