"""Speech levels told from endings: each list of words stands beside what looks alike and is something else."""

import unicodedata

import pytest

from evaluation.honorifics.forms import Level
from evaluation.honorifics.reply import LevelRules, complies, read_reply

pytest.importorskip("kiwipiepy")


@pytest.mark.parametrize(
    ("reply", "level"),
    [
        ("안내를 시작합니다.", "hapsyo"),
        ("목적지를 말씀해 주십시오.", "hapsyo"),
        ("확실하지 않으면 돌아가십시오.", "hapsyo"),
        ("닫았습니다만", "hapsyo"),
        ("그건 어렵습니다만 이건 됩니다만", "hapsyo"),
        ("닫았습니다마는", "hapsyo"),
        ("닫았지만", "hae"),
        ("어디로 갈지 말하면 안내할게", "hae"),
        ("안내할 게 없어", "hae"),
        ("창문을 닫을까요?", "haeyo"),
        ("곧 도착하시죠.", "haeyo"),
        ("창문 닫았어.", "hae"),
        ("에어컨을 켠다.", "hae"),
        ("경로 재탐색 중.", "none"),
        ("네.", "none"),
        ("네. 켰습니다.", "hapsyo"),
        ("응.", "hae"),
        ("창문을 닫았어요. 에어컨도 켰습니다.", "mixed"),
        ("천천히 가시오.", "none"),
        ("", "none"),
        ("👍", "none"),
        ("Okay, done.", "none"),
    ],
)
def test_each_level_is_told(reply: str, level: str) -> None:
    assert read_reply(reply).level == level


@pytest.mark.parametrize(
    ("one", "its_level", "other", "other_level"),
    [
        ("안전거리 확보 중요.", "none", "다른 길로 가요.", "haeyo"),
        ("약 20분 소요.", "none", "잠시만 기다려 주세요.", "haeyo"),
        ("어린이가 좋아하는 금붕어용.", "none", "창문을 열었어용.", "haeyo"),
        ("지금 전화 걸게.", "hae", "너무 늦게 넘기지 말게.", "none"),
        ("네 차 문이 열려 있어.", "hae", "네, 문이 열려 있어요.", "haeyo"),
        ("여기가 캐나다.", "none", "여기가 캐나다다.", "hae"),
        ("배터리가 부족하다.", "hae", "배터리가 부족합니다.", "hapsyo"),
        ("출발할까?", "hae", "출발합니까?", "hapsyo"),
        ("재생: FM 라디오", "none", "천천히 가시오.", "none"),
        ("조심해서 가십시요", "hapsyo", "조심해서 가시지요", "haeyo"),
        ("만족도가 낮", "none", "이제 그만 자", "hae"),
    ],
)
def test_what_looks_alike_is_told_apart(one: str, its_level: str, other: str, other_level: str) -> None:
    assert (read_reply(one).level, read_reply(other).level) == (its_level, other_level)


@pytest.mark.parametrize(
    ("reply", "levels"),
    [
        ("에어컨을 켰습니다 희망 온도는 이십이 도예요", ["hapsyo", "haeyo"]),
        ("연료가 부족해요 주유소로 갈까요", ["haeyo", "haeyo"]),
        ("버전 2.1.3으로 업데이트했어요.", ["haeyo"]),
        ("온도를 22.5도로 맞췄어요.더 낮출까요?", ["haeyo", "haeyo"]),
        ("I.C. 1.2km 전방입니다.", ["hapsyo"]),
        ("2026.11.29. 일정이 있습니다.", ["hapsyo"]),
        ("1. 시동을 꺼요.\n2. 보닛을 열어요.", ["haeyo", "haeyo"]),
        ("가까운 카페야.\n1) 스타벅스\n2) 이디야", ["hae", "none", "none"]),
        ("목적지: 인천공항. 55분 걸려.", ["none", "hae"]),
        ("'비켜 주십시오'라는 문구를 띄울게요.", ["haeyo"]),
        ("메시지를 보낼까요? '곧 갈게요'라고.", ["haeyo", "none"]),
        ("제목은 '출발'이라고.", ["none"]),
        ("뭐라고?", ["hae"]),
        ("노래 제목은 '출발'이야.", ["hae"]),
        ('메시지 읽어 줄게. "저 먼저 출발합니다!"', ["hae", "none"]),
        ("켰어요, 에어컨.", ["haeyo"]),
        ("가세요, 길이 막히니까.", ["haeyo"]),
        ("비가 많이 온다고 합니다.", ["hapsyo"]),
        ("실례합니다만 성함을 다시 말씀해 주시겠어요?", ["haeyo"]),
        ("온도를 낮췄어요 (다음부터 자동으로 적용됩니다.)", ["haeyo", "hapsyo"]),
        ("저장할까요? (예/아니요)", ["haeyo"]),
        ("팁: 창문을 닫으세요.", ["haeyo"]),
    ],
)
def test_sentences_are_found(reply: str, levels: list[str]) -> None:
    assert [sentence.level for sentence in read_reply(reply).sentences] == levels


