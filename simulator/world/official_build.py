"""Arranges gathered official rows into the finished file of an imported world."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

FORMAT = "dashtalk-world-1"

# Steps of SQLite's machine between two calls of `still_working`, some tenths of a second.
_HANDLER_STEPS = 5_000_000

# `names` gives routes' ends, base routes and cities short numbers. A POI's home is its city's number, or below zero
# for the POIs along the routes of one pair; `spots` leads from a route to that home;
# `ahead` and `back` are the kilometres in the two directions.
_SCHEMA = """
CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE documents(kind TEXT, seq INTEGER, id TEXT, json TEXT, PRIMARY KEY(kind, seq)) WITHOUT ROWID;
CREATE TABLE names(number INTEGER PRIMARY KEY, id TEXT) WITHOUT ROWID;
CREATE TABLE pois(
    home INTEGER, category TEXT, seq INTEGER, id TEXT, ahead REAL, back REAL, json TEXT,
    PRIMARY KEY(home, category, seq)
) WITHOUT ROWID;
CREATE TABLE spots(route TEXT, home INTEGER, PRIMARY KEY(route, home)) WITHOUT ROWID;
CREATE TABLE routes(
    start INTEGER, destination INTEGER, seq INTEGER, id TEXT, json TEXT, base INTEGER, fraction REAL, detour REAL,
    PRIMARY KEY(start, destination, seq)
) WITHOUT ROWID;
"""

_ARRANGE = """
INSERT INTO documents SELECT kind, rowid, id, json FROM stage.documents ORDER BY kind, rowid;
INSERT INTO names SELECT row_number() OVER (ORDER BY id), id FROM (
    SELECT start AS id FROM stage.routes UNION SELECT destination FROM stage.routes
    UNION SELECT base FROM stage.routes WHERE base IS NOT NULL
    UNION SELECT location FROM stage.pois WHERE location IS NOT NULL
) ORDER BY id;
CREATE UNIQUE INDEX names_by_id ON names(id);
CREATE TEMP TABLE homes(routes TEXT PRIMARY KEY, home INTEGER) WITHOUT ROWID;
INSERT INTO homes SELECT routes, -row_number() OVER (ORDER BY routes)
    FROM (SELECT DISTINCT routes FROM stage.pois WHERE routes IS NOT NULL);
INSERT OR IGNORE INTO spots SELECT each.value, home FROM homes, json_each(homes.routes) AS each;
INSERT INTO pois SELECT home, category, seq, id, ahead, back, json FROM (
    SELECT names.number AS home, category, p.rowid AS seq, p.id AS id, ahead, back, json
        FROM stage.pois p JOIN names ON names.id = p.location
    UNION ALL
    SELECT homes.home, category, p.rowid, p.id, ahead, back, json
        FROM stage.pois p JOIN homes ON homes.routes = p.routes
) ORDER BY home, category, seq;
CREATE INDEX pois_by_id ON pois(id);
"""

_ROUTES_AS_FILED = "SELECT r.*, r.rowid AS seq FROM stage.routes r"
# A route the index does not name cannot be found in the reference either.
_ROUTES_AS_LISTED = """
    SELECT r.*, l.seq FROM stage.routes r
    JOIN (SELECT id, min(rowid) AS seq FROM stage.listed GROUP BY id) l ON l.id = r.id
"""
_ARRANGE_ROUTES = """
INSERT INTO routes
    SELECT s.number, d.number, r.seq, r.id, r.json, b.number, r.fraction, r.detour
    FROM ({rows}) r JOIN names s ON s.id = r.start JOIN names d ON d.id = r.destination
    LEFT JOIN names b ON b.id = r.base
    ORDER BY 1, 2, 3;
CREATE INDEX routes_by_id ON routes(id);
"""


def build(
    built_path: Path,
    stage_path: Path,
    missing: tuple[str, ...],
    still_working: Callable[[], None],
    *,
    by_index: bool,
) -> None:
    """Write the finished file from the gathered rows; `by_index` keeps the order and choice of the routes' index.

    `still_working` is called now and then, and what it raises ends the work. Raises sqlite3.Error.
    """
    stopped: list[BaseException] = []

    def handler() -> int:
        # Also lets an interruption through, which a long statement would swallow.
        try:
            still_working()
        except BaseException as reason:
            stopped.append(reason)
        return len(stopped)

    with closing(sqlite3.connect(built_path, isolation_level=None)) as built:
        built.set_progress_handler(handler, _HANDLER_STEPS)
        try:
            _fill(built, stage_path, missing, _ROUTES_AS_LISTED if by_index else _ROUTES_AS_FILED)
        except sqlite3.OperationalError:
            if stopped:
                raise stopped[0] from None
            raise
    with built_path.open("rb") as written:
        os.fsync(written.fileno())


def _fill(built: sqlite3.Connection, stage_path: Path, missing: tuple[str, ...], routes: str) -> None:
    built.execute("PRAGMA journal_mode = OFF")
    built.execute("PRAGMA synchronous = OFF")
    built.execute("PRAGMA cache_size = -100000")
    built.execute("ATTACH ? AS stage", (str(stage_path),))
    built.executescript(_SCHEMA)
    built.executescript(_ARRANGE)
    built.executescript(_ARRANGE_ROUTES.format(rows=routes))
    built.executemany("INSERT INTO facts VALUES(?, ?)", (("format", FORMAT), ("missing", "\n".join(missing))))
    built.execute("DETACH stage")
    built.execute("ANALYZE")
