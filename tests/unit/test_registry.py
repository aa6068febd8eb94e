"""Names people type, right and wrong."""

import pytest

from simulator.registry import Registry, UsageError, nearest, unknown


@pytest.mark.parametrize(
    ("typed", "meant"), [("orcale", "oracle"), ("ORACLE", "oracle"), ("silnt", "silent"), ("base", "baseline")]
)
def test_a_typing_mistake_finds_what_was_meant(typed: str, meant: str) -> None:
    assert nearest(typed, ["oracle", "silent", "baseline"]) == meant
    assert f"did you mean '{meant}'?" in str(unknown("agent", typed, ["oracle", "silent", "baseline"]))


def test_what_is_like_nothing_gets_the_list() -> None:
    assert nearest("zzz", ["oracle", "silent"]) is None
    assert str(unknown("agent", "zzz", ["silent", "oracle"])) == "unknown agent 'zzz': known are oracle, silent"
    assert str(unknown("agent", "zzz", [])) == "unknown agent 'zzz': known are none"


@pytest.mark.parametrize(("typed", "known"), [("latency", "r_policy"), ("scenario", "seed"), ("cost", "score")])
def test_what_shares_only_some_letters_is_not_suggested(typed: str, known: str) -> None:
    assert nearest(typed, [known]) is None


def test_case_of_the_answer_is_the_registered_one() -> None:
    assert nearest("head", ["HEAD_FEET", "WINDSHIELD"]) == "HEAD_FEET"


def test_a_registry_keeps_order_and_refuses_doubles() -> None:
    registry: Registry[int] = Registry("thing", {"b": 2})
    assert registry.add("a", 1) == 1
    assert list(registry) == ["b", "a"]
    assert list(registry.values()) == [2, 1]
    assert len(registry) == 2
    assert "a" in registry
    assert 7 not in registry
    with pytest.raises(ValueError, match="thing 'a' is registered twice"):
        registry.add("a", 3)
    assert registry["a"] == 1


def test_an_unknown_entry_is_a_usage_error_and_no_key_error() -> None:
    with pytest.raises(UsageError, match="unknown thing 'bb': did you mean 'b'"):
        Registry("thing", {"b": 2})["bb"]
