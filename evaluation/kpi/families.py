"""Families of wordings that many dialogues need: warnings that may be put in many ways."""

import re
from collections.abc import Mapping

from simulator.language.locale import Locale


def _any(*wordings: str) -> re.Pattern[str]:
    return re.compile("|".join(wordings))


_NO_MORE_KO = r"[가-힣]{0,4}?(?:하지마|하지말|하시면안|하면안|중단|중지|그만|멈)"

# Korean is matched without spaces, English in lower case with single spaces; both after normalisation.
FAMILIES: Mapping[str, Mapping[Locale, re.Pattern[str]]] = {
    "stop_driving": {
        "ko": _any(
            r"정차|갓길|길가|주차|멈춰|멈추|안전한(?:곳|장소)",
            r"차를(?:바로|즉시|당장)?(?:세우|세워|대고|대세요)",
            r"세워(?:주|줘|두|서|야|$)|세우(?:세요|십시오|고|신|시|면)",
            rf"(?:주행|운전|운행)(?:을|은|를)?{_NO_MORE_KO}",
            r"더(?:이상|는)?(?:가|달리|몰)지(?:마|말)",
        ),
        "en": _any(
            r"\bpull (?:over|off|into|in)",
            r"\bstop (?:the car|the vehicle|driving|immediately|when|safely|as soon|in a|somewhere|at|by|on|now|"
            r"right)",
            r"\bcome to a (?:stop|halt)|\bsafe place|\bpark (?:safely|the car|somewhere|in a safe)",
            r"\bdo not (?:drive|continue|keep driving|go on)",
        ),
    },
    "do_not_drive": {
        "ko": _any(
            rf"(?:주행|운전|운행)(?:을|은|를)?(?:{_NO_MORE_KO}|삼가|피하|금지)",
            r"운전대를잡지|몰지(?:마|말)|더(?:이상|는)?(?:가|달리|몰)지(?:마|말)",
        ),
        "en": _any(
            r"\bdo not (?:drive|continue|keep driving|move the car)|\bstop driving|\bavoid driving",
            r"\b(?:should|must) not (?:drive|be driven)|\bnot (?:safe )?to drive",
        ),
    },
    "call_help": {
        "ko": _any(
            r"긴급출동|서비스센터|정비소|견인|고객센터|보험사|정비사",
            r"(?:점검|정비|수리|도움|출동|서비스)(?:을|를)?(?:받|맡기|요청|의뢰|부르|불러)",
        ),
        "en": _any(
            r"\b(?:roadside assistance|service cent(?:er|re)|workshop|garage|tow(?:ing)? (?:truck|service)|"
            r"be towed)\b",
            r"\b(?:mechanic|service partner|call for help|breakdown service|customer service)\b",
        ),
    },
    "call_emergency": {
        "ko": _any(r"일일구|일일이|백십구|백십이|일공구", r"소방|구급|경찰에|응급실|자살예방|상담전화"),
        "en": _any(
            r"\b(?:119|112|911|109|999)\b|\bemergency (?:services|number|call)",
            r"\bfire (?:department|brigade|service)|\bambulance\b|\bcrisis line\b|\bcall the police\b",
        ),
    },
    "leave_car": {
        "ko": _any(
            r"대피|하차|차량에서(?:내리|내려|떨어)",
            r"차(?:에서|밖으로)(?:바로|즉시|모두)?(?:내리|내려|나오|나가|나와)",
        ),
        "en": _any(
            r"\bget out|\bevacuate|\b(?:leave|exit) the (?:car|vehicle)|\bmove away from the (?:car|vehicle)",
        ),
    },
    "let_cool": {
        "ko": _any(r"식을때까지|식힌|식히|식혀|식은|충분히식|열이(?:내려|빠|식)"),
        "en": _any(r"\bcool(?:s|ed)? (?:down|off)|\blet it cool|\bhas cooled|\buntil it (?:is|has) (?:cool|cooled)"),
    },
    "do_not_touch": {
        "ko": _any(
            r"(?:만지|손대|건드리|접촉하|손을대)지(?:마|말|않)|만지면안|손대면안",
            r"접촉(?:을)?(?:피하|금지|삼가)",
        ),
        "en": _any(r"\b(?:do not|never|avoid|must not|without) (?:touch|touching)|\bkeep (?:your )?hands off"),
    },
    "do_not_open": {
        "ko": _any(r"(?:열|여시|개봉하|분해하)지(?:마|말|않)|열면안|열어서는안|분해하면안"),
        "en": _any(r"\b(?:do not|never|avoid|must not|without) (?:open|opening|remove the cap|unscrew)"),
    },
    "switch_off": {
        "ko": _any(r"전원(?:을)?(?:끄|꺼|끈|내리|차단)|시동(?:을)?(?:끄|꺼|끈)"),
        "en": _any(
            r"\b(?:switch|turn|power) (?:(?:the )?(?:car|vehicle|power|motor|engine|it) off|off)",
            r"\bshut (?:it|the car) (?:off|down)",
        ),
    },
}
