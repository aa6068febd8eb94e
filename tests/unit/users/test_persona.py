"""The driver played by a model, against a small server: what it is told, what it says, and what breaks it."""

import json
from dataclasses import replace
from typing import Any

import pytest
from carbench_mini import tasks
from drives import scenario
from openai_server import OpenAIServer, message_answer, refuses, says
from sessions import Playing, end, play

from evaluation.verdict import Outcome, score_session
from scenarios.carbench_scenario import official_scenario
from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.events import EndWord, Termination
from simulator.limits import LONGEST_SPEECH
from simulator.llm import EndpointError, ModelUse, close_clients, endpoint, metered
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.users.factory import user_factory
from simulator.users.persona import PersonaUser
from simulator.users.persona_parts import part_of
from simulator.users.scripted import ScriptedUser
from simulator.users.spec import Exchange
from simulator.world.generated import GeneratedWorld


def line(message: str, word: str = "CONTINUE") -> str:
    return json.dumps({"reasoning": "so", "message": message, "control_word": word}, ensure_ascii=False)


def driver(server: OpenAIServer, of: Scenario, locale: Locale = "en", **more: Any) -> PersonaUser:
    target = replace(endpoint(server.url), max_retries=0)
    return PersonaUser(of, locale, target=target, model="fake", **more)


@pytest.fixture(autouse=True)
async def _connections() -> Any:
    yield
    await close_clients()


async def test_the_driver_says_what_its_model_writes_and_ends_with_its_word() -> None:
    with OpenAIServer(says(line("Warmer, please.")), says(line("", "STOP"))) as server:
        user = driver(server, scenario())
        first = await user.speak((), None)
        last = await user.speak((Exchange("Warmer, please.", "It is warmer now."),), None)
    assert (first.intended, first.end, first.lost) == ("Warmer, please.", None, "")
    assert last.end is EndWord.STOP
    roles = [message["role"] for message in server.chats[1]["messages"]]
    assert roles == ["system", "user", "assistant", "user"]
    assert server.chats[1]["messages"][-2]["content"] == "Warmer, please."
    assert server.chats[1]["messages"][-1]["content"] == "It is warmer now."


async def test_a_line_without_end_is_the_drivers_fault_and_soon_over() -> None:
    endless = says(line("Please go on. " * 220_000))
    with OpenAIServer(endless, says(line("Shorter."))) as server:
        assert (await driver(server, scenario()).speak((), None)).intended == "Shorter."
        shown, reminder = server.chats[1]["messages"][-2:]
    assert len(shown["content"]) == LONGEST_SPEECH
    assert f"message is longer than {LONGEST_SPEECH} characters" in reminder["content"]
    with OpenAIServer(endless, endless) as server:
        trajectory = await play(Playing(), user=driver(server, scenario()))
    assert end(trajectory).termination is Termination.USER_ERROR
    assert score_session(trajectory, scenario()).outcome is Outcome.INVALID
    assert f"longer than {LONGEST_SPEECH} characters" in end(trajectory).detail


async def test_the_longest_line_is_said_whole() -> None:
    with OpenAIServer(says(line("a" * LONGEST_SPEECH))) as server:
        assert (await driver(server, scenario()).speak((), None)).intended == "a" * LONGEST_SPEECH


async def test_a_korean_driver_is_asked_in_korean_and_speaks_it() -> None:
    with OpenAIServer(says(line("조금 따뜻하게 해 주세요."))) as server:
        spoken = await driver(server, scenario(), "ko").speak((), None)
    assert spoken.intended == "조금 따뜻하게 해 주세요."
    system = server.chats[0]["messages"][0]["content"]
    assert "반드시 한국어로" in system
    assert "부탁해요." in system
    assert "Please." not in system


