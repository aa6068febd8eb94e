"""What was said before a session began stands in the log, marked as given."""

from dashboard.logs_by_hand import heads

from simulator.events import ExchangeGiven

GIVEN = ExchangeGiven(seq=1, turn=0, at_ms=0, number=1, driver="열선 켜 줘.", assistant="켰어.")


def test_an_exchange_of_before_is_marked_and_clean() -> None:
    assert heads("dialogue", GIVEN, lang="en") == ["(given 2)  Driver: 열선 켜 줘. · Assistant: 켰어."]
    assert "\x1b" not in heads("dialogue", GIVEN.model_copy(update={"driver": "열선\x1b[31m"}))[0]
    assert heads("dialogue", GIVEN, lang="ko") == ["(앞선 대화 2)  운전자: 열선 켜 줘. · 어시스턴트: 켰어."]
