"""What is told when the interface itself breaks: one line for the person, the rest in a file for whoever mends it."""

import traceback
from datetime import UTC, datetime
from pathlib import Path

import simulator
from simulator.language.printable import printable
from simulator.redaction import stored

_OURS = Path(simulator.__file__).parents[1]


def errors_beside(store: Path) -> Path:
    """Return the file in which the defects of the interface are kept: it lies beside the store."""
    return store.with_name(f"{store.stem}-errors.log")


def told(error: BaseException, errors: Path | None = None) -> str:
    """Return one line about a defect of ours, and add the whole of it to the file `errors` if that can be written."""
    # Textual wraps what breaks in the background.
    inner = getattr(error, "error", error)
    broken = inner if isinstance(inner, BaseException) else error
    words = printable(" ".join(traceback.format_exception_only(broken)[-1].split()))
    line = f"the interface broke, which is a defect of dashtalk itself ({_place(broken)}{words})"
    return f"{line}; details: {errors}" if errors is not None and _kept(broken, errors) else line


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_OURS) and "site-packages" not in frame[0]]
    frame = (own or frames)[-1] if frames else None
    if frame is None:
        return ""
    file = Path(frame.filename)
    name = file.relative_to(_OURS) if frame in own else Path(*file.parts[-2:])
    return f"{name}:{frame.lineno}: "


def _kept(error: BaseException, errors: Path) -> bool:
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"
    whole = f"{when}, dashtalk {simulator.__version__}\n{''.join(traceback.format_exception(error))}\n"
    try:
        with errors.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(stored(whole))
    except OSError:
        return False
    return True
