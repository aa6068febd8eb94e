"""What goes wrong with sound devices, as a person would put it."""


class DeviceTrouble(Exception):
    """A sound device that cannot be used, in one plain sentence."""


class DeviceGone(DeviceTrouble):
    """A sound device that worked and does so no more."""


def explain(error: Exception, what: str) -> str:
    """Return PortAudio's complaint as a person would put it."""
    text = str(error)
    if "-9985" in text or "busy" in text.casefold() or "unavailable" in text.casefold():
        return f"the {what} is used by another program or cannot be reached"
    if "-9996" in text or "querying device" in text:
        return f"the {what} is not there any more"
    return f"the {what} cannot be opened ({text.split(':')[0].strip() or type(error).__name__})"
