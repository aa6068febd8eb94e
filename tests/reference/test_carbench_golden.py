"""Published ground truths carried out here: states, errors and answers step by step."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluation.profiles.oracle import READS_BIG_FILES, oracle_row
from scenarios.carbench_folder import read_tasks
from simulator.world.import_official import import_official
from simulator.world.imported import ImportedWorld

DATA = Path(__file__).parents[3] / "shared/data/carbench"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the official data are not here")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> ImportedWorld:
    target = tmp_path_factory.mktemp("world") / "official.sqlite"
    import_official(DATA, target)
    return ImportedWorld(target)


def golden() -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (DATA / "golden_gt_replay.jsonl").read_text(encoding="utf-8").splitlines()]
    return {row["task_id"]: row for row in rows}


def without_descriptions(observation: str) -> Any:
    try:
        answer = json.loads(observation)
    except ValueError:
        return observation
    if isinstance(answer, dict) and isinstance(answer.get("result"), dict):
        answer["result"].pop("description", None)
    return answer


def test_all_129_ground_truths_are_as_published(world: ImportedWorld) -> None:
    tasks, wanted = read_tasks(DATA), golden()
    assert set(tasks) == set(wanted)
    for name, task in tasks.items():
        row, golden_row = oracle_row(task, world, partial=True), wanted[name]
        assert row["final_state"] == golden_row["final_state"], name
        assert list(row["final_state"]) == list(golden_row["final_state"])
        for step, golden_step in zip(row["steps"], golden_row["steps"], strict=True):
            place = f"{name}: {step['name']}"
            assert (step["name"], step["kwargs"]) == (golden_step["name"], golden_step["kwargs"])
            assert step["state_diff"] == golden_step["state_diff"], place
            codes = [[error.partition(":")[0] for error in found["new_tool_errors"]] for found in (step, golden_step)]
            assert codes[0] == codes[1], place
            assert len(step["new_policy_errors"]) == len(golden_step["new_policy_errors"]), place
            assert step["partial_db"] == golden_step["partial_db"] == (step["name"] in READS_BIG_FILES)
            if not golden_step["partial_db"]:
                observations = step["observation"], golden_step["observation"]
                assert without_descriptions(observations[0]) == without_descriptions(observations[1]), place


def test_rows_keep_their_columns_as_published() -> None:
    for task in read_tasks(DATA).values():
        path, _, number = task.source.rpartition(":")
        row = json.loads(Path(path).read_text(encoding="utf-8").splitlines()[int(number) - 1])
        columns = task.columns()
        assert list(columns) == list(row)
        for name, value in row.items():
            if name in ("actions", "context_init_config", "removed_part") and value is not None:
                assert json.dumps(columns[name], ensure_ascii=False) == value
            else:
                assert columns[name] == value


def test_splits_hold_the_tasks_of_the_published_list() -> None:
    listed = json.loads((DATA / "task_splits.json").read_text(encoding="utf-8"))
    for family in ("base", "hallucination", "disambiguation"):
        assert list(read_tasks(DATA, family, "train")) == listed[f"{family}_train"]
