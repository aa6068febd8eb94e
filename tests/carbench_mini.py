"""The tiny official dataset of the tests: its folder, tasks and world, and sessions made up for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from evaluation.profiles.quirks import CARBENCH, Profile
from evaluation.profiles.recording import Judged
from evaluation.profiles.replaying import Message, PlayedCall, ground_truth, recording_of, replay
from evaluation.profiles.scoring import CarbenchScore, score_recording
from scenarios.carbench import OfficialAction, OfficialTask
from scenarios.carbench_folder import read_tasks
from simulator.world.model import World

FOLDER = Path(__file__).parent / "data" / "carbench-mini"
HERE, TALHEIM, MOORLAND = "loc_ost_100001", "loc_tal_100002", "loc_mor_100003"
TO_TALHEIM, TO_MOORLAND, MOORLAND_TO_TALHEIM = "rll_ost_tal_400001", "rll_ost_mor_400004", "rll_mor_tal_400005"

ALL_UPHELD = Judged()
"""A judge was asked and found nothing."""

SPEAKS: Message = None
"""The assistant speaks to the driver."""


@cache
def tasks() -> Mapping[str, OfficialTask]:
    return read_tasks(FOLDER)


def task(
    name: str = "base_0", actions: Sequence[tuple[str, dict[str, Any]]] | None = None, **state: Any
) -> OfficialTask:
    """Return a task of the dataset, with another ground truth or another car where given."""
    found = tasks()[name]
    context = dict(found.context_init_config) | state
    chosen = found.actions if actions is None else tuple(OfficialAction(name, kwargs) for name, kwargs in actions)
    return replace(found, context_init_config=context, actions=chosen)


def calls(*given: str | tuple[str, dict[str, Any]]) -> Message:
    """Return an assistant's message with calls, each a name or a name with its arguments."""
    return [PlayedCall(call, {}) if isinstance(call, str) else PlayedCall(call[0], call[1]) for call in given]


def score(
    world: World,
    played: OfficialTask,
    messages: Sequence[Message],
    profile: Profile = CARBENCH,
    *,
    end_word: str | None = None,
    finished: bool = True,
    judged: Judged | None = ALL_UPHELD,
) -> CarbenchScore:
    """Return the score of a session in which the assistant sent these messages."""
    replayed = replay(played, messages, world, profile.tools)
    recording = recording_of(played, replayed, end_word=end_word, finished=finished, judged=judged)
    return score_recording(recording, ground_truth(played, world, profile.tools), profile)
