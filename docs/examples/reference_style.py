"""The echo assistant again, written for the reference benchmark's agent interface, as its factory would make it."""

import json
from types import SimpleNamespace
from typing import Any

Message = dict[str, Any]


class ReferenceStyle:
    """Keeps its history in `state.messages`, adds its own messages and finds everybody else's there."""

    def get_init_state(self, system_prompt: str, first_message: str) -> SimpleNamespace:
        """Begin with the prompt and the driver's first words."""
        system = {"role": "system", "content": system_prompt}
        return SimpleNamespace(messages=[system, {"role": "user", "content": first_message}])

    def generate_next_message(self, state: SimpleNamespace, tools: list[Message]) -> tuple[Message, SimpleNamespace]:
        """Answer the newest message in OpenAI's form."""
        newest = state.messages[-1]
        message: Message = {"role": "assistant", "content": f"Did you say: {newest['content']}?"}
        if newest["role"] == "tool":
            message["content"] = "The air conditioning is on."
        elif "에어컨" in newest["content"] or "air conditioning" in newest["content"].lower():
            function = {"name": "set_air_conditioning", "arguments": json.dumps({"on": True})}
            message = {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "function": function}]}
        state.messages.append(message)
        return message, state


def factory(tools_info: list[Message], wiki: str, args: Any) -> ReferenceStyle:
    """Make one assistant for one session."""
    return ReferenceStyle()
