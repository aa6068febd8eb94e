"""What `dashtalk sweep` refuses, in one line, before anything is stored."""

from pathlib import Path

import pytest

from simulator.cli import main


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DASHTALK_STORE", str(tmp_path / "runs.db"))
    return tmp_path / "runs.db"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "nothing to sweep: give --error-rate 0,0.05,0.1,0.2 or --snr 20,10,5,0,-5"),
        (("--error-rate", "0.1", "--snr", "5"), "sweep one of them at a time"),
        (("--error-rate", "0.1,much"), "--error-rate: 'much' must be a number from 0 to 0.6"),
        (("--error-rate", "0"), "0 is the clean level"),
        (("--snr", "100"), "--snr: '100' must be a number from -30 to 60"),
        (("--error-rate", "0.1", "--noise", "rain"), "noise and impairments need --snr"),
        (("--error-rate", "0.1", "--channel", "voice"), "--channel voice: --error-rate simulates errors on text"),
        (("--snr", "10", "--channel", "text"), "--channel text: --snr speaks"),
        (("--snr", "10", "--noise", "rian"), "did you mean 'rain'?"),
        (("--snr", "10", "--scenario", "dis-too-hot"), "none of these scenarios is marked as spoken"),
        (("--error-rate", "0.1", "--report", "sweep.pdf"), "name a file that ends in .html or .md"),
        (("--error-rate", "0.1", "--report", "no/where.md"), "--report no/where.md: cannot be written"),
        (("--error-rate", "0.1", "--fail-under", "tax=0.1"), "expected [ko.|en.]tax@LEVEL=MOST"),
        (("--error-rate", "0.1", "--fail-under", "tax@0.2=0.1"), "the sweep has no level '0.2': clean, 0.1"),
        (("--error-rate", "0.1", "--agent", "bseline"), "did you mean 'baseline'?"),
        (("--resume", "latest"), "no runs are stored there yet"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line_before_anything_is_stored(
    store: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert main(["sweep", *words]) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert not store.exists()


def test_it_leaves_by_the_usage_exit_where_a_flag_is_no_flag(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["sweep", "--error-rate"])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
