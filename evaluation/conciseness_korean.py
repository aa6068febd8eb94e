"""A Korean sentence measured by its morphemes: syllables as spoken, facts to keep in mind, actions, filler."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from evaluation.conciseness_filler import filler_spans, without
from evaluation.conciseness_parts import PHONE_UNITS, Parts
from evaluation.conciseness_words_korean import COUNTERS, DAYS, EMPTY, NUMERALS
from simulator.language.hangul import is_syllable
from simulator.language.kiwi import Morpheme, morphemes
from simulator.language.numbers import parse_number
from simulator.language.reading import read_korean

_ANSWERS = re.compile(
    r"(?:(?:네|예|넵|응|그래|아니요|아니오|아뇨|오케이|OK|ok|Ok|알겠습니다|알겠어요|알겠어|알았어요?|그럼요)[\s,.!~]*)+"
)
_NOUNS = ("NNG", "NNP", "SL", "SH", "XPN", "XSN", "XR", "W_EMAIL", "W_URL", "W_HASHTAG", "W_MENTION")
_PROPOSALS = re.compile(
    r"(?:으?세요|(?:ㅂ|읍)(?:시오|시요|시다)|(?:ㄹ|을)(?:까|래|게|께)요?|자|자고요?|[어아여거너]라|으?라|으?렴|으?려무나)"
)
_ORDINALS = re.compile(
    r"(?:첫|두|세|네|다섯|여섯|일곱)\s?번째(?=로|는|,)|(?:첫째|둘째|셋째|넷째|다섯째|여섯째)(?=로|는|,|\s)"
)
_LISTING_WORDS = frozenset({"또는", "혹은", "및", "이나", "나", "와", "과", "하고", "랑", "이랑", "아니면", "그리고"})


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A run of nouns or of numbers with their units; `first` and `last` are places among the morphemes."""

    first: int
    last: int
    words: tuple[str, ...]
    value: bool


def syllables(text: str) -> int:
    """Count the syllables of a text as it is spoken, numbers, units and Latin letters read out."""
    return sum(map(is_syllable, read_korean(text)))


@lru_cache(maxsize=256)
def korean_content(text: str) -> frozenset[str]:
    """Return the words of the driver's turn that carry meaning, numbers as digits."""
    return frozenset(_content(morphemes(text)))


def korean_parts(text: str, said: frozenset[str], apologies: int, *, last: bool) -> tuple[Parts, int]:
    """Measure one sentence; `said` are the driver's words, `apologies` those of the reply before it.

    Returns the parts and the number of apologies so far. Raises UsageError when the analyser is not installed.
    """
    spoken = read_korean(text)
    length = sum(map(is_syllable, spoken))
    commas = spoken.count(",")
    if _ANSWERS.fullmatch(text):
        return Parts(length, commas, 0), apologies
    spans, apologies = filler_spans(text, "ko", apologies)
    tokens = morphemes(without(text, spans))
    content = tuple(_content(tokens))
    repeated = sum(word in said for word in content)
    if not last and _restates(tokens, content, repeated):
        spans, tokens, content, repeated = [(0, len(text))], (), (), 0
    phrases = list(_phrases(tokens))
    actions = list(_actions(tokens, text))
    units = {"·".join(left): 1 for phrase in phrases if (left := _news(phrase, said))}
    units |= {_phone(token): PHONE_UNITS for token in tokens if token.tag == "W_SERIAL"}
    units |= {f"{stem}다": 1 for stem in actions if stem.removesuffix("하") not in said}
    parts = Parts(
        length=length,
        commas=commas,
        sentences=1 + _run_on(tokens),
        filler=min(length, sum(syllables(text[start:end]) for start, end in spans)),
        fillers=tuple(text[start:end].strip() for start, end in spans),
        units=units,
        content=content,
        repeated=repeated,
        listed=max(_listed(phrases, tokens), len(set(_ORDINALS.findall(text)))),
        actions=len(actions),
    )
    return parts, apologies


def _phone(token: Morpheme) -> str:
    return re.sub(r"\D", "", token.form) or token.form


def _numeral(token: Morpheme, after: Morpheme | None) -> bool:
    counted = token.tag == "MM" and token.form in NUMERALS and after is not None and after.tag in ("NNB", "NNG", "NR")
    return token.tag in ("SN", "NR") or counted


def _news(phrase: _Phrase, said: frozenset[str]) -> tuple[str, ...]:
    """Return the words of a phrase the driver had not said; a value is said when its number was, a day alone
    when the day was."""
    if phrase.value:
        numbers = [word for word in phrase.words if word[0].isdigit()]
        if numbers:
            return () if all(word in said for word in numbers) else phrase.words
    return tuple(word for word in phrase.words if word not in said and word not in EMPTY)


def _number(form: str) -> str:
    value = parse_number(form, "ko")
    return f"{value:g}" if value is not None else form


def _content(tokens: Sequence[Morpheme]) -> Iterator[str]:
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        if _numeral(token, after):
            yield _number(token.form)
        elif token.tag.startswith((*_NOUNS, "VV", "VA", "W_SERIAL")) and token.form not in EMPTY:
            yield token.form.casefold()


