"""How in-car assistants talk and drivers do not: offers, reports of deeds, regrets, announcements."""

import re

from simulator.channel import Locale

LABEL = re.compile(r"^\W*(?:assistant|ai|비서|어시스턴트|도우미)\s*[::]", re.IGNORECASE)
_DONE_VERBS = (
    "set|switched|turned|opened|closed|adjusted|activated|started|updated|changed|lowered|raised|sent|added|removed|"
    "directed|found|enabled|disabled|increased|reduced|scheduled"
)
# A report of an own deed that goes on with a wish is a driver's, e.g. "I've opened it myself, please close it".
_NO_REQUEST = (
    r"(?!.*\b(?:(?<!moment, )(?<!second, )(?<!moment )(?<!second )please|can you|could you|would you|"
    r"now (?:please|set|turn|close|open|put))\b)"
)
_LEAD = r"(?:(?:sure(?: thing)?|okay|ok|got it|certainly|of course|absolutely|no problem|alright|great|yes)[!,.:]* )?"
_OWN_DEEDS = (
    rf"^\W*{_LEAD}i(?:'ve| have)(?: just| now)? (?:{_DONE_VERBS})\b{_NO_REQUEST}[^?]*$",
    rf"^\W*{_LEAD}i(?:'m| am) (?:now )?(?:starting|setting|opening|closing|turning|switching|sending|calling|"
    rf"adjusting|"
    rf"navigating|adding|activating)\b{_NO_REQUEST}[^?]*$",
)
_ENGLISH = (
    r"\bhow (?:can|may|could) i (?:help|assist|be of)\b|\bhappy to (?:help|assist)\b|\bglad i could help\b",
    r"\bwhat can i (?:do|help)\b|\bwhat would you like me to\b|\bhow may i be of\b",
    r"\bwould you like me to\b|\bdo you want me to\b|\blet me know if you\b|\bif you(?:'d|"
    r" would) like,? i (?:can|could)\b",
    r"\b(?:shall|should) i (?:open|close|turn|set|switch|start|send|go ahead|proceed|navigate|call|add|look)\b",
    r"\b(?:do|would) you (?:still )?(?:want|like|wish) to (?:proceed|continue|go ahead|confirm)\b",
    r"\bis there anything else (?:i can|you)\b|\banything else(?: i can\b|\?\s*$)",
    r"\bunfortunately,? (?:i|the|that|this|there)\b[^?]*\b(?:can't|cannot|don't|isn't|not|no|unable)\b",
    r"\bi(?:'ve| have|'ll| will| can|'m| am)\b[^.?!]{1,60}\bfor you\b",
    r"\b(?:should|shall) (?:the|your) [^?.!]{3,60}\b(?:match|too|as well|also)\b[^?.!]*\?",
    r"\bi (?:can|could)\b[^.?!]{1,80}\bif you(?:'d| would)? (?:like|want|prefer|wish)\b",
    r"\b(?:would|do) you (?:want|prefer|rather)\b(?! me\b)[^.?!]*\?|\bwhich (?:\w+ )?(?:would|do) you (?:want|prefer|"
    r"like)\b",
    r"\byou(?:'ll| will) (?:need|have) to (?:open|close|do|use|press|set|check|turn) [^.?!]*(?:by hand|manually|"
    r"yourself)",
    r"\byou have (?:enough|sufficient|about|roughly|around|approximately)\b|\bwould that work for you\b",
    r"^\W*let me (?:check|look|see|find|search|pull)\b[^?]*\b(?:you|your|up)\b",
    r"\b(?:one|just a|give me a) (?:moment|second)(?:,? please)?[,.!]* (?:i(?:'m|'ll| am| will)|while i)\b",
    r"\bas an? (?:ai|language model|(?:voice|virtual|in-car|car) assistant)\b",
    r"\bi(?:'m| am) (?:an ai|(?:your|the) (?:car |in-car |voice |virtual )?assistant)\b",
    r"^\W*(?:done|all set|all done)\b|\byour request (?:has been|was)\b",
    r"\bi(?:'m| am) (?:sorry, (?:but )?i|unable to|not able to)\b",
    r"\bi(?:'m| am) afraid (?:i(?! (?:don't|do not|can't|cannot|couldn't) "
    r"(?:\w+ )?(?:know|remember|recall)\b)|"
    r"the|that|there|this)\b",
    r"\bi (?:don't|do not) have (?:a tool|access|the ability|a function|any information)\b",
    r"\bi (?:would|wouldn't|would not|do not|don't) recommend\b|\bi(?:'d| would) (?:suggest|advise)\b",
    rf"^\W*{_LEAD}(?:the|your) [\w' ]{{2,60}} (?:is|are|has been|have been) (?:now )?"
    r"(?:open|closed|on|off|set|at|active|switched|opened|turned|sent|adjusted|updated|running|ready|"
    r"complete)\b[^?]*$",
    r"\byou(?:'ll| will) (?:arrive|reach|get there|be there) (?:in|at|by)\b|\bestimated (?:arrival|"
    r"time of arrival)\b",
    r"\b(?:is|are)n't (?:currently |presently )?available (?:at the moment|right now|in this)\b",
    rf"^\W*{_LEAD}(?:what|which|how|where) (?:[\w ]+ )?would you like\b|\bdo you have (?:a|any) preference\b",
    r"^(?:sure|certainly|of course|absolutely)[!,.]? (?:what|which|how|where)\b",
    r"^(?:sure|certainly|of course|absolutely)[!,.]? i(?:'ll| will| can) \w+",
    r"\bplease (?:confirm|specify|tell me|let me know) (?:that you|if you|whether you|which|how|if there)\b",
    r"\b(?:enjoy (?:your|the) (?:trip|ride|drive|journey)|drive safe(?:ly)?|safe travels|have a (?:safe|pleasant))\b",
    r"\byou(?:'re| are) (?:very |most )?welcome\b|\bmy pleasure\b|\bthank you for (?:confirming|your patience|"
    r"asking)\b",
)
_OWN_PLANS = (
    rf"^\W*{_LEAD}i(?:'ll| will) (?:go ahead and |now |just )?(?:set|turn|open|close|switch|start|send|navigate|"
    rf"adjust|"
    r"activate|lower|raise|dim|match|change|roll|guide|add|remove)\b"
    r"(?!.*\b(?:myself|by hand|later|manually|own)\b)[^?]*$",
    rf"^\W*{_LEAD}(?:the|your) [\w' ]{{2,40}} (?:is|are) now\b[^?]*$",
    r"^\W*according to (?:the|my|your)\b",
    r"\byou (?:won't|will not|don't) need (?:an?|any|to (?:charge|bring|pay))\b[^?]*$",
    r"\b(?:you have|you've got) (?:an?|one|two|three|no) (?:\w+ )?(?:meetings?|appointments?|messages?)\b[^?]*$",
    r"\byour (?:next|first|last) (?:meeting|appointment) (?:is|starts|ends)\b[^?]*$",
    r"^\W*(?:okay, |great, )?i(?:'ve| have)? found (?:an?|one|two|three|several|\d+)\b[^?]*$",
    r"\bwhat should (?:the|your) (?:e-?mail|mail|message) say\b",
    r"\bwhich (?:\w+ ){1,3}(?:should i|do you (?:want|mean))\b",
)
_KOREAN = (
    r"(?:무엇을|뭘|어떻게|무슨 일을) (?:도와|해 ?) ?드릴까요|도와 ?드리겠습니다|도와 ?드릴(?:게요|까요)",
    # A driver may say 말씀드렸습니다 or 말씀드릴게요 of an own request.
    r"(?<!말씀)(?<!말씀 )[가-힣] ?드릴(?:까요|게요| 수 (?:있|없))(?!.{0,3}(?:라고|다고))",
    r"(?<!말씀)(?<!말씀 )드(?:렸(?:습니다|어요)|리겠습니다)",
    r"(?<!부탁)(?<!부탁 )(?<!감사)(?<!감사 )(?<!말씀)(?<!말씀 )드립니다",
    r"(?<!출발)(?<!도착)(?:했|켰|껐|열었|닫았|맞췄|설정했|변경했|완료했|시작했|보냈|낮췄|높였|올렸|내렸|바꿨)습니다",
    # Meetings move by themselves.
    r"(?:설정|(?<!장소가 )(?<!시간이 )(?<!일정이 )(?<!회의가 )(?<!미팅이 )(?<!약속이 )(?:변경|취소)|"
    r"완료|전송|적용|활성화|추가|삭제)"
    r"(?:되었|됐|이? ?완료)(?:습니다|어요|되)",
    r"원하시(?:나요|면|는 [가-힣]+[을를]? 말씀)|말씀해 ?주시면|언제든지? (?:말씀|불러)|^(?:네|예)?[,. ]*말씀하세요",
    r"(?:요청|필요|궁금|도움)[가-힣 ]{0,8}(?:있으신가요|있으세요|있으십니까|있으시면)",
    # Weather falls and lifts by itself; only what somebody does is offered.
    r"(?<!비가 )(?<!눈이 )(?<!비 )(?<!눈 )(?:올릴|내릴|낮출|높일|닫을|켤|보낼|맞출|시작할|설정할|바꿀|안내할|"
    r"추가할)까요",
    r"^(?:네|예)[,.!] [^?]*(?:열었|닫았|켰|껐|맞췄|설정했|보냈|올렸|낮췄)어요",
    r"(?:확인|조회|검색)하고 있습니다|필요하시면|진행(?:할까요|하시겠)|확인해 ?주시겠(?:어요|습니까)",
    # A driver asks the assistant to do (…해 주시겠어요), an assistant asks the driver's own will (이용하시겠어요).
    r"(?<!주)(?<!아)시겠(?:어요|습니까|나요)",
    r"(?:저는|전) (?:인공지능|AI|음성 ?비서|차량 ?비서|비서)",
    r"그 ?기능은 지원하지|지원하지 않(?:습니다|아요)|더 필요하신|더 도와|제공되지 않|권장하지 않|지원되지 않",
    r"^(?:네|예|알겠습니다)[,.!] [^?]*(?:하겠습니다|켜겠습니다|끄겠습니다|열겠습니다|닫겠습니다|시작합니다)",
    r"안내를? (?:시작합니다|시작하겠습니다|종료합니다)|소요(?:됩니다|될 예정)|예정(?:되어 있|입니다)|도착 예정",
    r"안전 ?운전 ?(?:하세요|하십시오|되세요)|즐거운 (?:여행|운전|하루|시간) (?:되세요|보내세요|되십시오)|"
    r"도움이 되(?:었|셨|어서|길)",
    r"(?:켜|끄|열|닫|보내|설정하|맞추|올리|내리|바꾸|안내하|시작하|찾아보|추가하|취소하)겠습니다",
    r"말(?:씀)?해 ?주(?:면|시면)|(?:예보|일정|데이터|정보)에 ?따르면|안내(?:를)? ?(?:시작)?할게요?\W*$",
    r"^(?!.*(?:내가|제가|나도|저도) )[^?]*"
    r"(?:켜|꺼|열어|닫아|틀어|맞춰|바꿔|알려|찾아|보내|안내해|낮춰|올려|내려|설정해|도와)(?: ?줄게| ?줄까)요?\W*$",
    # Somebody who did it would be named: "애가 창문을 열었어".
    r"^(?!.*(?:[가-힣](?:이|가|께서) |내가|제가))[^?]*(?:켰|껐|열었|닫았|맞췄|설정했|보냈|바꿨|틀었|추가했|취소했|"
    r"제외했|삭제했|연결했|적용했|조정했|등록했|종료했)"
    r"(?:어|어요)[.!]*$",
    r"^(?:네|응|그래|알겠어요?|알았어요?|오케이)[,.!] (?!.*(?:내가|제가))[^?]*"
    r"(?:할게|켤게|끌게|닫을게|열게|보낼게|바꿀게|맞출게)(?:요)?[.!]*$",
    r"(?:찾았|검색되었|확인되었|발견했)(?:습니다|어요)|검색 결과",
    # Whoever is at the wheel does not tell the car what its devices are doing just now.
    r"(?:작동|실행|진행|연결|설정|가열|냉방|안내) ?중(?:입니다|이에요|이야)",
    # Honorifics raise the one spoken to; a driver's go to no assistant but in requests, nor are they about guests here.
    r"^(?!.*(?:누가|누구|분들?|씨|님|부장|과장|소장|할머니|할아버지|어머니|아버지|손님))[^?]*"
    r"(?<!주)(?<!아)(?<!계)(?:시나요|신가요|십니까|실까요|실 ?건가요|실 ?(?:예정|계획)[가-힣]*)\?",
    r"추천(?:드|합니다|해 ?드)|권(?:해|장) ?드|(?:시는|하는) ?(?:것|게|걸|편)[을를이]? ?(?:추천|권|좋(?:습니다|아요|"
    r"을|겠))",
    r"(?<!주)셔야 ?(?:해요|합니다|돼요|됩니다|하는|하니|할)",
    r"(?:기능|권한|정보|방법)[은는이가을를]? [^.?!]{0,16}(?:갖고|가지고) 있지 않|(?:제가|저는) [^.?!]{0,20}"
    r"(?:열|켤|끌|닫을|바꿀|설정할|제어할|조절할|실행할|안내할|확인할|보낼) ?수 ?(?:가 |는 )?없",
)
_REPORTS = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _OWN_DEEDS)
_PATTERNS: dict[Locale, tuple[re.Pattern[str], ...]] = {
    "en": tuple(re.compile(pattern, re.IGNORECASE) for pattern in (*_ENGLISH, *_OWN_PLANS)),
    "ko": tuple(re.compile(pattern) for pattern in _KOREAN),
}


def as_assistant(text: str, locale: Locale) -> str:
    """Return the words in which a driver speaks the assistant's part, "" where there are none."""
    plain = text.replace("’", "'")
    label = LABEL.match(plain)
    if label:
        return label[0].strip()
    # Every sentence may begin the assistant's part, whatever the driver said before it.
    starts = [0, *(found.end() for found in re.finditer(r"[.!?]\s+", plain))]
    for start in starts:
        rest = plain[start:]
        sentence = re.split(r"(?<=[.!?])\s+", rest, maxsplit=1)[0]
        # Whether an own deed is a report or the ground of a wish, only what follows can tell.
        own = (pattern.search(rest) for pattern in (_REPORTS if locale == "en" else ()))
        for found in (*own, *(pattern.search(sentence) for pattern in _PATTERNS[locale])):
            if found:
                return found[0].strip()
    return ""
