"""`dashtalk carbench` on a tiny dataset of its own: import, ground truths, runs, result files."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from carbench_mini import FOLDER
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, says
from persona_server import played

DATASET = str(FOLDER)


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a result file of ours: the dataset played by an assistant that knows the answers, twice."""
    folder = tmp_path_factory.mktemp("results")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DASHTALK_", "PYTHON", "XDG_"))}
    dashtalk = Dashtalk(folder, kept | {"HOME": str(folder)})
    dashtalk("carbench", "run", DATASET, "--agent", "oracle", "--trials", "2")
    dashtalk("carbench", "export", "--out", "results.json")
    return folder / "results.json"


def test_import_says_what_is_there_and_what_is_missing(dashtalk: Dashtalk) -> None:
    done = dashtalk("carbench", "import", DATASET)
    assert "8 tasks: base_train.jsonl 3, hallucination_train.jsonl 3, disambiguation_train.jsonl 2" in done.stdout
    assert "3 cities, 2 contacts" in done.stdout
    assert "missing pois.jsonl: only observed_pois.jsonl is used" in done.stdout
    assert "100 %" in done.stderr
    again = dashtalk("carbench", "import", DATASET)
    assert again.stdout == done.stdout
    assert again.stderr == ""


def test_ground_truths_are_told_step_by_step(dashtalk: Dashtalk) -> None:
    done = dashtalk("carbench", "oracle", DATASET, "--json", "-")
    rows = lines(done.stdout)
    assert [row["task_id"] for row in rows][:2] == ["base_0", "base_2"]
    assert len(rows) == 8
    first = rows[0]
    assert len(first["final_state"]) == 31
    assert (first["tool_errors"], first["policy_errors"]) == ([], [])
    assert [step["state_diff"] for step in first["steps"]] == [{}, {"sunshade_position": 100}, {"sunroof_position": 40}]
    assert set(first["steps"][0]) == {
        "name",
        "kwargs",
        "observation",
        "state_diff",
        "new_tool_errors",
        "new_policy_errors",
        "partial_db",
    }
    chosen = dashtalk("carbench", "oracle", DATASET, "--task", "base_2", "--json", "-")
    assert [row["task_id"] for row in lines(chosen.stdout)] == ["base_2"]


def test_a_run_is_written_and_scored_alike_when_read_back(dashtalk: Dashtalk, results: Path) -> None:
    entries = json.loads(results.read_text(encoding="utf-8"))
    assert [(entry["task_id"], entry["trial"]) for entry in entries][7:9] == [("disambiguation_2", 0), ("base_0", 1)]
    done = dashtalk("carbench", "rescore", str(results), "--dataset", DATASET, "--json", "-")
    rows = lines(done.stdout)
    assert len(rows) == 16
    assert [row["differs"] for row in rows] == [[]] * 16
    assert {"reward", "r_actions_final", "r_policy", "policy_aut_errors"} <= set(rows[0]["ours"]) & set(
        rows[0]["recorded"]
    )
    assert "16 trajectories, profile carbench: 16 agree, 0 differ" in done.stderr
    assert "unbiased" in done.stderr
    assert "first_k" in done.stderr


def test_a_stored_run_can_be_written_from_a_moved_dataset(dashtalk: Dashtalk, tmp_path: Path) -> None:
    moved = shutil.copytree(FOLDER, tmp_path / "moved")
    dashtalk("carbench", "run", str(moved), "--agent", "oracle", "--task", "base_0")
    moved.rename(tmp_path / "elsewhere")
    refused = dashtalk("carbench", "export", code=2)
    assert "no such folder" in refused.stderr
    done = dashtalk("carbench", "export", "--dataset", str(tmp_path / "elsewhere"))
    assert [entry["task_id"] for entry in json.loads(done.stdout)] == ["base_0"]


def test_our_own_runs_are_written_too(dashtalk: Dashtalk) -> None:
    dashtalk.run("--agent", "oracle")
    entries = json.loads(dashtalk("carbench", "export").stdout)
    assert len(entries) == 6
    assert all(entry["info"]["task"]["context_init_config"] for entry in entries)


@pytest.mark.parametrize("profile", ["carbench", "carbench-upstream", "native"])
def test_every_profile_scores(profile: str, dashtalk: Dashtalk, results: Path) -> None:
    command = ("carbench", "rescore", str(results), "--dataset", DATASET, "--profile", profile, "--json", "out.jsonl")
    done = dashtalk(*command)
    assert f"profile {profile}" in done.stdout
    assert len(lines((dashtalk.folder / "out.jsonl").read_text(encoding="utf-8"))) == 16


