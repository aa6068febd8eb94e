"""Numbers of things in English."""


def counted(number: int, what: str) -> str:
    """Return a number with what is counted, in the plural where it is not one: 1 run, 2 runs."""
    return f"{number} {what}{'' if number == 1 else 's'}"
