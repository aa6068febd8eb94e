"""Importing official files: complete or not at all, resumable, and clear about what is missing or wrong."""

import json
import pickle
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from official_files import Files, official_rows, write_files

from simulator.registry import UsageError
from simulator.world import import_official as importing
from simulator.world.generated import GeneratedWorld
from simulator.world.ids import CATEGORY_CODES, pair_of
from simulator.world.import_official import import_official
from simulator.world.imported import ImportedWorld
from simulator.world.official import official_world
from simulator.world.places import cities_by_id

SEOUL, CHUNCHEON = "loc_seo_100001", "loc_chu_100012"


@pytest.fixture(scope="module")
def rows() -> Files:
    cities = cities_by_id()
    pair = pair_of(cities[SEOUL], cities[CHUNCHEON])
    assert pair is not None
    return official_rows(GeneratedWorld(5, poi_spacing_km=20), [pair])


@pytest.fixture
def folder(rows: Files, tmp_path: Path) -> Path:
    write_files(tmp_path / "data", rows)
    return tmp_path / "data"


def leftovers(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir() if path.name.startswith(target.name))


def add_line(path: Path, line: str) -> int:
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    return len(path.read_text(encoding="utf-8").splitlines())


def test_an_import_answers_as_the_world_it_was_written_from(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "world.sqlite"
    report = import_official(folder, target)
    assert report.missing == ()
    assert not report.resumed
    assert leftovers(target) == ["world.sqlite"]
    source, imported = GeneratedWorld(5, poi_spacing_km=20), ImportedWorld(target)
    ends = [SEOUL, CHUNCHEON]
    asked = 0
    for category in CATEGORY_CODES:
        main = source.routes(*ends)[0]["route_id"]
        along = source.pois_along(main, category)
        assert tuple(imported.pois_along(main, category)) == tuple(along)
        for poi in [*along, *source.pois_at(SEOUL, category)]:
            for city in ends:
                asked += 1
                assert tuple(imported.routes(city, poi["id"])) == tuple(source.routes(city, poi["id"]))
                assert tuple(imported.routes(poi["id"], city)) == tuple(source.routes(poi["id"], city))
    assert asked > 50
    assert imported.weather(SEOUL) == source.weather(SEOUL)


def test_the_layout_of_the_hub_gives_the_same_world(rows: Files, folder: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "hub", rows, hub=True)
    import_official(folder, tmp_path / "flat.sqlite")
    import_official(tmp_path / "hub", tmp_path / "hub.sqlite")
    flat, hub = ImportedWorld(tmp_path / "flat.sqlite"), ImportedWorld(tmp_path / "hub.sqlite")
    assert flat.routes(SEOUL, CHUNCHEON) == hub.routes(SEOUL, CHUNCHEON)
    assert flat.contacts() == hub.contacts()


def interrupted_after(calls: int) -> Callable[[str, int, int], None]:
    left = [calls]

    def progress(name: str, done: int, total: int) -> None:
        assert 0 < done <= total
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("calls", [1, 5, 9])
def test_an_interrupted_import_goes_on_where_it_stopped(
    folder: Path, tmp_path: Path, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_BATCH_ROWS", 40)
    whole, target = tmp_path / "whole.sqlite", tmp_path / "world.sqlite"
    import_official(folder, whole)
    with pytest.raises(KeyboardInterrupt):
        import_official(folder, target, interrupted_after(calls))
    assert not target.exists()
    read: list[int] = []
    report = import_official(folder, target, lambda name, done, total: read.append(done))
    assert report.resumed
    assert len(read) > 1
    assert leftovers(target) == ["world.sqlite"]
    assert contents(target) == contents(whole)


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    database = sqlite3.connect(path)
    tables = ("documents", "names", "pois", "spots", "routes", "facts")
    found = {table: database.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
    database.close()
    return found


def test_what_was_gathered_from_files_that_changed_is_not_used(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_BATCH_ROWS", 10)
    target = tmp_path / "world.sqlite"
    with pytest.raises(KeyboardInterrupt):
        import_official(folder, target, interrupted_after(4))
    add_line(folder / "locations.jsonl", json.dumps({"id": "loc_new_1", "name": "New", "position": POSITION}))
    report = import_official(folder, target)
    assert not report.resumed
    assert ImportedWorld(target).place("loc_new_1") is not None
    assert len(ImportedWorld(target).places()) == 3


POSITION = {"longitude": 1.0, "latitude": 2.0}


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("locations.jsonl", "{", "not valid JSON"),
        ("locations.jsonl", "[]", "not a JSON object"),
        ("locations.jsonl", '{"id": "x", "name": "y"}', "'position' is missing"),
        (
            "locations.jsonl",
            '{"id": "x", "name": 3, "position": {"longitude": 1, "latitude": 2}}',
            "'name' is not a text",
        ),
        ("weather.jsonl", '{"location_id": "x", "weather": [3]}', "slot"),
        ("contacts.jsonl", '{"id": "c", "name": "Kim", "phone_number": "", "email": ""}', "'name' is not an object"),
        ("calendars.jsonl", '{"id": "c", "date": {"year": 2025, "month": "May", "day": 1}}', "'month'"),
        ("pois.jsonl", '{"id": "p", "name": "n", "category": "bakery"}', "'opening_hours' is missing"),
        ("routes_location_location.jsonl", '{"route_id": "r"}', "'distance_km' is missing"),
        ("routes_metadata.jsonl", '{"route_id": "r", "start_id": "a", "destination_id": "b"}', "'base_route_id'"),
        (
            "routes_metadata.jsonl",
            '{"route_id": "r", "start_id": "a", "destination_id": "b", "base_route_id": "c", "fraction": "half"}',
            "'fraction' is not a number",
        ),
        ("routes_index.jsonl", "null", "not a JSON object"),
    ],
)
def test_a_corrupt_row_is_named_and_nothing_is_imported(
    folder: Path, tmp_path: Path, name: str, line: str, said: str
) -> None:
    number = add_line(folder / name, line)
    target = tmp_path / "world.sqlite"
    with pytest.raises(UsageError) as told:
        import_official(folder, target)
    assert f"{name}:{number}: " in str(told.value)
    assert said in str(told.value)
    assert "\n" not in str(told.value)
    assert leftovers(target) == []


def test_a_corrupt_row_leaves_an_earlier_import_alone(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "world.sqlite"
    import_official(folder, target)
    add_line(folder / "pois.jsonl", "nonsense")
    with pytest.raises(UsageError):
        import_official(folder, target)
    assert len(ImportedWorld(target).places()) == 2


def test_bytes_that_are_no_text_are_a_corrupt_row(folder: Path, tmp_path: Path) -> None:
    (folder / "contacts.jsonl").write_bytes(b'{"id": "\xff\xfe"}\n')
    with pytest.raises(UsageError, match=r"contacts\.jsonl:1: not valid JSON"):
        import_official(folder, tmp_path / "world.sqlite")


def test_blank_lines_and_a_missing_last_line_end_do_not_matter(folder: Path, tmp_path: Path) -> None:
    path = folder / "contacts.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\n", "\n\n", 3).rstrip("\n"), encoding="utf-8")
    assert import_official(folder, tmp_path / "world.sqlite").rows["contacts.jsonl"] == 100


def test_a_folder_without_locations_is_refused(tmp_path: Path) -> None:
    (tmp_path / "weather.jsonl").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match=r"no locations\.jsonl there"):
        import_official(tmp_path, tmp_path / "world.sqlite")
    with pytest.raises(UsageError, match="no such folder"):
        import_official(tmp_path / "absent", tmp_path / "world.sqlite")


