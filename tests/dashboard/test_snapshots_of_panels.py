"""Every panel and log as it looks, and the cockpit and replay as whole screens, in both languages."""

import pytest
from car_moments import moment_of
from dashboard.screens import SESSION, FakeDrive, FakeGarage, FakeRuns, moment, recorded, story
from dashboard.snapshots import drawn_text, hold_still, matches, screen_text

from simulator.channel import Locale
from simulator.dashboard.app import DashtalkApp
from simulator.dashboard.deck import DIALOGUE, HOOD_LOGS, HOOD_PANELS, VEHICLE
from simulator.dashboard.log_rows import LogRows
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.registered import every, log, panel
from simulator.dashboard.screens.cockpit import Cockpit
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.sources import DriveChoice
from simulator.dashboard.spec import Look, Moment
from simulator.world.generated import GeneratedWorld

LANGS: tuple[UiLang, ...] = ("en", "ko")
SIZES = [(80, 24), (120, 40), (200, 60)]
# A car in which everything is on, and how it was when the turn began.
BUSY = {
    "window_driver_position": 50,
    "window_passenger_rear_position": 100,
    "sunroof_position": 30,
    "sunshade_position": 60,
    "trunk_door_position": "OPEN",
    "door_passenger_open": True,
    "reading_light_driver": True,
    "fog_lights": True,
    "head_lights_low_beams": True,
    "head_lights_high_beams": True,
    "ambient_light": "PURPLE",
    "climate_temperature_driver": 22.5,
    "steering_wheel_heating": 2,
    "seat_heating_driver": 3,
    "seat_heating_passenger": 1,
    "fan_speed": 4,
    "window_front_defrost": True,
    "window_rear_defrost": True,
    "fan_airflow_direction": "WINDSHIELD_FEET",
    "air_conditioning": True,
    "air_circulation": "RECIRCULATION",
    "state_of_charge": 63,
    "plugged_in": True,
    "charging": True,
    "plug_power_type": "DC",
    "plug_power_kw": 150,
    "speed_kph": 0,
}
WAS = {"window_driver_position": 0, "fan_speed": 1, "climate_temperature_driver": 20.0, "fog_lights": False}


def busy(lang: UiLang) -> Moment:
    locale: Locale = "ko" if lang == "ko" else "en"
    world = GeneratedWorld(locale=locale)
    start, end = (next(place.id for place in world.places() if place.name == name) for name in ("Munich", "Berlin"))
    route = world.routes(start, end)[0]["route_id"]
    way = {"navigation_active": True, "waypoints_id": [start, end], "routes_to_final_destination_id": [route]}
    return moment_of({**BUSY, **way}, WAS, locale=locale, world=world, flashing=True)


def test_every_panel_and_log_is_on_the_deck() -> None:
    assert {one.key for one in every()} == {"status", *VEHICLE, DIALOGUE, *HOOD_LOGS, *HOOD_PANELS}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [39, 56])
@pytest.mark.parametrize("key", VEHICLE)
def test_a_panel_of_the_car(key: str, width: int, lang: UiLang) -> None:
    matches(f"panel-{key}-{width}-{lang}", drawn_text(panel(key).draw(busy(lang), width, 0, Look(lang)), width))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [78, 118])
def test_the_status_line(width: int, lang: UiLang) -> None:
    matches(f"panel-status-{width}-{lang}", drawn_text(panel("status").draw(busy(lang), width, 1, Look(lang)), width))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", HOOD_PANELS)
def test_a_panel_of_the_hood(key: str, lang: UiLang) -> None:
    told = story(SESSION, "ko" if lang == "ko" else "en", error_rate=0.3)
    matches(f"panel-{key}-72-{lang}", drawn_text(panel(key).draw(moment(told), 72, 0, Look(lang)), 72))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", [DIALOGUE, *HOOD_LOGS])
def test_a_log(key: str, lang: UiLang) -> None:
    told = story(SESSION, "ko" if lang == "ko" else "en", error_rate=0.3)
    rows = LogRows(log(key), Look(lang))
    rows.begin(told)
    rows.resize(72)
    rows.take()
    rows.fold_all(False)
    lines = [line for number in range(rows.shown(len(told))) for line in rows.lines(number)]
    matches(f"log-{key}-72-{lang}", drawn_text(lines, 72))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
async def test_the_cockpit_after_a_drive(size: tuple[int, int], lang: UiLang) -> None:
    choice = DriveChoice(SESSION, "ko" if lang == "ko" else "en")
    drive = FakeDrive(choice, recorded(SESSION, choice.locale))
    app = DashtalkApp(FakeGarage(), FakeRuns(), lambda app: Cockpit(drive), lang=lang, theme="dark")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, Cockpit)
        hold_still(app)
        first_turn = [event.type for event in recorded(SESSION, choice.locale)].index("driver_spoke", 2)
        drive.type("go on")
        # What changed flashes for a moment; the picture is of the time after it.
        while len(drive.story) < first_turn or app.screen.moment().flashing:
            await pilot.pause(0.05)
        await pilot.pause(0.1)
        matches(f"cockpit-{size[0]}x{size[1]}-{lang}", screen_text(app, styles=size == (120, 40)))
    await app.finish()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", SIZES)
async def test_the_replay_of_a_session(size: tuple[int, int], lang: UiLang) -> None:
    told = story(SESSION, "ko" if lang == "ko" else "en", error_rate=0.3)
    app = DashtalkApp(FakeGarage(), FakeRuns(), lambda app: Replay(told), lang=lang, theme="dark")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        hold_still(app)
        await pilot.press("home", "n")
        await pilot.pause(0.4)
        matches(f"replay-{size[0]}x{size[1]}-{lang}", screen_text(app))
