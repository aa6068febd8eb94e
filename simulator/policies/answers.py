"""A driver's answer to a yes-or-no question: a clear yes, a clear no, or neither."""

import re
import unicodedata

from simulator.channel import Locale

_ENGLISH_YES = re.compile(
    r"\b(?:yes|yeah|yep|yup|yea|aye|sure|okay|ok|of course|absolutely|definitely|certainly|affirmative|"
    r"(?:that's|that is|you're|you are) (?:right|correct|fine|ok|okay|good)|correct|agreed|"
    r"go ahead|go for it|(?<!n't )(?<!not )(?:do it|do that)|please do(?! not| n)|"
    r"sounds (?:good|great|fine)|why not|no problem|by all means|"
    r"i (?:do|confirm|agree)|confirmed?|fine with me|fine by me)\b"
    r"|^(?:right|exactly|fine|please|alright|all right)(?=$|[.,!])",
    re.IGNORECASE,
)
_ENGLISH_NO = re.compile(
    r"\b(?:no|nope|nah|never ?mind|cancel|stop|wait|hold on|don't|do not|dont|doesn't|shouldn't|rather not|not now|"
    r"not yet|not that|not really|not sure|leave (?:it|them|that)|keep (?:it|them) (?:closed|shut|off)|"
    r"forget (?:it|that))\b"
    r"|^not\b",
    re.IGNORECASE,
)
_NOT_A_NO = re.compile(r"\bno (?:problem|worries|objections?|doubt)\b", re.IGNORECASE)
_KOREAN_YES = re.compile(
    r"(?:^|(?<=[\s,.!~]))(?:네|넵|넹|예|옙|응|웅|그래|그래요|그럼|그럼요|그러자|그러세요|그렇게|좋아|좋아요|좋습니다|"
    r"좋지|맞아|맞아요|맞습니다|물론|물론이지|물론이죠|당연하지|당연하죠|오케이|오케|확인|부탁해|부탁해요|부탁합니다|"
    r"부탁드려요|부탁드립니다|진행해|진행해요|ㅇㅇ|ㅇㅋ)(?=$|[\s,.!~])"
    r"|^(?:어|해|해요|하세요|하자)(?=$|[,.!~])|^어(?=\s)"
    r"|(?:^|\s)(?:그렇게|그대로|계속|진행)\s?(?:해|하)"
    r"|^(?:해|진행해)\s?(?:줘|주세요|주십시오|주시겠)"
    r"|(?:해도|열어도|켜도|보내도|닫아도|그래도)\s?(?:돼|됩니다|좋아|괜찮)"
)
_KOREAN_NO = re.compile(
    r"(?:^|(?<=[\s,.!~]))(?:아니|아니야|아니요|아니오|아뇨|아냐|노|취소|그만|됐어|됐어요|됐습니다|싫어|싫어요|나중에|잠깐|"
    r"잠깐만|잠깐만요|잠시만|잠시만요)(?=$|[\s,.!~])"
    r"|[가-힣]지\s?(?:마|말)|안\s?(?:돼|되|됩|해도|열어도|켜도|보내도)|취소(?:해|하)|필요\s?없|그만\s?(?:둬|두)"
    r"|관두|놔\s?둬|냅\s?둬|그냥\s?(?:둬|두|놔)|하지\s?않"
)


def yes_or_no(text: str, locale: Locale) -> bool | None:
    """Tell a clear yes (True) from a clear no (False); None for anything mixed, asked back or beside the point.

    Looks at words of assent and refusal only, so a bare order ("open it") is no clear yes, and neither is
    "괜찮아요", which can turn an offer down.
    """
    plain = unicodedata.normalize("NFC", text).replace("\u2019", "'").strip()
    if not plain or plain.endswith("?"):
        return None
    if locale == "ko":
        yes, no = _KOREAN_YES.search(plain), _KOREAN_NO.search(plain)
    else:
        yes = _ENGLISH_YES.search(plain)
        no = _ENGLISH_NO.search(_NOT_A_NO.sub(" ", plain))
        if not yes and _NOT_A_NO.search(plain):
            return None
    if bool(yes) == bool(no):
        return None
    return yes is not None
