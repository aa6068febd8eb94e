"""The JUnit report, read back by an XML parser."""

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from evaluation.formats.junit import junit


def row(outcome: str | None, *reasons: str, kind: str = "base", unscored: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "scenario_id": "base-fan",
        "kind": kind,
        "locale": "ko",
        "trial": 0,
        "wall_ms": 1234.5,
        "outcome": outcome,
        "reasons": json.dumps(list(reasons)),
        "unscored": json.dumps(list(unscored)),
    }


def read(*rows: dict[str, Any], suite: str = "first-drive") -> ET.Element:
    return ET.fromstring(junit(suite, rows))


def test_counts_by_kind_and_in_all() -> None:
    root = read(
        row("passed"),
        row("failed", "r_policy: broke 009"),
        row("unscored", "nobody judged"),
        row("invalid", "the driver got lost"),
        row("defect", "tool broke", kind="hallucination"),
        row(None, kind="hallucination"),
    )
    assert root.tag == "testsuites"
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "6",
        "failures": "1",
        "errors": "2",
        "skipped": "2",
    }
    assert [suite.get("name") for suite in root] == ["first-drive.base", "first-drive.hallucination"]
    assert [suite.get("errors") for suite in root] == ["0", "2"]


@pytest.mark.parametrize(("outcome", "termination"), [(None, None), ("unscored", None), ("unscored", "interrupted")])
def test_what_did_not_finish_is_an_error_scored_again_or_not(outcome: str | None, termination: str | None) -> None:
    root = read(row(outcome) | {"termination": termination})
    assert (root.get("errors"), root.get("skipped")) == ("1", "0")
    (found,) = root[0][0]
    assert (found.tag, found.get("type"), found.get("message")) == ("error", "unfinished", "the session did not finish")


@pytest.mark.parametrize(
    ("outcome", "tag", "message"),
    [
        ("failed", "failure", "why"),
        ("unscored", "skipped", "unscored: why"),
        ("invalid", "skipped", "invalid: why"),
        ("defect", "error", "why"),
    ],
)
def test_each_outcome_says_why(outcome: str, tag: str, message: str) -> None:
    case = read(row(outcome, "why"))[0][0]
    assert [(child.tag, child.get("message")) for child in case] == [(tag, message)]


def test_a_session_that_was_cut_off_is_an_error() -> None:
    case = read({**row(None), "reasons": None, "unscored": None, "wall_ms": None})[0][0]
    assert case[0].get("message") == "the session did not finish"
    assert case.get("time") == "0.000"


def test_a_pass_is_bare_and_a_partial_one_names_what_is_open() -> None:
    assert len(read(row("passed"))[0][0]) == 0
    case = read(row("passed", unscored=("policy.002", "policy.004")))[0][0]
    assert [node.get("value") for node in case.iter("property")] == ["policy.002", "policy.004"]


def test_names_tell_the_sessions_apart() -> None:
    case = read(row("passed"))[0][0]
    assert (case.get("classname"), case.get("name"), case.get("time")) == (
        "first-drive.base.ko",
        "base-fan [ko] trial 0",
        "1.234",
    )


@pytest.mark.parametrize("text", ["\x1b[31mred\x00", "<&\"'>]]>", "가\ud800", "\ufffe", "line\nline"])
def test_any_text_gives_well_formed_xml(text: str) -> None:
    root = read(row("failed", text), suite=text)
    message = root[0][0][0].get("message") or ""
    assert message
    assert "\x1b" not in message
    assert "\x00" not in message


def test_no_session_at_all() -> None:
    assert read().get("tests") == "0"
