"""All scenarios: found, previewed, driven, watched, or run as a suite."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.widgets import Static

from scenarios.load import EVERYTHING, catalogue, suites
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.dashboard.confirm import Confirm
from simulator.dashboard.dashboard_app import dashtalk_app
from simulator.dashboard.fetching import fetched
from simulator.dashboard.filter_bar import Choice
from simulator.dashboard.keys import key
from simulator.dashboard.mark_words import KINDS
from simulator.dashboard.phrases import Phrase
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.scenario_preview import is_spoken, locale_of, preview
from simulator.dashboard.sources import DriveChoice
from simulator.dashboard.spec import Look
from simulator.dashboard.table_screen import TABLE_KEYS, TableScreen
from simulator.registry import UsageError

TITLE = Phrase("SCENARIOS", "시나리오")
HINT = Phrase("Enter to drive, s to watch a scripted driver", "Enter 직접 주행, s 대본 운전자 지켜보기")
ALL = Phrase("all", "전체")
RUN = Phrase(
    "Run {0} ({1}) with the assistant {2}?",
    "{0}({1})를 실행할까요? 어시스턴트: {2}",
)
SCENARIOS = Phrase("{} scenarios", "시나리오 {}개")
SCENARIO = Phrase("1 scenario", "시나리오 1개")
STARTING = Phrase("starting the run …", "실행을 시작하는 중 …")
BOTH = Phrase("Korean and English", "한국어와 영어")
NAMES = {"ko": Phrase("Korean", "한국어"), "en": Phrase("English", "영어")}


def flags_for(scenarios: Sequence[Scenario], locale: str) -> list[str]:
    """Return the flags of `dashtalk run` that play these scenarios in one language, or in all for ""."""
    wanted = {scenario.id for scenario in scenarios}
    fitting = [(len(ids), name, ids) for name, ids in suites().items() if wanted <= set(ids)]
    _, name, ids = min(fitting, default=(0, EVERYTHING, tuple(catalogue())))
    flags = ["--suite", name]
    if len(wanted) < len(ids):
        flags += [part for found in ids if found in wanted for part in ("--scenario", found)]
    return flags + (["--locale", locale] if locale else [])


class ScenarioBrowser(TableScreen[Scenario]):
    """Shows all scenarios in a table with a preview."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "choose", Phrase("Drive", "주행"), shown="Enter", first=True),
        key("s", "watch", Phrase("Watch", "지켜보기")),
        key("r", "run", Phrase("Run these", "모두 실행")),
        key("e", "reveal", Phrase("Expected", "정답")),
        key("k", "turn('kind')"),
        key("l", "turn('locale')"),
        key("p", "turn('spoken')"),
        *TABLE_KEYS,
    ]
    CHOICES: ClassVar[tuple[Choice, ...]] = (
        Choice("kind", "k", Phrase("kind", "종류"), (("", ALL), *KINDS.items())),
        Choice("locale", "l", Phrase("language", "언어"), (("", ALL), *NAMES.items())),
        Choice("spoken", "p", Phrase("spoken", "음성")),
    )
    COLUMNS: ClassVar[tuple[Phrase, ...]] = (
        Phrase("scenario", "시나리오"),
        Phrase("kind", "종류"),
        Phrase("turns", "턴"),
        Phrase("languages", "언어"),
        Phrase("spoken", "음성"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.revealed = False
        self._starting = False

    def load(self) -> Sequence[Scenario]:
        """Return all scenarios."""
        return dashtalk_app(self).garage.scenarios()

    def id_of(self, row: Scenario) -> str:
        """Return the scenario's id."""
        return row.id

    def cells(self, row: Scenario, look: Look) -> Sequence[Text]:
        """Return a scenario's line."""
        turns = len(next(iter(row.driver.values())).turns)
        return (
            Text(row.id),
            Text(look.say(KINDS[row.kind])),
            Text(str(turns), justify="right"),
            Text(" ".join(row.locales)),
            Text("●" if is_spoken(row) else ""),
        )

    def keeps(self, row: Scenario, chosen: Mapping[str, str]) -> bool:
        """Return whether kind, language and spoken leave it."""
        return (
            chosen["kind"] in ("", row.kind)
            and (not chosen["locale"] or chosen["locale"] in row.locales)
            and (not chosen["spoken"] or is_spoken(row))
        )

    def words_of(self, row: Scenario) -> str:
        """Return its id, its summaries and all the driver says."""
        said = (turn.say for script in row.driver.values() for turn in script.turns)
        return "\n".join((row.id, row.summary, row.summary_ko, *said))

    def heading(self, look: Look) -> Text:
        """Return the title."""
        return Text.assemble(
            (look.say(TITLE), look.palette.accent), f"  {look.say(STARTING if self._starting else HINT)}"
        )

    def _tell_heading(self) -> None:
        self.query_one("#table-heading", Static).update(self.heading(dashtalk_app(self).look))

    def about(self, row: Scenario, look: Look) -> Text:
        """Return the preview."""
        return preview(row, self._locale(row), look, revealed=self.revealed)

    def _locale(self, scenario: Scenario) -> Locale:
        return locale_of(scenario, self.chosen["locale"] or dashtalk_app(self).lang)

    def choose(self, row: Scenario) -> None:
        """Drive it as a person."""
        self._drive(DriveChoice(scenario=row.id, locale=self._locale(row), user="human"))

    def action_watch(self) -> None:
        """Watch the scripted driver."""
        row = self.current
        if row is not None:
            self._drive(DriveChoice(scenario=row.id, locale=self._locale(row), user="scripted"))

    def _drive(self, choice: DriveChoice) -> None:
        try:
            dashtalk_app(self).drive(choice)
        except UsageError as error:
            self.notify(one_line(str(error)), severity="error", timeout=15, markup=False)

    def action_reveal(self) -> None:
        """Show or hide what is expected."""
        self.revealed = not self.revealed
        self.tell_about()

    def action_run(self) -> None:
        """Run what is left, after asking once."""
        if not self.shown:
            return
        app, locale = dashtalk_app(self), self.chosen["locale"]
        flags = flags_for(self.shown, locale)
        spoken = app.say(NAMES[locale] if locale else BOTH)

        def answered(yes: bool | None) -> None:
            if yes:
                self._starting = True
                self._tell_heading()
                self.run_worker(self._begin(flags), exclusive=True, group="begin")

        many = app.say(SCENARIO) if len(self.shown) == 1 else app.say(SCENARIOS, len(self.shown))
        self.run_worker(self._ask(lambda agent: app.say(RUN, many, spoken, agent), answered), group="ask")

    async def _ask(self, question: Callable[[str], str], answered: Callable[[bool | None], None]) -> None:
        """Ask once it is known which assistant it would be."""
        app = dashtalk_app(self)
        agent = await fetched(self, lambda: app.stored_runs.agent)
        if agent is not None and self.is_current:
            app.push_screen(Confirm(question(one_line(agent))), answered)

    async def _begin(self, flags: Sequence[str]) -> None:
        from simulator.dashboard.screens.progress import Progress

        app = dashtalk_app(self)
        run_id = await fetched(self, lambda: app.stored_runs.begin(flags))
        self._starting = False
        if self.is_attached:
            self._tell_heading()
        if run_id is not None and self.is_attached:
            app.push_screen(Progress(run_id))
