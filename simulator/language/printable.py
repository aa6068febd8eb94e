"""Text that a terminal may be shown."""


def printable(text: str) -> str:
    """Return text a terminal may be shown: control characters of an assistant's words are made visible."""
    return "".join(
        character if character.isprintable() or character == " " else ascii(character)[1:-1] for character in text
    )
