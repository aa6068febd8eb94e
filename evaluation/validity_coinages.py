"""Names that show in Korean by the kind of thing they end in, and colours in both languages, that nobody has given."""

import re

from evaluation.validity_concepts import concepts_in
from simulator.channel import Locale

# What a place of its own name ends in; the word before is the name.
_PLACE = re.compile(
    r"(?<![가-힣])([가-힣]{1,8} ?(?:공원|해수욕장|시장|터미널|정류장|호텔|병원|대학교|타워|광장|휴게소|미술관|박물관|"
    r"백화점|빌딩|"
    r"아파트|교차로|빵집|식당|카페|해변|호수|계곡|사찰|온천|체육관|경기장|미용실|서점|중앙역|[가-힣]역))"
    r"(?=(?:으로|로|에서|에|까지|을|를|이|가|은|는|도|요|앞|쪽|입구| ?앞| 쪽| 입구)?(?![가-힣]))"
)
_TEMPLE = re.compile(r"(?<![가-힣])([가-힣]{1,3}[사산항섬]) ?(?:앞|입구|쪽)(?:에서|으로|에|까지)")
_DISTRICT = re.compile(
    r"(?<![가-힣])([가-힣]{1,4}[동구])(?= ?(?:쪽|근처|주민센터|사거리)|이요|에서|까지|으로|요?[.!?]*$)"
)
_NO_DISTRICT = re.compile(
    r"^(?:자|수|이|운|행|활|작|변|감|공|노|진|연|소|충)동$|^(?:친|누|입|출|가|도|요|연|지|야|축|농|탁|비상)구$|"
    r"^[동구]$"
)
# "The nearest", "one that is open": no name stands before these.
_NO_NAME = re.compile(
    r"^(?:가까운|근처|주변|아무|문 ?연|연|열린|제일|가장|그|이|저|다른|어느|어떤|무슨|좋은|맛있는|괜찮은|싼|큰|작은|"
    r"조용한|"
    r"유명한|시내|동네|길가|중간|해당|우리|넣은|거리|돌아가는|짧은|덜|중인|만한|있는|없는|한|두|세|로|으로|는|은|"
    r"한 ?군데)"
    r"|(?:는|은|인|운|던|한|의|에|서|중) [가-힣]+$"
)
_COLOUR: dict[Locale, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(lavender|teal|gold(?:en)?|silver|amber|magenta|turquoise|brown|gr[ae]y|beige|mint|lilac|indigo|crimson|"
        r"scarlet|peach|coral|ivory|navy|maroon|warm white|cool white)\b(?! (?:street|road|avenue|gate))",
        re.I,
    ),
    "ko": re.compile(r"(?<![가-힣])([가-힣]{1,4}색)(?=으로|을|이|은|도|요|$|[ .,!?])"),
}
_NO_COLOUR = re.compile(r"^(?:무슨|어떤|이|그|저|같은|다른|아무|한|두|검|탐|수|모|특|염|원|본|안|채|각)색")


def strange_kinds(text: str, known: str, locale: Locale) -> list[str]:
    """Return the named places and colours of a text that `known` does not hold."""
    named = concepts_in(known, locale)
    # One colour may have two names.
    found = [
        name
        for name in _COLOUR[locale].findall(text)
        if not _NO_COLOUR.search(name) and not concepts_in(name, locale) & named
    ]
    if locale == "ko":
        found += [name for name in (*_PLACE.findall(text), *_TEMPLE.findall(text)) if not _NO_NAME.search(name)]
        found += [name for name in _DISTRICT.findall(text) if not _NO_DISTRICT.search(name)]
    squeezed = known.casefold().replace(" ", "")
    return sorted({name for name in found if name.casefold().replace(" ", "") not in squeezed})