@pytest.mark.parametrize(
    ("reply", "flag"),
    [
        ("감사합니다. 곧 도착해요.", "formula"),
        ("기다려 주세용~", "nonstandard"),
        ("도착했읍니다", "misspelt"),
        ("만족도가 낮", "truncated"),
        ("블루투스 연결됨.", "nominal"),
        ("다음 곡: 네가 보고 싶어", "quotation"),
        ("천천히 가시오.", "other"),
        ("너 지금 너무 빨라요.", "clash"),
        ("제가 찾아볼게.", "clash"),
        ("", "empty"),
    ],
)
def test_what_a_reader_should_know_is_flagged(reply: str, flag: str) -> None:
    assert flag in read_reply(reply).flags


@pytest.mark.parametrize(
    ("reply", "ending"),
    [
        ("온도를 올렸어요👍", "어요"),
        ("👍👍 네, 온도를 올렸습니다 ㅋㅋ", "습니다"),
        (unicodedata.normalize("NFD", "창문을 닫았습니다."), unicodedata.normalize("NFD", "습니다")),
        ("https://example.com/a.b 를 참고하세요.", "세요"),
        ('"집으로 가자"라고 하면 바로 안내할게요.', "할게요"),
    ],
)
def test_the_span_points_into_the_reply_as_given(reply: str, ending: str) -> None:
    span = read_reply(reply).sentences[-1].span
    assert span is not None
    assert reply[slice(*span)] == ending


@pytest.mark.parametrize(
    ("reply", "target", "verdict"),
    [
        ("창문을 닫았어요.", "haeyo", True),
        ("창문을 닫았어요.", "hapsyo", False),
        ("경로 재탐색 중.", "hae", None),
        ("천천히 가시오.", "hae", False),
        ("창문을 닫았어요. 에어컨도 켰습니다.", "haeyo", False),
        ("응, 바로 할게요.", "haeyo", False),
        ("창문 닫힘. 선루프도 닫았어요.", "haeyo", True),
    ],
)
def test_compliance_needs_every_marked_sentence(reply: str, target: Level, verdict: bool | None) -> None:
    found = complies(read_reply(reply), target)
    assert found.complies is verdict
    assert found.reason


@pytest.mark.parametrize(
    ("rules", "reply", "strict", "chosen"),
    [
        (LevelRules(formulas="ignore"), "죄송합니다. 그 기능은 지원하지 않아요.", "mixed", "haeyo"),
        (LevelRules(propositive="other"), "천천히 갑시다.", "hapsyo", "none"),
        (LevelRules(plain_yes="flag"), "응, 바로 할게요.", "mixed", "haeyo"),
        (LevelRules(polite_yes="mixed"), "네, 창문 닫았어.", "hae", "mixed"),
        (LevelRules(playful="fail"), "창문을 열었어용.", "haeyo", "none"),
        (LevelRules(open_clause="ignore"), "천천히 가세요. 길이 막히니까.", "mixed", "haeyo"),
    ],
)
def test_rules_decide_where_speakers_differ(rules: LevelRules, reply: str, strict: str, chosen: str) -> None:
    assert (read_reply(reply).level, read_reply(reply, rules).level) == (strict, chosen)


def test_written_style_passes_or_fails_for_hae() -> None:
    assert complies(read_reply("에어컨을 켰다."), "hae").complies is True
    rules = LevelRules(written_style="fail")
    assert complies(read_reply("에어컨을 켰다.", rules), "hae", rules).complies is False


@pytest.mark.parametrize(
    ("reply", "answers"),
    [
        ("넵 알겠습니다", True),
        ("넵, 할게요.", True),
        ("넹, 켰어.", True),
        ("아, 네 열었어요.", True),
        ("네.", True),
        ("예, 켰어요.", True),
        ("네 시에 열었어", False),
        ("네 개 있어.", False),
        ("예약했어요.", False),
    ],
)
def test_yes_is_told_by_how_it_is_written(reply: str, answers: bool) -> None:
    assert ("polite_yes" in read_reply(reply).flags) is answers


@pytest.mark.parametrize("reply", ["넵 알겠습니다", "저 차를 따라가.", "응급실이에요.", "네, 문을 열었어요."])
def test_what_only_looks_like_a_pronoun_or_a_plain_yes_is_no_clash(reply: str) -> None:
    assert "clash" not in read_reply(reply).flags


def test_no_flag_is_told_twice() -> None:
    (sentence,) = read_reply("응, 너 지금 너무 빨라요.").sentences
    assert sentence.flags == ("plain_yes", "clash")


def test_a_sentence_is_shown_as_it_was_given() -> None:
    reply = "👍 ‘집’으로 보낼게요. “곧 도착해요”라고 했습니다! 다음 곡: “봄날”"
    texts = [sentence.text for sentence in read_reply(reply).sentences]
    assert texts == ["‘집’으로 보낼게요", "“곧 도착해요”라고 했습니다", "다음 곡: “봄날”"]
    assert complies(read_reply(reply), "haeyo").reason.startswith("'“곧 도착해요”라고 했습니다' ends in hapsyo")
