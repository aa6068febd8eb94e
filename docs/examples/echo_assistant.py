"""A very small assistant: it switches the air conditioning on request and repeats everything else as a question."""

from simulator.agents.spec import AssistantView, CallRequest, Reply
from simulator.trajectory import DriverSaid, ToolReplied


class EchoAssistant:
    """Hears words, offers no understanding worth the name."""

    name = "echo"

    async def respond(self, view: AssistantView) -> Reply:
        """Answer the newest message: the driver's words, or the results of our own calls."""
        newest = view.messages[-1]
        if isinstance(newest, ToolReplied):
            return Reply(speech="에어컨을 켰어요." if view.locale == "ko" else "The air conditioning is on.")
        heard = newest.heard if isinstance(newest, DriverSaid) else ""
        if "에어컨" in heard or "air conditioning" in heard.lower():
            return Reply(calls=(CallRequest("set_air_conditioning", {"on": True}),))
        return Reply(speech=f"{heard}, 맞나요?" if view.locale == "ko" else f"Did you say: {heard}?")

    async def aclose(self) -> None:
        """Nothing to release."""
