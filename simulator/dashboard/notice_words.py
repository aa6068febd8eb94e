"""What the live end of a drive tells of devices and speech, for people who read Korean."""

# As in `reasons`: the Korean takes over what the pattern found.
NOTICES = {
    r"This machine has no sound device; typing works without it \(.+\)": (
        "소리 장치가 없습니다. 그래도 입력은 됩니다(목소리로 말하려면 장치를 연결하거나 사운드 서버를 켜세요)"
    ),
    r"The Python package for sound devices is not installed; typing works without it \((.+)\)": (
        "소리 장치용 Python 패키지가 없습니다. 그래도 입력은 됩니다(설치: {})"
    ),
    r"The PortAudio library is not installed; typing works without it \((.+)\)": (
        "PortAudio가 설치되어 있지 않습니다. 그래도 입력은 됩니다(설치: {})"
    ),
    r"PortAudio cannot list devices: (.+); typing works without it \(.+\)": (
        "소리 장치 목록을 읽을 수 없습니다({}). 그래도 입력은 됩니다(사운드 서버를 확인하세요)"
    ),
    r"This machine has no microphone; typing works without it": "마이크가 없습니다. 그래도 입력은 됩니다",
    r"This machine has no loudspeaker; answers are shown": "스피커가 없어 답변은 화면에만 나옵니다",
    r"no recogniser is installed, so type what you say; to bring one: (.+)": (
        "음성 인식기가 없으니 하실 말씀을 입력하세요(설치: {})"
    ),
    r"no voice is installed, so answers are shown only; dashtalk doctor tells how to bring one": (
        "합성 음성이 없어 답변은 화면에만 나옵니다(설치 방법: dashtalk doctor)"
    ),
    r"the (?:microphone|loudspeaker) '(.+)' is used by another program or cannot be reached": (
        "'{}' 장치를 다른 프로그램이 쓰고 있거나 연결할 수 없음"
    ),
    r"the (?:microphone|loudspeaker) '(.+)' is (?:gone|not there any more)": "'{}' 장치 연결 끊김",
    r"the (?:microphone|loudspeaker) '(.+)' cannot be opened \((.+)\)": "'{}' 장치를 열 수 없음({})",
    r"(.+): type instead; speech works again once it is back": "{}. 다시 연결될 때까지 입력해 주세요",
    r"(.+): type instead": "{}. 대신 입력해 주세요",
    r"(.+): answers are shown until it is back": "{}. 다시 연결될 때까지 답변은 화면에만 나옵니다",
    r"the microphone '(.+)' is back": "마이크 '{}' 다시 연결됨",
    r"nothing was said": "말소리가 없었습니다",
    r"no words were understood": "알아들은 말이 없습니다",
    r"that was the assistant's own voice": "어시스턴트의 목소리였습니다",
    r"the recogniser failed: (.+)": "음성 인식 실패: {}",
}
