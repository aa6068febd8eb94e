"""`dashtalk concise` in processes of its own: texts, tables and mistakes."""

import json
import re
import shlex
from pathlib import Path

import pytest
from command_line import Dashtalk

DOCS = (Path(__file__).parents[2] / "docs" / "conciseness.md").read_text(encoding="utf-8")
TABLE = "id\treply\na\t창문을 닫았어요.\nb\t창문을 닫았어요.\\n문을 잠갔어요. 불을 껐어요.\nc\t네\n"


def test_a_table_gives_one_object_a_row_with_every_component(dashtalk: Dashtalk) -> None:
    dashtalk.write("r.tsv", TABLE)
    done = dashtalk("concise", "--file", "r.tsv", "--column", "reply", "--json", "-")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["id"], row["grade"], row["sentences"]) for row in rows] == [("a", 3, 1), ("b", 2, 3), ("c", None, 0)]
    for row in rows:
        assert row["label"] == "estimated conciseness (rule)"
        assert row["timing"] == "estimated"
        assert {"seconds", "units", "options", "filler_share", "repeated_share", "speakable", "steps"} <= row.keys()
        assert bool(row["why"]) is (row["grade"] != 3)
    assert "over 2 replies" in dashtalk("concise", "--file", "r.tsv", "--column", "reply").stdout


def test_the_language_is_that_of_the_letters_unless_told(dashtalk: Dashtalk) -> None:
    dashtalk.write("r.txt", "창문을 닫았어요.\nThe window is closed.\n")
    found = [
        json.loads(line)["locale"] for line in dashtalk("concise", "--file", "r.txt", "--json").stdout.splitlines()
    ]
    assert found == ["ko", "en"]
    told = json.loads(dashtalk("concise", "USB 3", "--lang", "ko", "--json").stdout)
    assert told["length_unit"] == "syllables"


def test_what_is_told_about_a_reply_counts(dashtalk: Dashtalk) -> None:
    flags = ("--said", "close the window", "--audio-ms", "7000", "--kind", "urgent", "--json")
    found = json.loads(dashtalk("concise", "The window is closed.", *flags).stdout)
    assert (found["grade"], found["timing"], found["seconds"], found["repeated_share"]) == (1, "measured", 7.0, 1.0)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "give a TEXT or --file FILE"),
        (("a", "--file", "r.tsv"), "one of the two"),
        (("--file", "none.tsv"), "none.tsv: cannot be read"),
        (("--file", "r.tsv", "--column", "repl"), "did you mean 'reply'?"),
        (("--file", "r.tsv", "--column", "reply", "--audio-ms", "9"), "--audio-ms is the length of one TEXT"),
        (("--file", "r.tsv", "--column", "reply", "--said", "x"), "--said is what was said before one TEXT"),
        (("a", "--audio-ms", "0"), "must be more than 0 ms"),
        (("a", "--kind", "urgnt"), "did you mean 'urgent'?"),
        (("a", "--json", "no/such/folder.json"), "cannot be written"),
    ],
)
def test_a_mistake_is_one_line(dashtalk: Dashtalk, arguments: tuple[str, ...], told: str) -> None:
    dashtalk.write("r.tsv", TABLE)
    done = dashtalk("concise", *arguments, code=2)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_empty_file_holds_no_reply(dashtalk: Dashtalk) -> None:
    dashtalk.write("r.txt", "\n")
    assert "no reply" in dashtalk("concise", "--file", "r.txt", code=3).stderr


def test_the_documented_command_runs(dashtalk: Dashtalk) -> None:
    (command,) = [line for block in re.findall(r"```sh\n(.*?)```", DOCS, re.S) for line in block.splitlines()]
    assert "estimated conciseness (rule) 3 of 3" in dashtalk(*shlex.split(command)[1:]).stdout
