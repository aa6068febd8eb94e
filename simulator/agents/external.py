"""A person's own assistant, named as `module:Class` or `module:factory`."""

import importlib
import inspect
import os
import sys
import sysconfig
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from simulator.agents.spec import Agent, Reply
from simulator.daemon_threads import in_own_thread
from simulator.registry import UsageError, nearest
from simulator.trajectory import AssistantView


class ExternalAgent:
    """An assistant from a class that was written elsewhere; one instance serves one session.

    The class is built without arguments, or with the keyword `settings` if its constructor takes one. Its
    `respond(view)` returns a Reply, directly or as a coroutine; one that is not a coroutine function runs in a
    thread of its own, so that it may block. `aclose` and `name` are optional.

    Raises UsageError when the class cannot be found, imported or built; what `respond` raises is passed on.
    """

    def __init__(self, path: str, settings: Mapping[str, Any] | None = None) -> None:
        self._path = path
        self._assistant = _build(path, load_class(path), dict(settings or {}))
        name = getattr(self._assistant, "name", None)
        self.name = name if isinstance(name, str) and name else path

    async def respond(self, view: AssistantView) -> Reply:
        """Return the assistant's reply; raises TypeError when it is something else."""
        if inspect.iscoroutinefunction(self._assistant.respond):
            reply = await self._assistant.respond(view)
        else:
            reply = await in_own_thread(self._assistant.respond, view)
            if inspect.isawaitable(reply):
                reply = await reply
        if not isinstance(reply, Reply):
            raise TypeError(f"respond of {self._path} returned {type(reply).__name__}, not simulator.agents.spec.Reply")
        return reply

    async def aclose(self) -> None:
        """Close the assistant if it can be closed."""
        close = getattr(self._assistant, "aclose", None)
        if close is not None:
            outcome = close() if inspect.iscoroutinefunction(close) else await in_own_thread(close)
            if inspect.isawaitable(outcome):
                await outcome


def load_agent(path: str, settings: Mapping[str, Any] | None = None) -> Callable[[], Agent]:
    """Return what makes one assistant per session; raises UsageError now when the class cannot be used.

    What has no `respond` but the reference benchmark's two methods, or is a factory of such, is adapted.
    """
    from simulator.agents.reference_adapter import ReferenceAgent, speaks_reference

    _, found = _find(path)
    if not callable(getattr(found, "respond", None)) and speaks_reference(found):
        return lambda: ReferenceAgent(path, found, settings)
    load_class(path)
    return lambda: ExternalAgent(path, settings)


def load_class(path: str) -> type[Any]:
    """Return the class at `module:Class`, from the current directory or what is installed; raises UsageError."""
    module, found = _find(path)
    class_name = path.partition(":")[2]
    if not isinstance(found, type):
        raise UsageError(f"'{class_name}' in {_place(module)} is of type {type(found).__name__}, not a class")
    if not callable(getattr(found, "respond", None)):
        raise UsageError(f"class '{class_name}' in {_place(module)} has no method respond(view)")
    _takes_settings(path, found)
    return found


def _find(path: str) -> tuple[ModuleType, Any]:
    module_name, colon, class_name = path.partition(":")
    if not colon or not all(part.isidentifier() for part in [*module_name.split("."), *class_name.split(".")]):
        raise UsageError(f"'{path}' is no assistant: write it as module:Class, as in my_assistant:MyAssistant")
    module = _import(module_name)
    found: Any = module
    for part in class_name.split("."):
        if not hasattr(found, part):
            raise UsageError(f"{_place(module)} has no class '{class_name}'{_suggestion(class_name, module)}")
        found = getattr(found, part)
    return module, found


def _import(name: str) -> ModuleType:
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        # At the end: a directory of the person's own must not stand in for one of our packages.
        sys.path.append(here)
    importlib.invalidate_caches()
    failure: BaseException
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            known = [file.stem for file in Path(here).glob("*.py")]
            close = nearest(name, known)
            hint = f"; did you mean '{close}'?" if close else ""
            raise UsageError(f"no module '{name}' in {here} or among the installed packages{hint}") from None
        failure = error
    except (Exception, SystemExit) as error:
        failure = error
    raise UsageError(f"cannot import '{name}': {_told(failure)}")


def _build(path: str, found: type[Any], settings: dict[str, Any]) -> Any:
    arguments = {"settings": settings} if _takes_settings(path, found) else {}
    failure: BaseException
    try:
        return found(**arguments)
    except UsageError:
        raise
    except (Exception, SystemExit) as error:
        failure = error
    raise UsageError(f"cannot build {path}: {_told(failure)}")


def _takes_settings(path: str, found: type[Any]) -> bool:
    """Whether the constructor wants the settings; raises UsageError when it wants anything else."""
    try:
        parameters = inspect.signature(found).parameters.values()
    except ValueError:
        return False
    takes = False
    for parameter in parameters:
        if parameter.kind is parameter.VAR_KEYWORD or (
            parameter.name == "settings" and parameter.kind is not parameter.POSITIONAL_ONLY
        ):
            takes = True
        elif parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL:
            raise UsageError(
                f"cannot build {path}: its constructor asks for '{parameter.name}', but it gets nothing, or the"
                " keyword 'settings'"
            )
    return takes


def _told(error: BaseException) -> str:
    """Return the error as Python words it, in one line, and where in the person's own code it came up."""
    words = " ".join(traceback.format_exception_only(error)[-1].split())
    if isinstance(error, SyntaxError) and error.filename:
        return f"{words} ({error.filename}:{error.lineno})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not _foreign(frame.filename)]
    return f"{words} ({frames[-1].filename}:{frames[-1].lineno})" if frames else words


def own_place(error: BaseException) -> str:
    """Return " (FILE:LINE)" of the line in a person's own code at which an exception came up; "" where it did not."""
    ours = str(Path(__file__).parents[1])
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not _foreign(frame.filename) and not frame.filename.startswith(ours)]
    return f" ({own[-1].filename}:{own[-1].lineno})" if own else ""


def _foreign(filename: str) -> bool:
    installed = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return filename == __file__ or filename.startswith(("<", *installed))


def _place(module: ModuleType) -> str:
    return f"module '{module.__name__}' ({getattr(module, '__file__', None) or 'built in'})"


def _suggestion(name: str, module: ModuleType) -> str:
    classes = [key for key, value in vars(module).items() if isinstance(value, type) and hasattr(value, "respond")]
    close = nearest(name, classes)
    if close:
        return f"; did you mean '{close}'?"
    return f"; classes with respond: {', '.join(sorted(classes))}" if classes else ""