def _phrases(tokens: Sequence[Morpheme]) -> Iterator[_Phrase]:
    index = 0
    while index < len(tokens):
        end = _value_end(tokens, index)
        if end > index:
            words = tuple(
                _number(token.form) if _numeral(token, _at(tokens, place)) else token.form
                for place, token in enumerate(tokens[index:end], index + 1)
            )
            yield _Phrase(index, end - 1, words, value=True)
        else:
            end = _noun_end(tokens, index)
            # The last noun before -하다 is a verb and no thing.
            stop = end - 1 if (after := _at(tokens, end)) is not None and after.tag.startswith(("XSV", "XSA")) else end
            if stop > index:
                words = tuple(token.form.casefold() for token in tokens[index:stop])
                yield _Phrase(index, stop - 1, words, value=False)
        index = max(end, index + 1)


def _at(tokens: Sequence[Morpheme], index: int) -> Morpheme | None:
    return tokens[index] if index < len(tokens) else None


def _value_end(tokens: Sequence[Morpheme], index: int) -> int:
    """Return where a value that begins there ends, itself where none does: 오후 3시 30분, 세 개, 20%."""
    number = index
    while number < len(tokens) and tokens[number].form in DAYS:
        number += 1
    end = number
    while end < len(tokens):
        token = tokens[end]
        after = _at(tokens, end + 1)
        if not (_numeral(token, after) or (end > number and _counts(token, tokens[end - 1], after))):
            break
        end += 1
    return end


def _counts(token: Morpheme, before: Morpheme, after: Morpheme | None) -> bool:
    """Return whether a morpheme belongs to the number before it: a counter, a unit, a sign between two numbers."""
    touching = token.start == before.end
    if token.tag == "NNB" or (token.tag == "NNG" and (token.form in COUNTERS or (touching and before.tag == "SN"))):
        return True
    if token.tag == "NNG" and before.tag == "MM":
        return True
    if token.tag in ("SL", "SW"):
        return touching or token.form in ("km", "m", "kWh", "kW", "kg", "cm", "%", "℃")
    joins = token.tag in ("SP", "SO", "SS", "SY") and token.form in (":", "~", "-", "/")
    return joins and touching and after is not None and after.tag == "SN"


def _noun_end(tokens: Sequence[Morpheme], index: int) -> int:
    end = index
    while end < len(tokens):
        token = tokens[end]
        named = end > index and token.tag == "SN" and tokens[end - 1].tag == "SL" and token.start == tokens[end - 1].end
        if not (token.tag in _NOUNS or named):
            break
        end += 1
    return end


def _actions(tokens: Sequence[Morpheme], text: str) -> Iterator[str]:
    """Yield the stem of each verb that asks the driver to act, offers something, or says what will be done."""
    for index, token in enumerate(tokens):
        if token.tag not in ("EF", "EC"):
            continue
        after = [other for other in tokens[index + 1 : index + 3] if not other.tag.startswith("S")]
        last = not after and index == len(tokens) - 1 - sum(t.tag.startswith("S") for t in tokens[index + 1 :])
        before = tokens[index - 1] if index else None
        will = before is not None and before.form == "겠" and before.tag == "EP"
        must = token.form in ("어야", "아야", "여야") and bool(after) and after[0].form in ("하", "되")
        enough = token.form in ("면", "으면") and bool(after) and after[0].form == "되"
        shouted = last and token.form in ("어", "아", "여") and "!" in text[-3:] and before is not None
        shouted = shouted and before is not None and before.tag != "EP"
        proposed = _PROPOSALS.fullmatch(token.form) is not None and (token.tag == "EF" or last)
        if not (will or must or enough or shouted or proposed):
            continue
        stem = _stem(tokens, index)
        if stem:
            yield stem


def _stem(tokens: Sequence[Morpheme], index: int) -> str:
    """Return the verb that an ending belongs to, a noun for its -하다, without helping verbs."""
    for place in range(index - 1, -1, -1):
        token = tokens[place]
        if token.tag.startswith("XSV") and place:
            return tokens[place - 1].form + token.form
        if token.tag.startswith("VV"):
            return "" if token.form in EMPTY else token.form
        if token.tag.startswith(("J", "NN", "ETM", "VA", "VCP", "SF", "EF")):
            return ""
    return ""


def _run_on(tokens: Sequence[Morpheme]) -> int:
    """Count the sentences that end inside this one with no stop: a final ending with a new word right behind it."""
    return sum(
        token.tag == "EF" and after.tag.startswith(("NN", "NP", "MA", "MM", "SN", "IC")) and after.start > token.end
        for token, after in pairwise(tokens)
    )


def _listed(phrases: Sequence[_Phrase], tokens: Sequence[Morpheme]) -> int:
    """Return the length of the longest enumeration; 0 where nothing is enumerated."""
    longest = run = 1
    for before, after in pairwise(phrases):
        between = tokens[before.last + 1 : after.first]
        joined = bool(between) and all(token.form == "," or token.form in _LISTING_WORDS for token in between)
        run = run + 1 if joined else 1
        longest = max(longest, run)
    return longest if longest > 1 else 0


_RESTATING = frozenset({"군요", "는군요", "네요", "죠", "지요", "구나", "는구나", "군", "네", "ㄴ가요", "나요"})


def _restates(tokens: Sequence[Morpheme], content: Sequence[str], repeated: int) -> bool:
    """Return whether a sentence that is not the last only gives the driver's own words back."""
    endings = [token.form for token in tokens if token.tag == "EF"]
    return len(content) >= 2 and repeated >= 0.8 * len(content) and bool(endings) and endings[-1] in _RESTATING
