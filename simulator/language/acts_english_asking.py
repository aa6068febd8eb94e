"""The patterns by which English speech asks and requests; all match lower-cased clauses."""

import re


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{alternative})" for alternative in alternatives))


LATIN = re.compile(r"[a-z]{2}")
LATIN_FREE = re.compile(r"[^\x00-\x7f]")

_LEAD = (
    r"(?:(?:and|but|so|then|also|now|okay|ok|sure|great|alright|alrighty|well|sorry|please|just|still|"
    r"instead|in that "
    r"case|if so|otherwise|first|quick question|to confirm|just to (?:confirm|double-check|be sure|check)|"
    r"one more "
    r"thing|hmm|oh|ah|yes|no|got it|of course|again|anyway|perfect|cool|or|either way|for that|"
    r"therefore)\b[\s,:-]*)*"
)
_MEASURE = r"(?:far|much|many|warm|hot|cold|cool|high|low|bright|strong|fast|wide|long|loud|open|big)"
_WH = r"(?:what(?:'s|'re|'d)?|what d'you|which|where(?:'s|'re)?|who(?:'s|m|se)?|how(?:'s)?|when)\b"
_TO_WHAT = r"(?:(?:to|by|for|at|on|in|from|with|about|until|of|up to|roughly|exactly|around)\s+)*"
WH = re.compile(rf"^{_LEAD}{_TO_WHAT}{_WH}")
_ASKING = (
    r"(?:should|shall|may|can|could|mind|might|would|will|do|d'you|did|does|you (?:want|mean|sure|would|"
    r"wanna|'?d)|"
    r"you'd|want|wanna|ok|okay|alright|is|are|am|have|has|care for|fancy|ready|sound|any|need me|proceed|"
    r"continue)\b"
)
FRAME = re.compile(rf"^{_LEAD}(?:{_TO_WHAT}{_WH}|{_ASKING})")
OR_ELSE = re.compile(r"^(?:or)\b")
SEGMENT = re.compile(
    r"\s*[;:](?=\s)\s*|,\s+|\s+[—–-]{1,2}\s+|\s*—\s*|\s+\((?=\w)|\)\s+"
    r"|\s+(?=(?:but|because|since|though|although|however|whereas|yet)\s+\w)"
    r"|\s+(?=(?:and|so)\s+(?:i|we|it|it's|the|your|you|that|there|there's|shall|should|do|would|what|which|"
    r"how|i've|i'm)\b)"
)
UNMARKED_QUESTION = re.compile(
    rf"^{_LEAD}(?:(?:should|shall|may) (?:i|we)\b|(?:do|would) you (?:want|like|prefer|mean|rather)\b|"
    r"want me to\b|"
    r"can i\b(?! help)|are you sure\b|how about\b|is (?:that|it|this) (?:ok|okay|all ?right|correct|right|"
    r"fine)\b|"
    rf"did you mean\b|could you (?:tell|specify|confirm|give|clarify)\b|{_TO_WHAT}(?:what|which|where|who|how)"
    r"(?: [\w']+){0,3}? (?:should|shall|would you|do you|did you|can i|to\?))"
)

CLOSER = _any(
    r"(?<!or )\b(?:anything|something|what) else\b(?!.*\binstead\b)",
    r"\bhow (?:can|may|could|else can|might) i (?:help|assist|be of|make|serve)",
    r"\bwhat (?:can|may|could|else can) i (?:do|help|get|assist)",
    r"\b(?:can|may|could) i (?:help|assist|be of)\b(?! you (?:set|find|choose))",
    r"\b(?:let me know|just (?:ask|say|shout|call|tell me)|feel free|give me a (?:shout|call)|holler|tell me)\b"
    r"[^?]*\b(?:if|whenever|when|anytime|should)\b(?![^?]*\b(?:me to|'d like me|go ahead|proceed|i should)\b)"
    r"[^?]*\b(?:need|want|wanna|like|change|adjust|questions?|else|help)\b",
    r"\bif you (?:want to|wanna|'?d like to|would like to|need to) (?:hear|know|change|adjust|go)\b",
    r"\banything (?:more|other)\b",
    r"\bwhat's (?:next|up)\b",
    r"\bhow (?:else|are you|is your day|was your)\b",
)
REPEAT = _any(
    r"\b(?:didn't|did not|couldn't|could not|don't|wasn't able to|can't) (?:quite |fully |really |exactly |"
    r"hear and )*"
    r"(?:catch|understand|get (?:that|it|what you)|hear|follow|make (?:that )?out)\b",
    r"\b(?:say|repeat) (?:that|it|this|your request)\b(?: again| once more)?",
    r"\b(?:you|please|to|kindly) (?:please )?repeat\b|\b(?:rephrase|come again|pardon me|missed (?:that|"
    r"what))\b",
    r"\bwhat was that\b|\bwhat did you (?:say|mean)\b",
    r"\bnot sure (?:i|what you) (?:understood|understand|mean|meant|caught)",
)

