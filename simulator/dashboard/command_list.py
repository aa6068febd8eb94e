"""The list of commands behind Ctrl+P: everything the present screen and the app can do, found in both languages."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from textual.binding import ActiveBinding, Binding
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from simulator.dashboard.command_words import ACTIONS
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.keys import phrase_of
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.themes import THEMES

_FUNCTION_KEY = re.compile(r"f\d+")
PLACEHOLDER = Phrase("Search for commands …", "명령 검색 …")
NO_MATCH = Phrase("no command by that name", "해당 명령 없음")
SCENARIOS = Phrase("Open the scenarios", "시나리오 열기")
RUNS = Phrase("Open the stored runs", "실행 기록 열기")
KEYS = Phrase("Show or hide the list of keys", "단축키 목록 표시·숨기기")
PICTURE = Phrase("Save a picture of this screen (SVG)", "현재 화면을 그림으로 저장(SVG)")
THEME = Phrase("Theme: {}", "테마: {}")


class Command(NamedTuple):
    """Something that can be done, the key that does it or "", and what to call for it."""

    title: Phrase
    key: str
    run: Callable[[], Any]


class Commands(Provider):
    """Offers the actions of the keys that mean something now, then what every screen can do."""

    async def discover(self) -> Hits:
        """Yield everything."""
        for command in self.commands():
            title = self._title(command)
            yield DiscoveryHit(_keyed(Content(title), command), command.run, text=title)

    async def search(self, query: str) -> Hits:
        """Yield what fits the words in either language, or that nothing does."""
        matcher, found = self.matcher(query), False
        for command in self.commands():
            title = self._title(command)
            score = matcher.match(title)
            other = max(map(matcher.match, command.title))
            if score or other:
                found = True
                shown = matcher.highlight(title) if score else Content(title)
                yield Hit(max(score, other), _keyed(shown, command), command.run, text=title)
        if not found:
            yield Hit(1, Content(dashtalk_app(self.screen).say(NO_MATCH)), _nothing, text=query)

    def commands(self) -> Iterator[Command]:
        """Yield all commands, each once."""
        app, seen = dashtalk_app(self.screen), set[str]()
        for active in self.screen.active_bindings.values():
            action = active.binding.action
            title = _title_of(active)
            if title is None or action in seen or not active.enabled:
                continue
            seen.add(action)
            run = partial(app.run_action, action, active.node)
            yield Command(title, self._key(active.binding), run)
        if "scenarios" not in seen:
            yield Command(SCENARIOS, "", app.open_scenarios)
        if "runs" not in seen:
            yield Command(RUNS, "", app.open_runs)
        yield Command(KEYS, "", self._keys)
        yield Command(PICTURE, "", app.deliver_screenshot)
        for name in THEMES:
            yield Command(
                Phrase(THEME.told("en", name), THEME.told("ko", name)), "", partial(setattr, app, "theme", name)
            )

    def _key(self, binding: Binding) -> str:
        """Return the key alone: the footer tells some keys in pairs."""
        told = self.app.get_key_display(replace(binding, key_display=None))
        return told.upper() if _FUNCTION_KEY.fullmatch(told) else told

    def _keys(self) -> None:
        app = self.app
        if self.screen.query("HelpPanel"):
            app.action_hide_help_panel()
        else:
            app.action_show_help_panel()

    def _title(self, command: Command) -> str:
        return dashtalk_app(self.screen).say(command.title)


def _keyed(title: Content, command: Command) -> Content:
    return title + Content(f"  ({command.key})") if command.key else title


def _title_of(active: ActiveBinding) -> Phrase | None:
    """Return what a key does in more words than the footer has; None for keys that only move within a widget."""
    node, binding = active.node, active.binding
    for kind in type(node).__mro__:
        phrase = ACTIONS.get(f"{kind.__name__}.{binding.action}")
        if phrase is not None:
            return phrase
    if isinstance(node, Widget) and not isinstance(node, Screen):
        return None
    return phrase_of(binding)


def _nothing() -> None:
    """Do nothing: there was nothing to do."""
