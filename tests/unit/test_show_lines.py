"""What `show` prints around a session: numbers of events, ids by a part, how to go on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from drives import Drive, scenario

from evaluation.store import Store
from evaluation.validity_aside import attempts_aside
from simulator.cli import main
from simulator.commands.event_lines import numbered_lines
from simulator.commands.show import find_session

CALL = ("set_fan_speed", {"level": 3})


def test_every_line_of_an_event_stands_behind_the_number_reasons_refer_to() -> None:
    events = Drive(scenario(CALL), "en").hear("Fan to three.").step(CALL).say("Done.").end().events
    lines = [(event.seq, [line for _, line in numbered_lines(event)]) for event in events]
    printed = [(seq, found) for seq, found in lines if found]
    assert len(printed) > 4
    for seq, (first, *more) in printed:
        assert first.startswith(f"{seq:>4}  ")
        assert all(line.startswith("      ") for line in more)
    assert any(more for _, (_, *more) in printed)


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "runs.db"
    monkeypatch.setenv("DASHTALK_STORE", str(path))
    assert main(["run", "--agent", "oracle", "--scenario", "base-quarter-window", "--channel", "text"]) == 0
    return path


def test_a_session_is_found_by_its_number_behind_a_part_of_the_runs_id(played: Path) -> None:
    store = Store(played, create=False)
    run_id = store.run(None)["id"]
    for name in ("1", f"{run_id}-0001", f"{run_id[-5:]}-1"):
        found = find_session(store, name)
        assert found is not None
        assert found["id"] == f"{run_id}-0001"
    assert find_session(store, "nowhere-1") is None
    store.close()


def test_attempts_are_looked_at_once(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(played, create=False)
    session = f"{store.run(None)['id']}-0001"
    store.reopen_session(session)
    store.close()
    looked: list[str] = []

    def watched(store: Store, session_id: str, scenario_json: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        looked.append(session_id)
        return attempts_aside(store, session_id, scenario_json)

    monkeypatch.setattr("simulator.commands.show_attempt.attempts_aside", watched)
    assert main(["show", "1~0.0"]) == 0
    assert "set aside: it broke off or ended in a defect" in capsys.readouterr().out
    assert main(["show", "1~7"]) == 2
    assert f"unknown attempt '{session}~7': there are {session}~0.0" in capsys.readouterr().err
    assert looked == [session] * 2


def test_a_run_that_stopped_tells_how_to_go_on_and_one_that_finished_does_not(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["show"])
    assert "go on with" not in capsys.readouterr().out
    store = Store(played, create=False)
    run_id = store.run(None)["id"]
    store.finish_run(run_id, "interrupted")
    store.close()
    main(["show"])
    assert f"interrupted; go on with: dashtalk run --resume {run_id}" in capsys.readouterr().out


def test_runs_count_what_is_unscored(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["runs"])
    assert "unscored" in capsys.readouterr().out


def test_a_stray_variable_is_told_by_a_command(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DASHTALK_SEDE", "3")
    assert main(["runs"]) == 0
    assert "dashtalk: note: DASHTALK_SEDE is no setting" in capsys.readouterr().err
