"""The two speech services, against a server on this machine: what is sent, what is read, and one line for trouble."""

import email
import json
from collections.abc import Iterator
from email.message import Message

import pytest
from file_server import Asked, FileServer

from simulator.registry import UsageError
from voice import spec
from voice.asr.openai_transcription import OpenAITranscription
from voice.audio import Pcm, parse_wav, wav_bytes
from voice.tts.openai_speech import OpenAISpeech

KEY = "sk-secret-of-the-test"
SOUND = Pcm(b"\x01\x02" * 8000, 16_000)
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    for name in ("OPENAI_BASE_URL", "DASHTALK_ASR_BASE_URL", "DASHTALK_TTS_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "*")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("voice.openai_audio.time.sleep", lambda seconds: None)
    with FileServer() as running:
        monkeypatch.setenv("DASHTALK_ASR_BASE_URL", f"{running.url}/v1")
        monkeypatch.setenv("DASHTALK_TTS_BASE_URL", f"{running.url}/v1/")
        yield running


def _form(asked: Asked) -> dict[str, Message]:
    head = f"Content-Type: {asked.headers['Content-Type']}\r\n\r\n".encode()
    message = email.message_from_bytes(head + asked.body)
    parts = message.get_payload()
    assert isinstance(parts, list)
    return {
        str(part.get_param("name", header="content-disposition")): part for part in parts if isinstance(part, Message)
    }


def _answers(server: FileServer, text: object, status: int = 200) -> None:
    server.answer = lambda asked: (status, JSON, json.dumps(text).encode())


def test_a_transcription_sends_sound_language_model_and_names(server: FileServer) -> None:
    _answers(server, {"text": " 강남역으로 안내해 줘.\n"})
    heard = OpenAITranscription("whisper-large").transcribe(SOUND, "ko", ("강남역", "김민수"))
    assert (heard.text, heard.engine) == ("강남역으로 안내해 줘.", "openai-transcription:whisper-large")
    (asked,) = server.asked
    assert asked.path == "/v1/audio/transcriptions"
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    form = _form(asked)
    fields = {name: part.get_payload(decode=True) for name, part in form.items()}
    assert fields["model"] == b"whisper-large"
    assert fields["language"] == b"ko"
    assert fields["prompt"] == "차량 음성 비서. 강남역, 김민수.".encode()
    content = fields["file"]
    assert isinstance(content, bytes)
    assert parse_wav(content, "sent") == SOUND


def test_a_transcription_without_names_sends_no_prompt(server: FileServer) -> None:
    _answers(server, {"text": "Open the window."})
    assert OpenAITranscription().transcribe(SOUND, "en").text == "Open the window."
    assert "prompt" not in _form(server.asked[0])


def test_silence_is_not_sent_anywhere(server: FileServer) -> None:
    assert OpenAITranscription().transcribe(Pcm(bytes(32_000), 16_000), "en").text == ""
    assert OpenAITranscription().transcribe(Pcm(b"", 16_000), "en").text == ""
    assert server.asked == []


@pytest.mark.parametrize("invented", ["시청해주셔서 감사합니다!", "MBC 뉴스 이덕영입니다."])
def test_what_a_model_invents_on_noise_is_not_heard(server: FileServer, invented: str) -> None:
    _answers(server, {"text": invented})
    assert OpenAITranscription().transcribe(SOUND, "ko").text == ""


def test_a_name_alone_is_heard_though_it_was_expected(server: FileServer) -> None:
    _answers(server, {"text": "Christopher Walker"})
    names = ("Christopher Walker", "Grace Turner")
    assert OpenAITranscription().transcribe(SOUND, "en", names).text == "Christopher Walker"
    _answers(server, {"text": "Christopher Walker, Grace Turner"})
    assert OpenAITranscription().transcribe(SOUND, "en", names).text == ""


def test_a_busy_service_is_asked_again(server: FileServer) -> None:
    answers = [(503, JSON, b"{}"), (429, JSON | {"Retry-After": "1"}, b"{}"), (200, JSON, b'{"text": "hi"}')]
    server.answer = lambda asked: answers.pop(0)
    assert OpenAITranscription().transcribe(SOUND, "en").text == "hi"
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (401, "refused the key in OPENAI_API_KEY"),
        (404, "no such service or model"),
        (400, "HTTP 400 Bad Request"),
        (500, "HTTP 500"),
        (429, "takes no more requests"),
    ],
)
def test_a_refusal_is_one_line_without_the_key(server: FileServer, status: int, says: str) -> None:
    _answers(server, {"error": {"message": f"bad key {KEY}"}}, status)
    with pytest.raises(UsageError, match=says) as caught:
        OpenAITranscription().transcribe(SOUND, "en")
    assert KEY not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"text": 3}', b'{"texts": ""}'])
