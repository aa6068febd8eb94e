"""Makes drives: puts assistant, driver, channel and store together as settings and a person's choice want it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evaluation.store import Store
from scenarios.load import catalogue
from scenarios.schema import Scenario
from simulator.agents.apart import apart
from simulator.agents.entry_points import installed_agents
from simulator.agents.spec import Agent
from simulator.assembly import Channels, agent_factory, session_seed
from simulator.channel import Locale
from simulator.cockpit.dials import Dials
from simulator.cockpit.drive import Seats, SessionDrive
from simulator.cockpit.human_run import driven_scenario, human_plan, names_around, patient
from simulator.cockpit.lines import typed_line, watched_line
from simulator.cockpit.own_code import OwnCode
from simulator.cockpit.pacing import Pace, PacedUser
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.sources import Conditions, DriveChoice, Mode
from simulator.dashboard.story import Story
from simulator.plan import Plan, PlannedSession
from simulator.registry import UsageError
from simulator.settings import Settings, public_agent
from simulator.users.factory import user_factory
from simulator.users.human_drive import FREE_DRIVE
from simulator.users.spec import User

if TYPE_CHECKING:
    from voice.live.conversation import Notice
    from voice.live.setup import LiveChoice

# A car on the road is never silent; the one that stands is nearly so.
_USUAL_NOISE = "vehicle"


@dataclass(frozen=True, slots=True)
class LiveFlags:
    """A person's devices and engines as flags name them, None where the machine may choose."""

    mode: Mode = "push-to-talk"
    microphone: str | None = None
    loudspeaker: str | None = None
    asr: str | None = None
    tts: str | None = None
    barge_in: bool = False

    def choice(self, locale: Locale, hints: tuple[str, ...]) -> "LiveChoice":
        """Return them for one conversation."""
        from voice.live.setup import LiveChoice

        return LiveChoice(
            locale=locale,
            mode=self.mode,
            microphone=self.microphone,
            loudspeaker=self.loudspeaker,
            asr=self.asr,
            tts=self.tts,
            barge_in=self.barge_in,
            hints=hints,
        )


