"""What users wrote is printed as they wrote it."""

import pytest

from simulator.commands.output import console


def test_letters_between_colons_stay_letters(capsys: pytest.CaptureFixture[str]) -> None:
    console().print("agents:X: and :car:")
    assert capsys.readouterr().out == "agents:X: and :car:\n"
