"""What a table of labels says, and how a mistake in it is told."""

import json
from pathlib import Path

import pytest

from evaluation.calibration.labels import Instance, Row, Scale, read_instances
from evaluation.calibration.table_file import read_table, table_text
from simulator.registry import UsageError

COLUMNS = ["id", "kpi", "human:a", "reason:a", "human:b", "reason:b", "human:c", "reason:c", "judge:X", "judge:Y"]


def row(**cells: str) -> Row:
    renamed = {name.replace("_", ":", 1): value for name, value in cells.items()}
    return Row("t.csv: line 2", dict.fromkeys(COLUMNS, "") | renamed)


def one(**cells: str) -> Instance:
    (found,) = read_instances("t.csv", COLUMNS, [row(**cells)])
    return found


def test_the_majority_of_people_decides() -> None:
    found = one(human_a="yes", reason_a="r", human_b="no", reason_b="r", human_c="예", reason_c="이유")
    assert found.human == 1
    assert [given.rationale for given in found.humans] == ["r", "r", "이유"]


def test_a_tie_has_no_majority_and_one_annotator_is_enough() -> None:
    assert one(human_a="yes", reason_a="r", human_b="no", reason_b="r").human is None
    assert one(human_a="no", reason_a="r").human == 0


def test_grades_are_told_by_the_numbers_and_their_median_counts() -> None:
    found = one(human_a="3", reason_a="r", human_b="1", reason_b="r", human_c="2", reason_c="r", judge_X="2.0")
    assert found.scale == Scale(1, 3)
    assert found.human == 0.5
    assert found.judges[0].value == 0.5


@pytest.mark.parametrize("nothing", ["", " ", "NaN", "null"])
def test_what_is_missing_is_no_label_and_no_answer(nothing: str) -> None:
    found = one(human_a="yes", reason_a="r", human_b=nothing, judge_X=nothing, judge_Y="none")
    assert len(found.humans) == 1
    assert [(given.judge, given.value) for given in found.judges] == [("Y", None)]


def test_an_instance_is_ambiguous_where_somebody_says_so() -> None:
    assert one(human_a="?", reason_a="both fit", human_b="no", reason_b="r").ambiguous == ("a",)
    (found,) = read_instances(
        "t", [*COLUMNS, "ambiguous"], [Row("t", {**row(human_a="yes", reason_a="r").cells, "ambiguous": "yes"})]
    )
    assert found.ambiguous == ("the table",)


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({"human_a": "yes"}, "line 2: a's label has no reason: write one in the column 'reason:a'"),
        ({"human_a": "?"}, "a's label has no reason"),
        ({"human_a": "maybe", "reason_a": "r"}, "column 'human:a': 'maybe' is neither yes nor no"),
        ({"human_a": "yes", "reason_a": "r", "judge_X": "2"}, "column 'human:a': 'yes' is no whole number from 1 to 3"),
        ({"human_a": "2", "reason_a": "r", "judge_X": "4"}, "column 'judge:X': '4' is no whole number from 1 to 3"),
        ({"scale": "1-2"}, "scale '1-2' is neither binary nor LOW-HIGH"),
        ({"ambiguous": "perhaps"}, "column 'ambiguous': 'perhaps' is neither yes nor no"),
    ],
)
def test_a_mistake_names_line_and_column(cells: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError) as error:
        one(**cells)
    assert told in str(error.value)


def test_columns_and_instances_are_checked() -> None:
    with pytest.raises(UsageError, match="no column 'human:NAME'"):
        read_instances("t", ["id", "label"], [])
    with pytest.raises(UsageError, match="no column 'reason:kim'"):
        read_instances("t", ["id", "human:kim"], [])
    twice = [row(id="7", human_a="yes", reason_a="r")] * 2
    with pytest.raises(UsageError, match="instance '7' of all occurs twice"):
        read_instances("t", COLUMNS, twice)
    scales = [Row("l1", {"scale": "1-3", "human:a": ""}), Row("l2", {"scale": "1-5", "human:a": ""})]
    with pytest.raises(UsageError, match="has the scale 1-3 further up and 1-5 here"):
        read_instances("t", ["human:a", "reason:a", "scale"], scales)


ROWS = [{"id": "한글", "human:a": "yes", "reason:a": 'two\nlines, "quoted"\tand a tab'}, {"id": "2", "human:a": "no"}]


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_what_is_written_is_read_again(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"labels.{kind}"
    path.write_text(table_text(str(path), ["id", "human:a", "reason:a"], ROWS), encoding="utf-8")
    columns, rows = read_table(str(path))
    assert columns == ["id", "human:a", "reason:a"]
    assert [{name: value for name, value in found.cells.items() if value} for found in rows] == ROWS


def test_json_values_are_read_as_a_table_has_them(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    objects = [{"id": 7, "human:a": True, "reason:a": "r", "judge:X": 0}, {"human:a": False, "reason:a": "r"}]
    lines = [json.dumps(found) for found in objects] + ['{"human:a": NaN, "judge:X": null}']
    path.write_text("\n".join(lines), encoding="utf-8")
    columns, rows = read_table(str(path))
    found = read_instances(str(path), columns, rows)
    assert [instance.id for instance in found] == ["7", "2", "3"]
    assert [instance.human for instance in found] == [1, 0, None]
    assert [len(instance.judges) for instance in found] == [1, 0, 0]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.txt", "x", "is no table of labels"),
        ("none.csv", None, "cannot be read"),
        ("a.csv", "id,human:a\n", "there is no row in it"),
        ("a.csv", "id,id\n1,2\n", "column 'id' occurs twice"),
        ("a.csv", "id\n1,2\n", "line 2 has more cells"),
        ("a.jsonl", "[]\n", "line 1 is no JSON object"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path: Path, name: str, content: str | None, told: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match=told):
        read_table(str(path))
    (tmp_path / "k.csv").write_bytes("id\n한글\n".encode("cp949"))
    with pytest.raises(UsageError, match="not UTF-8"):
        read_table(str(tmp_path / "k.csv"))
