"""The commands that play sessions and score them."""

from simulator.arguments.flags import (
    OneVoice,
    detail_flags,
    driver_flags,
    endpoint_flags,
    engine_flags,
    gate_flags,
    json_flag,
    judge_flags,
    level_mode_flag,
    model_flags,
    noise_flags,
    prices_flag,
    record_flag,
    run_flags,
    speech_level_flag,
    store_flag,
)
from simulator.arguments.parser import EPILOG, Commands, lazily


def add_run(commands: Commands) -> None:
    """Add `run`."""
    run = commands.add_parser("run", help="play scenarios with an assistant and score them", epilog=EPILOG)
    run.add_argument("--suite", help="shipped suite, scenario file or folder (default first-drive)")
    run.add_argument("--scenario", action="append", default=[], metavar="ID", help="only this one; may be repeated")
    run.add_argument(
        "--agent", help="baseline (default), chat, an installed one, module:Class, a2a:URL, or a check: oracle, ..."
    )
    model_flags(run)
    endpoint_flags(run)
    run.add_argument("--user", help="scripted, or persona (default where --user-model is given)")
    driver_flags(run)
    judge_flags(run)
    level_mode_flag(run)
    speech_level_flag(run)
    run.add_argument("--channel", help="auto (default: scenarios marked as spoken are spoken), text, errors or voice")
    engine_flags(run)
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
    noise_flags(run)
    run.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="sessions at a time (default 4)")
    run.add_argument("--max-steps", type=int, metavar="N", help="batches of calls per session (default 40)")
    run.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    run.add_argument(
        "--recordings",
        dest="tts",
        action=OneVoice,
        type=lambda folder: f"recordings:{folder}",
        metavar="DIR",
        help="people's own recordings in place of a voice: manifest.tsv with path, lang, text, speaker",
    )
    record_flag(run)
    run.add_argument("--durable", action="store_const", const=True, help="survive a power cut, a little slower")
    run_flags(run)
    gate_flags(run)
    detail_flags(run)
    store_flag(run)
    json_flag(run)
    run.set_defaults(call=lazily("run", "run"))


def add_sweep(commands: Commands) -> None:
    """Add `sweep`."""
    sweep = commands.add_parser("sweep", help="what recognition errors or noise cost, level by level", epilog=EPILOG)
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
    engine_flags(sweep)
    sweep.add_argument("--suite", help="shipped suite, scenario file or folder (default first-drive)")
    sweep.add_argument("--scenario", action="append", default=[], metavar="ID", help="only this one; may be repeated")
    sweep.add_argument("--agent", help="baseline (default), chat, an installed one, module:Class or a2a:URL")
    model_flags(sweep)
    endpoint_flags(sweep)
    sweep.add_argument("--user", help="scripted, or persona (default where --user-model is given)")
    driver_flags(sweep)
    judge_flags(sweep)
    speech_level_flag(sweep)
    sweep.add_argument("--locale", "--lang", help="ko, en or all (default)")
    sweep.add_argument("--trials", "--num-trials", "-k", type=int, metavar="K", help="sessions per scenario and level")
    sweep.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    sweep.add_argument("--max-concurrency", "-c", type=int, metavar="N", help="sessions at a time (default 4)")
    sweep.add_argument("--max-steps", type=int, metavar="N", help="batches of calls per session (default 40)")
    sweep.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    sweep.add_argument("--durable", action="store_const", const=True, help="survive a power cut, a little slower")
    run_flags(sweep)
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
    prices_flag(sweep)
    store_flag(sweep)
    json_flag(sweep)
    sweep.set_defaults(call=lazily("sweep", "sweep"))