class SessionGarage:
    """Implements the dashboard's `Garage`; `drives` are all that were made, in order.

    `pace` is how fast watched sessions go, 0 as fast as they can; `lang` the language of the sentences that drives
    tell. Settings name assistant, channel and engines; what a person chooses wins over them.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        lang: UiLang = "en",
        live: LiveFlags | None = None,
        pace: float = 1.0,
    ) -> None:
        self.drives: list[SessionDrive] = []
        self._settings = settings
        self._store = store
        self._lang: UiLang = lang
        self._live = live or LiveFlags()
        self._pace = pace
        self._code = OwnCode()

    def scenarios(self) -> Sequence[Scenario]:
        """Return all scenarios."""
        return list(catalogue().values())

    def drive(self, choice: DriveChoice) -> SessionDrive:
        """Return a drive that is ready to run; nothing of it is stored yet. Raises UsageError."""
        scenario = driven_scenario(choice.scenario, choice.locale, self._settings)
        settings = replace(
            patient(self._settings),
            suite=choice.scenario or FREE_DRIVE,
            user=choice.user,
            locale=choice.locale,
            channel=choice.channel or self._settings.channel,
            trials=1,
            # Whoever watches has seen it; played once more it would be another session.
            regenerate=0,
        )
        make = self._human if choice.user == "human" else self._watched
        renewed = self._code.renew(settings.agent, self._lang)
        made = make(settings, scenario, choice.locale)
        self._code.note(settings.agent)
        if renewed:
            made.live_end.note(renewed)
        self.drives.append(made)
        return made

    def _human(self, settings: Settings, scenario: Scenario, locale: Locale) -> SessionDrive:
        from voice.live.conversation import Conversation

        # Nothing is mixed into what a real microphone hears.
        settings = replace(settings, noise="", impairments="")
        notices = _Notices()
        live = None
        if settings.channel in ("auto", "voice"):
            from voice.live.setup import Live

            live = Live(self._live.choice(locale, names_around(settings, scenario, locale)), notices)
            conversation = live.conversation
        else:
            conversation = Conversation(locale, "push-to-talk", notify=notices)
        rate = settings.error_rate if settings.channel == "errors" else 0.0

        def admit(wanted: Locale) -> None:
            if wanted not in scenario.driver:
                raise UsageError(f"locale: '{scenario.id}' is spoken in {' and '.join(scenario.driver)} only")
            if live is not None:
                live.speak(wanted)

        dials = _dials(settings, scenario, locale, admit, error_rate=rate)
        name = settings.channel if live is None else "live"
        channel = typed_line(name, conversation, locale, dials, catastrophic=settings.catastrophic_errors)
        plan = human_plan(settings, scenario, locale, conversation, channel=channel, hands=dials.hands)
        drive = self._made(plan, Seats(conversation, live), dials)
        notices.pass_on(drive.live_end.notice)
        return drive

    def _watched(self, settings: Settings, scenario: Scenario, locale: Locale) -> SessionDrive:
        if scenario.id == FREE_DRIVE:
            raise UsageError(f"--user {settings.user}: a simulated driver needs a scenario; name one")
        if settings.channel == "voice" and not settings.noise:
            settings = replace(settings, noise=_USUAL_NOISE)
        pace, watched, make_user = Pace(self._pace), list[PacedUser](), user_factory(settings)

        def paced_user(scenario: Scenario, locale: Locale, seed: int, attempt: int) -> User:
            watched.append(PacedUser(make_user(scenario, locale, seed, attempt), pace))
            return watched[-1]

        channels = Channels(settings)
        chosen = channels.choose(scenario, locale)
        rate = {"text": 0.0, "errors": settings.error_rate}.get(chosen.name)
        snr_db = settings.snr_db if chosen.name == "voice" and settings.noise else None
        dials = _dials(settings, scenario, locale, error_rate=rate, snr_db=snr_db)
        planned = PlannedSession(0, scenario, locale, 0, watched_line(chosen, locale, dials, pace))
        plan = Plan(
            settings,
            (planned,),
            apart(agent_factory(settings)),
            channels,
            notices=(),
            make_user=paced_user,
            hands=dials.hands,
        )
        drive = self._made(plan, Seats(pace=pace, watched=watched), dials)
        drive.live_end.note(chosen.notice)
        return drive

    def _made(self, plan: Plan, seats: Seats, dials: Dials) -> SessionDrive:
        (planned,) = plan.sessions
        seed = session_seed(plan.settings.seed, planned.scenario, "en", 0)
        world = planned.scenario.build_world(seed, planned.locale)
        story = Story(planned.scenario, planned.locale, world)
        agents = agent_names(plan.settings)
        return SessionDrive(plan, self._store, story, seats=seats, dials=dials, agents=agents, lang=self._lang)


class _Notices:
    """Keeps what the live loop tells until there is a drive to show it."""

    def __init__(self) -> None:
        self._kept: list[Notice] = []
        self._take: Callable[[Notice], None] = self._kept.append

    def __call__(self, notice: "Notice") -> None:
        self._take(notice)

    def pass_on(self, take: "Callable[[Notice], None]") -> None:
        """Hand on what was kept and all that follows."""
        self._take = take
        for notice in self._kept:
            take(notice)


def agent_names(settings: Settings) -> tuple[str, ...]:
    """Return the assistants that can be switched to, the one in use first and last one that never says a word."""
    models = ("chat",) if settings.model else ()
    return tuple(dict.fromkeys((settings.agent, "baseline", *models, *installed_agents(), "silent")))


def _dials(
    settings: Settings,
    scenario: Scenario,
    locale: Locale,
    admit: Callable[[Locale], None] | None = None,
    *,
    error_rate: float | None = None,
    snr_db: float | None = None,
) -> Dials:
    start = Conditions(public_agent(settings.agent), locale, scenario.driver[locale].level, error_rate, snr_db)

    def make_agent(name: str, locale: Locale) -> Agent:
        return apart(agent_factory(replace(settings, agent=name)))(scenario, locale)

    return Dials(start, make_agent, admit)
