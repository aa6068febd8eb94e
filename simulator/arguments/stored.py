"""The commands on what is stored."""

from simulator.arguments.flags import detail_flags, gate_flags, json_flag, level_mode_flag, rubric_flag, store_flag
from simulator.arguments.parser import EPILOG, Commands, Joined, lazily


def add_stored(commands: Commands) -> None:
    """Add the commands on stored runs and sessions."""
    show = commands.add_parser("show", help="show a run or one session (default: the latest run)")
    show.add_argument(
        "id", nargs="?", metavar="RUN|SESSION|SWEEP", help="an id, or a session's number in the latest run"
    )
    show.add_argument("--report", metavar="FILE", help="for a sweep, write a report: FILE.html or FILE.md")
    detail_flags(show)
    store_flag(show)
    json_flag(show)
    show.set_defaults(call=lazily("show", "show"))
    listen = commands.add_parser("listen", help="hear a recorded session again, beside what was meant and heard")
    listen.add_argument("id", metavar="SESSION", help="an id, or a session's number in the latest run")
    listen.add_argument("--turn", type=int, metavar="N", help="only this turn, counted from 0")
    listen.add_argument("--misheard", action="store_true", help="only what was not heard as it was meant")
    listen.add_argument("--out", metavar="FILE.wav", help="join the utterances in a file instead of playing them")
    listen.add_argument("--asr", metavar="ENGINE", help="also let this recogniser hear the driver's utterances")
    listen.add_argument("--loudspeaker", metavar="NAME", help="a part of its name; see dashtalk doctor")
    store_flag(listen)
    json_flag(listen)
    listen.set_defaults(call=lazily("listen", "listen"))
    runs = commands.add_parser("runs", help="list the stored runs")
    store_flag(runs)
    json_flag(runs)
    runs.set_defaults(call=lazily("show", "runs"))
    score = commands.add_parser("score", help="score a stored run again, no model needed", epilog=EPILOG)
    score.add_argument("id", nargs="?", metavar="RUN", help="an id or its beginning (default: the latest run)")
    gate_flags(score)
    detail_flags(score)
    store_flag(score)
    json_flag(score)
    score.set_defaults(call=lazily("run", "score"))
    judge = commands.add_parser("judge", help="let models decide what the rules leave open, and score", epilog=EPILOG)
    judge.add_argument(
        "id", nargs="?", metavar="RUN", help="an id (default: the latest); see also judge annotate, judge calibrate"
    )
    judge.add_argument(
        "--model",
        "--judge-model",
        dest="judge_model",
        action=Joined,
        metavar="M",
        help="a judge; repeat for a majority vote (default: those of the settings, else the run's last ones)",
    )
    judge.add_argument(
        "--base-url",
        "--judge-base-url",
        dest="judge_base_url",
        action=Joined,
        metavar="URL",
        help="OpenAI-compatible endpoint of all judges, or one for each --model in order",
    )
    judge.add_argument("--rules-only", action="store_true", help="ask nobody, and score without the judges so far")
    rubric_flag(judge)
    level_mode_flag(judge)
    judge.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="questions at a time (default 4)")
    gate_flags(judge)
    detail_flags(judge)
    store_flag(judge)
    json_flag(judge)
    judge.set_defaults(call=lazily("judge", "judge"))
    calibrate = commands.add_parser("judge calibrate", help="hold judges against people's labels", epilog=EPILOG)
    calibrate.add_argument("file", metavar="FILE", help="labels as CSV, TSV or JSONL, with the judges' answers or not")
    store_flag(calibrate)
    json_flag(calibrate)
    calibrate.set_defaults(call=lazily("calibrate", "calibrate"))
    annotate = commands.add_parser("judge annotate", help="label a run's sessions yourself, blind")
    annotate.add_argument("id", nargs="?", metavar="RUN", help="an id or its beginning (default: the latest run)")
    annotate.add_argument("--annotator", metavar="NAME", help="who labels; each annotator has an order of their own")
    annotate.add_argument("--levels", action="store_true", help="also ask whether each Korean reply keeps its level")
    rubric_flag(annotate)
    annotate.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the order (default 0)")
    annotate.add_argument(
        "--export", metavar="FILE", help="write all labels of the run as CSV, TSV or JSONL instead; - is CSV"
    )
    annotate.add_argument("--ui-lang", choices=("ko", "en"), help="language of the interface (default: the system's)")
    annotate.add_argument("--theme", metavar="NAME", help="colours of the interface; Ctrl+P lists all")
    store_flag(annotate)
    annotate.set_defaults(call=lazily("annotate", "annotate"))


def add_blame(commands: Commands) -> None:
    """Add `blame`."""
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
    store_flag(blame)
    json_flag(blame)
    blame.set_defaults(call=lazily("blame", "blame"))
