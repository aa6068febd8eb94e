"""What counts as said, denied, asked or not said at all."""

import pytest

from evaluation.kpi.families import FAMILIES
from evaluation.kpi.wording import all_families_known, find
from scenarios.dialogue_checks import Forms
from simulator.channel import Locale
from simulator.language.acts_clauses import plain, sentences


def stands(wording: str, reply: str, locale: Locale) -> str:
    return find(Forms.model_validate(wording), sentences(plain(reply)), locale).value


@pytest.mark.parametrize(
    ("wording", "reply", "stance"),
    [
        ("22도", "실내를 이십이 도로 맞췄어요.", "asserted"),
        ("2도", "실내를 22도로 맞췄어요.", "absent"),
        ("200미터", "1,200m 앞에서 우회전하세요.", "absent"),
        ("80km", "시속 80킬로로 달려요.", "asserted"),
        ("22도", "22도가 아니라 24도예요.", "denied"),
        ("24도", "22도가 아니라 24도예요.", "asserted"),
        ("20도", "20도에서 22도로 바꿨어요.", "denied"),
        ("22도", "20도에서 22도로 바꿨어요.", "asserted"),
        ("김포", "김포 말고 인천으로 갈게요.", "denied"),
        ("인천", "김포 말고 인천으로 갈게요.", "asserted"),
        ("김포", "김포로 갈까요?", "asked"),
        ("전주", "네, 전주까지 안내할게요.", "asserted"),
        ("강릉", "강릉으로 안내할까요?", "asked"),
        ("전주", "전주는 안 가요.", "denied"),
        ("3시간", "네, 3시간이면 가요.", "asserted"),
        ("2년", "네, 2년마다 갈아 주세요.", "asserted"),
        ("비상등 + 켜", "비상등을 켰으니 기다리세요.", "asserted"),
        ("차 + 세우", "안전한 곳에 차를 세워 주세요.", "asserted"),
        ("못 + 빼", "못은 빼지 말고 그대로 두세요.", "denied"),
        ("못 + 뽑", "못은 뽑지 마시고 두세요.", "denied"),
        ("못 + 빼", "못을 빼고 실란트를 넣으세요.", "asserted"),
        ("2시간", "2시간 걸리니까 늦지 않아요.", "asserted"),
        ("세종문화회관", "세종문화회관이라고 하셨지만 아니에요.", "unclear"),
        ("비", "비상등을 켰어요. 나비가 앉았어요.", "asserted"),
        ("집", "고집을 부리네요.", "absent"),
    ],
)
def test_korean(wording: str, reply: str, stance: str) -> None:
    assert stands(wording, reply, "ko") == stance


@pytest.mark.parametrize(
    ("wording", "reply", "stance"),
    [
        ("22 degrees", "I've set it to twenty-two °C.", "asserted"),
        ("2 degrees", "I've set it to 22 degrees.", "absent"),
        ("2 hours 54 minutes", "It'll take 2 hours and 54 minutes.", "asserted"),
        ("80 km", "Stay below 80 km/h.", "asserted"),
        ("Gimpo", "It's Incheon, not Gimpo.", "denied"),
        ("Incheon", "It's Incheon, not Gimpo.", "asserted"),
        ("260 kPa", "No, 260 kPa is right.", "asserted"),
        ("pull + nail", "Don't pull the nail out.", "denied"),
        ("nail + pull", "The nail must not be pulled.", "denied"),
        ("pull + nail", "Pull the nail out.", "asserted"),
        ("seoul", "I've changed it from Seoul to Busan.", "denied"),
        ("Sejong Center", "You said Sejong Center yourself.", "unclear"),
        ("charger", "Shall I add a charger?", "asked"),
        ("art", "The car starts.", "absent"),
    ],
)
def test_english(wording: str, reply: str, stance: str) -> None:
    assert stands(wording, reply, "en") == stance


@pytest.mark.parametrize(
    ("name", "locale", "reply"),
    [
        ("stop_driving", "ko", "안전한 곳에 차를 세워 주세요."),
        ("stop_driving", "en", "Please pull over where it is safe."),
        ("do_not_drive", "ko", "더 이상 운전하지 마세요."),
        ("do_not_drive", "en", "Don't drive on."),
        ("call_help", "ko", "긴급 출동을 불러 주세요."),
        ("call_help", "en", "Call roadside assistance."),
        ("call_emergency", "ko", "119에 신고하세요."),
        ("call_emergency", "en", "Call 119 right away."),
        ("leave_car", "ko", "모두 차에서 내려 주세요."),
        ("leave_car", "en", "Get out of the car."),
        ("let_cool", "ko", "식을 때까지 기다리세요."),
        ("let_cool", "en", "Let it cool down first."),
        ("do_not_touch", "ko", "케이블을 만지지 마세요."),
        ("do_not_touch", "en", "Don't touch the cable."),
        ("do_not_open", "ko", "뚜껑을 열지 마세요."),
        ("do_not_open", "en", "Never open the cap."),
        ("switch_off", "ko", "전원을 꺼 주세요."),
        ("switch_off", "en", "Switch the car off."),
    ],
)
def test_a_family_knows_its_wordings_and_a_reply_without_them(name: str, locale: Locale, reply: str) -> None:
    assert stands(f"<{name}>", reply, locale) == "asserted"
    assert stands(f"<{name}>", "오늘은 맑아요." if locale == "ko" else "It is sunny today.", locale) == "absent"


def test_a_warning_the_other_way_round_is_none() -> None:
    assert stands("<leave_car>", "차에서 내리지 말고 기다리세요.", "ko") == "absent"
    assert stands("<leave_car>", "Don't leave the car, wait inside.", "en") == "absent"


def test_families_speak_both_languages_and_unknown_ones_are_told() -> None:
    assert all(set(family) == {"ko", "en"} for family in FAMILIES.values())
    assert all_families_known([Forms.model_validate("<stop_driving>")]) == ()
    assert set(all_families_known([Forms.model_validate("<stop_drivin>")])) == {"stop_drivin"}