def test_a_target_that_cannot_be_written_is_told(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be written"):
        import_official(folder, tmp_path / "file" / "world.sqlite")


def test_missing_files_are_named_and_observed_ones_stand_in(rows: Files, tmp_path: Path) -> None:
    some = rows["routes_location_location.jsonl"][:3]
    partial: Files = {
        "locations.jsonl": rows["locations.jsonl"],
        "observed_routes.jsonl": some,
        "observed_pois.jsonl": rows["pois.jsonl"][:2],
    }
    write_files(tmp_path / "data", partial)
    report = import_official(tmp_path / "data", tmp_path / "world.sqlite")
    told = "\n".join(report.missing)
    for name in ("weather.jsonl", "contacts.jsonl", "calendars.jsonl", "pois.jsonl", "routes_metadata.jsonl"):
        assert name in told
    assert "only observed_pois.jsonl is used" in told
    world = ImportedWorld(tmp_path / "world.sqlite")
    assert world.missing == report.missing
    assert list(world.routes(SEOUL, CHUNCHEON)) == some
    assert list(world.routes(CHUNCHEON, SEOUL)) == []
    assert world.weather(SEOUL) is None
    assert list(world.contacts()) == []
    assert world.calendar("cal_0001") is None


def test_full_files_are_preferred_to_observed_ones(rows: Files, tmp_path: Path) -> None:
    write_files(tmp_path / "data", rows | {"observed_routes.jsonl": [], "observed_pois.jsonl": []})
    report = import_official(tmp_path / "data", tmp_path / "world.sqlite")
    assert report.missing == ()
    assert "observed_pois.jsonl" not in report.rows


def test_the_index_decides_order_and_existence_of_routes(rows: Files, tmp_path: Path) -> None:
    listed = rows["routes_location_location.jsonl"][:3]
    ids = [{"route_id": row["route_id"]} for row in (listed[2], listed[0])]
    write_files(tmp_path / "data", rows | {"routes_index.jsonl": ids})
    import_official(tmp_path / "data", tmp_path / "world.sqlite")
    world = ImportedWorld(tmp_path / "world.sqlite")
    assert list(world.routes(SEOUL, CHUNCHEON)) == [listed[2], listed[0]]
    assert world.route(listed[1]["route_id"]) is None


def test_a_derived_route_without_its_base_is_left_out(rows: Files, tmp_path: Path) -> None:
    files = {name: kept for name, kept in rows.items() if name not in ("routes_location_location.jsonl",)}
    write_files(tmp_path / "data", files)
    report = import_official(tmp_path / "data", tmp_path / "world.sqlite")
    assert report.missing == ("routes_location_location.jsonl: its routes cannot be found",)
    world = ImportedWorld(tmp_path / "world.sqlite")
    derived = rows["routes_metadata.jsonl"][0]
    assert world.route(derived["route_id"]) is None
    assert list(world.routes(derived["start_id"], derived["destination_id"])) == []


def test_a_base_without_an_alias_leaves_it_to_the_rank(rows: Files, tmp_path: Path) -> None:
    bare = [{**row, "alias": []} for row in rows["routes_location_location.jsonl"]]
    write_files(tmp_path / "data", rows | {"routes_location_location.jsonl": bare})
    import_official(tmp_path / "data", tmp_path / "world.sqlite")
    world = ImportedWorld(tmp_path / "world.sqlite")
    derived = rows["routes_metadata.jsonl"][0]
    routes = world.routes(derived["start_id"], derived["destination_id"])
    assert [route["alias"] for route in routes] == [["fastest", "first"], ["second"], ["third"]]
    assert [world.route(route["route_id"]) for route in routes] == list(routes)


def test_two_imports_into_one_target_do_not_mix(folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "world.sqlite"

    def meanwhile(name: str, done: int, total: int) -> None:
        if name == "locations.jsonl":
            with pytest.raises(UsageError, match="another import into it is under way"):
                import_official(folder, target)

    import_official(folder, target, meanwhile)
    assert len(ImportedWorld(target).places()) == 2


@pytest.mark.parametrize("text", ["", "no database at all, but long enough to be looked at as one" * 20])
def test_a_file_that_is_no_import_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "world.sqlite"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="not an imported world"):
        ImportedWorld(path)
    with pytest.raises(UsageError, match="no such file"):
        ImportedWorld(tmp_path / "absent.sqlite")


def test_an_imported_world_can_be_sent_to_another_process(folder: Path, tmp_path: Path) -> None:
    import_official(folder, tmp_path / "world.sqlite")
    world = ImportedWorld(tmp_path / "world.sqlite")
    again = pickle.loads(pickle.dumps(world))
    assert again.routes(SEOUL, CHUNCHEON) == world.routes(SEOUL, CHUNCHEON)


def test_the_official_world_of_a_folder_is_imported_once(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASHTALK_CACHE", str(tmp_path / "cache"))
    told: list[str] = []

    def progress(name: str, done: int, total: int) -> None:
        told.append(name)

    first = official_world(folder, progress)
    assert told
    told.clear()
    assert official_world(folder, progress).path == first.path
    assert told == []
    add_line(folder / "locations.jsonl", json.dumps({"id": "loc_new_1", "name": "New", "position": POSITION}))
    other = official_world(folder, progress)
    assert other.path != first.path
    assert len(other.places()) == 3