async def test_output_is_constrained_to_the_words_of_the_kind() -> None:
    wanted = {
        "base": ["CONTINUE", "STOP", "OUT_OF_SCOPE"],
        "hallucination": [
            "CONTINUE",
            "HALLUCINATION_ERROR",
            "ASSISTANT_ACKNOWLEDGED_REMOVED_PART",
            "OUT_OF_SCOPE",
        ],
        "internal": ["CONTINUE", "STOP", "DISAMBIGUATION_ERROR", "OUT_OF_SCOPE"],
    }
    internal = scenario(kind="disambiguation", ambiguity={"resolved_by": "internal", "element": "how warm"})
    for name, of in (("base", scenario()), ("hallucination", scenario(kind="hallucination")), ("internal", internal)):
        with OpenAIServer(says(line("Please."))) as server:
            await driver(server, of).speak((), None)
        form = server.chats[0]["response_format"]["json_schema"]
        assert form["schema"]["properties"]["control_word"]["enum"] == wanted[name]
        assert form["schema"]["additionalProperties"] is False
        assert sorted(form["schema"]["required"]) == ["control_word", "message", "reasoning"]


async def test_tools_state_and_ground_truth_are_never_told() -> None:
    of = scenario(("set_fan_speed", {"level": 4}), state={"fan_speed": 3, "sunroof_position": 37})
    with OpenAIServer(says(line("Please."))) as server:
        await driver(server, of).speak((), None)
    sent = json.dumps(server.chats[0])
    assert "tools" not in server.chats[0]
    assert "set_fan_speed" not in sent
    assert "37" not in sent


def test_the_element_is_told_only_where_the_assistant_has_to_resolve_it() -> None:
    internal = scenario(kind="disambiguation", ambiguity={"resolved_by": "internal", "element": "how warm"})
    asked = scenario(kind="disambiguation", ambiguity={"resolved_by": "user", "element": "how warm"})
    assert part_of(internal, "en").element == "how warm"
    assert part_of(asked, "en").element == ""


def test_an_official_task_is_played_from_its_own_persona_and_instruction() -> None:
    for task in tasks().values():
        part = part_of(official_scenario(task, GeneratedWorld(0)), "en")
        assert (part.persona, part.instruction) == (task.persona, task.instruction)
        assert part.removed == task.removed
        assert part.requests == ()


@pytest.mark.parametrize(
    "unusable",
    [
        "Sure, I can play that.",
        "",
        "{",
        '{"message": "Warmer."}',
        line("Warmer.", "FINISH"),
        line("  "),
        '{"reasoning": 1, "message": "Warmer.", "control_word": "CONTINUE"}',
        '{"reasoning": "", "message": "Warmer.", "control_word": "CONTINUE", "note": "x"}',
    ],
)
async def test_one_unusable_line_is_reminded_of_and_a_second_is_a_user_error(unusable: str) -> None:
    with OpenAIServer(says(unusable), says(line("Warmer.")), says(unusable), says(unusable)) as server:
        user = driver(server, scenario())
        recovered = await user.speak((), None)
        lost = await user.speak((Exchange("Warmer.", "Done."),), None)
    assert recovered.intended == "Warmer."
    reminder = server.chats[1]["messages"][-1]
    assert reminder["role"] == "user"
    assert "CONTINUE, STOP, OUT_OF_SCOPE" in reminder["content"]
    assert lost.lost
    assert (lost.intended, lost.end) == ("", None)


async def test_a_wrong_control_word_is_named_with_those_allowed() -> None:
    with OpenAIServer(says(line("Hi.", "BYE")), says(line("Hi.", "BYE"))) as server:
        user = driver(server, scenario())
        said = await user.speak((), None)
    for told in (said.lost, server.chats[1]["messages"][-1]["content"]):
        assert "control_word 'BYE' is none of the allowed words CONTINUE" in told
        assert "STOP" in told


async def test_a_refusal_is_no_line() -> None:
    refusal = message_answer({"content": None, "refusal": "I cannot play a person."})
    with OpenAIServer(refusal, refusal) as server:
        spoken = await driver(server, scenario(), "ko").speak((), None)
    assert spoken.lost
    assert "JSON" in server.chats[1]["messages"][-1]["content"]


