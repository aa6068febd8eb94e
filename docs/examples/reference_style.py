"""The trunk assistant again, written for the reference benchmark's agent interface, as its factory would make it."""

import json
from types import SimpleNamespace
from typing import Any

from docs.examples.trunk_assistant import ASK, DONE, LIMIT, TRUNK, YES

Message = dict[str, Any]


class ReferenceStyle:
    """Keeps its history in `state.messages`, adds its own messages and finds everybody else's there."""

    def get_init_state(self, system_prompt: str, first_message: str) -> SimpleNamespace:
        """Begin with the prompt and the driver's first words."""
        system = {"role": "system", "content": system_prompt}
        return SimpleNamespace(messages=[system, {"role": "user", "content": first_message}])

    def generate_next_message(self, state: SimpleNamespace, tools: list[Message]) -> tuple[Message, SimpleNamespace]:
        """Answer the newest message in OpenAI's form."""
        newest, before = state.messages[-1], state.messages[-2]
        heard = [message["content"] for message in state.messages if message["role"] == "user"][-1].lower()
        locale = "ko" if any("가" <= letter <= "힣" for letter in heard) else "en"
        message: Message = {"role": "assistant", "content": ASK[locale] if TRUNK[locale] in heard else LIMIT[locale]}
        if newest["role"] == "tool":
            message["content"] = DONE[locale] if "SUCCESS" in newest["content"] else LIMIT[locale]
        elif before["content"] == ASK[locale] and any(word in heard for word in YES[locale]):
            function = {"name": "open_close_trunk_door", "arguments": json.dumps({"action": "OPEN"})}
            message = {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "function": function}]}
        state.messages.append(message)
        return message, state


def factory(tools_info: list[Message], wiki: str, args: Any) -> ReferenceStyle:
    """Make one assistant for one session."""
    return ReferenceStyle()