_LEAVE = r"(?:just |i'd rather |rather |simply )*(?:leave|keep|skip|cancel|stop|wait|forget|stay|stick)\b"
NEUTRAL_OR = _any(
    r", (?:like|such as|say|for example|for instance|eg|maybe)\b.*",
    r"\bor not\b.*",
    r"\bor (?:should i |shall i |would you (?:like|prefer|rather) (?:me |that i |to )?(?:to )?|"
    r"do you want (?:me )?to |"
    rf"would you rather (?:i )?){{0,1}}{_LEAVE}.*",
    r"\bor (?:so|more|less|higher|lower|under|over)\b",
    r"\bor (?:any|some)(?:thing|one|where|body)? ?(?:else|other|different).*",
    r"\bor (?:would you (?:like|prefer|rather) |do you (?:want|prefer) |perhaps |maybe )*(?:a |an |to )?"
    r"(?:different|another|other)\b.*",
    r"\b(?:yes or no|one or two|more or less|sooner or later|or even|and/or)\b",
    r"\bor (?:would you rather not|rather not|is that|no)\b.*",
    r"\bor (?:just )?(?:tell|let|give) me\b.*",
    r"\bor (?:what|how|which)\b.*",
    r"\bor (?:would you like|do you want|do you need|need|want|would you prefer|should i change|do you have|"
    r"would you rather have)"
    r"(?: me)?(?: to)?(?: (?:hear|get|know|see|change|have|explain|share|give you|read out|read|tell you|"
    r"adjust|tweak))?(?: about)?"
    r"(?: (?:some|any|the|a|first))?(?: (?:more|further|other|different|another|anything|something|details|"
    r"info|information|"
    r"alternatives|options))\b.*",
)
OR = re.compile(r"\b(?:or|versus|vs)\b")
BETWEEN = re.compile(r"\b(?:between|out of|among)\b.+\b(?:and|or)\b|\b(?:this|that) one\b.*\b(?:this|that) one\b")
OF_THEM = re.compile(
    r"\b(?:which|one) of (?:the (?:two|three|four)|these|those|them|both)\b|\bof the two\b|"
    r"\bwhich ones? (?:would|do|should|shall|are|is|sounds?|works?|suits?)\b"
)
SELECTS = re.compile(
    r"\b(?:which|who|whom|where)\b|\bwhat (?:do|would|'d|should|d'you|'re|are)\b|\bwhat'd\b|\bwhat'll\b|"
    r"\bwhat sounds\b|"
    r"\bwhat (?:works|is|s) (?:best|better)"
)
OPTIONS = _any(
    r"\b(?:two|three|four|five|six|several|multiple|a couple(?: of)?|a few|these|both|some|various|\d+)\b"
    r"(?: [\w-]+){0,3} (?:options|routes|ways|choices|alternatives|contacts|restaurants|places|stations|"
    r"chargers|"
    r"results|matches|possibilities|things|entries|people|spots|modes|settings|levels|colou?rs)\b",
    r"\beither\b.+\bor\b",
    r"\bi (?:can|could|might|may|see|found|have|do have)\b.*\bor\b",
    r"\byou (?:can|could|have)\b.*\bor\b",
    r"\b(?:i (?:see|found|have|can see|do see)|there's|there are|there is|options|choices|available)\b.*"
    r"(?:,.+){1,}\b(?:and|or)\b",
    r"\b(?:i (?:see|found|have)|there are|there's) (?:two|three|four|several|both|a couple|a few|\d) \w+",
    r"\b(?:choose|pick|select)\b.*\b(?:and|or|from)\b",
    r"\bfastest\b.*\bshortest\b",
    r"\b(?:there's|there is|i see|i found|i have|i've got) (?:an?|the) .*\band (?:an?|the|one)\b",
)
SUGGESTION = re.compile(
    rf"^{_LEAD}(?:how about|what about|what if|why not|why don't|how does (?:that|this|it) (?:sound|work|look)|"
    r"how's that|how would (?:that|it) be|what do you (?:say|think))\b"
)
SMALLTALK_QUESTION = re.compile(
    rf"^{_LEAD}(?:who knows|guess what|how (?:are|were|was|is) (?:you|your|it)|how's (?:it|your)|why\b|"
    r"what's (?:up|new)|"
    r"isn't (?:it|that)|aren't|wasn't|right$|huh|you know what)"
)
ASKS_TO_CONFIRM = re.compile(
    r"^(?:(?:can|could|would|will) you )?(?:please |just |also |quickly )*confirm\b|"
    r"\b(?:can|could|would|will) you\b.*\b(?:confirm|approve|say yes|give me (?:the|a|your) (?:ok|okay|"
    r"go-ahead|yes))"
)
ASKS_TO_TELL = re.compile(
    rf"^{_LEAD}(?:(?:can|could|would|will|might) you|would you mind|do you mind|may i (?:ask|know)|"
    r"can i (?:ask|know|get)|"
    r"could i (?:ask|know|get)|mind)\s+(?:please |just |kindly |quickly |also )*"
    r"(?:tell|telling|give|giving|specify|specifying|let me know|say|share|provide|clarify|name|describe|"
    r"choose|pick|"
    r"select|decide|what|which|how|where|who|the|your|spell|remind)"
)
PREFERENCE = re.compile(
    rf"^{_LEAD}(?:(?:do you have|have you got|is there|are there|got|did you have) )?(?:any|a|some|"
    r"your)\b(?: [\w-]+)? ?\b(?:preference|preferences|particular|specific|favou?rite)\b|\bin mind\b"
)
FACT_QUESTION = re.compile(
    rf"^{_LEAD}(?:are you (?!sure|okay|ok|fine|happy|ready|comfortable|good with|certain|looking|after|"
    r"thinking|saying|"
    r"asking|talking|referring|positive|all right|alright|sticking)|is (?:there|anyone|everyone|someone|"
    r"everything)\b|"
    r"did you (?!mean|want|say|intend)|have you\b|has\b|does (?!that|this|it)\b|do you (?:have|know|feel|"
    r"see|remember|"
    r"enjoy|often)\b|(?:can|could|will) you\b|will\b|is (?:it|this|that) (?:raining|warm|cold|hot|too)\b)"
)
PERMISSION = re.compile(rf"^{_LEAD}(?:{_ASKING}|yes or no$)")
OPEN_NOUN = re.compile(
    rf"^{_LEAD}(?:the |your |an? )?(?:exact |desired |preferred )?(?:level|temperature|temp|percentage|"
    r"percent|position|colou?r|"
    r"destination|recipient|subject|message|text|amount|value|speed|direction|time|name|seat|zone)$"
)
TAG = re.compile(
    r"\b(?:right|correct|yes|yeah|ok|okay|alright|all right|is that (?:right|so|correct|ok|okay)|sound good|"
    r"agreed|deal|fine|"
    r"sure|good to go|ready)$"
)
LATE_WH = re.compile(rf"\b(?:what|which|where|whom?|how {_MEASURE})\b")

