"""Before a run: has anybody recorded what its drivers will say?"""

from pathlib import Path
from typing import Any

import pytest
from drives import scenario

from scenarios.schema import Scenario
from simulator.channel import Locale
from simulator.recorded_speech import check_recorded
from simulator.registry import UsageError
from simulator.settings import Settings
from simulator.users.scripted import ScriptedUser, script_texts
from simulator.users.spec import Exchange
from voice.audio import Pcm, wav_bytes

KOREAN: dict[str, Any] = {
    "level": "haeyo",
    "turns": [
        {"say": "22도로 해 줘요.", "again": "온도를 22도로요.", "replies": [{"on": "choose", "say": "제 쪽요."}]}
    ],
}
ENGLISH: dict[str, Any] = {
    "turns": [
        {"say": "Make it warmer.", "replies": [{"on": "confirm", "say": "Just my side."}]},
        {"say": "And close the window."},
    ]
}


def made(locale: Locale) -> Scenario:
    return scenario(driver={"ko": KOREAN} if locale == "ko" else {"en": ENGLISH}, id=f"by-hand-{locale}")


def recorded(folder: Path, *texts: tuple[str, str]) -> str:
    """Record texts, each a language and words; returns the setting that plays them."""
    (folder / "a.wav").write_bytes(wav_bytes(Pcm(b"\x00\x10" * 100, 16_000)))
    rows = [f"a.wav\t{locale}\t{text}\tAnn" for locale, text in texts]
    (folder / "manifest.tsv").write_text("\n".join(["path\tlang\ttext\tspeaker", *rows]) + "\n", encoding="utf-8")
    return f"recordings:{folder}"


def test_a_script_tells_what_it_will_say_and_what_it_may() -> None:
    requests, answers = script_texts(made("en"), "en")
    assert requests == ["Make it warmer.", "And close the window."]
    assert answers == [
        *("Just my side.", "Make it warmer.", "No, not that. Make it warmer."),
        *("And close the window.", "Yes, please do."),
    ]
    assert script_texts(made("ko"), "ko")[1] == ["제 쪽요.", "온도를 22도로요.", "네, 그렇게 해 주세요."]


async def test_a_driver_says_nothing_that_its_script_did_not_tell() -> None:
    for speech in ("Shall I do it?", "Sorry, what was that?", "Which one?", "Done.", "", "Bananas."):
        driver, of = ScriptedUser(made("en"), "en"), made("en")
        first = await driver.speak((), None)
        second = await driver.speak((Exchange(first.intended, speech),), None)
        requests, answers = script_texts(of, "en")
        assert {first.intended, second.intended} <= {*requests, *answers, ""}


def test_a_request_that_nobody_recorded_stops_the_run_before_it_begins(tmp_path: Path) -> None:
    settings = Settings(tts=recorded(tmp_path, ("en", "make it warmer")))
    with pytest.raises(UsageError) as told:
        check_recorded(settings, [(made("en"), "en")])
    assert str(told.value) == (
        f"{tmp_path}/manifest.tsv: of the requests in this run nobody recorded 1 [en]: 'And close the window.'; record "
        f"them, choose with --scenario and --lang, or let a voice say them: --tts recordings-or-voice:{tmp_path}"
    )


def test_an_answer_that_may_be_needed_is_told(tmp_path: Path) -> None:
    texts = [("en", text) for text in ("Make it warmer.", "And close the window.", "Just my side.")]
    (notice,) = check_recorded(Settings(tts=recorded(tmp_path, *texts)), [(made("en"), "en")] * 2)
    assert notice == (
        "a session ends in a defect if the driver has to answer what nobody recorded: "
        "2 [en]: 'No, not that. Make it warmer.', 'Yes, please do.'"
    )


def test_everything_recorded_needs_no_word(tmp_path: Path) -> None:
    texts = [("ko", text) for part in script_texts(made("ko"), "ko") for text in part]
    assert check_recorded(Settings(tts=recorded(tmp_path, *texts)), [(made("ko"), "ko")]) == ()


def test_takes_that_are_not_played_are_told(tmp_path: Path) -> None:
    texts = [("ko", text) for part in script_texts(made("ko"), "ko") for text in part]
    settings = Settings(tts=recorded(tmp_path, *texts, ("ko", "이십이 도로 해 줘요")))
    (notice,) = check_recorded(settings, [(made("ko"), "ko")])
    assert notice == "recorded more than once, the first take is played: 1 [ko]: '22도로 해 줘요.'"


def test_only_the_languages_that_are_spoken_count(tmp_path: Path) -> None:
    texts = [("ko", text) for part in script_texts(made("ko"), "ko") for text in part]
    settings = Settings(tts=f"ko={recorded(tmp_path, *texts)},en=null")
    assert check_recorded(settings, [(made("ko"), "ko"), (made("en"), "en")]) == ()
    assert check_recorded(settings, []) == ()
    assert check_recorded(Settings(tts="null"), [(made("ko"), "ko")]) == ()


def test_where_a_voice_helps_out_it_is_told_what_it_says(tmp_path: Path) -> None:
    setting = recorded(tmp_path, ("en", "Make it warmer.")).replace("recordings:", "recordings-or-voice:")
    (notice,) = check_recorded(Settings(tts=setting), [(made("en"), "en")])
    assert notice.startswith("a voice says what nobody recorded, if it comes to that: 4 [en]: 'And close the window.'")


def test_nobody_can_record_what_a_model_will_say(tmp_path: Path) -> None:
    settings = Settings(tts=recorded(tmp_path, ("en", "Make it warmer.")), user_model="m")
    with pytest.raises(UsageError, match="what a driver called 'persona' will say is not known"):
        check_recorded(settings, [(made("en"), "en")])


def test_a_long_list_is_cut(tmp_path: Path) -> None:
    turns = [{"say": f"Set the fan to {number}."} for number in range(7)]
    many = scenario(driver={"en": {"turns": turns}})
    with pytest.raises(UsageError, match=r"nobody recorded 7 \[en\]: .*'Set the fan to 3\.' and 3 more; record"):
        check_recorded(Settings(tts=recorded(tmp_path, ("en", "hello"))), [(many, "en")])


def test_a_recording_with_nothing_in_it_is_told_before_it_is_played(tmp_path: Path) -> None:
    named = recorded(tmp_path, ("en", "Make it warmer."), ("en", "And close the window."), ("ko", "22도로 해 줘요."))
    (tmp_path / "a.wav").write_bytes(wav_bytes(Pcm(bytes(2000), 16_000)))
    with pytest.raises(UsageError, match=r"nothing can be heard in .*a\.wav; record it again"):
        check_recorded(Settings(tts=named), [(made("en"), "en")])
