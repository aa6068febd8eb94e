"""`dashtalk level` in processes of its own: texts, tables, targets, gates and bad files."""

import csv
import io
import json
import re
import shlex
from pathlib import Path

import pytest
from command_line import Dashtalk

DOCS = (Path(__file__).parents[2] / "docs" / "speech-levels.md").read_text(encoding="utf-8")
REPLIES = (
    ("a", "창문을 닫았어요.\n더 필요하세요?", "haeyo"),
    ("b", "켰습니다, 에어컨.", "haeyo"),
    ("c", "재탐색 중", "none"),
)


def _tsv() -> str:
    rows = [(key, text.replace("\n", "\\n"), label) for key, text, label in REPLIES]
    return "\ufeffid\treply\tlabel\n" + "".join("\t".join(row) + "\n" for row in rows)


def _csv() -> str:
    out = io.StringIO()
    csv.writer(out).writerows([("id", "reply", "label"), *REPLIES])
    return out.getvalue()


def _jsonl() -> str:
    rows = [{"id": key, "reply": text, "label": label} for key, text, label in REPLIES]
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n\n"


@pytest.mark.parametrize(("name", "content"), [("r.tsv", _tsv()), ("r.csv", _csv()), ("r.jsonl", _jsonl())])
def test_every_table_gives_the_same_object_a_row(dashtalk: Dashtalk, name: str, content: str) -> None:
    dashtalk.write(name, content)
    done = dashtalk("level", "--file", name, "--column", "reply", "--target", "haeyo", "--json", "-")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in rows] == ["a", "b", "c"]
    assert [row["level"] for row in rows] == ["haeyo", "hapsyo", "none"]
    assert [row["complies"] for row in rows] == [True, False, None]
    assert all(row["why"] for row in rows)
    for row, (_, text, _) in zip(rows, REPLIES, strict=True):
        for sentence in row["sentences"]:
            if sentence["span"]:
                assert text[slice(*sentence["span"])].endswith(sentence["ending"][-1])


def test_fields_that_a_spreadsheet_quoted_are_read_without_their_quotes(dashtalk: Dashtalk) -> None:
    rows = ('"창문을 닫았어요."', '"""창문""이라고 하셨어요."', '"창문"이라고 했어요.')
    dashtalk.write("q.tsv", "text\n" + "\n".join(rows) + "\n")
    done = dashtalk("level", "--file", "q.tsv", "--target", "haeyo", "--json", "-")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["complies"] for row in found] == [True, True, True]
    assert [row["sentences"][0]["text"][0] for row in found] == ["창", '"', '"']


def test_rows_without_a_label_are_counted_apart(dashtalk: Dashtalk) -> None:
    dashtalk.write("l.tsv", "text\tlabel\n열었어.\thae\n열었어요.\t\n열었습니다.\tHAPSYO\n열었어요.\thapsyo\n")
    done = dashtalk("level", "--file", "l.tsv", "--labels", "label")
    assert "as labelled: 0.6667 (2 of 3); 1 without a label" in done.stdout
    dashtalk.write("p.tsv", "text\tlabel\n열었어.\tpolite\n")
    told = dashtalk("level", "--file", "p.tsv", "--labels", "label", code=2).stderr
    assert "row 1: 'polite' is none of hae, haeyo, hapsyo, mixed, none" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--fail-under", "nan"), "must lie between 0 and 1"),
        (("--fail-under", "2"), "between"),
        (("--show", "-1"), "0 or more"),
    ],
)
def test_figures_out_of_bounds_are_told(dashtalk: Dashtalk, arguments: tuple[str, ...], told: str) -> None:
    assert told in dashtalk("level", "열었어요.", "--target", "haeyo", *arguments, code=2).stderr


