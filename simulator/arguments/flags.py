"""Flags that several commands share."""

import argparse
from typing import Any

from simulator.arguments.parser import Joined


def json_flag(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument(
        "--json", nargs="?", const="-", metavar="FILE", help="write one JSON object; standard output when no FILE or -"
    )


def prices_flag(parser: argparse.ArgumentParser) -> None:
    """Add `--prices`."""
    parser.add_argument("--prices", metavar="FILE", help="prices of models as TOML, see assets/prices.toml")


def store_flag(parser: argparse.ArgumentParser) -> None:
    """Add where runs are kept and which settings file counts."""
    parser.add_argument("--store", metavar="FILE", help="where runs are kept (default: the user's data folder)")
    parser.add_argument("--config", metavar="FILE", help="settings file (default: dashtalk.toml here, if any)")


def gate_flags(parser: argparse.ArgumentParser) -> None:
    """Add the gates of a run and what a pass needs."""
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


def detail_flags(parser: argparse.ArgumentParser) -> None:
    """Add what is printed beside a scorecard."""
    parser.add_argument(
        "--details",
        action="store_true",
        help="also print tables per kind, policy, number of calls and cause of failure",
    )
    parser.add_argument("--published", action="store_true", help="also print published figures and how they compare")
    prices_flag(parser)


def model_flags(parser: argparse.ArgumentParser) -> None:
    """Add the model of `--agent chat` and how it is asked."""
    parser.add_argument("--model", help="model name for --agent chat")
    parser.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
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


def endpoint_flags(parser: argparse.ArgumentParser) -> None:
    """Add how often models may be asked."""
    parser.add_argument("--requests-per-minute", type=int, metavar="N", help="bound on requests to one endpoint")
    parser.add_argument("--tokens-per-minute", type=int, metavar="N", help="bound on tokens sent to one endpoint")
    parser.add_argument(
        "--llm-cache", metavar="DIR|on", help="keep models' answers in a folder, and take those found there"
    )


def driver_flags(parser: argparse.ArgumentParser) -> None:
    """Add who plays the driver and what becomes of a driver who goes wrong."""
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


def judge_flags(parser: argparse.ArgumentParser) -> None:
    """Add who judges what the rules leave open."""
    parser.add_argument(
        "--judge-model", action=Joined, metavar="NAME", help="a judge of what the rules leave open; repeat for a panel"
    )
    parser.add_argument(
        "--judge-base-url", action=Joined, metavar="URL", help="endpoint of all judges, or one for each in order"
    )
    rubric_flag(parser)


def rubric_flag(parser: argparse.ArgumentParser) -> None:
    """Add questions of the user's own for judges."""
    parser.add_argument(
        "--rubric",
        dest="rubrics",
        action=Joined,
        metavar="FILE",
        help="a YAML file with a further question for the judges; may be repeated",
    )


def level_mode_flag(parser: argparse.ArgumentParser) -> None:
    """Add who decides about speech levels."""
    parser.add_argument(
        "--level-mode", metavar="MODE", help="who decides about Korean speech levels: rule (default), hybrid or llm"
    )


def speech_level_flag(parser: argparse.ArgumentParser) -> None:
    """Add the level that Korean sessions ask for."""
    parser.add_argument(
        "--speech-level",
        metavar="LEVEL",
        help="what all Korean sessions ask for: hae, haeyo, hapsyo (default: each its own)",
    )


def run_flags(parser: argparse.ArgumentParser) -> None:
    """Add what bounds a run and takes one up again."""
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


def engine_flags(parser: argparse.ArgumentParser) -> None:
    """Add the engines of speech."""
    form = "NAME, NAME:MODEL or ko=...,en=...; see dashtalk voices list"
    parser.add_argument("--asr", metavar="ENGINE", help=f"recogniser: {form}")
    parser.add_argument("--tts", metavar="ENGINE", action=OneVoice, help=f"voice: {form}")


class OneVoice(argparse.Action):
    """Stores who speaks, and refuses to be told twice: by --tts and by --recordings, say."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Keep the value; ends with a usage error when another flag gave one."""
        if getattr(namespace, self.dest, None) is not None:
            parser.error(f"{option_string}: who speaks was said before (--tts and --recordings exclude each other)")
        setattr(namespace, self.dest, values)


def noise_flags(parser: argparse.ArgumentParser) -> None:
    """Add what lies between a voice and the recogniser."""
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


def record_flag(parser: argparse.ArgumentParser) -> None:
    """Add `--record`."""
    parser.add_argument(
        "--record", action="store_const", const=True, help="keep every utterance as a WAV file beside the store"
    )
