"""A person's own assistant, whose files change between drives: the next drive is played with what is on the disk."""

import importlib
import linecache
import sys
import sysconfig
import time
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from types import ModuleType

from simulator.agents.entry_points import installed_agents
from simulator.agents.external import load_agent
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.registry import UsageError

CHANGED = Phrase("{} has changed: this drive is played with the new code", "{}: 바뀐 코드로 주행합니다")
KEPT = Phrase("{}; this drive is played with the code from before", "{} (이전 코드로 주행합니다)")
# Nothing of ours may be there twice: what an assistant returns would be of another class than what is expected.
_OURS = frozenset({"simulator", "scenarios", "evaluation", "voice", "__main__"})

_Stamp = tuple[int, int]


class OwnCode:
    """Knows how the files of a person's own assistants were when they were loaded."""

    def __init__(self) -> None:
        self._stamps: dict[Path, _Stamp] = {}
        self._noted_ns = time.time_ns()

    def renew(self, agent: str, lang: UiLang = "en") -> str:
        """Load an assistant again if its module, or another loaded one of its folder, has changed on the disk.

        Returns a sentence about it, "" where nothing changed. What cannot be loaded leaves everything as it was.
        """
        path = _path(agent)
        own = _own(path)
        changed = [file for file in own.values() if self._differs(file)]
        if not changed:
            return ""
        before = {name: sys.modules.pop(name) for name in own}
        for file in changed:
            # What Python keeps of a source is told from it by size and whole seconds only.
            with suppress(OSError, NotImplementedError):
                Path(cache_from_source(str(file))).unlink()
        linecache.checkcache()
        importlib.invalidate_caches()
        try:
            load_agent(path)
        except UsageError as error:
            for name in own:
                sys.modules.pop(name, None)
            sys.modules.update(before)
            return KEPT.told(lang, error)
        for file in own.values():
            self._stamps.pop(file, None)
        self.note(agent)
        return CHANGED.told(lang, ", ".join(file.name for file in changed))

    def note(self, agent: str) -> None:
        """Keep how the files of an assistant are, right after it was loaded."""
        for file in _own(_path(agent)).values():
            self._stamps.setdefault(file, _stamp(file))
        self._noted_ns = time.time_ns()

    def _differs(self, file: Path) -> bool:
        now = _stamp(file)
        # One that was loaded later, in mid-drive, is only known by when it was written.
        return now != self._stamps[file] if file in self._stamps else now[0] > self._noted_ns


def _path(agent: str) -> str:
    """Return `module:Class` of an assistant that is a person's own, else ""."""
    if agent.startswith("a2a:"):
        return ""
    return agent if ":" in agent else installed_agents().get(agent, "")


def _own(path: str) -> dict[str, Path]:
    """Return the names and files of the module of an assistant and of all loaded ones beside it."""
    name = path.partition(":")[0]
    root = _file(sys.modules.get(name))
    if root is None or name.partition(".")[0] in _OURS or str(root.parent) in sysconfig.get_paths().values():
        return {}
    files = {other: _file(module) for other, module in list(sys.modules.items())}
    return {
        other: file
        for other, file in files.items()
        if file is not None and file.parent == root.parent and other.partition(".")[0] not in _OURS
    }


def _file(module: ModuleType | None) -> Path | None:
    name = getattr(module, "__file__", None)
    return Path(name).absolute() if isinstance(name, str) and name.endswith(".py") else None


def _stamp(file: Path) -> _Stamp:
    try:
        found = file.stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
