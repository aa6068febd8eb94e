"""Result files of the reference: cut into entries, read, written."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluation.formats import carbench_stream
from evaluation.formats.carbench import EntryError, read_entry
from evaluation.formats.carbench_stream import StreamError, raw_entries
from simulator.environment import MALFORMED
from simulator.registry import UsageError


def entry(**changes: Any) -> dict[str, Any]:
    """Return an entry with a call, its answer, and a speech."""
    arguments = json.dumps({"level": 3})
    found: dict[str, Any] = {
        "task_id": "base_0",
        "trial": 1,
        "reward": 1.0,
        "info": {"task": {}, "reward_info": {"info": {"policy_llm_errors": [], "end_conversation_keyword": None}}},
        "traj": [
            {"role": "system", "content": "be kind"},
            {"role": "user", "content": "more air"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "1", "function": {"name": "set_fan_speed", "arguments": arguments}}],
            },
            {"role": "tool", "tool_call_id": "1", "name": "set_fan_speed", "content": '{"status": "SUCCESS"}'},
            {"role": "assistant", "content": "Done.", "tool_calls": None},
            {"role": "user", "content": "###STOP###"},
        ],
    }
    return found | changes


def write(path: Path, entries: list[Any], *, style: str) -> Path:
    if style == "lines":
        path.write_text("".join(json.dumps(item, ensure_ascii=False) + "\n" for item in entries), encoding="utf-8")
    else:
        path.write_text(json.dumps(entries, indent=2 if style == "indented" else None), encoding="utf-8")
    return path


TRICKY = [
    {"text": 'a "quoted" bracket ] } and a backslash \\', "deep": [[{"a": [1, 2]}], []]},
    {"text": '한국어 [ { \\" ', "empty": {}},
    {"text": "\\", "list": []},
]


@pytest.mark.parametrize("style", ["lines", "indented", "compact"])
@pytest.mark.parametrize("chunk", [1, 7, 64, 1 << 20])
def test_entries_come_whole_whatever_the_chunks(
    style: str, chunk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carbench_stream, "CHUNK_BYTES", chunk)
    path = write(tmp_path / "results.json", TRICKY * 3, style=style)
    raws = list(raw_entries(path))
    assert [json.loads(raw.body) for raw in raws] == TRICKY * 3
    assert [raw.number for raw in raws] == list(range(1, 10))


def test_places_name_the_line_an_entry_begins_on(tmp_path: Path) -> None:
    lines = write(tmp_path / "lines.jsonl", TRICKY, style="lines")
    assert [raw.place.rpartition(":")[2] for raw in raw_entries(lines)] == ["1", "2", "3"]
    array = write(tmp_path / "array.json", TRICKY, style="indented")
    text = array.read_text(encoding="utf-8").splitlines()
    begins = [number for number, line in enumerate(text, start=1) if line == "  {"]
    assert [int(raw.place.rpartition(":")[2]) for raw in raw_entries(array)] == begins


def test_an_entry_that_is_no_json_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text('[{"a": 1}, {"a": nonsense}, {"a": 3}]', encoding="utf-8")
    bodies = [raw.body for raw in raw_entries(path)]
    assert bodies == [b'{"a": 1}', b'{"a": nonsense}', b'{"a": 3}']
    with pytest.raises(EntryError, match="not valid JSON"):
        read_entry(bodies[1])


def test_a_file_cut_off_gives_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text(json.dumps(TRICKY)[:-20], encoding="utf-8")
    found = raw_entries(path)
    assert [json.loads(next(found).body), json.loads(next(found).body)] == TRICKY[:2]
    with pytest.raises(StreamError, match=r"results\.json:1: the array is cut off after 2 trajectories"):
        next(found)


def test_an_open_quote_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carbench_stream, "MOST_ENTRY_BYTES", 1000)
    monkeypatch.setattr(carbench_stream, "CHUNK_BYTES", 100)
    path = tmp_path / "results.json"
    path.write_text('[{"a": 1}, {"b": "open' + "x" * 5000 + "}]", encoding="utf-8")
    found = raw_entries(path)
    assert next(found).body == b'{"a": 1}'
    with pytest.raises(StreamError, match="is a quote open"):
        next(found)


@pytest.mark.parametrize(("text", "said"), [("", "empty"), ("  \n ", "empty"), ("task_id,reward", ":1: neither")])
def test_what_is_no_result_file_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        list(raw_entries(path))
    with pytest.raises(UsageError, match="cannot be read"):
        list(raw_entries(tmp_path / "nowhere.json"))


def test_an_entry_is_read() -> None:
    found = read_entry(json.dumps(entry()).encode())
    assert (found.task_id, found.legacy_id, found.trial, found.reward) == ("base_0", None, 1, 1.0)
    (call,) = found.messages[0] or ()
    assert (call.name, call.arguments, call.observed) == ("set_fan_speed", {"level": 3}, '{"status": "SUCCESS"}')
    assert found.messages[1] is None
    assert found.judged is not None
    assert found.judged.errors == ()
    assert (found.finished, found.driver_word, found.error) == (True, None, "")


@pytest.mark.parametrize(
    ("task", "wanted"),
    [
        ({}, "base_7"),
        ({"task_type": "hallucination_missing_tool"}, "hallucination_7"),
        ({"removed_part": ["think"]}, "hallucination_7"),
        ({"disambiguation_element_user": "level"}, "disambiguation_7"),
    ],
)
def test_legacy_ids_count_within_the_family(task: dict[str, Any], wanted: str) -> None:
    changed = entry(task_id=7)
    changed["info"]["task"] = task
    found = read_entry(json.dumps(changed).encode())
    assert (found.task_id, found.legacy_id) == (wanted, 7)


def test_words_for_removed_parts_are_left_to_the_replay() -> None:
    for word, kept in (("HALLUCINATION_ERROR_REMOVED_TOOL", None), ("OUT_OF_SCOPE", "OUT_OF_SCOPE")):
        changed = entry(info={"task": {}, "reward_info": {"info": {"end_conversation_keyword": word}}})
        assert read_entry(json.dumps(changed).encode()).driver_word == kept


def test_arguments_that_are_no_object_reach_the_gate_as_such() -> None:
    changed = entry()
    changed["traj"][2]["tool_calls"][0]["function"]["arguments"] = "level 3"
    (call,) = read_entry(json.dumps(changed).encode()).messages[0] or ()
    assert call.arguments == {MALFORMED: "level 3"}


def test_sessions_without_components_are_told_apart() -> None:
    limit = read_entry(json.dumps(entry(info={"task": {}, "reward_info": None}, reward=0.0)).encode())
    assert (limit.finished, limit.error, limit.recorded) == (False, "", {"reward": 0.0})
    crash = read_entry(json.dumps(entry(info={"error": "boom", "traceback": ""}, traj=[])).encode())
    assert (crash.finished, crash.error) == (False, "boom")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"task_id": None}, "no 'task_id'"),
        ({"info": None}, "no 'info'"),
        ({"traj": "hello"}, "no 'traj'"),
        ({"trial": "first"}, "'trial' must be"),
        ({"traj": [{"role": "assistant", "tool_calls": [{}]}]}, "message 0: call 0 has no function name"),
        ({"traj": [{"role": "assistant", "tool_calls": {"a": 1}}]}, "'tool_calls' is no list"),
    ],
)
def test_a_corrupt_entry_is_explained(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(EntryError, match=said):
        read_entry(json.dumps(entry(**changes)).encode())


def test_something_else_is_no_entry() -> None:
    with pytest.raises(EntryError, match="not a JSON object"):
        read_entry(b"[1]")
