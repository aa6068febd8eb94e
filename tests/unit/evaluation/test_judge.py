"""Rubrics, answers and judges: what is read, what is refused, and what several of them decide."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from drives import Drive, scenario
from openai_server import Answer, OpenAIServer, Received, refuses, says

from evaluation.judge import (
    GIVE_UP_AFTER,
    Asked,
    Judge,
    ModelJudge,
    ask,
    ask_all,
    check_panel,
)
from evaluation.judge_answer import Contradiction, Reading, Status, UnusableAnswer, read_answer
from evaluation.majority import majority
from evaluation.questions import Prompt, Question, prompt, questions
from evaluation.rubric import Likert, Rubric, load_rubric, rubrics
from scenarios.dialogue import KPIS
from simulator.events import EndWord, Judgement
from simulator.llm import close_clients, endpoint
from simulator.policies.spec import POLICIES, checks
from simulator.registry import UsageError

TRUNK = ("open_close_trunk_door", {"action": "OPEN"})
BINARY = rubrics()["policy.004"]
SCALED = BINARY.model_copy(update={"scale": Likert(low=1, high=5)})


WHY = "message 4 is no clear yes"


def answer(verdict: Any, reasoning: Any = WHY, **more: Any) -> str:
    """An answer in the form asked for, with an objection where the verdict needs one."""
    best = verdict is True or verdict == 5
    return json.dumps({"reasoning": reasoning, "objection": "" if best else "it was no yes", "verdict": verdict} | more)


class Saying:
    """A judge that says what a test tells it."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.prompts: list[Prompt] = []

    async def answer(self, prompt: Prompt) -> str:
        self.prompts.append(prompt)
        return self.text


def question(rubric: Rubric = BINARY, locale: Any = "en") -> Question:
    drive = Drive(scenario(), locale).hear("Trunk.").say("Shall I open the trunk?").hear("Hm.").step(TRUNK)
    trajectory = drive.say("Done.").end()
    return Question(rubric, prompt(rubric, trajectory, scenario()), trajectory.digest())


def test_every_policy_that_may_be_left_open_has_a_rubric_and_no_other() -> None:
    judged = {entry.id for when in ("step", "speech") for entry in checks(when) if entry.judged}
    assert len(judged) == 7
    others = {"limit_awareness", "disambiguation", *(f"kpi_{kpi}" for kpi in (*KPIS, "conciseness"))}
    assert set(rubrics()) == {f"policy.{number}" for number in judged} | others
    for rubric in rubrics().values():
        assert rubric.policy is None or POLICIES[rubric.policy].source == rubric.source