def test_a_quirk_can_be_switched_off(dashtalk: Dashtalk, results: Path) -> None:
    command = ("carbench", "rescore", str(results), "--dataset", DATASET, "--json", "-", "--without")
    done = dashtalk(*command, "hallucination-skips-policy")
    changed = [row["task_id"] for row in lines(done.stdout) if "r_policy" in row["differs"]]
    assert "hallucination_0" in changed
    assert "did you mean 'trunk-words'" in dashtalk(*command, "trunk-wrods", code=2).stderr


def test_json_lines_and_legacy_ids(dashtalk: Dashtalk, results: Path) -> None:
    entries = json.loads(results.read_text(encoding="utf-8"))[:3]
    for entry in entries:
        entry["task_id"] = int(entry["task_id"].rpartition("_")[2])
    text = "".join(json.dumps(entry) + "\n" for entry in entries)
    dashtalk.write("legacy.jsonl", text)
    rows = lines(dashtalk("carbench", "rescore", "legacy.jsonl", "--dataset", DATASET, "--json", "-").stdout)
    assert [row["task_id"] for row in rows] == ["base_0", "base_2", "base_4"]
    assert [row["legacy_task_id"] for row in rows] == [0, 2, 4]


def test_a_corrupt_entry_is_named_and_the_rest_scored(dashtalk: Dashtalk, results: Path) -> None:
    entries = json.loads(results.read_text(encoding="utf-8"))[:2]
    good = [json.dumps(entry) for entry in entries]
    dashtalk.write("broken.jsonl", "\n".join([good[0], '{"task_id": "base_2", "info": {}', good[1]]))
    done = dashtalk("carbench", "rescore", "broken.jsonl", "--dataset", DATASET, "--json", "-", code=3)
    assert [row["task_id"] for row in lines(done.stdout)] == ["base_0", "base_2"]
    assert "broken.jsonl:2: not valid JSON" in done.stderr
    assert "3 trajectories, profile carbench: 2 agree, 0 differ, 1 could not be scored" in done.stderr


