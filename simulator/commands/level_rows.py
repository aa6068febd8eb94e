"""The replies of a file, one after the other, whatever table they come in."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from simulator.registry import UsageError, nearest
from simulator.user_files import read_file

_LONGEST_FIELD = 50_000_000
_TABLES = {".tsv": "\t", ".csv": ","}
_LINES = ("", ".txt", ".text", ".md", ".log")


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply, its id and, where the file has one, its label."""

    id: str
    text: str
    label: str | None = None


def read_replies(path: str, column: str, label_column: str | None = None) -> list[Reply]:
    """Return the replies of a TSV, CSV, JSONL or text file (.txt, .md, .log or no suffix: one a line).

    In a TSV, `\\n` and `\\t` stand for a line break and a tab, and a field in quotes, as spreadsheets write it where it
    holds some, comes without them. The id is the column `id`, else the row's number from 1.
    Raises UsageError, one line, for a file or column that is not there, another kind of file, and a broken table.
    """
    text = _text(path)
    suffix = Path(path).suffix.lower()
    if suffix in _TABLES:
        return list(_table(path, text, _TABLES[suffix], column, label_column))
    if suffix in (".jsonl", ".ndjson"):
        return list(_objects(path, text, column, label_column))
    if suffix not in _LINES:
        raise UsageError(f"--file {path}: '{suffix}' is none of .tsv, .csv, .jsonl, .ndjson and .txt (a reply a line)")
    if label_column is not None:
        raise UsageError(f"--labels: {path} has no columns; a TSV, CSV or JSONL file has")
    return [Reply(str(number), line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _text(path: str) -> str:
    try:
        return read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"--file {path}: is not UTF-8; save it as UTF-8 (iconv -f cp949 -t utf-8)") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no such name"
        raise UsageError(f"--file {path}: cannot be read: {reason}") from None


def _table(path: str, text: str, delimiter: str, column: str, label_column: str | None) -> Iterator[Reply]:
    csv.field_size_limit(_LONGEST_FIELD)
    tabbed = delimiter == "\t"
    source = io.StringIO(text, newline="")
    # Strict, for a quote that is never closed would otherwise swallow all rows after it.
    reader = csv.DictReader(
        source, delimiter=delimiter, quoting=csv.QUOTE_NONE if tabbed else csv.QUOTE_MINIMAL, strict=True
    )
    try:
        names = list(reader.fieldnames or ())
        doubled = next((name for name in names if names.count(name) > 1), None)
        if doubled is not None:
            raise UsageError(f"--file {path}: column '{doubled}' occurs twice")
        _check(path, column, names, "--column")
        if label_column is not None:
            _check(path, label_column, names, "--labels")
        for number, row in enumerate(reader, 1):
            if any(row.get(None) or ()):
                raise UsageError(
                    f"--file {path}: line {reader.reader.line_num} has more fields than the heading; put a text with "
                    f"{'tabs' if tabbed else 'commas'} in quotes"
                )
            said = row[column] or ""
            if tabbed:
                said = _unquoted(said).replace("\\n", "\n").replace("\\t", "\t")
            yield Reply(row.get("id") or str(number), said, row[label_column] if label_column else None)
    except csv.Error as error:
        raise UsageError(f"--file {path}: line {reader.reader.line_num}: {error}") from None


def _unquoted(field: str) -> str:
    inside = field[1:-1].replace('""', "")
    quoted = len(field) > 1 and field[0] == field[-1] == '"' and '"' not in inside
    return field[1:-1].replace('""', '"') if quoted else field


def _objects(path: str, text: str, column: str, label_column: str | None) -> Iterator[Reply]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise UsageError(f"--file {path}: line {number} is no JSON object") from None
        if not isinstance(row, dict):
            raise UsageError(f"--file {path}: line {number} is no JSON object")
        for name, flag in ((column, "--column"), (label_column, "--labels")):
            if name is not None and not isinstance(row.get(name), str):
                if name in row:
                    raise UsageError(f"--file {path}: line {number}: '{name}' is no text ({flag})")
                texts = [key for key, value in row.items() if isinstance(value, str)]
                _check(f"{path}: line {number}", name, texts, flag)
        yield Reply(str(row.get("id", number)), row[column], row[label_column] if label_column else None)


def _check(where: str, column: str, names: list[str], flag: str) -> None:
    if column not in names:
        close = nearest(column, names)
        told = f"did you mean '{close}'?" if close else f"there are: {', '.join(names) or 'none'}"
        raise UsageError(f"--file {where}: no column '{column}' ({flag}): {told}")