@pytest.mark.parametrize("name", rubrics())
def test_a_rubric_asks_in_the_language_of_the_session(name: str) -> None:
    rubric = rubrics()[name]
    korean, english = question(rubric, "ko").prompt, question(rubric, "en").prompt
    assert rubric.question["ko"].strip() in korean.user
    assert rubric.question["en"].strip() in english.user
    assert "기준" in korean.system
    assert "null" in korean.system
    assert not any("가" <= letter <= "힣" for letter in english.system + rubric.question["en"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "policy.4"}, "name: 'policy.4' must be"),
        ({"question": {"en": "Was this kept at the points?"}}, "in ko and in en; ko is missing"),
        ({"questions": {}}, "unknown field 'questions': did you mean 'question'?"),
        ({"scale": {"low": 1, "hihg": 5}}, "unknown field 'scale.hihg': did you mean 'high'?"),
        ({"scale": {"low": 1}}, "scale.high: Field required"),
        ({"scale": {"low": 1, "high": 5, "step": 2}}, "unknown field 'scale.step'"),
        ({"name": "Müde"}, "name: 'Müde' must be a word of the letters a to z, digits and _"),
        ({"scale": {"low": 3, "high": 3}}, "must be less than"),
        ({"scale": "ternary"}, "scale: Input should be 'binary'"),
        ({"state": ["fan_sped"]}, "did you mean 'fan_speed'"),
        ({"state": ["fan_speed"], "facts": []}, "goes with the fact 'state'"),
        ({"facts": ["mood"]}, "facts.0"),
        ({"kinds": []}, "kinds"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_wrong_rubric_file_is_explained(change: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(json.dumps(json.loads(rubrics()["policy.012"].model_dump_json()) | change), encoding="utf-8")
    with pytest.raises(UsageError, match=r"mine\.yaml") as caught:
        load_rubric(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_yaml_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("name: [", encoding="utf-8")
    (tmp_path / "list.yaml").write_text("- name: x\n", encoding="utf-8")
    (tmp_path / "deep.yaml").write_text("[" * 5000, encoding="utf-8")
    for name in ("bad.yaml", "none.yaml", "list.yaml", "deep.yaml", tmp_path.name):
        with pytest.raises(UsageError, match=re.escape(name)) as caught:
            load_rubric(tmp_path if name == tmp_path.name else tmp_path / name)
        assert "\n" not in str(caught.value)


def test_a_changed_word_changes_the_digest() -> None:
    other = BINARY.model_copy(update={"question": BINARY.question | {"ko": BINARY.question["ko"] + "!"}})
    assert other.digest != BINARY.digest
    assert question(other).digest("a") != question(BINARY).digest("a") != question(BINARY).digest("b")
    assert question().digest("a") == question().digest("a")


@pytest.mark.parametrize(
    ("rubric", "text", "value"),
    [
        (BINARY, answer(True), 1.0),
        (BINARY, answer(False), 0.0),
        (BINARY, answer(None), None),
        (BINARY, f"```json\n{answer(False)}\n```", 0.0),
        (BINARY, f"<think>It may be {answer(True)}</think>\n{answer(False)}", 0.0),
        (SCALED, answer(1), 0.0),
        (SCALED, answer(4), 0.75),
        (SCALED, answer(5), 1.0),
    ],
)
def test_a_usable_answer(rubric: Rubric, text: str, value: float | None) -> None:
    status = Status.CANNOT_TELL if value is None else Status.VERDICT
    assert read_answer(rubric, text) == Reading(value, WHY, status)


@pytest.mark.parametrize(
    ("rubric", "text", "value"),
    [
        (BINARY, answer(True, objection=None), 1.0),
        (BINARY, answer(True, objection="None."), 1.0),
        (BINARY, answer(True, objection="없음"), 1.0),
        (BINARY, answer(None, objection="who knows"), None),
        (BINARY, answer(None, objection=""), None),
        (SCALED, answer(5, objection="N/A"), 1.0),
        (SCALED, answer(4, objection="a little long"), 0.75),
    ],
)
def test_no_objection_goes_with_the_best_verdict_only(rubric: Rubric, text: str, value: float | None) -> None:
    reading = read_answer(rubric, text)
    assert (reading.value, reading.status is Status.CANNOT_TELL) == (value, value is None)


@pytest.mark.parametrize(
    ("rubric", "text", "said"),
    [
        (
            BINARY,
            answer(True, objection="The driver never said yes."),
            "verdict true, yet it objects: The driver never",
        ),
        (BINARY, answer(True, objection="운전자가 승낙하지 않았습니다."), "it objects: 운전자가"),
        (BINARY, answer(False, objection=""), "verdict false, yet it objects to nothing"),
        (BINARY, answer(False, objection="해당 없음"), "objects to nothing"),
        (BINARY, answer(False, objection=None), "objects to nothing"),
        (SCALED, answer(5, objection="far too long"), "verdict 5, yet it objects: far too long"),
        (SCALED, answer(1, objection=" - "), "verdict 1, yet it objects to nothing"),
    ],
)
async def test_a_verdict_against_the_judges_own_words_does_not_count(rubric: Rubric, text: str, said: str) -> None:
    with pytest.raises(Contradiction):
        read_answer(rubric, text)
    asked = await ask(Saying("a", text), question(rubric))
    assert (asked.judgement.value, asked.status) == (None, Status.CONTRADICTION)
    assert said in asked.judgement.rationale
    assert WHY in asked.judgement.rationale


def test_an_answer_of_the_older_form_counts_but_is_told_apart() -> None:
    text = json.dumps({"reasoning": WHY, "verdict": False})
    assert read_answer(BINARY, text) == Reading(0.0, WHY, Status.UNCHECKED)


@pytest.mark.parametrize("locale", ["ko", "en"])
@pytest.mark.parametrize(("rubric", "top"), [(BINARY, "true"), (SCALED, "5")])
def test_judges_are_told_what_their_verdict_is_checked_against(locale: Any, rubric: Rubric, top: str) -> None:
    system = question(rubric, locale).prompt.system
    fields = [system.index(f'"{name}"') for name in ("reasoning", "objection", "verdict")]
    assert fields == sorted(fields)
    last = system.splitlines()[-1]
    assert "null" in last
    assert f" {top} " in last.replace("입니다", " ").replace(".", " ")


@pytest.mark.parametrize(
    ("rubric", "text", "said"),
    [
        (BINARY, "", "empty"),
        (BINARY, "I'm sorry, I can't help with that.", "no JSON object: \"I'm sorry"),
        (BINARY, answer(True)[:-3], "no JSON object"),
        (BINARY, f"{answer(True)} {answer(False)}", "no JSON object"),
        (BINARY, "[true]", "the answer"),
        (BINARY, "true", "the answer"),
        (BINARY, "[" * 100_000, "no JSON object"),
        (BINARY, answer("true"), "verdict"),
        (BINARY, answer(1), "verdict"),
        (BINARY, '{"verdict": true}', "reasoning"),
        (BINARY, '{"reasoning": "x"}', "verdict"),
        (BINARY, answer(True, "  "), "without reasoning"),
        (BINARY, answer(True, 3), "reasoning"),
        (BINARY, '{"reasoning": "x", "verdict": true, "verdict": false}', "twice"),
        (SCALED, answer(True), "verdict"),
        (SCALED, answer(6), "not on the scale from 1 to 5"),
        (SCALED, answer(3.5), "verdict"),
    ],
)
async def test_an_unusable_answer_is_no_verdict_and_says_why(rubric: Rubric, text: str, said: str) -> None:
    with pytest.raises(UnusableAnswer):
        read_answer(rubric, text)
    asked = await ask(Saying("a", text), question(rubric))
    assert asked.judgement.value is None
    assert asked.status is Status.UNUSABLE
    assert said in asked.judgement.rationale


def votes(*values: float | None) -> list[Judgement]:
    return [
        Judgement(rubric="r", value=value, rationale=f"because {value}", judge=f"m{number}", digest="")
        for number, value in enumerate(values)
    ]


@pytest.mark.parametrize(
    ("values", "value", "said"),
    [
        ((1.0,), 1.0, "because 1.0 (judged by m0, 1 of 1)"),
        ((0.0,), 0.0, "judged by m0"),
        ((None,), None, "m0 gave no verdict: because None"),
        ((1.0, 0.0), None, "no majority among 2 judges: 1 for 0, 1 for 1"),
        ((1.0, 1.0), 1.0, "m0, m1, 2 of 2"),
        ((1.0, None), None, "1 for 1; 1 without a verdict (m1: because None)"),
        ((1.0, 0.0, 1.0), 1.0, "m0, m2, 2 of 3"),
        ((1.0, None, 1.0), 1.0, "2 of 3"),
        ((1.0, None, 0.0), None, "no majority among 3"),
        ((1.0, 0.0, 1.0, 0.0), None, "2 for 0, 2 for 1"),
        ((0.25, 0.5, 0.5), 0.5, "2 of 3"),
        ((0.25, 0.5, 0.75), None, "1 for 0.25, 1 for 0.5, 1 for 0.75"),
    ],
)
def test_more_than_half_of_all_asked_decide(values: tuple[float | None, ...], value: float | None, said: str) -> None:
    found = majority("r", votes(*values))
    assert found is not None
    assert found.value == value
    assert said in found.reason
    assert [line.partition(":")[0] for line in found.evidence] == [f"m{number}" for number in range(len(values))]


@pytest.mark.parametrize(
    ("values", "value", "said"),
    [
        ((1.0, 0.75, 0.25), 0.75, "because 0.75 (median of 3 grades; judged by m1, 1 of 3)"),
        ((0.25,), 0.25, "because 0.25 (judged by m0, 1 of 1)"),
        ((0.5, 0.5), 0.5, "median of 2 grades; judged by m0, m1, 2 of 2"),
        ((1.0, 0.5), None, "no median among 2 judges: 1 for 0.5, 1 for 1"),
        ((1.0, 0.5, 0.5, 0.0), 0.5, "2 of 4"),
        ((1.0, 0.75, 0.5, 0.0), None, "no median among 4"),
        ((0.75, None, 0.75), 0.75, "2 of 3"),
        ((0.75, None, 1.0), None, "1 without a verdict"),
        ((0.75, None, None), None, "2 without a verdict"),
        ((0.75, None), None, "1 without a verdict"),
        ((None,), None, "m0 gave no verdict"),
    ],
)
def test_on_a_scale_the_median_decides(values: tuple[float | None, ...], value: float | None, said: str) -> None:
    found = majority("r", votes(*values), graded=True)
    assert found is not None
    assert found.value == value
    assert said in found.reason


def test_nobody_asked_is_no_majority() -> None:
    assert majority("other", votes(1.0)) is None


def test_what_is_asked() -> None:
    of = scenario()
    drive = Drive(of).hear("Trunk.").say("Shall I open the trunk?").hear("Hm.").step(TRUNK).say("Done.")
    assert [asked.rubric.name for asked in questions(drive.end(), of)] == ["policy.004"]
    broken = Drive(of).hear("Trunk.").step(TRUNK).say("Shall I open the trunk?").hear("Hm.").step(TRUNK).say("Done.")
    assert questions(broken.end(), of) == []
    hidden = scenario(kind="hallucination")
    told = Drive(hidden).hear("Fan.").say("I can't.").end(EndWord.HALLUCINATION_ERROR)
    (asked,) = questions(told, hidden)
    assert asked.rubric.name == "limit_awareness"
    assert "set_fan_speed" in asked.prompt.user
    assert "HALLUCINATION" not in asked.prompt.user + asked.prompt.system
    unclear = scenario(kind="disambiguation")
    (asked,) = questions(Drive(unclear).hear("That one.").say("Which?").end(), unclear)
    assert asked.rubric.name == "disambiguation"
    assert '"element": "which one"' in asked.prompt.user


def test_nothing_is_asked_of_a_session_nobody_can_judge() -> None:
    hidden = scenario(kind="hallucination")
    assert questions(Drive(hidden).hear("Fan.").say("I can't.").trajectory, hidden) == []


def test_the_facts_hold_the_state_before_and_after() -> None:
    of = scenario(state={"air_conditioning": True})
    window = ("open_close_window", {"window": "DRIVER", "percentage": 60})
    drive = Drive(of, "ko").hear("창문이요.").say("창문을 열까요?").hear("글쎄요.").step(window).say("네.")
    (asked,) = [found for found in questions(drive.end(), of) if found.rubric.name == "policy.007"]
    facts = json.loads(asked.prompt.user.split("\n")[3])["facts"]
    (state,) = facts["state"]
    assert state["at_start_of_turn"]["window_driver_position"] == 0
    assert state["at_this_point"]["window_driver_position"] == 60
    assert state["at_this_point"]["air_conditioning"] is True


async def test_judges_work_side_by_side_but_no_more_than_allowed() -> None:
    gate, busy, most = asyncio.Event(), 0, 0

    class Slow:
        name = "slow"

        async def answer(self, prompt: Prompt) -> str:
            nonlocal busy, most
            busy += 1
            most = max(most, busy)
            if busy == 3:
                gate.set()
            await gate.wait()
            busy -= 1
            return answer(True)

    heard: list[Asked] = []
    judge: Judge = Slow()
    await ask_all([judge], [(str(number), question(), judge) for number in range(7)], heard.append, 3)
    assert most == 3
    assert sorted(asked.session_id for asked in heard) == [str(number) for number in range(7)]


async def test_a_store_that_cannot_be_written_is_one_plain_error() -> None:
    def full(asked: Asked) -> None:
        raise UsageError("the disk is full")

    judge = Saying("a", answer(True))
    with pytest.raises(UsageError, match="disk is full"):
        await ask_all([judge], [(str(number), question(), judge) for number in range(3)], full)


def test_a_panel_needs_a_judge_and_each_once() -> None:
    with pytest.raises(UsageError, match="--model"):
        check_panel([])
    with pytest.raises(UsageError, match="twice"):
        check_panel([Saying("a", ""), Saying("a", "")])


async def test_a_model_is_asked_at_temperature_zero_for_json() -> None:
    with OpenAIServer(says(answer(False)), models=("m",)) as server:
        judge = ModelJudge("m", endpoint(server.url, api_key="sk-secret"))
        asked = await ask(judge, question(), "s")
        await close_clients()
    assert asked.judgement == Judgement(
        rubric="policy.004",
        value=0.0,
        rationale="message 4 is no clear yes",
        judge=f"m@{server.url}",
        digest=question().digest(judge.name),
    )
    (body,) = server.chats
    assert body["temperature"] == 0
    assert body["response_format"] == {"type": "json_object"}
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    (use,) = asked.calls
    assert (use.model, use.prompt_tokens, use.completion_tokens, use.retries, use.answered) == ("m", 11, 7, 0, True)
    assert use.latency_ms is not None
    assert "sk-secret" not in repr(asked)


async def test_a_model_that_takes_no_temperature_is_asked_without_one_from_then_on() -> None:
    def reply(request: Received) -> Answer:
        if "temperature" in request.body:
            return refuses(400, "unsupported_value", message="'temperature' does not support 0 with this model.")
        return says(answer(True))

    with OpenAIServer(models=("m",)) as server:
        server.answer = reply
        judge = ModelJudge("m", endpoint(server.url, api_key="sk-x"))
        asked = [await ask(judge, question()) for _ in range(2)]
        await close_clients()
    assert [each.judgement.value for each in asked] == [1.0, 1.0]
    assert ["temperature" in body for body in server.chats] == [True, False, False]


async def test_questions_under_way_at_the_first_refusal_are_asked_again_too() -> None:
    def reply(request: Received) -> Answer:
        refused = "temperature" in request.body
        return refuses(400, message="no 'temperature' with this model") if refused else says(answer(True))

    with OpenAIServer(models=("m",)) as server:
        server.answer = reply
        judge = ModelJudge("m", endpoint(server.url, api_key="sk-x"))
        asked = await asyncio.gather(*(ask(judge, question()) for _ in range(12)))
        await close_clients()
    assert [each.judgement.value for each in asked] == [1.0] * 12


@pytest.mark.parametrize("reply", [refuses(401), refuses(400), says(None), says(answer(True)[:20], "length")])
async def test_a_judge_that_gives_no_verdict_is_no_error(reply: Any) -> None:
    with OpenAIServer(reply) as server:
        asked = await ask(ModelJudge("m", endpoint(server.url, api_key="sk-x", max_retries=0)), question())
        await close_clients()
    assert asked.judgement.value is None
    assert asked.judgement.rationale
    assert asked.unreachable == (reply.status != 200)
    assert [use.answered for use in asked.calls] == [not asked.unreachable]


async def test_a_judge_that_is_not_there_is_not_asked_for_ever() -> None:
    heard: list[Asked] = []
    there = Saying("there", answer(True))
    with OpenAIServer() as server:
        server.answer = lambda request: refuses(401)
        gone = ModelJudge("gone", endpoint(server.url, api_key="sk-x", max_retries=0))
        panel: tuple[Judge, ...] = (gone, there)
        await ask_all(panel, [(str(n), question(), judge) for n in range(40) for judge in panel], heard.append, 1)
        await close_clients()
        assert len(server.chats) == GIVE_UP_AFTER
    by_gone = [asked for asked in heard if asked.judgement.judge == gone.name]
    assert (len(by_gone), len(there.prompts)) == (40, 40)
    assert all(asked.unreachable and asked.judgement.value is None for asked in by_gone)
    assert f"{GIVE_UP_AFTER} times in a row" in by_gone[-1].judgement.rationale


async def test_a_judge_that_fails_now_and_then_is_asked_on() -> None:
    heard: list[Asked] = []
    with OpenAIServer() as server:
        server.answer = lambda request: says(answer(True)) if len(server.chats) % GIVE_UP_AFTER == 0 else refuses(400)
        judge = ModelJudge("m", endpoint(server.url, api_key="sk-x", max_retries=0))
        await ask_all([judge], [(str(n), question(), judge) for n in range(30)], heard.append, 1)
        await close_clients()
        assert len(server.chats) == 30
    assert [asked.status for asked in heard].count(Status.VERDICT) == 30 // GIVE_UP_AFTER
