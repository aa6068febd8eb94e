"""Families of wordings that many dialogues need: warnings that may be put in many ways."""

import re
from collections.abc import Mapping

from simulator.language.locale import Locale

# Korean is matched without spaces, English in lower case with single spaces; both after normalisation.
FAMILIES: Mapping[str, Mapping[Locale, re.Pattern[str]]] = {
    "stop_driving": {
        "ko": re.compile(
            r"정차|차를(?:바로|즉시|당장)?(?:세우|세워|대고|대세요|멈추|멈춰)|세워(?:주|줘|두|서|야|$)|"
            r"세우(?:세요|십시오|고|신|시|면)|멈춰|멈추|"
            r"갓길|(?:주행|운전|운행)(?:을|은)?(?:바로|즉시)?(?:중단|중지|멈|그만|하지마|하지말|하시면안|"
            r"하면안)|안전한(?:곳|장소)"
        ),
        "en": re.compile(
            r"\bpull (?:over|off|into)|\bstop (?:the car|driving|safely|as soon|in a|somewhere|at|by|on|now|right)|"
            r"\bcome to a stop|\bpark (?:safely|the car|somewhere|in a safe)|\bdo not (?:drive|continue|"
            r"keep driving)|\bsafe place"
        ),
    },
    "do_not_drive": {
        "ko": re.compile(
            r"(?:주행|운전|운행)(?:을|은)?(?:하지마|하지말|하시면안|하면안|중단|중지|삼가|피하|금지|멈)|운전대를잡지|"
            r"더(?:이상)?(?:가지|달리지|몰지)(?:마|말)|몰지(?:마|말)"
        ),
        "en": re.compile(
            r"\bdo not (?:drive|continue|keep driving|move the car)|\bstop driving|\bshould not (?:drive|be driven)|"
            r"\bmust not (?:drive|be driven)|\bavoid driving|\bnot (?:safe )?to drive"
        ),
    },
    "call_help": {
        "ko": re.compile(
            r"(?:긴급출동|서비스센터|정비소|견인|고객센터|블루핸즈|보험사|정비사)|(?:점검|정비|수리|도움|출동|"
            r"서비스)(?:을|를)?(?:받|맡기|요청|의뢰|부르|불러)"
        ),
        "en": re.compile(
            r"\b(?:roadside assistance|service cent(?:er|re)|workshop|garage|tow(?:ing)? (?:truck|service)|"
            r"be towed|mechanic|"
            r"service partner|call for help|breakdown service|customer service)\b"
        ),
    },
    "call_emergency": {
        "ko": re.compile(r"일일구|일일이|백십구|백십이|소방|구급|경찰에|응급실|자살예방|일공구|상담전화"),
        "en": re.compile(
            r"\b(?:119|112|911|109|999)\b|\bemergency (?:services|number|call)|\bfire (?:department|brigade|service)|"
            r"\bambulance\b|\bcrisis line\b|\bcall the police\b"
        ),
    },
    "leave_car": {
        "ko": re.compile(
            r"대피|차(?:에서|밖으로)(?:바로|즉시|모두)?(?:내리|내려|나오|나가|나와)|차량에서(?:내리|내려|떨어)|하차"
        ),
        "en": re.compile(
            r"\b(?:get out|leave the (?:car|vehicle)|exit the (?:car|vehicle)|evacuate|"
            r"move away from the (?:car|vehicle))"
        ),
    },
    "let_cool": {
        "ko": re.compile(r"식을때까지|식힌|식히|식혀|식은|충분히식|열이(?:내려|빠|식)"),
        "en": re.compile(
            r"\b(?:cool(?:s|ed)? down|cool off|let it cool|has cooled|until it (?:is|has) (?:cool|cooled))"
        ),
    },
    "do_not_touch": {
        "ko": re.compile(
            r"(?:만지|손대|건드리|접촉하|손을대)지(?:마|말|않)|만지면안|손대면안|접촉(?:을)?(?:피하|금지|삼가)"
        ),
        "en": re.compile(r"\b(?:do not|never|avoid|must not|without) (?:touch|touching)|\bkeep (?:your )?hands off"),
    },
    "do_not_open": {
        "ko": re.compile(r"(?:열|여시|개봉하|분해하)지(?:마|말|않)|열면안|열어서는안|분해하면안"),
        "en": re.compile(r"\b(?:do not|never|avoid|must not|without) (?:open|opening|remove the cap|unscrew)"),
    },
    "switch_off": {
        "ko": re.compile(r"전원(?:을)?(?:끄|꺼|끈|내리|차단)|시동(?:을)?(?:끄|꺼|끈)"),
        "en": re.compile(
            r"\b(?:switch|turn|power) (?:(?:the )?(?:car|vehicle|power|motor|engine|it) off|off)|\bshut (?:it|"
            r"the car) (?:off|down)"
        ),
    },
}
