"""A replayed dialogue: what was expected of its answer stands with the scores, and the weather is the scenario's."""

import pytest
from dashboard.shelf import app_with, settled
from dashboard.snapshots import drawn_text, matches, screen_text
from dialogue_stories import HANGS, REFERENCE, told

from simulator.dashboard.deck import Deck
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.registered import panel
from simulator.dashboard.screens.replay import Replay
from simulator.dashboard.spec import Look, Moment
from simulator.dashboard.story import Scoring
from simulator.events import Score


@pytest.mark.parametrize("lang", ["en", "ko"])
async def test_f9_hides_and_shows_what_was_expected(lang: UiLang) -> None:
    story = told("ko", "hapsyo")
    app, _, _ = app_with(lambda: Replay(story), lang)
    hidden = "숨김 (F9 키로 표시)" if lang == "ko" else "hidden; F9 shows it"
    async with app.run_test(size=(200, 60)) as pilot:
        await settled(pilot)
        app.screen.query_one(Deck).hood("scores")
        await settled(pilot)
        assert REFERENCE["hapsyo"] in screen_text(app)
        assert HANGS[lang] in screen_text(app)
        assert ("외기온 -9°C" if lang == "ko" else "outside -9 °C") in screen_text(app)
        await pilot.press("f9")
        await settled(pilot)
        assert REFERENCE["hapsyo"] not in screen_text(app)
        assert hidden in screen_text(app)
        await pilot.press("f9", "end")
        await settled(pilot)
        assert REFERENCE["hapsyo"] in screen_text(app)
        assert hidden not in screen_text(app)


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_scores_look_as_kept(lang: UiLang) -> None:
    story = told(lang, "haeyo" if lang == "ko" else None, scored=False)
    broken = Score(metric="retention", value=0.0, reason="decided by a rule: the wish of before was broken")
    story.score(Scoring(scores=(broken,), outcome="failed", reasons=(f"{broken.metric}: {broken.reason}",)))
    lines = panel("scores").draw(Moment(story, len(story)), 72, 0, Look(lang))
    matches(f"panel-scores-dialogue-72-{lang}", drawn_text(lines, 72))
