"""Data files that ship with the package."""

from functools import cache
from importlib.resources import files


@cache
def text(name: str) -> str:
    """Return the UTF-8 text of an asset by its path below this folder; raises FileNotFoundError."""
    return files("assets").joinpath(name).read_text(encoding="utf-8")
