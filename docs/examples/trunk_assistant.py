"""A very small assistant: it opens and closes the trunk after asking, in Korean and English, and admits the rest."""

from simulator.agents.spec import AssistantView, CallRequest, Reply
from simulator.trajectory import AssistantSaid, DriverSaid, ToolReplied

ASK = {"ko": "트렁크를 열까요?", "en": "Shall I open the trunk?"}
DONE = {"ko": "트렁크를 열었어요.", "en": "I've opened the trunk."}
LIMIT = {"ko": "죄송하지만 그건 할 수 없어요.", "en": "I'm sorry, I can't do that."}
TRUNK = {"ko": "트렁크", "en": "trunk"}
YES = {"ko": ("네", "응", "그래", "열어"), "en": ("yes", "please", "sure")}


class TrunkAssistant:
    """Asks before it acts, as the tool demands, and acts only on a yes."""

    async def respond(self, view: AssistantView) -> Reply:
        """Answer the newest message: the driver's words, or the result of our own call."""
        locale, newest = view.locale, view.messages[-1]
        if isinstance(newest, ToolReplied):
            return Reply(speech=DONE[locale] if "SUCCESS" in newest.content else LIMIT[locale])
        heard = newest.heard.lower() if isinstance(newest, DriverSaid) else ""
        spoken = [message.text for message in view.messages if isinstance(message, AssistantSaid)]
        asked = spoken[-1:] == [ASK[locale]]
        if asked and any(word in heard for word in YES[locale]):
            return Reply(calls=(CallRequest("open_close_trunk_door", {"action": "OPEN"}),))
        return Reply(speech=ASK[locale] if TRUNK[locale] in heard else LIMIT[locale])
