"""The commands of docs/calibration.md: labelling in a real terminal, judges against people, modes of speech levels."""

import json
import re
import shlex
from pathlib import Path

import pytest
from command_line import Dashtalk
from openai_server import Answer, OpenAIServer, Received, says
from terminal import terminal, tmux_is_here

DOCS = (Path(__file__).parents[2] / "docs" / "calibration.md").read_text(encoding="utf-8")
ADDRESS = "http://127.0.0.1:8000/v1"
SCENARIO = ("--scenario", "base-quarter-window", "--lang", "ko", "--channel", "text")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCS, re.S)


def commands(number: int) -> list[list[str]]:
    return [shlex.split(line)[1:] for line in blocks("sh")[number].splitlines()]


def keeping(request: Received) -> Answer:
    """Say yes to everything that ends in 요."""
    said = re.findall(r'"assistant": "(.*?)"', str(request.body["messages"][1]["content"]))[-1]
    kept = "요" in said
    return says(json.dumps({"reasoning": "읽었다", "objection": "" if kept else "요가 없다", "verdict": kept}))


def test_judges_are_held_against_people(dashtalk: Dashtalk) -> None:
    table, _ = blocks("csv")
    dashtalk.write("labels.csv", table)
    shown, machine = commands(1)
    out = dashtalk(*shown).stdout
    for wanted in ("what people say", "1 ambiguous", "Krippendorff", "ensemble", "McNemar", "judges to keep: A"):
        assert wanted in out
    dashtalk(*machine)
    found = json.loads((dashtalk.folder / "agreement.json").read_text(encoding="utf-8"))
    clarification = found["kpis"]["clarification"]
    assert (clarification["used"], clarification["ambiguous"]) == (4, 1)
    assert clarification["judges"]["B"]["without_verdict"] == 1
    assert clarification["judges"]["A"]["accuracy"]["value"] == 1
    assert found["kpis"]["conciseness"]["scale"] == "1-3"
    assert found["kpis"]["conciseness"]["judges"]["ensemble"]["inverted_mse"]["value"] == 1
    assert found["keep"]["judges"] == ["A"]
    assert json.loads(dashtalk(*shown, "--json", "-").stdout) == found


def test_degenerate_tables_give_reasons_and_no_numbers(dashtalk: Dashtalk) -> None:
    dashtalk.write("one.csv", "id,human:a,reason:a,judge:X\n1,yes,r,yes\n2,yes,r,nan\n3,yes,r,none\n")
    found = json.loads(dashtalk("judge", "calibrate", "one.csv", "--json", "-").stdout)["kpis"]["all"]
    assert found["alpha"] == {"value": None, "low": None, "high": None, "undefined": "one annotator only"}
    judge = found["judges"]["X"]
    assert (judge["compared"], judge["without_verdict"]) == (1, 1)
    assert judge["kappa"]["undefined"] == "people gave one class only"
    assert judge["specificity"]["undefined"] == "people never say no"
    dashtalk.write("tie.csv", "id,human:a,reason:a,human:b,reason:b,judge:X\n1,yes,r,no,r,yes\n")
    done = dashtalk("judge", "calibrate", "tie.csv", code=3)
    assert "1 without majority" in done.stdout
    assert "judges to keep: undefined: " in done.stdout
    assert "no instance has both" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("judge", "calibrate", "none.csv"), "none.csv: cannot be read"),
        (("judge", "calibrate", "bare.csv"), "line 2: a's label has no reason"),
        (("judge", "calibrate", "alone.csv"), "no runs are stored there yet"),
        (("judge", "calibrate", "bare.csv", "--json", "no/such/place.json"), "cannot be written"),
        (("judge", "annotate"), "--annotator: say who labels"),
        (("judge", "annotate", "--annotator", "a:b"), "'a:b' is no name"),
        (("judge", "annotate", "--annotator", "kim"), "needs a terminal"),
        (("judge", "annotate", "--export", "labels.txt"), "no runs are stored there yet"),
        (("level", "--compare", "alone.csv"), "no column 'target'"),
        (("level", "--compare", "alone.csv", "--target", "hae"), "no column 'text'"),
        (("level", "닫았어", "--compare", "alone.csv"), "TEXT: leave it out"),
        (("run", "--level-mode", "hybird"), "did you mean 'hybrid'?"),
    ],
)
def test_a_mistake_is_one_line(dashtalk: Dashtalk, arguments: tuple[str, ...], told: str) -> None:
    dashtalk.write("bare.csv", "id,human:a,reason:a,judge:X\n1,yes,,yes\n")
    dashtalk.write("alone.csv", "id,human:a,reason:a\n1,yes,r\n")
    done = dashtalk(*arguments, code=2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_library_that_is_missing_is_one_line(dashtalk: Dashtalk) -> None:
    dashtalk.write("labels.csv", blocks("csv")[0])
    dashtalk.write("krippendorff.py", "raise ModuleNotFoundError(name='krippendorff')\n")
    done = dashtalk("judge", "calibrate", "labels.csv", code=2)
    assert "calibration needs krippendorff, which is not installed: python -m pip install" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not tmux_is_here(), reason="tmux is not installed")