def test_an_array_cut_off_keeps_what_came_before(dashtalk: Dashtalk, results: Path) -> None:
    text = results.read_text(encoding="utf-8")
    dashtalk.write("cut.json", text[: len(text) // 2])
    done = dashtalk("carbench", "rescore", "cut.json", "--dataset", DATASET, "--json", "-", code=3)
    assert 0 < len(lines(done.stdout)) < 16
    assert "the array is cut off after" in done.stderr


def test_an_unknown_tool_is_named(dashtalk: Dashtalk, results: Path) -> None:
    text = results.read_text(encoding="utf-8").replace('"name": "open_close_sunroof",', '"name": "open_roof",')
    dashtalk.write("odd.json", text)
    done = dashtalk("carbench", "rescore", "odd.json", "--dataset", DATASET, "--json", "-")
    assert "base_0, trial 0: calls an unknown tool 'open_roof'" in done.stderr
    assert lines(done.stdout)[0]["unknown_tools"] == ["open_roof"]


def test_mistakes_are_one_line(dashtalk: Dashtalk, results: Path, tmp_path: Path) -> None:
    rescore = ("carbench", "rescore", str(results), "--dataset")
    nowhere = shutil.copytree(FOLDER, tmp_path / "nowhere")
    (nowhere / "locations.jsonl").unlink()
    corrupt = shutil.copytree(FOLDER, tmp_path / "corrupt")
    rows = (corrupt / "base_train.jsonl").read_text(encoding="utf-8").splitlines()
    (corrupt / "base_train.jsonl").write_text("\n".join([rows[0], rows[1][:200], rows[2]]), encoding="utf-8")
    dashtalk.write("table.csv", "task_id,reward\n")
    for command, said in (
        ((*rescore, "missing"), "missing: no such folder"),
        ((*rescore, str(nowhere)), "no locations.jsonl"),
        ((*rescore, str(corrupt)), "base_train.jsonl:2: not valid JSON"),
        (("carbench", "import", str(corrupt)), "base_train.jsonl:2: not valid JSON"),
        ((*rescore, DATASET, "--profile", "carbensch"), "unknown profile 'carbensch': did you mean 'carbench'"),
        (("carbench", "rescore", "table.csv", "--dataset", DATASET), "neither a JSON array nor JSON lines"),
        (("carbench", "rescore", "none.json", "--dataset", DATASET), "none.json: cannot be read"),
        ((*rescore, DATASET, "--json", "no/such/folder.jsonl"), "--json no/such/folder.jsonl: cannot be written"),
        (("carbench", "oracle", DATASET, "--task", "base_9"), "unknown task 'base_9'"),
        (("carbench", "run", DATASET, "--agent", "baseline"), "need a driver that plays a persona"),
        (("carbench", "run", DATASET, "--user", "llm"), "official tasks are played by scripted"),
        (("carbench", "run", DATASET, "--user", "no_such:Driver"), "cannot import 'no_such'"),
    ):
        done = dashtalk(*command, code=2)
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1
        assert done.stdout == ""


DRIVER = """
from simulator.events import EndWord
from simulator.users.spec import Utterance


class Driver:
    name = "mine"

    def __init__(self, scenario):
        self.words = scenario.driver["en"].turns[0].say

    async def speak(self, history, removed_call):
        return Utterance(end=EndWord.STOP) if history else Utterance(intended=self.words)
"""


def test_any_driver_plays_official_tasks(dashtalk: Dashtalk) -> None:
    dashtalk.write("mine.py", DRIVER)
    done = dashtalk(
        "carbench", "run", DATASET, "--agent", "baseline", "--user", "mine:Driver", "--family", "base", "--json", "-"
    )
    found = json.loads(done.stdout)
    assert found["sessions"]["total"] == 3
    runs = dashtalk.json("runs")["runs"]
    assert (runs[0]["user"], runs[0]["agent"]) == ("mine:Driver", "baseline")


def test_judges_look_at_drivers_and_at_what_is_left_open(dashtalk: Dashtalk) -> None:
    def answer(request: Received) -> Answer:
        if request.body["model"] == "driver":
            return played(request)
        return says(json.dumps({"reasoning": "message 1 tells", "objection": "", "verdict": True}))

    with OpenAIServer(models=("driver", "judge")) as server:
        server.answer = answer
        driver = ("--user-model", "driver", "--user-base-url", server.url)
        judges = ("--judge-model", "judge", "--judge-base-url", server.url)
        command = ("carbench", "run", DATASET, "--agent", "oracle", *driver, *judges, "--json", "-")
        done = dashtalk(*command, code=None)
        asked = [body for body in server.chats if body["model"] == "judge"]
        again = dashtalk("score", "--json", "-", code=None)
    found = json.loads(done.stdout)
    assert done.returncode in (0, 3)
    assert "open questions, 1 judge," in done.stderr
    assert found["sessions"]["defects"] == 0
    assert found["sessions"]["undecided"] == 0
    judging = next(row for row in found["cost"]["models"] if row["role"] == "judge")
    assert judging["calls"] == len(asked) > 0
    session = dashtalk.json("show", found["results"][0]["session"])
    kinds = [event["type"] for event in session["events"]]
    assert "driver_judged" in kinds or session["outcome"] == "invalid"
    assert any("driver_judged" in str(dashtalk.json("show", row["session"])["events"]) for row in found["results"])
    # Judges are not asked again, and decide the same.
    assert json.loads(again.stdout)["metrics"] == found["metrics"]


def test_a_judge_that_objects_makes_a_driver_s_sessions_invalid(dashtalk: Dashtalk) -> None:
    def answer(request: Received) -> Answer:
        if request.body["model"] == "driver":
            return played(request)
        return says(json.dumps({"reasoning": "message 1 tells", "objection": "It left its part.", "verdict": False}))

    with OpenAIServer(models=("driver", "judge")) as server:
        server.answer = answer
        models = ("--user-model", "driver", "--user-base-url", server.url, "--regenerate", "0")
        judge = ("--judge-model", "judge", "--judge-base-url", server.url)
        done = dashtalk(
            "carbench",
            "run",
            DATASET,
            "--agent",
            "oracle",
            "--family",
            "base",
            *models,
            *judge,
            "--json",
            "-",
            code=None,
        )
    found = json.loads(done.stdout)
    assert found["sessions"]["invalid"] == found["sessions"]["total"] == 3
    assert any("judged by judge" in reason for row in found["results"] for reason in row["reasons"])


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_large_file_needs_little_memory(dashtalk: Dashtalk, results: Path) -> None:
    entries = json.loads(results.read_text(encoding="utf-8"))
    body = json.dumps(entries, indent=2)[1:-2]
    large = dashtalk.folder / "large.json"
    with large.open("w", encoding="utf-8") as stream:
        stream.write("[")
        copies = 200_000_000 // len(body) + 1
        for number in range(copies):
            stream.write(("," if number else "") + body)
        stream.write("]")
    # The peak of the process itself; what the system counts for children holds those of every test before.
    program = (
        "import sys; from simulator.cli import main; code = main(sys.argv[1:]); "
        "print(open('/proc/self/status').read(), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "carbench", "rescore", str(large), "--dataset", DATASET],
        env=dashtalk.environment,
        cwd=dashtalk.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    peak_kb = int(re.search(r"VmHWM:\s+(\d+) kB", done.stderr)[1])  # type: ignore[index]
    assert peak_kb < 200_000
