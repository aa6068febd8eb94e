"""One drive: a session with a person's hands and voice in it, recorded like any other run."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evaluation.cost import read_prices
from evaluation.level_modes import level_mode
from evaluation.live_recorder import patiently
from evaluation.store import Store
from evaluation.verdict import SessionVerdict
from simulator.cockpit.broken_off import broken_off
from simulator.cockpit.controls import controls
from simulator.cockpit.dials import Dials
from simulator.cockpit.live_end import LiveEnd
from simulator.cockpit.pacing import Pace, PacedUser
from simulator.cockpit.scoring import LiveScoring, TurnScorer
from simulator.cockpit.suggestions import suggestions
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.dashboard.sources import Conditions, Control, Mode, Talk
from simulator.dashboard.story import Story
from simulator.events import AssistantSpoke, DriverSpoke, EndWord, Event
from simulator.language import kiwi
from simulator.plan import Plan, PlannedSession
from simulator.registry import UsageError
from simulator.suite import Run
from simulator.users.human_drive import FREE_DRIVE

if TYPE_CHECKING:
    from voice.live.conversation import Conversation
    from voice.live.setup import Live

LOADING = Phrase("getting ready: what you type is kept", "준비 중: 입력한 말은 기억해 둡니다")
LOADING_VOICE = Phrase("the voice is being loaded: type until then", "음성 기능을 불러오는 중: 그동안 입력하세요")
NO_MICROPHONE = Phrase("there is no microphone: type what you say", "마이크가 없습니다: 할 말을 입력하세요")
NO_DRIVER = Phrase("a simulated driver speaks here", "가상 운전자가 말하는 주행입니다")


@dataclass(frozen=True, slots=True)
class Seats:
    """Who drives: a person with a `conversation` and perhaps devices (`live`), or simulated drivers at a pace."""

    conversation: "Conversation | None" = None
    live: "Live | None" = None
    pace: Pace | None = None
    watched: "list[PacedUser]" = field(default_factory=list)


class SessionDrive:
    """Implements the dashboard's `Drive` with a run of one session.

    Nothing is stored before `run`; `verdict` is what became of it, None until it has come to its end. `rescored` is
    called whenever the story has new scores. `broke` says why it broke off and what of it is kept, "" otherwise.
    """

    def __init__(
        self, plan: Plan, store: Store, story: Story, *, seats: Seats, dials: Dials, agents: Sequence[str], lang: UiLang
    ) -> None:
        self.story = story
        self.human = seats.conversation is not None
        self.agents: Sequence[str] = tuple(agents)
        self.controls: Sequence[Control] = controls(story.world, story.locale)
        self.verdict: SessionVerdict | None = None
        self.run_id = ""
        self.recorded = ""
        self.broke = ""
        self.rescored: Callable[[], None] = lambda: None
        self._plan = plan
        self._store = store
        self._seats = seats
        self._dials = dials
        self._lang: UiLang = lang
        self._live_end = LiveEnd(seats.conversation, seats.pace)
        self._said: list[str] = []
        self._answer = ""
        self._warming: set[asyncio.Task[None]] = set()

    @property
    def live_end(self) -> LiveEnd:
        """What takes the notices of the live loop."""
        return self._live_end

    @property
    def hears(self) -> bool:
        """Whether there is a microphone by now."""
        return self._seats.conversation is not None and self._seats.conversation.hears

    @property
    def mode(self) -> Mode:
        """How the microphone listens."""
        return self._seats.conversation.mode if self._seats.conversation is not None else "push-to-talk"

    @property
    def conditions(self) -> Conditions:
        """What the drive is played with now."""
        return self._dials.conditions

    @property
    def suggestions(self) -> Sequence[str]:
        """What a person may say now, in the language of the drive."""
        return suggestions(self.story.scenario, self._dials.conditions.locale, self._said, self._answer)

    @property
    def scored(self) -> bool:
        """Whether anything is expected of the car."""
        return self.story.scenario.id != FREE_DRIVE

    async def run(self, watch: Callable[[Event], None]) -> None:
        """Play to the end, telling every event once it is recorded; cancelled, what happened so far is kept.

        Raises UsageError when it cannot be recorded or an engine cannot work.
        """
        scorer = TurnScorer(
            self.story,
            LiveScoring(read_prices(self._plan.settings.prices), level_mode(self._plan.settings.recorded())),
            scored=self.scored,
            told=lambda: self.rescored(),
        )

        def heard(event: Event) -> None:
            self.story.append(event)
            if isinstance(event, DriverSpoke):
                self._said.append(event.intended)
            if isinstance(event, AssistantSpoke):
                self._answer = event.text
            self._live_end.event(event)
            scorer.note(event)
            try:
                watch(event)
            except Exception:
                # A screen that breaks must not spoil the session it shows.
                logging.getLogger(__name__).exception("event %d could not be shown", event.seq)

        try:
            await self._get_ready()
            run = await patiently(self._store, lambda: Run(self._plan, self._store, self._ended, watch=heard))
            self.run_id = run.id
            self.story.session_id = f"{run.id}-0000"
            try:
                await run.execute()
            finally:
                self.recorded = run.recorded
            await scorer.settled()
        except UsageError as error:
            self.broke = broken_off(error, self._store, self.story.session_id)
            raise UsageError(broken_off(error, self._store, self.story.session_id, self._lang)) from None
        finally:
            self._live_end.end()
            for task in tuple(self._warming):
                task.cancel()
            if self._seats.live is not None:
                await self._seats.live.aclose()

    async def _get_ready(self) -> None:
        if self._plan.sessions[0].locale == "ko":
            told, loading = self._live_end.talk().notice, LOADING.told(self._lang)
            self._live_end.note(loading)
            # It holds everything else up for a moment even so, but not from the first screen on.
            await asyncio.to_thread(kiwi.load)
            self._live_end.forget(loading)
            # What was to be told before it began is still news.
            self._live_end.note(self._live_end.talk().notice or told)
        if self._seats.live is not None:
            self._begin(self._join())

    async def _join(self) -> None:
        """Open the devices while the session goes on already, at the keyboard."""
        live, end = self._seats.live, self._live_end
        assert live is not None
        loading = LOADING_VOICE.told(self._lang)
        if any(live.devices):
            end.note(loading)
        try:
            await live.join()
        except UsageError as error:
            end.note(str(error))
        else:
            end.forget(loading)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    def _ended(self, planned: PlannedSession, verdict: SessionVerdict) -> None:
        self.verdict = verdict

    def _note(self, phrase: Phrase) -> None:
        self._live_end.note(phrase.told(self._lang))

    def talk(self) -> Talk:
        """Return what the live end tells now."""
        return self._live_end.talk()

    def type(self, text: str) -> None:
        """Say a line typed at the keyboard; one that comes before the session has begun waits for it."""
        line = text.strip()
        if self._seats.conversation is None:
            self._note(NO_DRIVER)
        elif line:
            self._seats.conversation.type(line)

    def press(self) -> None:
        """Press the talk button, or let it go when it is held."""
        person = self._seats.conversation
        if person is None:
            self._note(NO_DRIVER)
        elif not person.hears:
            self._note(LOADING_VOICE if self._loading else NO_MICROPHONE)
        elif person.pressed:
            person.release()
        else:
            self._live_end.note("")
            person.press()

    @property
    def _loading(self) -> bool:
        return self._seats.live is not None and self._seats.live.devices[0] is not None and bool(self._warming)

    def interrupt(self) -> None:
        """Cut the assistant's speech off; in a watched drive, go on at once."""
        if self._seats.conversation is not None:
            self._seats.conversation.cut_off()
        if self._seats.pace is not None:
            self._seats.pace.skip()

    def hands_free(self, on: bool) -> None:
        """Listen all the time, or only while the button is held."""
        person = self._seats.conversation
        if person is None:
            self._note(NO_DRIVER)
        elif on and not person.hears:
            self._note(LOADING_VOICE if self._loading else NO_MICROPHONE)
        else:
            person.switch("hands-free" if on else "push-to-talk")

    def leave(self, content: bool = True) -> None:
        """End the session as a driver who is content, or as one who gave up.

        One that is in the middle of a turn comes to its end first.
        """
        if self._seats.conversation is not None:
            self._seats.conversation.leave(content)
        for user in self._seats.watched:
            user.leaves = EndWord.STOP if content else EndWord.GAVE_UP
        if self._seats.pace is not None:
            self._seats.pace.stop()

    def do(self, tool: str, arguments: dict[str, Any]) -> None:
        """Change the car or the world by hand; raises UsageError when the drive is over."""
        self._dials.hands.do(tool, arguments)

    def change(self, name: str, value: str | float) -> None:
        """Change one of the conditions; raises UsageError when it cannot be had."""
        self._dials.change(name, value)
        if name == "locale" and value == "ko":
            self._begin(asyncio.to_thread(kiwi.load))
