"""The running app as screens see it."""

from typing import TYPE_CHECKING, cast

from textual.dom import DOMNode

if TYPE_CHECKING:
    from simulator.dashboard.app import DashtalkApp


def dashtalk_app(node: DOMNode) -> "DashtalkApp":
    """Return the app a widget or screen belongs to, as what it is."""
    return cast("DashtalkApp", node.app)
