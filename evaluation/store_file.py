"""The SQLite file runs are kept in: opened, brought up to date, and explained when it cannot be used."""

import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluation.migrations import MIGRATIONS, TABLES
from simulator.redaction import stored_value
from simulator.registry import UsageError

if TYPE_CHECKING:
    from sqlite_utils import Database

# A writer waits this long for another process before the store counts as locked.
BUSY_TIMEOUT_S = 15.0
RETRY_AFTER_S = 0.05


def default_path() -> Path:
    """Return where runs are kept unless told otherwise: DASHTALK_STORE, else the user's data folder."""
    named = os.environ.get("DASHTALK_STORE")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "dashtalk" / "runs.db"


def store_path(named: str = "") -> Path:
    """Return the store a setting names, the usual one where it names none."""
    return Path(named).expanduser() if named else default_path()


_NOT_FOR_STORES = ("numpy", "pandas")


def _database_type() -> "type[Database]":
    """Import sqlite-utils without the libraries it loads wherever they are installed and which no store needs."""
    hidden = [name for name in _NOT_FOR_STORES if sys.modules.setdefault(name, None) is None]  # type: ignore[arg-type]
    try:
        from sqlite_utils import Database
    finally:
        for name in hidden:
            del sys.modules[name]
    return Database


class StoreTrouble(UsageError):
    """A store that cannot be written or read now; `trouble` is why, without what follows from it."""

    def __init__(self, trouble: str, consequence: str) -> None:
        super().__init__(f"{trouble}{consequence}")
        self.trouble = trouble


class StoreBusy(StoreTrouble):
    """Another process holds the store's lock."""


class StoreFull(StoreTrouble):
    """The disk is full."""


class StoreFile:
    """One SQLite file with tables of ours.

    Raises UsageError, naming the file and what to do, when it is locked, damaged, from a newer version or not
    writable; such a file is never overwritten.
    """

    def __init__(self, path: Path, *, create: bool = True, durable: bool = False) -> None:
        self.path = path
        if not create and not path.exists():
            raise UsageError(f"{path}: no runs are stored there yet; 'dashtalk run' makes the first")
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._refuse_foreign()
            connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
            self.db: Database = _database_type()(connection)
            self._file = self._on_disk()
            self._use_wal()
            self.db.conn.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
            self._migrate()

    def _on_disk(self) -> tuple[int, int] | None:
        """Return which file stands under the store's name now."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def rescue(self) -> str:
        """Write the store anew when its file was deleted or replaced while it was open; return what was done, or "".

        What was recorded is still there as long as this connection is. Raises UsageError when it cannot be written.
        """
        there = self._on_disk()
        if there == self._file:
            return ""
        target = self.path if there is None else self.path.with_name(f"{self.path.name}.rescued")
        for end in ("-wal", "-shm") if there is None else ():
            # They belong to the file that is gone, and SQLite would read them into the new one.
            target.with_name(target.name + end).unlink(missing_ok=True)
        with self._explained():
            self.db.conn.execute("VACUUM INTO ?", (str(target),))
        what = "deleted" if there is None else "replaced by another file"
        return f"{self.path}: was {what} while it was in use; what was recorded is written to {target}"

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            text = str(error)
            if "locked" in text or "busy" in text:
                consequence = "; wait for it, or name another file with --store"
                raise StoreBusy(f"{self.path}: another process holds the lock", consequence) from None
            if "disk" in text and "full" in text:
                raise StoreFull(f"{self.path}: the disk is full", "; what was finished is kept") from None
            consequence = "; name another file with --store"
            raise StoreTrouble(f"{self.path}: cannot be used ({text})", consequence) from None
        except sqlite3.DatabaseError as error:
            raise UsageError(
                f"{self.path}: not a usable store ({error}); move it away or name another file with --store"
            ) from None
        except OSError as error:
            raise UsageError(f"{self.path}: {error.strerror}; name another file with --store") from None

    def _refuse_foreign(self) -> None:
        """Look at a file that is there through a reading connection, so that what is not ours is never touched."""
        if not self.path.is_file() or not self.path.stat().st_size:
            return
        with closing(sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", BUSY_TIMEOUT_S, uri=True)) as reader:
            version = reader.execute("PRAGMA user_version").fetchone()[0]
            tables = {row[0] for row in reader.execute("SELECT name FROM sqlite_master WHERE type='table'")}
        if tables and not tables >= TABLES:
            raise UsageError(f"{self.path}: an SQLite file, but not dashtalk's; name another file with --store")
        if version > len(MIGRATIONS):
            raise UsageError(f"{self.path}: written by a newer dashtalk; upgrade dashtalk or name another --store")

    def _use_wal(self) -> None:
        """Switch to write-ahead logging; SQLite itself does not wait when another process is switching as well."""
        give_up = time.monotonic() + BUSY_TIMEOUT_S
        while True:
            try:
                self.db.conn.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > give_up:
                    raise
                time.sleep(RETRY_AFTER_S)
            else:
                return

    def _migrate(self) -> None:
        connection = self.db.conn
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version == len(MIGRATIONS):
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have migrated while this one waited for the lock.
            current = connection.execute("PRAGMA user_version").fetchone()[0]
            for step in MIGRATIONS[current:]:
                step(self.db)
            connection.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        if connection.in_transaction:
            connection.execute("COMMIT")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._explained():
            connection = self.db.conn
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def not_waiting(self) -> Iterator[None]:
        """Raise StoreBusy at once inside the block when another process holds the lock: nothing may stand still."""
        self.db.conn.execute("PRAGMA busy_timeout=0")
        try:
            yield
        finally:
            self.db.conn.execute(f"PRAGMA busy_timeout={round(BUSY_TIMEOUT_S * 1000)}")

    def close(self) -> None:
        """Close the file."""
        self.db.conn.close()

    def _insert(self, table: str, row: Mapping[str, Any]) -> None:
        with self._transaction() as connection:
            self._add_row(connection, table, row)

    @staticmethod
    def _add_row(connection: sqlite3.Connection, table: str, row: Mapping[str, Any]) -> None:
        names = ", ".join(f"[{name}]" for name in row)
        marks = ", ".join("?" for _ in row)
        connection.execute(f"INSERT INTO [{table}] ({names}) VALUES ({marks})", tuple(map(stored_value, row.values())))

    def write(self, *statements: tuple[str, Sequence[Sequence[Any]]]) -> None:
        """Carry out statements, each once for every row of values, in one commit."""
        with self._transaction() as connection:
            for statement, rows in statements:
                connection.executemany(statement, [tuple(map(stored_value, row)) for row in rows])

    def read(self, query: str, *values: Any) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        return self._rows(query, *values)

    def _rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        with self._explained():
            return list(self.db.query(query, list(values)))
