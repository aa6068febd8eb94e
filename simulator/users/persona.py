"""A driver played by a language model: it knows its persona and its scenario, and neither tools nor state."""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import EndWord
from simulator.limits import LONGEST_SPEECH
from simulator.llm import Endpoint, EndpointError, complete
from simulator.users.persona_english import ENGLISH
from simulator.users.persona_korean import KOREAN
from simulator.users.persona_parts import CONTINUE, Part, part_of
from simulator.users.persona_prompt import Wording, prompt
from simulator.users.spec import Exchange, Utterance

_WORDINGS: Mapping[Locale, Wording] = {"ko": KOREAN, "en": ENGLISH}
# A further try asks the same model the same thing: only another temperature makes it answer otherwise.
AGAIN_TEMPERATURE = 0.7
_SEED_BITS = 31
_REFUSED = re.compile(r"refused the request \((?:400|422)\b")


class DriverLine(BaseModel):
    """What the model returns for one utterance; `reasoning` is heard by nobody and kept nowhere."""

    model_config = ConfigDict(extra="forbid", strict=True)

    reasoning: str
    message: str
    control_word: str


class PersonaUser:
    """A driver behind `/v1/chat/completions`; one instance serves one session.

    Its own lines are the model's, the assistant's speech is what the model is told. Output that is no valid line gets
    one reminder; a second such output ends the session as a user error (`lost`), which is invalid and never failed.
    Of an endpoint that gives no answer `speak` raises EndpointError, which is a defect.

    `attempt` counts further tries of the same session from 1; the first is 0. `temperature` None is left to the
    endpoint, and so are further tries then; `options` are further fields of every request and win. A server that
    refuses `response_format` is asked once more without it, and from then on; the refusal stays in the count of calls.
    Source: CAR-bench's user simulator (roles, control words, endings), in our own words.
    """

    name = "persona"

    def __init__(
        self,
        scenario: Scenario,
        locale: Locale,
        *,
        target: Endpoint,
        model: str,
        seed: int = 0,
        attempt: int = 0,
        temperature: float | None = 0.0,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.part: Part = part_of(scenario, locale)
        self._words = _WORDINGS[locale]
        self._system = prompt(self.part, self._words)
        self._target = target
        self._model = model
        self._fields: dict[str, Any] = {
            "seed": seed % 2**_SEED_BITS,
            "response_format": response_format(self.part.words),
        }
        if temperature is not None:
            self._fields["temperature"] = max(temperature, AGAIN_TEMPERATURE) if attempt else temperature
        self._fields |= options or {}

    async def speak(self, history: tuple[Exchange, ...], removed_call: EndWord | None) -> Utterance:
        """Say the next thing, or end the session; raises EndpointError."""
        if removed_call is not None:
            return Utterance(end=removed_call)
        messages = self._messages(history)
        answer = await self._ask(messages)
        line, problem = self._read(answer)
        if line is None:
            words = ", ".join(self.part.words)
            reminder = self._words.reminder.format(problem=problem, words=words)
            # Servers refuse two messages of one speaker in a row, and an empty one.
            shown = answer[:LONGEST_SPEECH] or "-"
            again = [{"role": "assistant", "content": shown}, {"role": "user", "content": reminder}]
            line, problem = self._read(await self._ask([*messages, *again]))
        if line is None:
            return Utterance(lost=f"the driver's model gave no usable line twice: {problem}")
        if line.control_word == CONTINUE:
            return Utterance(intended=line.message.strip())
        return Utterance(end=EndWord(line.control_word))

    def _messages(self, history: tuple[Exchange, ...]) -> list[dict[str, str]]:
        messages = [
            {"role": "system", "content": self._system},
            {"role": "user", "content": self._words.greeting},
        ]
        for exchange in history:
            messages.append({"role": "assistant", "content": exchange.intended})
            messages.append({"role": "user", "content": exchange.speech.strip() or self._words.silence})
        return messages

    async def _ask(self, messages: list[dict[str, str]]) -> str:
        try:
            return (await complete(self._target, self._model, {"messages": messages, **self._fields})).text
        except EndpointError as error:
            # Only a request that was understood and turned down may be one the server cannot do.
            if "response_format" not in self._fields or not _REFUSED.search(str(error)):
                raise
        del self._fields["response_format"]
        return (await complete(self._target, self._model, {"messages": messages, **self._fields})).text

    def _read(self, text: str) -> tuple[DriverLine | None, str]:
        """Return the line in a model's output, or what is wrong with it in a few words of our own."""
        # Many models wrap their JSON in a code fence however they are told.
        start, end = text.find("{"), text.rfind("}")
        if start < 0 or end < start:
            return None, "no JSON object"
        try:
            line = DriverLine.model_validate_json(text[start : end + 1])
        except ValidationError as error:
            fields = sorted({".".join(map(str, entry["loc"])) for entry in error.errors()} - {""})
            known = [name for name in fields if name in DriverLine.model_fields]
            return None, f"wrong or missing field: {', '.join(known)}" if known else "no JSON object of that form"
        if line.control_word not in self.part.words:
            said = repr(line.control_word[:40])
            return None, f"control_word {said} is none of the allowed words {', '.join(self.part.words)}"
        if line.control_word == CONTINUE and not line.message.strip():
            return None, "message is empty although the conversation goes on"
        if len(line.message) > LONGEST_SPEECH:
            return None, f"message is longer than {LONGEST_SPEECH} characters"
        return line, ""


def response_format(words: tuple[str, ...]) -> dict[str, Any]:
    """Return the request field that makes a model write a DriverLine with one of these control words."""
    schema = DriverLine.model_json_schema()
    schema.pop("description", None)
    schema["properties"]["control_word"] = {"type": "string", "enum": list(words)}
    return {"type": "json_schema", "json_schema": {"name": "driver_line", "strict": True, "schema": schema}}
