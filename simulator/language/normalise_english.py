"""The normal form of English utterances: digits for numbers, words for units, no case, no punctuation."""

import itertools
import re
import unicodedata

from simulator.language.counters import SYMBOLS, SYMBOLS_LONGEST_FIRST
from simulator.language.numbers_english import DIGIT_VALUE, NUMBER_WORDS, ORDINAL_VALUE, parse_whole

_SYMBOL = re.compile(rf"(?<=[0-9])\s?(?P<symbol>{'|'.join(map(re.escape, SYMBOLS_LONGEST_FIRST))})(?![A-Za-z0-9])")
_PHONE = re.compile(r"(?<![0-9-])\+?[0-9]{2,4}(?:-[0-9]{2,4})?-[0-9]{4}(?![0-9-])|(?<![0-9.-])0[0-9]{6,10}(?![0-9])")
_MONEY = re.compile(
    r"(?P<sign>[$€£₩])\s?(?P<amount>[0-9]+(?:\.[0-9]+)?)(?P<scale> (?:hundred|thousand|million|billion)\b)?"
)
_COINS = {"$": "dollar", "€": "euro", "£": "pound", "₩": "won"}
_MINUS = re.compile(r"(?<![\w.)-])-(?=\.?[0-9])")
_FULL_HOUR = re.compile(r"(?<![0-9:])([0-9]{1,2}):00(?![0-9:])(?P<half>\s?[ap]\.?m\b)?")
_CLOCK = re.compile(r"(?<![0-9:])([0-9]{1,2}):([0-5][0-9])(?![0-9:])")
_VULGAR = re.compile(r"(?P<whole>(?<=[0-9])\s?)?(?P<share>[½¼¾])")
# How a share is said by itself, and after a whole number.
_SHARES = {
    "½": ("half", " and a half"),
    "¼": ("quarter", " and a quarter"),
    "¾": ("three quarters", " and three quarters"),
}
_SHARES_SAID = (
    (("and", "a", "half"), ".5"),
    (("and", "a", "quarter"), ".25"),
    (("and", "three", "quarters"), ".75"),
)
_NO_WHOLE = re.compile(r"(?<![\w.])\.(?=[0-9])")
_CONTRACTIONS = (
    (re.compile(r"\b(can)'t\b"), r"\1 not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\blet's\b"), "let us"),
    (re.compile(r"\b(what|that|it|there|here|where|who|how|he|she)'s\b"), r"\1 is"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'d\b"), " would"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"\bcannot\b"), "can not"),
)
_SPELLINGS = {
    **{"colour": "color", "centre": "center", "metre": "meter", "metres": "meters", "litre": "liter"},
    **{"litres": "liters", "kilometre": "kilometer", "kilometres": "kilometers", "theatre": "theater"},
    **{"favourite": "favorite", "neighbour": "neighbor", "grey": "gray", "programme": "program"},
    **{"cancelled": "canceled", "tyre": "tire", "tyres": "tires", "ok": "okay", "o'clock": "oclock"},
}
_JOINED = (
    (re.compile(r"\bwi[ -]fi\b"), "wifi"),
    (re.compile(r"\bper cent\b"), "percent"),
    (re.compile(r"\bo'?\s?clock\b"), "oclock"),
    (re.compile(r"\ba\s?/\s?c\b"), "ac"),
    (re.compile(r"\b([ap])\.\s?m\b\.?"), r"\1m"),
    (re.compile(r"\be-mail\b"), "email"),
    # A written 22°C is spoken with the name of the scale or without it.
    (re.compile(r"\bdegrees? (?:celsius|centigrade|c)\b"), "degrees"),
)
_ORDINAL_WORD = {value: word for word, value in ORDINAL_VALUE.items()}
_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:st|nd|rd|th)?(?![0-9])|[^\W\d_]+")
_LETTERED = re.compile(r"(?<=[A-Za-z])-?(?=[0-9])|(?<=[0-9])(?=[A-Za-z])(?!(?:st|nd|rd|th)\b)")


def english_readings(text: str, most: int) -> tuple[str, ...]:
    """Return at most `most` normal forms of an English text, the usual one first."""
    tokens = _tokens(text)
    choices = [_ways_to_say(token) for token in tokens]
    ambiguous = [index for index, ways in enumerate(choices) if len(ways) > 1]
    forms = []
    for combination in itertools.islice(itertools.product(*(choices[index] for index in ambiguous)), most):
        chosen = list(tokens)
        for index, way in zip(ambiguous, combination, strict=True):
            chosen[index] = way
        forms.append(" ".join(chosen))
    return tuple(dict.fromkeys(forms))


