"""What the other dashboard tests stand on: played sessions that are the same every time."""

import pytest
from dashboard.screens import FakeGarage, FakeRuns, recorded, story

from simulator.channel import Locale
from simulator.dashboard.sources import DriveChoice, Garage, StoredRuns
from simulator.events import Event


@pytest.mark.parametrize("locale", ["en", "ko"])
def test_a_played_session_is_whole_and_the_same_again(locale: Locale) -> None:
    first = recorded("base-quarter-window", locale)
    recorded.cache_clear()
    assert recorded("base-quarter-window", locale) == first
    told = story("base-quarter-window", locale)
    assert len(told) == len(first)
    assert told.state_at(len(told)).openings != told.state_at(1).openings


async def test_a_drive_answers_a_typed_line() -> None:
    garage: Garage = FakeGarage()
    stored_runs: StoredRuns = FakeRuns()
    drive = garage.drive(DriveChoice(locale="ko"))
    seen: list[Event] = []
    for line in ("조수석 창문을 4분의 1만 내려 주세요.", "뒤쪽도요.", "25퍼센트로요."):
        drive.type(line)
    await drive.run(seen.append)
    assert seen == list(recorded(locale="ko"))
    assert [row.locale for row in stored_runs.sessions("run-1")] == ["en", "ko"]
