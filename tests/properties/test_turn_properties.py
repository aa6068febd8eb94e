"""What holds for the turns of any sessions."""

from hypothesis import given
from hypothesis import strategies as st
from turn_sessions import Turns

from evaluation.turn_metrics import FEWEST_EVENTS, turn_metrics
from evaluation.verdict import Outcome
from simulator.events import Termination
from simulator.trajectory import Trajectory

Draw = st.DrawFn
ms = st.integers(0, 100_000)


@st.composite
def sessions(draw: Draw) -> tuple[Trajectory, Outcome]:
    """A session whose moments follow one another as they do on a clock; any of them may be missing."""
    live = draw(st.booleans())
    turns = Turns("live" if live else "voice", draw(st.sampled_from(["ko", "en"])))
    now = 0.0
    for _ in range(draw(st.integers(0, 6))):
        typed = live and draw(st.booleans())
        turns.driver(None if typed else draw(ms), draw(ms)).took(agent=draw(ms))
        if draw(st.booleans()):
            turns.took(tools=draw(ms)).model(draw(st.none() | ms.map(float)))
        turns.assistant(draw(st.sampled_from(["Done.", ""])), draw(st.none() | ms))
        if live:
            moments = [now := now + draw(ms) for _ in range(6)]
            names = ("speech_start", "speech_end", "asr_final", "agent", "audio_out", "audio_end")
            kept = {name: at for name, at in zip(names, moments, strict=True) if draw(st.booleans())}
            if draw(st.booleans()):
                turns.cut(after_ms=draw(ms), played_ms=draw(ms))
            turns.timed("typed" if typed else "hands-free", barge_in=draw(st.sampled_from([None, True, False])), **kept)
    if draw(st.booleans()):
        turns.end(draw(st.sampled_from(list(Termination))))
    return turns.trajectory, draw(st.sampled_from(list(Outcome)))


runs = st.lists(sessions(), max_size=12)


@given(runs)
def test_percentiles_are_in_order_and_shares_are_shares(run: list[tuple[Trajectory, Outcome]]) -> None:
    for figure in turn_metrics(run).all:
        shown = (figure.p50, figure.p90, figure.p95)
        assert (figure.n >= FEWEST_EVENTS) or (set(shown) == {None} and figure.value is None)
        assert bool(figure.reason) == (set(shown) == {None} and figure.value is None)
        if figure.p50 is not None and figure.p90 is not None and figure.p95 is not None:
            assert 0 <= figure.p50 <= figure.p90 <= figure.p95
        if figure.value is not None:
            assert figure.value >= 0
            assert figure.unit != "share" or figure.value <= 1


@given(runs)
def test_languages_add_up_and_order_does_not_matter(run: list[tuple[Trajectory, Outcome]]) -> None:
    found = turn_metrics(run)
    for number, figure in enumerate(found.all):
        assert sum(figures[number].n for figures in found.languages.values()) == figure.n
    assert turn_metrics(reversed(run)).all == found.all
