"""The commands that serve others."""

from simulator.arguments.driving import drive_flags
from simulator.arguments.flags import store_flag
from simulator.arguments.parser import EPILOG, Commands, Parser, lazily


def add_serve(commands: Commands) -> None:
    """Add `serve`."""
    serve = commands.add_parser("serve", help="the cockpit in a browser, an A2A agent, or tools over MCP")
    verbs = serve.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    a2a = verbs.add_parser("a2a", help="an assistant as an A2A agent on this machine")
    a2a.add_argument("--agent", help="baseline (default), chat, an installed one or module:Class")
    a2a.add_argument("--model", help="model name for --agent chat")
    a2a.add_argument("--base-url", help="OpenAI-compatible endpoint for --agent chat")
    a2a.add_argument("--port", type=int, default=9009, metavar="N", help="0 takes a free one (default 9009)")
    a2a.add_argument("--config", metavar="FILE", help="settings file (default: dashtalk.toml here, if any)")
    a2a.set_defaults(call=lazily("serve", "serve_a2a"))
    mcp = verbs.add_parser("mcp", help="one session's tools for an MCP client, scored at the end", epilog=EPILOG)
    mcp.add_argument("scenario", metavar="ID|FILE")
    mcp.add_argument("--locale", "--lang", help="ko or en (default, where the scenario speaks it)")
    mcp.add_argument("--http", type=int, metavar="PORT", help="serve over HTTP on this machine; 0 takes a free port")
    mcp.add_argument("--seed", type=int, metavar="N", help="repeats everything drawn at random (default 0)")
    mcp.add_argument("--max-steps", type=int, metavar="N", help="tool calls per session (default 40)")
    mcp.add_argument("--max-turns", type=int, metavar="N", help="driver turns per session (default 20)")
    store_flag(mcp)
    mcp.set_defaults(call=lazily("serve", "serve_mcp"))
    web = verbs.add_parser("web", help="the cockpit in a browser, each page a drive of its own", epilog=EPILOG)
    drive_flags(web)
    passed_on = tuple(action for action in web._actions if action.dest != "help")
    web.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1: this machine only)")
    web.add_argument("--port", type=int, default=8000, metavar="N", help="0 takes a free one (default 8000)")
    web.set_defaults(call=lazily("serve", "serve_web"), passed_on=passed_on)