def test_people_label_in_a_terminal_go_on_later_and_are_held_against_stored_judges(dashtalk: Dashtalk) -> None:
    with OpenAIServer(models=("MODEL_A",)) as server:
        server.answer = keeping
        flags = ("--level-mode", "llm", "--judge-model", "MODEL_A", "--judge-base-url", server.url)
        dashtalk("run", *SCENARIO, *flags)
        asked = len(server.chats)
    assert asked
    label, export = commands(0)
    environment = dashtalk.environment | {"TERM": "tmux-256color", "LC_ALL": "C.UTF-8"}
    for beginning, kept in ((1, 1), (2, asked)):
        with terminal(dashtalk.folder) as screen:
            screen.start(dashtalk.command(*label, "--ui-lang", "ko"), environment, dashtalk.folder, (80, 24))
            screen.wait_for(f"문항 {beginning}/{asked} · {beginning - 1}건 완료")
            for number in range(beginning, kept + 1):
                screen.press("y", "Tab")
                screen.type("요로 끝난다")
                screen.press("Enter")
                screen.wait_for(f"{number}건 완료")
            screen.press("Escape")
            assert screen.exit_code() == 0
            assert f"kim labelled {kept} of {asked}" in screen.screen()
    done = dashtalk(*export)
    assert f"{asked} labels of 1 annotator\n" in done.stderr
    found = json.loads(dashtalk("judge", "calibrate", "labels.csv", "--json", "-").stdout)
    (kpi,) = found["kpis"].values()
    (judge,) = kpi["judges"].values()
    assert (kpi["used"], judge["compared"]) == (asked, asked)
    assert judge["accuracy"]["value"] == 1
    assert found["missing"] == []


def test_modes_of_speech_levels_are_held_against_people(dashtalk: Dashtalk) -> None:
    _, table = blocks("csv")
    dashtalk.write("levels.csv", table)
    from_file, asking = commands(3)
    found = json.loads(dashtalk(*from_file, "--json", "-").stdout)
    assert (found["replies"], found["unmarked"], found["rule"]["value"]) == (7, 1, 1)
    first = found["models"]["A"]
    assert (first["llm"]["value"], first["hybrid"]["value"]) == (pytest.approx(3 / 7), pytest.approx(6 / 7))
    assert (first["llm_against_hybrid"]["only_first_right"], first["llm_against_hybrid"]["only_second_right"]) == (0, 3)
    assert first["llm_against_hybrid"]["p"]["value"] == pytest.approx(2 / 8)
    assert "0 to 3, p 0.2500" in dashtalk(*from_file).stdout
    with OpenAIServer(models=("MODEL_C",)) as server:
        server.answer = keeping
        words = [word.replace(ADDRESS, server.url) for word in asking]
        more = json.loads(dashtalk(*words, "--json", "-").stdout)
        assert len(server.chats) == 7
    (name,) = [judge for judge in more["models"] if judge.startswith("MODEL_C")]
    assert list(more["models"]) == ["A", "B", name, "ensemble"]
    assert more["models"]["A"] == found["models"]["A"]
    assert more["models"][name]["replies"] == 7


def test_a_run_is_scored_by_the_mode_that_it_was_told(dashtalk: Dashtalk) -> None:
    playing, judging = commands(2)
    with OpenAIServer(models=("MODEL_A",)) as server:
        server.answer = keeping
        words = [word.replace(ADDRESS, server.url) for word in playing]
        hybrid = json.loads(dashtalk(*words, *SCENARIO, "--json", "-").stdout)
        assert hybrid["metrics"]["haeyo"]["value"] == 1
        asked = len(server.chats)
        words = [word.replace(ADDRESS, server.url) for word in judging]
        alone = json.loads(dashtalk(*words, "--json", "-").stdout)
        assert alone["metrics"]["haeyo"]["value"] == 1
        assert alone["judging"]["rubrics"]["haeyo"]["questions"] >= asked
    assert json.loads(dashtalk("score", "--json", "-").stdout)["metrics"]["haeyo"]["value"] == 1
    nobody = dashtalk.run(
        "--level-mode", "hybrid", "--lang", "ko", "--fail-under", "ko.haeyo=0.9", of=("base-quarter-window",), code=3
    )
    (score,) = [one for one in nobody["results"][0]["scores"] if one["metric"] == "haeyo"]
    assert score["value"] is None
    assert "level mode hybrid" in score["reason"]
