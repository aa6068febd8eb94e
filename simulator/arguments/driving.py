"""The commands in which a person drives, or looks at a drive."""

import argparse

from simulator.arguments.flags import judge_flags, model_flags, record_flag, speech_level_flag, store_flag
from simulator.arguments.parser import Commands, lazily


def add_drive(commands: Commands) -> None:
    """Add `drive`."""
    drive = commands.add_parser("drive", help="the cockpit: drive yourself or watch, and see everything live")
    drive_flags(drive)
    drive.set_defaults(call=lazily("drive", "drive"))


def drive_flags(drive: argparse.ArgumentParser) -> None:
    """Add the flags of a drive in the cockpit."""
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
    model_flags(drive)
    drive.add_argument("--user-model", metavar="NAME", help="model that plays the driver (--user persona)")
    drive.add_argument("--user-base-url", metavar="URL", help="OpenAI-compatible endpoint for --user-model")
    judge_flags(drive)
    speech_level_flag(drive)
    drive.add_argument("--locale", "--lang", help="ko or en (default: the interface's language)")
    drive.add_argument("--ui-lang", choices=("ko", "en"), help="language of the interface (default: the system's)")
    drive.add_argument("--theme", metavar="NAME", help="colours of the interface; Ctrl+P lists all")
    drive.add_argument(
        "--pace", type=float, metavar="X", help="speed of a watched drive (default 1, as fast as speech; 0: no waiting)"
    )
    drive.add_argument("--error-rate", type=float, metavar="R", help="for --channel errors, 0 to 0.6 (default 0.1)")
    drive.add_argument("--noise", metavar="KIND|DIR", help="for a watched --channel voice (default vehicle)")
    drive.add_argument("--snr-db", type=float, metavar="DB", help="speech above noise in dB (default 10)")
    _voice_flags(
        drive,
        asr="recogniser (default: a quick one for a person)",
        tts="voice of the assistant, or of a simulated driver",
    )


def _voice_flags(parser: argparse.ArgumentParser, *, asr: str, tts: str) -> None:
    parser.add_argument(
        "--mode", choices=("push-to-talk", "hands-free"), default="push-to-talk", help="default: push-to-talk"
    )
    parser.add_argument("--barge-in", action="store_true", help="hands-free, speak while it speaks; wear headphones")
    parser.add_argument("--microphone", metavar="NAME", help="a part of its name; see dashtalk doctor")
    parser.add_argument("--loudspeaker", metavar="NAME", help="a part of its name")
    parser.add_argument("--asr", metavar="ENGINE", help=asr)
    parser.add_argument("--tts", metavar="ENGINE", help=tts)
    record_flag(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    store_flag(parser)


def add_talk(commands: Commands) -> None:
    """Add `talk`."""
    talk = commands.add_parser("talk", help="drive yourself: talk to an assistant, or type what you say")
    talk.add_argument("scenario", nargs="?", metavar="SCENARIO", help="an id or a file (default: a drive without goal)")
    talk.add_argument("--agent", help="baseline (default), chat, an installed one, module:Class or a2a:URL")
    model_flags(talk)
    judge_flags(talk)
    speech_level_flag(talk)
    talk.add_argument("--locale", "--lang", help="ko or en (default)")
    _voice_flags(talk, asr="recogniser (default: a quick one)", tts="voice of the assistant")
    talk.set_defaults(call=lazily("talk", "talk"))


def add_replay(commands: Commands) -> None:
    """Add `replay`, `watch` and `screenshot`."""
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
    shot.set_defaults(call=lazily("screenshot", "screenshot"))
    for made in (replay, watch, shot):
        made.add_argument("--ui-lang", choices=("ko", "en"), help="language of the interface (default: the system's)")
        made.add_argument("--theme", metavar="NAME", help="colours of the interface; Ctrl+P lists all")
        store_flag(made)
    replay.set_defaults(call=lazily("replay", "replay"))
    watch.set_defaults(call=lazily("replay", "watch"))
