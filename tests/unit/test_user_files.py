"""Files that a person names: whole, and never more than memory holds."""

from pathlib import Path

import pytest

from simulator import user_files
from simulator.commands.output import check_writable
from simulator.registry import UsageError
from simulator.user_files import read_file


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xea\xb0\x80")
    assert read_file(tmp_path / "a") == "가".encode()


def test_a_device_is_no_file() -> None:
    with pytest.raises(OSError, match="a device and no file"):
        read_file("/dev/zero")


def test_more_than_the_most_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_files, "MOST_BYTES", 3)
    (tmp_path / "a").write_bytes(b"four")
    with pytest.raises(OSError, match="it holds more than"):
        read_file(tmp_path / "a")


def test_an_answer_never_replaces_what_it_is_made_from(tmp_path: Path) -> None:
    table, link = tmp_path / "labels.csv", tmp_path / "link.csv"
    table.write_text("text\n")
    link.symlink_to(table)
    check_writable(str(tmp_path / "new.json"), "--json", str(table))
    for named in (table, link):
        with pytest.raises(UsageError, match="is the file that is read"):
            check_writable(str(named), "--json", None, str(table))
