# ruff: noqa: E501 - one pattern per line: wrapping a word list would hide what belongs together
"""Words of answers in both languages: which one, any, the others, no, and the words around a name or a text."""

ORDINALS = (
    (0, r"\b(?:first|former|number one|option one)\b|첫|1번|일번|앞에\s?(?:거|것)"),
    (1, r"\b(?:second|latter|number two|option two)\b|두\s?번째|둘째|2번|이번\s?(?:거|것)|뒤에\s?(?:거|것)"),
    (2, r"\b(?:third|number three|option three)\b|세\s?번째|셋째|3번"),
    (-1, r"\blast\b|마지막|맨\s?끝"),
)
ANY = r"\b(?:any(?: of them| one)?|either|does not matter|do not (?:care|mind)|you (?:choose|pick|decide)|whichever|whatever)\b|아무\s?(?:거|것|데|곳)|상관\s?없|알아서"
MORE = (
    r"\b(?:other|others|more|rest|remaining|third one|alternatives?|else)\b|다른|나머지|더\s?(?:알려|들려|보여|있|말)"
)
GIVE_UP = r"^(?:no[, ]*)?(?:cancel|never ?mind|forget it|leave it|stop|no thanks?|nothing|drop it)\b|취소|됐어|관둬|그만|안\s?(?:보내|할래|해도)|괜찮아|필요\s?없"
TEXT_LEAD = r"^(?:(?:to|for) [\w ]+?, )?(?:saying (?:that )?)?(?:please |just |ok(?:ay)?,? |yes,? |um,? |uh,? )*(?:(?:write|say|tell (?:him|her|them)|put|let (?:him|her|them) know|the (?:text|message) is|it should say)(?: that)?[:,]? )?"
TEXT_TAIL_KO = r"\s*(?P<quote>이?라고|다고|냐고|자고)\s*(?:좀\s*)?(?:해|써|적어|보내|전해|말해)?\s*(?:줘|주세요|줄래요?|주십시오|달라고|주시겠어요)?[.!]*$"
NEW_TEXT_EN = r"\b(?:say|write|tell (?:him|her|them)|put|make it(?: say)?|change (?:it|that|the text|the message) to)(?: that)? (?P<text>.+)$"
FILLERS = r"\b(?:i (?:mean|meant|said|want)|the (?:city|one|place) (?:of|called|in|is)?|it is|to|in|at|please|um|uh|no|yes|sorry|city|that is|is|called|name)\b|[.,!?]"
FILLERS_KO = r"^(?:이름은|받는 사람은)\s*|(?:아니|그러니까|음|저기|네|응|아)[,. ]\s*|(?:이라고|라고)\s*(?:했어|했는데|했어요|말했어).*$|(?:이에요|예요|이요|입니다|이야|요|야|으로|로|까지|에서|에)$|[.,!?]"
