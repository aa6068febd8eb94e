"""A store that cannot be used: told in one line, exit code 2, never touched."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from command_line import Dashtalk

RUN = ("run", "--channel", "text", "--agent", "oracle", "--scenario", "dis-too-hot")


def refused(dashtalk: Dashtalk, *arguments: str) -> str:
    done = dashtalk(*arguments, code=2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    return line


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (id)")
        connection.execute("PRAGMA user_version=1")
        connection.commit()


def damaged(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0" + b"\x99" * 8000)


def text(path: Path) -> None:
    path.write_text("dear diary", encoding="utf-8")


@pytest.mark.parametrize(
    ("make", "told"),
    [(foreign, "not dashtalk's"), (damaged, "not a usable store"), (text, "not a usable store")],
)
@pytest.mark.parametrize("command", [RUN, ("show",), ("runs",), ("score",)], ids=lambda words: words[0])
def test_a_file_that_is_no_store(dashtalk: Dashtalk, make: object, told: str, command: tuple[str, ...]) -> None:
    path = dashtalk.folder / "precious.db"
    make(path)  # type: ignore[operator]
    before = path.read_bytes()
    line = refused(dashtalk, *command, "--store", "precious.db")
    assert line.startswith("dashtalk: precious.db: ")
    assert told in line
    assert "--store" in line
    assert path.read_bytes() == before
    assert [kept.name for kept in dashtalk.folder.iterdir()] == ["precious.db"]


def test_a_store_of_a_newer_version(dashtalk: Dashtalk) -> None:
    dashtalk(*RUN)
    with closing(sqlite3.connect(dashtalk.store)) as connection:
        connection.execute("PRAGMA user_version=99")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = dashtalk.store.read_bytes()
    assert "written by a newer dashtalk" in refused(dashtalk, *RUN)
    assert dashtalk.store.read_bytes() == before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a folder nobody may write to")
def test_a_folder_nobody_may_write_to(dashtalk: Dashtalk) -> None:
    assert "/proc/runs.db: cannot be used" in refused(dashtalk, *RUN, "--store", "/proc/runs.db")
    assert "/proc/none/runs.db: No such file or directory" in refused(dashtalk, *RUN, "--store", "/proc/none/runs.db")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(dashtalk: Dashtalk) -> None:
    folder = dashtalk.folder / "locked"
    folder.mkdir()
    folder.chmod(0o500)
    assert "cannot be used" in refused(dashtalk, *RUN, "--store", "locked/runs.db")
    assert list(folder.iterdir()) == []


def test_a_store_another_process_holds(dashtalk: Dashtalk) -> None:
    dashtalk(*RUN)
    before = dashtalk.json("runs")
    hasty = (
        "import sys, evaluation.store; evaluation.store.BUSY_TIMEOUT_S = 0.05;"
        "from simulator.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    with closing(sqlite3.connect(dashtalk.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = dashtalk("-c", hasty, *RUN, code=2, through=())
        other.execute("ROLLBACK")
    (line,) = done.stderr.splitlines()
    assert "another process holds the lock; wait for it, or name another file with --store" in line
    assert dashtalk.json("runs") == before


def test_doctor_tells_what_is_wrong_with_the_store(dashtalk: Dashtalk) -> None:
    damaged(dashtalk.folder / "precious.db")
    report = dashtalk.json("doctor", "--store", "precious.db")
    assert "not a usable store" in report["store"]["problem"]