PICK = re.compile(
    rf"^{_LEAD}(?:you can |you could |you may |you'll (?:need|have) to |simply )?(?:choose|pick|select|"
    r"decide)\b(?!ed)|"
    r"\bplease (?:choose|pick|select|decide)\b|\btake your pick\b|\bpick one\b"
)
GO_AHEAD = _any(
    rf"^{_LEAD}(?:please |kindly )*(?:confirm|approve)\b",
    r"\b(?:please|can you|could you|you to|need to|have to|just|once you|if you|as soon as you|you'd|"
    r"until you|after you) "
    r"(?:please )?(?:confirm|approve|okay it|say (?:yes|so|go|ok|okay|[\"']\w+[\"']))\b",
    r"^(?:just )?(?:say|reply|answer)(?: with)? [\"']?(?:yes|go|ok|okay|confirm)\b",
    r"\b(?:say|saying) [\"']?yes\b",
    r"\b(?:need|needs|requires?|want|like|waiting for|await(?:ing)?|with|get|have)s? (?:to (?:get|have|"
    r"hear) )?(?:a |an |your |you to |"
    r"the |quick |clear |explicit |verbal |final |simple |short |driver's |from you )*"
    r"[\"']?(?:confirmation|permission|okay|ok|go-ahead|go ahead|approval|yes|consent|confirm|green light|"
    r"say-so)\b",
    r"\bgive (?:me )?(?:the|a|your) (?:go-ahead|go ahead|green light|nod|okay|ok|word|confirmation|"
    r"permission)\b",
    r"\bwithout (?:your|a|an explicit) (?:confirmation|permission|okay|ok|go-ahead|approval|yes|consent)\b",
)
GO_AHEAD_GIVEN = re.compile(
    r"\b(?:thanks for|thank you for|since you|as you|now that you|you've|you already|no need|don't need|"
    r"doesn't need|"
    r"without needing)\b"
)
TELL_ME = _any(
    r"\b(?:please|just|simply|either|you'd|if you(?:'d)?|you can|could you|can you|you could|then|want|"
    r"like)?\s*"
    r"(?:tell|give|let) me(?: know)?\b(?: please| either| just| also| roughly)*"
    r" ?(?=\W*(?:(?:about|at|to|by|for|from|in|on) )*(?:what|which|where|who|whom|how|when (?:you want|to)|"
    r"the|your|a |an |any|"
    r"\d|one|more|either))",
    r"\bplease (?:specify|provide|name|enter|state|indicate|say|share|describe|set|give|clarify)\b",
    r"^(?:specify|provide|name|state|clarify) (?:the|a|your|which|what|how)\b",
    r"\bi(?:'d| would| will|'ll| do|'m going to)? (?:just |still |first |only |also |"
    r"really )*need to know\b(?! (?:that|if))",
    r"\bi(?:'d| would| will|'ll| do)? (?:just |still |first |only |also )*(?:need|require) (?:the|a|an|your|"
    r"one|some|more|just|"
    r"to ask|to have)\b(?! (?:moment|second|minute|sec|bit of time))",
    r"\bi'm (?:just |still |only )?missing (?:one|the|a|some|your|which|what)\b",
    r"\byou (?:haven't|didn't|have not|did not) (?:said|say|told|tell|specified|specify|mentioned|mention|"
    r"given|give)\b",
)
TELL_ME_IF = re.compile(
    r"\b(?:tell me|let me know) (?:if|whether|when (?:it|you're|that)|once)\b|\bto tell me\b|"
    r"\blet me (?:check|see|look)\b|"
    r"\bi (?:just |first )*need(?:ed)? to (?:close|open|check|look|turn|set)\b"
)
OFFER = _any(
    r"\bif (?:you|that)(?:'d)? (?:want|like|would like|would prefer|prefer|wish|wanna|need it|'d like|"
    r"would rather|"
    r"rather|don't mind|agree|fancy)\b.*\b(?:i (?:can|could|'ll|will|would)|i'll|i'd|happy to|want me)\b",
    r"\b(?:i (?:can|could|'ll|will|would)|i'll|i'd|happy to)\b.*\bif (?:you|that)(?:'d)? (?:want|like|"
    r"would like|prefer|"
    r"wish|wanna|'d like|would prefer|helps|works|don't mind|agree)\b",
    r"\blet me know (?:if|whether|when|should) .*\b(?:me to|go ahead|proceed|i should|continue)\b",
    r"\bif (?:that's|it's|this is) (?:ok|okay|fine|alright|what you)\b.*\bi(?:'ll| will| can)\b",
    r"\bi (?:can|could)\b.*\binstead\b",
    r"\bsay the word\b",
)
BESIDES = re.compile(r"\b(?:also|as well|too|another|more|else|further|guide you|walk you)\b")
