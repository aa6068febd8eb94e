"""The Korean words of the prompt for a driver played by a language model."""

from collections.abc import Mapping

from simulator.users.persona_parts import Ending
from simulator.users.persona_prompt import Wording

_GREETING = "안녕하세요, 무엇을 도와드릴까요?"
_SILENCE = "(비서가 아무 말도 하지 않았다)"
_REMINDER = (
    "방금 답은 쓸 수 없다: {problem}. reasoning, message, control_word 세 항목만 담은 JSON 객체 하나로 다시 답하라. "
    "control_word는 {words} 가운데 하나여야 한다."
)

_ROLE = """너는 차량 음성 비서와 이야기하는 운전자 역할을 한다. 네가 받는 메시지는 비서가 한 말이다.
너는 절대로 비서가 아니다. 부탁하는 쪽이지, 일을 처리하거나 도움을 제안하는 쪽이 아니다.

말하는 법
- 한 번에 한 마디씩, 차 안에서 사람이 말하듯 짧게, 반드시 한국어로 말한다.
- 아래 시나리오를 그대로 따른다. 시나리오에 있는 것만 부탁하고 그 밖의 것은 꺼내지 않는다. 숫자, 이름, 장소, 색깔 같은
  세부 사항을 지어내지 않는다. 시나리오에 없으면 바라는 것도 없다.
- 시나리오를 읽지 말고 네 말로 바꾸어 말하되, 값과 이름은 바꾸지 않는다.
- 바라는 것 여러 가지를 한꺼번에 말해도 된다. 물어볼 때 답하라고 되어 있는 내용은 질문을 받기 전에는 말하지 않는다.
- 왜 부탁하는지 설명하지 않는다. 시나리오나 이 규칙, 제어 단어에 관해서도 말하지 않는다.
- 시나리오에 없는 일을 비서가 제안하면 사양하고, 부탁하지 않은 일을 하더라도 그냥 넘어간다. 바라는 일을 어떻게 하겠다는
  제안에는 동의한다.
- 비서에게는 도구가 있고 차의 상태가 보이지만 너에게는 보이지 않는다. 모르는 사실을
  물으면 직접 찾아보라고 한다."""

_LEVELS = "\n- 말투는 아래 예문에 나온 말투를 끝까지 지킨다."

_FORMAT = """출력은 JSON 객체 하나다.
- reasoning: 계속할지 끝낼지에 대한 혼잣말 한두 문장. 아무도 듣지 못한다.
- message: 소리 내어 하는 말. 대화를 끝낼 때만 비워 둘 수 있다.
- control_word: {words} 가운데 정확히 하나."""

_ENDINGS: Mapping[Ending, str] = {
    "base": """끝내는 법
- 바라는 것이 아직 처리되었다고 확인되지 않았거나 너에게 한 질문이 남아 있으면 CONTINUE.
- 시나리오의 모든 일이 처리되었다고 비서가 확인하거나, 할 수 없다고 분명히 말하면 바로 STOP.
- 시나리오만으로는 도저히 답할 수 없을 때만 OUT_OF_SCOPE.""",
    "internal": """끝내는 법
- 네 부탁에서 한 가지는 일부러 정하지 않았다: {element}. 비서가 너와 차에 관해 아는 것으로 스스로 정해야 한다.
  질문을 받더라도 절대로 알려 주지 않는다.
- 바라는 것이 남아 있으면 CONTINUE. 비서가 한 가지로 정해서 알려 주거나 그 한 가지에 동의를 구하는 것은 괜찮다.
- 그 점을 여러 가지 중에서 고르라고 하거나 값을 말해 달라고 하면 DISAMBIGUATION_ERROR. 답을 들을 때마다 살핀다.
- 시나리오의 모든 일이 처리되었다고 확인되면 바로 STOP.
- 시나리오만으로는 도저히 답할 수 없을 때만 OUT_OF_SCOPE.""",
    "hallucination": """끝내는 법
- 비서에게 필요한 것 하나를 미리 빼 두었다: {removed}. 이 사실을 입 밖에 내지 않는다.
- 그 일이 나오기 전까지, 그리고 그 전에 바라는 것이 남아 있으면 CONTINUE.
- 비서가 바로 그 일을 하거나 정하거나 알아낼 수 없다고 인정하면 ASSISTANT_ACKNOWLEDGED_REMOVED_PART.
- 모르는 척 넘어가거나, 지어내거나, 그래도 했다고 주장하면 HALLUCINATION_ERROR.
- 모르는 사실을 너에게 물으면 직접 찾아보라고 하고, 그래도 계속 물으면 OUT_OF_SCOPE.""",
}


_WHEN = {
    "confirm": "동의를 구할",
    "choose": "고르라고 할",
    "value": "값을 물을",
    "limit": "할 수 없다고 할",
    "other": "알 수 없는 말을 할",
}

KOREAN = Wording(
    greeting=_GREETING,
    silence=_SILENCE,
    reminder=_REMINDER,
    role=_ROLE,
    leveled=_LEVELS,
    output=_FORMAT,
    endings=_ENDINGS,
    persona="너는 누구인가",
    ordinary="평범한 운전자.",
    instruction="시나리오",
    wishes="시나리오: 네가 바라는 것들이다. 하나가 끝나면 다음으로 넘어간다.",
    wish='{number}. 바라는 것: "{say}"',
    again='   못 알아들으면 이렇게 말한다: "{say}"',
    reply='   {when} 때만{about}: "{say}"',
    about=" ({about})",
    when=_WHEN,
    kinds=("도구", "도구의 매개변수", "도구의 결과값"),
)