def test_an_answer_that_is_no_transcription_is_one_line(server: FileServer, body: bytes) -> None:
    server.answer = lambda asked: (200, JSON, body)
    with pytest.raises(UsageError, match="sent no JSON object with 'text'"):
        OpenAITranscription().transcribe(SOUND, "en")


def test_nobody_there_is_one_line(server: FileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with FileServer() as gone:
        monkeypatch.setenv("DASHTALK_ASR_BASE_URL", f"{gone.url}/v1")
    with pytest.raises(UsageError, match=r"cannot reach http://127\.0\.0\.1:\d+/v1"):
        OpenAITranscription().transcribe(SOUND, "en")


def test_speech_asks_for_a_wav_and_reads_it(server: FileServer) -> None:
    server.answer = lambda asked: (200, {"Content-Type": "audio/wav"}, wav_bytes(SOUND))
    voice = OpenAISpeech("tts-9#nova")
    assert voice.synthesize("창문을 열었습니다.", "ko") == SOUND
    (asked,) = server.asked
    assert asked.path == "/v1/audio/speech"
    assert json.loads(asked.body) == {
        "model": "tts-9",
        "voice": "nova",
        "input": "창문을 열었습니다.",
        "response_format": "wav",
    }
    assert (voice.voice("ko"), voice.name) == ("nova", "openai-speech:tts-9#nova")
    assert KEY not in str(voice.fingerprint("ko"))


@pytest.mark.parametrize(
    ("kind", "rate_hz"), [("audio/pcm", 24_000), ("audio/pcm;rate=16000", 16_000), ("audio/L16; rate=22050", 22_050)]
)
def test_raw_samples_are_taken_too(server: FileServer, kind: str, rate_hz: int) -> None:
    server.answer = lambda asked: (200, {"Content-Type": kind}, b"\1\2\3\4\5")
    assert OpenAISpeech().synthesize("hello", "en") == Pcm(b"\1\2\3\4", rate_hz)


def test_another_format_is_one_line(server: FileServer) -> None:
    server.answer = lambda asked: (200, {"Content-Type": "audio/mpeg"}, b"ID3")
    with pytest.raises(UsageError, match="sent audio/mpeg where a WAV was asked for"):
        OpenAISpeech().synthesize("hello", "en")


def test_what_is_called_a_wav_and_is_none_is_told_as_that(server: FileServer) -> None:
    server.answer = lambda asked: (200, {"Content-Type": "audio/wav"}, b"ID3")
    with pytest.raises(UsageError, match="sent something called audio/wav that is no WAV"):
        OpenAISpeech().synthesize("hello", "en")


def test_sound_without_an_end_is_told_as_that(server: FileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voice.openai_audio._MOST_BYTES", 2_000_000)
    server.answer = lambda asked: (200, {"Content-Type": "audio/wav"}, bytes(2_000_001))
    with pytest.raises(UsageError, match="/v1/audio/speech: sent more than 2 MB"):
        OpenAISpeech().synthesize("hello", "en")


def test_nothing_to_say_asks_nobody(server: FileServer) -> None:
    assert OpenAISpeech().synthesize("...", "en").samples == b""
    assert server.asked == []


def test_without_a_key_or_an_address_both_say_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "DASHTALK_ASR_BASE_URL", "DASHTALK_TTS_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match="not installed: export OPENAI_API_KEY=YOUR_KEY, or DASHTALK_ASR_BASE_URL="):
        spec.transcriber("openai-transcription")
    with pytest.raises(UsageError, match="not installed: export OPENAI_API_KEY=YOUR_KEY, or DASHTALK_TTS_BASE_URL="):
        spec.synthesizer("openai-speech")
