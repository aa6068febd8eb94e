"""What is read of a run for its scorecard."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evaluation.store import Store
from simulator.cli import main

RUN = ("run", "--agent", "oracle", "--channel", "text", "--scenario", "base-air-to-the-feet")


@pytest.mark.parametrize("more", [(), ("--json", "-")])
def test_the_events_of_a_session_are_read_once_and_its_row_with_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DASHTALK_STORE", str(tmp_path / "runs.db"))
    assert main(list(RUN)) == 0
    read: Counter[str] = Counter()
    trajectory, session = Store.trajectory, Store.session

    def counted(name: str, function: Any) -> Any:
        def call(store: Store, identifier: str) -> Any:
            read[f"{name} {identifier}"] += 1
            return function(store, identifier)

        return call

    monkeypatch.setattr(Store, "trajectory", counted("events", trajectory))
    monkeypatch.setattr(Store, "session", counted("row", session))
    capsys.readouterr()
    assert main(["show", *more]) == 0
    assert capsys.readouterr().out
    events = {name: times for name, times in read.items() if name.startswith("events ")}
    assert len(events) == 2
    assert set(events.values()) == {1}
    assert not [name for name in read if name.startswith("row ")]
