"""Reasons as scores carry them, which is in English, for people who read Korean."""

import re
from collections.abc import Sequence
from functools import lru_cache

from scenarios.dialogue import KPIS
from simulator.dashboard.notice_words import NOTICES
from simulator.dashboard.phrases import UiLang
from simulator.dashboard.safe_text import one_line
from simulator.dashboard.variable_names import value_words, variable_name

# The Korean of a reason takes over what the pattern found; a reason that is not listed is shown as it is.
_KOREAN = {
    r"text channel: nothing was recognised": "텍스트 채널이라 인식 과정 없음",
    r"the driver typed: nothing was recognised": "운전자가 입력한 말이라 인식 과정 없음",
    r"a placeholder voice spoke": "임시 음성이라 측정 불가",
    r"no speech was made: (.+)": "음성 합성 안 됨: {}",
    r"nothing was spoken and heard": "주고받은 발화 없음",
    r"no utterance names a word that must survive": "꼭 전달되어야 할 핵심어가 없는 발화",
    r"the driver said nothing that can be compared": "비교할 발화 없음",
    r"the driver said nothing": "운전자 발화 없음",
    r"the assistant said nothing": "어시스턴트 발화 없음",
    r"the Korean analyser is not installed: (.+)": "한국어 분석기 미설치: {}",
    r"no reply says enough to be graded": "채점할 만큼 긴 응답 없음",
    r"no reply shows a speech level": "말투가 드러나는 응답 없음",
    r"no sentence shows a speech level": "말투가 드러나는 문장 없음",
    r"no speech level was asked for": "요청한 말투 없음",
    r"the session still goes on": "세션 진행 중",
    r"this drive has no goal to score": "채점할 목표 없음",
    r"a free drive has no goal to score": "자유 주행이라 채점할 목표 없음",
    r"dialogue scenarios need a judge, and none was asked": "대화 시나리오는 평가자가 필요하나 요청되지 않음",
    r"needs a judge; 'dashtalk judge' asks one": "평가자 필요 ('dashtalk judge'로 요청)",
    r"the session was cut off before its end": "세션이 끝나기 전에 중단됨",
    r"the session was interrupted": "세션이 중단됨",
    r"the session did not finish": "끝나지 않은 세션",
    r"the session ran into the time limit(?:: (.+))?": "시간 제한 초과",
    r"a defect ended the session: (.+)": "결함으로 세션 종료: {}",
    r"a defect: the scores could not be computed (.+)": "결함: 점수를 계산하지 못함 {}",
    r"the simulated driver could not go on: (.+)": "가상 운전자가 진행하지 못함: {}",
    r"the driver stopped without a word on how it went": "운전자가 평가 없이 종료",
    r"the assistant was switched in mid-drive": "주행 중 어시스턴트 변경",
    r"the language was switched in mid-drive": "주행 중 언어 변경",
    r"another speech level was asked for in mid-drive": "주행 중 말투 변경",
    r"the rate of recognition errors was changed in mid-drive": "주행 중 인식 오류율 변경",
    r"the noise was changed in mid-drive": "주행 중 소음 변경",
    r"(\S+(?:, \S+)*) (?:was|were) never called": "호출되지 않음: {}",
    r"a call was refused: (.+)": "호출 거부: {}",
    r"at the end (.+)": "최종 상태: {}",
    r"after step (\d+) (.+)": "{}단계 후: {}",
    r"and (\d+) more": "그 밖에 {}건",
    r"no price is known for '(.*)'": "'{}'의 가격 정보 없음",
    r"the assistant does not name its model": "어시스턴트가 모델 이름을 밝히지 않음",
    r"(\d+) answers? came without token counts": "응답 {}건에 토큰 수 없음",
    r"([\d.]+) s, at most (\S+)": "{}초(최대 {}초)",
    r"(\d+) sentences, at most (\d+)": "문장 {}개(최대 {}개)",
    r"(\d+) facts, at most (\d+)": "정보 {}개(최대 {}개)",
    r"(\d+) options, at most (\d+)": "선택지 {}개(최대 {}개)",
    r"filler is (\S+) of it": "군말 {}",
    r"(\S+) of its content words were the driver's": "운전자의 말을 되풀이한 비율 {}",
    r"fewer than (\d+) content words: .+": "내용어 {}개 미만이라 판단 보류",
    r"(.+) \(sentence (\d+)\)": "{} (문장 {})",
    r"no rule can tell, and no judge was asked: (.+)": "규칙으로 판정 불가, 평가자에게 묻지 않음: {}",
    r"no rule can tell, and no judge was asked": "규칙으로 판정 불가, 평가자에게 묻지 않음",
    r"decided by a rule: (.+)": "규칙으로 판정: {}",
    r"decided by judges: (.+)": "평가자가 판정: {}",
    r"(\w+) ends the dialogue": "{} 호출로 대화 종료",
    r"the driver gave up on an assistant that kept asking \((\w+)\)": "계속 묻기만 해서 운전자가 포기함({})",
    r"the driver gave up \((\w+)\)": "운전자가 포기함({})",
    r"the driver got no answer \((\w+)\)": "운전자가 대답을 듣지 못함({})",
    r"the driver was told of something that is not so \((\w+)\)": "어시스턴트가 사실이 아닌 말을 함({})",
    r"the assistant called a tool that this car does not have \((\w+)\)": "이 차에 없는 기능을 호출함({})",
    r"the assistant used a parameter that this car does not have \((\w+)\)": "이 차에 없는 설정을 사용함({})",
    r"the driver was asked what the assistant should have found out by itself \((\w+)\)": (
        "어시스턴트가 스스로 알아낼 것을 운전자에게 물음({})"
    ),
    r"the assistant asked for something the driver had no answer to \((\w+)\)": "운전자가 답할 수 없는 것을 물음({})",
    r"the driver had not ended the session when it reached the most turns allowed": (
        "운전자가 마치기 전에 턴 수 한도에 이름"
    ),
    r"the driver had not ended the session when it reached the most steps allowed": (
        "운전자가 마치기 전에 단계 수 한도에 이름"
    ),
    r"needs a judge: the driver's answer (.+) is no clear yes to (\w+)": (
        "평가자 필요: 운전자의 대답 {}만으로는 {} 동의 여부가 분명하지 않음"
    ),
    r"(?:\w+: )?nobody of that name is among the contacts\.?": "그런 이름의 연락처 없음",
    r"([\w.]+) is unscored: (.+)": "{} 미채점: {}",
    rf"(r_\w+|haeyo|hapsyo|hae|conciseness|{'|'.join(KPIS)}): (.+)": "{}: {}",
}
_DIFFERENCE = re.compile(r"(\w+) is ([^;]+), expected ([^;]+)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_PATTERNS = tuple((re.compile(pattern), words) for pattern, words in (NOTICES | _KOREAN).items())


@lru_cache(maxsize=1024)
def told_reason(reason: str, lang: UiLang) -> str:
    """Return a reason on one line, in Korean where that is the interface's language and the reason is a known one."""
    text = one_line(reason)
    return _korean(text) if lang == "ko" else text


def told_reasons(reasons: Sequence[str], lang: UiLang) -> str:
    """Return several reasons on one line."""
    return "; ".join(told_reason(reason, lang) for reason in reasons)


def _difference(found: re.Match[str]) -> str:
    """Return how a variable stands and how it should, in the words of the car's panels."""
    name, now, wanted = found.groups()
    told = (value_words(name, _read(value), "ko") for value in (now, wanted))
    return "{} 현재 {}, 기대 {}".format(variable_name(name, "ko"), *told)


def _read(value: str) -> bool | float | str | None:
    """Return a value as it was before it was told in words."""
    if value in ("on", "off", "None"):
        return None if value == "None" else value == "on"
    return float(value) if _NUMBER.fullmatch(value) else value


def _korean(text: str) -> str:
    difference = _DIFFERENCE.fullmatch(text)
    if difference is not None:
        return _difference(difference)
    for pattern, words in _PATTERNS:
        found = pattern.fullmatch(text)
        if found is not None:
            return words.format(*(_korean(part) for part in found.groups() if part is not None))
    several = text.split("; ")
    return "; ".join(map(_korean, several)) if len(several) > 1 else text
