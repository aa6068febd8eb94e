"""The commands that look something up."""

from simulator.arguments.flags import json_flag, model_flags, store_flag
from simulator.arguments.parser import Commands, Parser, lazily


def add_looks(commands: Commands) -> None:
    """Add the commands that only look: `scenarios`, `tools`, `doctor`."""
    scenarios = commands.add_parser("scenarios", help="list, show and check scenarios")
    verbs = scenarios.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    listing = verbs.add_parser("list", help="list the shipped scenarios")
    listing.add_argument("--suite", help="only those of a suite")
    json_flag(listing)
    listing.set_defaults(call=lazily("scenarios", "list_scenarios"))
    one = verbs.add_parser("show", help="print one scenario")
    one.add_argument("id", metavar="ID|FILE")
    json_flag(one)
    one.set_defaults(call=lazily("scenarios", "show_scenario"))
    check = verbs.add_parser("check", help="check scenario files: format, and that good passes and bad fails")
    check.add_argument("paths", nargs="*", metavar="FILE|FOLDER|ID")
    json_flag(check)
    check.set_defaults(call=lazily("scenarios", "check"))
    texts = verbs.add_parser("texts", help="list what the drivers say, as the manifest.tsv of people's own recordings")
    texts.add_argument(
        "--suite", default="first-drive", help="shipped suite, scenario file or folder (default first-drive)"
    )
    texts.add_argument("--scenario", action="append", default=[], metavar="ID", help="only this one; may be repeated")
    texts.add_argument("--locale", "--lang", choices=("ko", "en", "all"), default="all", help="default all")
    texts.add_argument("--spoken", action="store_true", help="only of scenarios marked as spoken")
    texts.add_argument("--recordings", metavar="DIR", help="only what this folder does not have yet")
    texts.add_argument("--out", metavar="FILE", help="a new file (default standard output)")
    json_flag(texts)
    texts.set_defaults(call=lazily("scenarios_texts", "texts"))
    schema = verbs.add_parser("schema", help="print the JSON schema of the format")
    json_flag(schema)
    schema.set_defaults(call=lazily("scenarios", "schema"))
    tools = commands.add_parser("tools", help="list the tools an assistant may call")
    tools.add_argument(
        "--toolset", default="dashtalk", help="dashtalk (default), dashtalk-extras, dashtalk-manual or carbench"
    )
    tools.add_argument("--format", choices=("rows", "openai"), default="rows", help="JSON as rows or function tools")
    json_flag(tools)
    tools.set_defaults(call=lazily("tools", "tools"))
    doctor = commands.add_parser("doctor", help="what is installed, which voices work, and the fix for each gap")
    doctor.add_argument("--agent", help="make one real call to this assistant and say what is wrong: chat, ...")
    model_flags(doctor)
    store_flag(doctor)
    json_flag(doctor)
    doctor.set_defaults(call=lazily("doctor", "doctor"))


def add_manual(commands: Commands) -> None:
    """Add `manual`."""
    manual = commands.add_parser("manual", help="search and read the owner's manual of the simulated car")
    manual.add_argument("question", nargs="?", metavar="QUESTION", help="a few words or a whole question")
    manual.add_argument("--read", metavar="SECTION", help="print this section, such as charging.port.lights")
    manual.add_argument("--lang", "--locale", dest="locale", choices=("ko", "en"), help="language of the answer")
    manual.add_argument("--limit", type=int, default=5, metavar="N", help="sections at most, 1 to 10 (default 5)")
    json_flag(manual)
    manual.set_defaults(call=lazily("manual", "manual"))
