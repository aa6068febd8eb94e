"""JUnit XML: one suite per scenario kind, one case per session."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from typing import Any

from evaluation.gate import GateResult, GateState

# XML 1.0 cannot hold these characters at all, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)


def junit(suite: str, rows: Iterable[Mapping[str, Any]], gates: Iterable[GateResult] = ()) -> str:
    """Return the report of stored session rows as XML text.

    Failed sessions are failures, defects and sessions that did not finish are errors, unscored and invalid sessions are
    skipped with their reason; a partial pass names its unscored components in the case's properties. Gates are a suite
    of their own.
    """
    root = ET.Element("testsuites", name=_clean(f"dashtalk {suite}"))
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_kind.setdefault(str(row["kind"]), []).append(row)
    totals = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for kind in sorted(by_kind):
        node = ET.SubElement(root, "testsuite", name=_clean(f"{suite}.{kind}"))
        counts = dict.fromkeys(totals, 0)
        for row in by_kind[kind]:
            counts["tests"] += 1
            _case(node, suite, row, counts)
        for name, value in counts.items():
            node.set(name, str(value))
            totals[name] += value
    _gates(root, suite, tuple(gates), totals)
    for name, value in totals.items():
        root.set(name, str(value))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _gates(root: ET.Element, suite: str, gates: tuple[GateResult, ...], totals: dict[str, int]) -> None:
    if not gates:
        return
    missed = sum(result.state is GateState.MISSED for result in gates)
    unscoreable = sum(result.state is GateState.UNSCOREABLE for result in gates)
    counts = {"tests": len(gates), "failures": missed, "errors": unscoreable, "skipped": 0}
    node = ET.SubElement(root, "testsuite", name=_clean(f"{suite}.gates"))
    for name, value in counts.items():
        node.set(name, str(value))
        totals[name] += value
    for result in gates:
        case = ET.SubElement(node, "testcase", classname=_clean(f"{suite}.gates"), name=_clean(result.gate.text))
        if result.state is not GateState.MET:
            kind = "failure" if result.state is GateState.MISSED else "error"
            ET.SubElement(case, kind, message=_clean(result.line), type=result.state.value)


def _case(parent: ET.Element, suite: str, row: Mapping[str, Any], counts: dict[str, int]) -> None:
    name = f"{row['scenario_id']} [{row['locale']}] trial {row['trial']}"
    seconds = (row["wall_ms"] or 0) / 1000
    case = ET.SubElement(
        parent,
        "testcase",
        classname=_clean(f"{suite}.{row['kind']}.{row['locale']}"),
        name=_clean(name),
        time=f"{seconds:.3f}",
    )
    unscored = json.loads(row["unscored"] or "[]")
    if unscored:
        properties = ET.SubElement(case, "properties")
        for component in unscored:
            ET.SubElement(properties, "property", name="unscored", value=_clean(str(component)))
    message = _clean("; ".join(json.loads(row["reasons"] or "[]")))
    outcome = row["outcome"]
    if outcome is None or (outcome == "unscored" and row.get("termination", "") in (None, "interrupted")):
        counts["errors"] += 1
        ET.SubElement(case, "error", message=message or "the session did not finish", type="unfinished")
        return
    match outcome:
        case "passed":
            return
        case "failed":
            counts["failures"] += 1
            ET.SubElement(case, "failure", message=message, type="failed")
        case "unscored" | "invalid" as outcome:
            counts["skipped"] += 1
            ET.SubElement(case, "skipped", message=f"{outcome}: {message}")
        case _:
            counts["errors"] += 1
            ET.SubElement(case, "error", message=message, type="defect")