def _tokens(text: str) -> list[str]:
    plain = _VULGAR.sub(lambda match: _SHARES[match["share"]][match["whole"] is not None], text)
    plain = unicodedata.normalize("NFKC", plain).replace("’", "'").replace("‘", "'").replace("℃", "°C")
    plain = re.sub(r"°\s?C\b", "°C", plain.replace("⁄", "/").replace("−", "-"))
    plain = re.sub(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))", "", plain)
    plain = _NO_WHOLE.sub("0.", plain)
    plain = _PHONE.sub(lambda match: " " + " ".join(re.sub("[^0-9]", "", match.group(0))) + " ", plain)
    plain = _MONEY.sub(_as_spoken, plain)
    plain = _MINUS.sub("minus ", plain)
    plain = _SYMBOL.sub(lambda match: f" {SYMBOLS[match['symbol']].english} ", plain)
    plain = unicodedata.normalize("NFKC", plain.casefold())
    plain = _FULL_HOUR.sub(lambda match: f"{match[1]}{match['half'] or ' oclock'}", plain)
    plain = _CLOCK.sub(lambda match: f"{match[1]} {_minutes(match[2])}", plain)
    for pattern, replacement in (*_JOINED, *_CONTRACTIONS):
        plain = pattern.sub(replacement, plain)
    plain = _LETTERED.sub(" ", plain.replace("'", ""))
    plain = plain.replace("%", " percent ").replace("&", " and ").replace("°c", " degrees ").replace("°", " degrees ")
    words = [_SPELLINGS.get(token, token) for token in _TOKEN.findall(plain)]
    return _digits_for_words([_plain_ordinal(word) for word in words])


def _minutes(digits: str) -> str:
    """Write minutes as they are spoken: 05 is oh five."""
    return f"0 {digits[1]}" if digits[0] == "0" else digits


def _as_spoken(money: re.Match[str]) -> str:
    """Name the coin after the amount: $5 is spoken as 5 dollars."""
    coin = _COINS[money["sign"]]
    plural = "" if coin == "won" or (money["amount"] == "1" and not money["scale"]) else "s"
    return f"{money['amount']}{money['scale'] or ''} {coin}{plural}"


def _plain_ordinal(token: str) -> str:
    match = re.fullmatch(r"([0-9]{1,9})(?:st|nd|rd|th)", token)
    if match is None:
        return token
    return _ORDINAL_WORD.get(int(match[1]), match[1])


def _digits_for_words(tokens: list[str]) -> list[str]:
    """Replace the longest runs of number words by digits; single digits in a row stay apart."""
    out: list[str] = []
    index = 0
    while index < len(tokens):
        value, used = _whole_at(tokens, index)
        if not used:
            spoken_zero = tokens[index] in ("o", "oh") and _beside_number(tokens, out, index)
            out.append("0" if spoken_zero else tokens[index])
            index += 1
            continue
        index += used
        fraction, more = _fraction_at(tokens, index)
        out.append(value + fraction)
        index += more
    return out


def _whole_at(tokens: list[str], index: int) -> tuple[str, int]:
    token = tokens[index]
    numeral = re.fullmatch(r"[0-9]+(?:\.[0-9]+)?", token)
    scaled = index + 1 < len(tokens) and tokens[index + 1] in ("hundred", "thousand", "million", "billion")
    if numeral and not scaled:
        return (token if "." in token else _without_leading_zeros(token)), 1
    if not (token in NUMBER_WORDS or (scaled and (numeral or token == "a"))):
        return "", 0
    for used in range(min(12, len(tokens) - index), 0, -1):
        stretch = tokens[index : index + used]
        # The twenty-first is written 21st; a single first stays a word, as in "first gear".
        ends = stretch[-1] in NUMBER_WORDS or (used > 1 and stretch[-1] in ORDINAL_VALUE)
        if ends and (value := parse_whole(stretch)) is not None:
            return str(value), used
    return "", 0


def _without_leading_zeros(digits: str) -> str:
    return digits if len(digits) > 2 else str(int(digits))


def _fraction_at(tokens: list[str], index: int) -> tuple[str, int]:
    """Read "point five" or "and a half" after a whole number."""
    for said, decimals in _SHARES_SAID:
        if tuple(tokens[index : index + 3]) == said:
            return decimals, 3
    if tokens[index : index + 1] != ["point"]:
        return "", 0
    digits = ""
    end = index + 1
    while end < len(tokens):
        token = tokens[end]
        if token not in DIGIT_VALUE and not re.fullmatch(r"[0-9]{1,2}", token):
            break
        digits += str(DIGIT_VALUE.get(token, token))
        end += 1
    return (f".{digits}", end - index) if digits else ("", 0)


def _beside_number(tokens: list[str], out: list[str], index: int) -> bool:
    before = bool(out) and out[-1].isdigit()
    after = index + 1 < len(tokens) and (tokens[index + 1] in NUMBER_WORDS or tokens[index + 1].isdigit())
    return before and after


def _ways_to_say(token: str) -> list[str]:
    """List the token and, for numerals, the other ways to say them: digit by digit, in pairs, as a time."""
    if re.fullmatch(r"[0-9]{1,2}\.[0-5][0-9]", token):
        whole, _, minutes = token.partition(".")
        return [token, f"{whole} {_minutes(minutes)}"]
    if not re.fullmatch(r"[0-9]{3,11}", token):
        return [token]
    ways = [token, " ".join(token)]
    if len(token) in (3, 4):
        ways.append(f"{token[:-2]} {token[-2:]}")
        if token[-2] == "0":
            ways.append(f"{token[:-2]} 0 {token[-1]}")
    return ways
