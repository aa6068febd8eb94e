"""The commands on replies as texts."""

from simulator.arguments.flags import json_flag
from simulator.arguments.parser import EPILOG, Commands, Joined, lazily


def add_level(commands: Commands) -> None:
    """Add `level`."""
    level = commands.add_parser("level", help="the speech level of Korean replies: hae, haeyo, hapsyo", epilog=EPILOG)
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
    level.add_argument("--judge-model", action=Joined, metavar="NAME", help="with --compare, a model to ask; repeat")
    level.add_argument("--judge-base-url", action=Joined, metavar="URL", help="its OpenAI-compatible endpoint")
    json_flag(level)
    level.set_defaults(call=lazily("level", "level"))


def add_concise(commands: Commands) -> None:
    """Add `concise`."""
    concise = commands.add_parser("concise", help="how concise replies are to the ear, 1 to 3", epilog=EPILOG)
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
    json_flag(concise)
    concise.set_defaults(call=lazily("concise", "concise"))
