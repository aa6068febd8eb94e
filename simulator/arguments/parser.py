"""How commands are read: a parser that explains mistakes in one line, and commands loaded when they are called."""

import argparse
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from simulator.registry import nearest

EXIT_USAGE = 2

EPILOG = """exit codes: 0 all gates met, 1 a gate missed, 2 usage or configuration,
3 nothing could be scored or the run was incomplete, 130 interrupted (what finished is kept)"""


class Parser(argparse.ArgumentParser):
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


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where a command is added."""


def lazily(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Return a command whose module of `simulator.commands` is imported when it is called."""

    def call(arguments: argparse.Namespace) -> int:
        from importlib import import_module

        code: int = getattr(import_module(f"simulator.commands.{module}"), function)(arguments)
        return code

    return call


class Joined(argparse.Action):
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


def one_line(text: str) -> str:
    """Return a message as one line without control characters, whatever file or argument it quotes."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)
