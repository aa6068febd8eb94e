"""Questions of a stored dialogue as the labelling screen gets them: with the message that the facts name."""

from pathlib import Path

from dialogue_stories import SAID, told

from evaluation.open_questions import open_questions
from evaluation.store import Recorder, Store
from simulator.cockpit.labelling import StoreLabelling
from simulator.cockpit.stored_runs import RunsInStore
from simulator.trajectory import AssistantSaid


def test_a_question_about_a_dialogue_names_its_answer_and_one_about_levels_its_reply(tmp_path: Path) -> None:
    store, story = Store(tmp_path / "runs.db"), told("ko", "haeyo", scored=False)
    of = story.scenario
    run_id = store.begin_run({"suite": "tests", "trials": 1, "planned_sessions": 1}, {"level_mode": "rule"})
    facts = {"scenario_id": of.id, "kind": of.kind, "locale": "ko", "trial": 0, "scenario": of.model_dump_json()}
    recorder = Recorder(store, store.begin_session(run_id, 0, facts))
    for event in story.events:
        recorder(event)
    recorder.flush()
    made = StoreLabelling(RunsInStore(store.path), run_id, "kim", open_questions(store, run_id, (), "llm"))
    about = [item for item in made.items if item.message is not None]
    assert about
    for item in about:
        assert item.reply is None
        message = made.dialogue(item)[item.message or 0]
        assert isinstance(message, AssistantSaid)
        assert message.text == SAID["ko"]
    levels = [item for item in made.items if item.reply is not None]
    assert levels
    assert all(item.message is None and not item.facts for item in levels)
