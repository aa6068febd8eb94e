"""The official row format: read, checked, explained."""

import json
from pathlib import Path
from typing import Any

import pytest
from carbench_mini import FOLDER, tasks

from scenarios.carbench import COLUMNS, RowError, parse_row
from scenarios.carbench_folder import pick_tasks, read_tasks, task_files
from simulator.registry import UsageError


def row(name: str = "base_0", **changes: Any) -> dict[str, Any]:
    """Return a published row of the tiny dataset, changed."""
    file = FOLDER / f"{name.partition('_')[0]}_train.jsonl"
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return dict(next(found for found in rows if found["task_id"] == name)) | changes


def test_a_row_keeps_its_columns_as_published() -> None:
    for name in ("base_0", "hallucination_2", "disambiguation_0"):
        published = row(name)
        assert tuple(published) == COLUMNS
        told = parse_row(published).columns()
        for column in ("actions", "context_init_config", "removed_part"):
            published[column] = None if published[column] is None else json.loads(published[column])
        assert told == published


def test_decoded_columns_are_read_too() -> None:
    found = parse_row(row())
    assert parse_row(found.columns()) == found


def test_a_task_gives_what_it_needs_to_be_played() -> None:
    found = tasks()["hallucination_2"]
    assert (found.family, found.removed, found.calendar_id) == ("hallucination", ("set_fan_speed.level",), "cal_2001")
    assert found.initial_state.flat()["fan_speed"] == 1
    assert found.toolset.schemas["set_fan_speed"]["properties"] == {}
    assert [call.tool for call in found.expected] == ["set_fan_speed"]
    assert found.expected[0].arguments == {"level": 3}


def test_a_removed_tool_is_not_offered_and_the_other_56_are() -> None:
    offered = tasks()["hallucination_0"].toolset.specs
    assert "open_close_sunshade" not in offered
    assert len(offered) == 56


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"task_type": "bass"}, "task base_0: unknown task type 'bass': did you mean 'base'"),
        ({"actions": "[{"}, "column 'actions' holds no valid JSON"),
        ({"actions": "{}"}, "column 'actions' must hold a list, this is an object"),
        ({"actions": '[{"kwargs": {}}]'}, "action 0 has no name"),
        ({"actions": '[{"name": "think"}]'}, "action 0 has no 'kwargs' object"),
        (
            {"actions": '[{"name": "open_sunroof", "kwargs": {}}]'},
            "action 0: unknown tool 'open_sunroof': did you mean",
        ),
        ({"context_init_config": '{"fan_sped": 1}'}, "unknown vehicle variable 'fan_sped'"),
        ({"context_init_config": '{"fan_speed": 9}'}, "vehicle variable 'fan_speed'"),
        ({"context_init_config": "3"}, "column 'context_init_config' must hold an object, this is a number"),
        ({"removed_part": '["think"]'}, "'removed_part' belongs to hallucination tasks"),
        ({"persona": None}, "column 'persona' must be a text, this is null"),
        ({"disambiguation_element_user": 1}, "column 'disambiguation_element_user' must be a text or null"),
    ],
)
def test_a_corrupt_row_is_explained(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RowError) as caught:
        parse_row(row(**changes))
    assert said in str(caught.value)


def test_a_removal_of_nothing_is_explained() -> None:
    with pytest.raises(RowError, match="unknown tool 'open_sunshade': did you mean 'open_close_sunshade'"):
        parse_row(row("hallucination_0", removed_part='["open_sunshade"]'))


def test_a_missing_column_and_a_row_that_is_no_object() -> None:
    found = row()
    del found["persona"]
    with pytest.raises(RowError, match="column 'persona' is missing"):
        parse_row(found)
    with pytest.raises(RowError, match="must be a JSON object, this is a list"):
        parse_row([])


def test_a_flat_folder_and_the_layout_of_the_hub(tmp_path: Path) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "base_test.jsonl").write_text(json.dumps(row()) + "\n\n", encoding="utf-8")
    assert list(read_tasks(tmp_path)) == ["base_0"]
    assert [path.name for path in task_files(FOLDER).values()] == [
        "base_train.jsonl",
        "hallucination_train.jsonl",
        "disambiguation_train.jsonl",
    ]


def test_tasks_can_be_narrowed() -> None:
    assert list(read_tasks(FOLDER, "base", "train")) == ["base_0", "base_2", "base_4"]
    assert list(pick_tasks(tasks(), ("base_4", "base_0"))) == ["base_4", "base_0"]
    with pytest.raises(UsageError, match="unknown task 'base_7'"):
        pick_tasks(tasks(), ("base_7",))
    with pytest.raises(UsageError, match="unknown task family 'bas': did you mean 'base'"):
        read_tasks(FOLDER, "bas")
    with pytest.raises(UsageError, match=r"holds no base_test\.jsonl"):
        read_tasks(FOLDER, "base", "test")


def test_folders_without_tasks_are_explained(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such folder"):
        read_tasks(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="no task file there"):
        read_tasks(tmp_path)


@pytest.mark.parametrize(("line", "said"), [("{oops", "not valid JSON"), ('{"task_id": "x"}', "column 'calendar_id'")])
def test_a_corrupt_line_is_named(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "base_train.jsonl"
    path.write_text(json.dumps(row()) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_tasks(tmp_path)
    assert str(caught.value).startswith(f"{path}:2: ")
    assert said in str(caught.value)


def test_an_id_given_twice_is_named(tmp_path: Path) -> None:
    (tmp_path / "base_train.jsonl").write_text((json.dumps(row()) + "\n") * 2, encoding="utf-8")
    with pytest.raises(UsageError, match=r"base_train\.jsonl:2: task base_0 stands in .*:1 already"):
        read_tasks(tmp_path)
