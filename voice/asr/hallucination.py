"""Guards against what a Whisper decoder invents: loops, stock phrases, its own prompt."""

import re
from difflib import SequenceMatcher

from simulator.channel import Locale

# Sentences the model learned from subtitles and says over silence and noise. Source: docs/voice.md, fact 1
# and 7 (1), plus the same sign-offs in English.
_STOCK_PHRASES: dict[Locale, tuple[str, ...]] = {
    "ko": (
        "시청해주셔서감사합니다",
        "시청해주셔서고맙습니다",
        "감사합니다시청해주셔서",
        "구독과좋아요부탁드립니다",
        "구독좋아요알림설정",
        "다음영상에서만나요",
        "다음시간에만나요",
        "한글자막by",
        "자막제공",
        "이영상은",
    ),
    "en": (
        "thankyouforwatching",
        "thanksforwatching",
        "pleasesubscribe",
        "likeandsubscribe",
        "dontforgettosubscribe",
        "seeyouinthenextvideo",
        "subtitlesbytheamaraorgcommunity",
        "subtitlesby",
    ),
}
_NEWS_SIGN_OFF = re.compile(r"^(mbc|kbs|sbs|ytn)뉴스\S{0,10}입니다$")

_GLUED_LOOPS = (re.compile(r"([^\d\s])\1{5,}"), re.compile(r"(\D{2,}?)\1{3,}"))
_SHORTEST_PHRASE: dict[Locale, int] = {"ko": 5, "en": 10}
"""Letters, a Korean syllable being one, that make a phrase rather than a word."""
_NUMERAL_WORDS = "zero oh one two three four five six seven eight nine double 공 영 일 이 삼 사 오 육 륙 칠 팔 구"
_NUMERALS = frozenset(_NUMERAL_WORDS.split())


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def is_stock_phrase(text: str, locale: Locale) -> bool:
    """Tell whether the whole text is a subtitle's sign-off that no driver says."""
    folded = _folded(text)
    if not folded:
        return False
    if _NEWS_SIGN_OFF.match(folded):
        return True
    return any(folded == phrase or folded == phrase * 2 for phrase in _STOCK_PHRASES[locale]) or any(
        folded.startswith(phrase) and len(folded) <= len(phrase) + 6 and len(phrase) >= 8
        for phrase in _STOCK_PHRASES[locale]
    )


def token_cap(speech_ms: int, locale: Locale) -> int:
    """Return how many tokens this much speech can hold at most.

    Source: docs/voice.md, fact 1 (6 tokens/s + 10 for English); a Korean syllable takes one to two tokens,
    hence 12 tokens/s + 16.
    """
    per_second, extra = (12, 16) if locale == "ko" else (6, 10)
    return per_second * -(-speech_ms // 1000) + extra


def without_loop(text: str) -> str:
    """Cut the text where a phrase begins to repeat itself: three times a word or two, twice a longer one.

    Digits and numerals said one by one and doubled words ("네 네") are left alone.
    """
    words = text.split()
    keys = [_folded(word) for word in words]
    for start in range(len(words)):
        for length in range(1, (len(words) - start) // 2 + 1):
            phrase = keys[start : start + length]
            if not any(phrase) or all(key.isdigit() or key in _NUMERALS for key in phrase):
                continue
            times = 1
            while keys[start + times * length : start + (times + 1) * length] == phrase:
                times += 1
            if times >= (3 if length <= 2 else 2):
                return " ".join(words[: start + length]).rstrip(",")
    for pattern in _GLUED_LOOPS:
        match = pattern.search(text)
        if match is not None:
            return text[: match.start() + len(match.group(1))].rstrip(" ,")
    return text


def without_restart(text: str, speech_ms: int, locale: Locale) -> str:
    """Cut the text where it begins anew, when more was written than can be said.

    A decoder whose window was cropped says the command again with small changes, with or without a full stop between.
    `speech_ms` is the length of what was recognised with its edges: a person hardly puts 6 Korean syllables or 13
    English letters into each second of that.
    """
    most_per_second = 6 if locale == "ko" else 13
    if len(_folded(text)) * 1000 <= most_per_second * speech_ms:
        return text
    for match in re.finditer(r"([.?!]?)\s+", text):
        first, rest = _folded(text[: match.start()]), _folded(text[match.end() :])
        length = min(len(first), len(rest))
        alike = 0.6
        if not match.group(1):
            # Two clauses of one wish resemble each other too: without a full stop more has to come again.
            if length < _SHORTEST_PHRASE[locale] or first[:2] != rest[:2]:
                continue
            alike = 0.75 if locale == "ko" else 0.85
        if SequenceMatcher(None, first[:length], rest[:length], autojunk=False).ratio() >= alike:
            return text[: match.end(1)]
    return text


def recites(text: str, prompt: str, names: tuple[str, ...] = ()) -> bool:
    """Tell whether a long text is nothing but a stretch of the prompt, which the decoder recites on noise.

    One of the `names` alone is no recital: it may be the answer to a question.
    """
    folded = _folded(text)
    return len(folded) >= 12 and folded in _folded(prompt) and not any(folded in _folded(name) for name in names)
