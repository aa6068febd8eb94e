"""Tables of labels as files: CSV, TSV or JSON lines, read and written."""

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluation.calibration.labels import Row
from simulator.registry import UsageError
from simulator.user_files import read_file

_LONGEST_FIELD = 50_000_000
_DELIMITERS = {".tsv": "\t", ".csv": ","}
_LINES = (".jsonl", ".ndjson")
KINDS = (*_DELIMITERS, *_LINES)


def read_table(path: str) -> tuple[list[str], list[Row]]:
    """Return the columns and the lines of a file; in a TSV, `\\n` and `\\t` stand for a line break and a tab.

    Raises UsageError, one line, for a file that cannot be read or has another form.
    """
    suffix = _kind(path)
    try:
        text = read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is not UTF-8; save it as UTF-8 (iconv -f cp949 -t utf-8)") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no such name"
        raise UsageError(f"{path}: cannot be read: {reason}") from None
    if suffix in _LINES:
        rows = list(_objects(path, text))
        columns = list(dict.fromkeys(name for row in rows for name in row.cells))
    else:
        columns, rows = _table(path, text, _DELIMITERS[suffix])
    if not rows:
        raise UsageError(f"{path}: there is no row in it")
    return columns, rows


def _kind(path: str) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in KINDS:
        raise UsageError(f"{path}: is no table of labels; name a file ending in {', '.join(KINDS)}")
    return suffix


def _table(path: str, text: str, delimiter: str) -> tuple[list[str], list[Row]]:
    csv.field_size_limit(_LONGEST_FIELD)
    tabbed = delimiter == "\t"
    source = io.StringIO(text, newline="")
    reader = csv.DictReader(source, delimiter=delimiter, quoting=csv.QUOTE_NONE if tabbed else csv.QUOTE_MINIMAL)
    rows: list[Row] = []
    try:
        columns = [name.strip() for name in reader.fieldnames or ()]
        doubled = next((name for name in columns if columns.count(name) > 1), None)
        if doubled is not None:
            raise UsageError(f"{path}: column '{doubled}' occurs twice")
        reader.fieldnames = columns
        for record in reader:
            if None in record:
                raise UsageError(f"{path}: line {reader.line_num} has more cells than there are columns")
            cells = {name: _plain(value or "", tabbed=tabbed) for name, value in record.items()}
            if any(cells.values()):
                rows.append(Row(f"{path}: line {reader.line_num}", cells))
    except csv.Error as error:
        raise UsageError(f"{path}: line {reader.line_num}: {error}") from None
    return columns, rows


def _plain(value: str, *, tabbed: bool) -> str:
    return value.replace("\\n", "\n").replace("\\t", "\t") if tabbed else value


def _objects(path: str, text: str) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise UsageError(f"{path}: line {number} is no JSON object")
        yield Row(f"{path}: line {number}", {name: _cell(value) for name, value in found.items()})


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if not math.isfinite(value):
            return ""
        case _:
            return str(value)


def table_text(path: str, columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> str:
    """Return a table in the form that a file's name asks for; "-" is CSV. Raises UsageError for another name."""
    suffix = ".csv" if path == "-" else _kind(path)
    if suffix in _LINES:
        return "".join(json.dumps(dict(row), ensure_ascii=False) + "\n" for row in rows)
    out = io.StringIO()
    if suffix == ".tsv":
        kept = [[_escaped(row.get(name, "")) for name in columns] for row in rows]
        out.writelines("\t".join(line) + "\n" for line in [list(columns), *kept])
    else:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([columns, *([row.get(name, "") for name in columns] for row in rows)])
    return out.getvalue()


def _escaped(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "\\t").replace("\n", "\\n")