def test_many_replies_say_how_to_list_them(dashtalk: Dashtalk) -> None:
    dashtalk.write("many.txt", "열었어요.\n" * 21)
    done = dashtalk("level", "--file", "many.txt", "--target", "hapsyo", "--fail-under", "0.9", code=1)
    assert "--show 21 lists them all" in done.stdout
    assert "gate missed: hapsyo 0 < 0.9" in done.stdout
    assert dashtalk("level", "--file", "many.txt", "--show", "21").stdout.count("열었어요") == 21


def test_a_text_file_holds_one_reply_a_line(dashtalk: Dashtalk) -> None:
    dashtalk.write("r.txt", "닫았어.\n\n닫았어요.\n")
    rows = [json.loads(line) for line in dashtalk("level", "--file", "r.txt", "--json").stdout.splitlines()]
    assert [(row["id"], row["level"]) for row in rows] == [("1", "hae"), ("3", "haeyo")]


@pytest.mark.parametrize(("share", "code"), [("0.5", 0), ("0.6", 1)])
def test_the_share_that_keeps_to_the_target_is_a_gate(dashtalk: Dashtalk, share: str, code: int) -> None:
    dashtalk.write("r.tsv", _tsv())
    flags = ("--column", "reply", "--target", "haeyo", "--labels", "label", "--fail-under", share)
    out = dashtalk("level", "--file", "r.tsv", *flags, code=code).stdout
    assert "kept to haeyo: 0.500 (1 of 2); 1 show no level" in out
    assert "as labelled: 0.6667 (2 of 3)" in out


def test_a_gate_on_replies_without_a_level_is_not_decided(dashtalk: Dashtalk) -> None:
    dashtalk("level", "네", "--target", "haeyo", "--fail-under", "0.5", code=3)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give a TEXT or --file FILE"),
        (("a", "--file", "b.tsv"), "one of the two"),
        (("--file", "none.tsv"), "none.tsv: cannot be read"),
        (("--file", "r.tsv", "--column", "repl"), "did you mean 'reply'?"),
        (("--file", "bad.tsv"), "is not UTF-8"),
        (("--file", "bad.jsonl"), "line 2 is no JSON object"),
        (("--file", "open.csv"), "open.csv: line 3: unexpected end of data"),
        (("--file", "comma.csv"), "comma.csv: line 2 has more fields than the heading"),
        (("--file", "twice.csv"), "column 'text' occurs twice"),
        (("--file", "number.jsonl"), "line 1: 'text' is no text"),
        (("--file", "r.tsv", "--column", "reply", "--json", "r.tsv"), "r.tsv: is the file that is read"),
        (("--file", "bad.json"), "'.json' is none of .tsv, .csv, .jsonl"),
        (("a", "--fail-under", "0.5"), "--fail-under needs --target"),
        (("a", "--rule", "playful=maybe"), "playful is one of map, fail"),
        (("a", "--rule", "playfull=map"), "did you mean 'playful'?"),
        (("a", "--target", "haeyeo"), "did you mean 'haeyo'?"),
        (("a", "--json", "no/such/folder.json"), "cannot be written"),
    ],
)
def test_a_mistake_is_one_line(dashtalk: Dashtalk, arguments: tuple[str, ...], told: str) -> None:
    dashtalk.write("r.tsv", _tsv())
    (dashtalk.folder / "bad.tsv").write_bytes("text\n닫았어요\n".encode("cp949"))
    dashtalk.write("bad.jsonl", '{"text": "네"}\n[]\n')
    dashtalk.write("open.csv", 'text\n네.\n"닫았어요\n')
    dashtalk.write("comma.csv", "id,text\n1,네, 닫았어요.\n")
    dashtalk.write("twice.csv", "text,text\n네,네\n")
    dashtalk.write("number.jsonl", '{"text": 5}\n')
    dashtalk.write("bad.json", '[{"text": "네"}]')
    done = dashtalk("level", *arguments, code=2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_documented_command_runs(dashtalk: Dashtalk) -> None:
    (command,) = [line for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S) for line in block.splitlines()]
    out = dashtalk(*shlex.split(command)[1:]).stdout
    assert "broken" in out
    assert "-습니다" in out