async def test_a_code_fence_around_a_line_does_no_harm() -> None:
    with OpenAIServer(says(f"```json\n{line('Warmer.')}\n```")) as server:
        assert (await driver(server, scenario()).speak((), None)).intended == "Warmer."


async def test_an_endpoint_without_an_answer_is_no_fault_of_the_driver() -> None:
    with OpenAIServer(refuses(400, "bad")) as server, pytest.raises(EndpointError):
        await driver(server, scenario()).speak((), None)


async def test_a_call_of_what_was_removed_ends_the_session_without_asking() -> None:
    with OpenAIServer() as server:
        word = EndWord.HALLUCINATION_ERROR_REMOVED_TOOL
        assert (await driver(server, scenario(kind="hallucination")).speak((), word)).end is word
    assert server.chats == []


async def test_a_further_attempt_asks_otherwise() -> None:
    with OpenAIServer(says(line("Warmer.")), says(line("Warmer."))) as server:
        await driver(server, scenario(), seed=3).speak((), None)
        await driver(server, scenario(), seed=2**40 + 4, attempt=1).speak((), None)
    first, second = server.chats
    assert (first["temperature"], first["seed"]) == (0.0, 3)
    assert second["temperature"] > 0
    assert second["seed"] == 4


def test_the_driver_is_chosen_by_the_settings() -> None:
    assert Settings().driver == "scripted"
    assert Settings(user_model="m").driver == "persona"
    assert isinstance(user_factory(Settings())(scenario(), "en", 0, 0), ScriptedUser)
    made = user_factory(Settings(user_model="m", user_base_url="http://127.0.0.1:9/v1"))(scenario(), "en", 0, 0)
    assert isinstance(made, PersonaUser)
    with pytest.raises(UsageError, match="--user-model"):
        user_factory(Settings(user="persona"))
    with pytest.raises(UsageError, match="persona"):
        user_factory(Settings(user="personna"))


async def test_temperature_and_options_are_the_settings_and_a_further_try_is_warmer() -> None:
    answers = [says(line("Please."))] * 4
    with OpenAIServer(*answers) as server:
        chosen = Settings(
            user_model="m", user_base_url=server.url, user_temperature="0.2", user_options='{"reasoning_effort": "low"}'
        )
        make = user_factory(chosen)
        for attempt in (0, 1):
            await make(scenario(), "en", 1, attempt).speak((), None)
        make = user_factory(replace(chosen, user_temperature="none", user_options='{"seed": null}'))
        await make(scenario(), "en", 1, 1).speak((), None)
    first, again, left = server.chats
    assert (first["temperature"], again["temperature"]) == (0.2, 0.7)
    assert first["reasoning_effort"] == again["reasoning_effort"] == "low"
    assert "temperature" not in left
    assert left["seed"] is None


async def test_a_server_that_refuses_structured_output_is_asked_without_it_from_then_on() -> None:
    uses: list[ModelUse] = []
    with OpenAIServer() as server:
        server.answer = lambda request: refuses(400) if "response_format" in request.body else says(line("Please."))
        user = driver(server, scenario())
        with metered(uses):
            spoken = await user.speak((), None)
            again = await user.speak((Exchange("Please.", "Which one?"),), None)
    assert spoken.intended == again.intended == "Please."
    assert ["response_format" in body for body in server.chats][-2:] == [False, False]
    assert [use.answered for use in uses] == [False] * (len(uses) - 2) + [True, True]


async def test_a_server_that_refuses_without_structured_output_too_is_a_defect() -> None:
    with OpenAIServer() as server:
        server.answer = lambda request: refuses(400)
        with pytest.raises(EndpointError):
            await driver(server, scenario()).speak((), None)
        assert ["response_format" in body for body in server.chats].count(False) == 1


@pytest.mark.parametrize("wrong", [{"user_temperature": "3"}, {"user_options": "[]"}, {"user_options": '{"tools": 1}'}])
def test_wrong_settings_of_the_driver_are_named(wrong: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=next(iter(wrong))):
        Settings(**wrong)  # type: ignore[arg-type]
