"""The patterns by which English speech reports, informs and declines; all match lower-cased clauses."""

import re


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{alternative})" for alternative in alternatives))


HYPOTHETICAL = re.compile(r"^(?:(?:and|but|so|or|then) )?(?:if|in case|unless|whenever|should you|suppose|assuming)\b")
CAUSE = re.compile(r"^(?:(?:and|but) )?(?:because|since|as|given that)\b")
FIRST_PERSON = re.compile(r"\b(?:i|i'm|my)\b")
CONDITION = re.compile(
    r"\b(?:until|unless|without (?:your|an explicit|first|knowing which|hearing)|as long as|before (?:you|i|"
    r"the|we|it)|"
    r"while (?:the|your|it|there|they|any)|when (?:the|your|it|there)|with (?:the|your) [\w' ]+ (?:closed|"
    r"open|on|off))\b"
)
# What it cannot see stays a limit under any condition.
UNSEEN = re.compile(
    r"\b(?:see|read|check|tell|access|know|find|verify|determine|look up|retrieve|confirm|report\w*|unknown)\b"
)
NO_LIMIT = _any(
    r"\bcan(?:'t|not) (?:wait|help but|complain|go wrong|agree more|thank|beat|stress|argue|both|be (?:on|"
    r"open) (?:together|at)"
    r"|tell (?:which|what|who)[^,]* you)",
    r"\bno (?:problem|worries|need|trouble|rush|doubt|time|hurry)\b",
    r"\b(?:you|they|we all) (?:can't|cannot|couldn't|don't|do not|didn't|won't|aren't|weren't)\b",
    r"\b(?:doesn't|does not|don't|do not|didn't) (?:include|have|contain) (?:any )?(?:\w+ )?(?:tolls?|"
    r"toll roads?|highways?|detours?)\b",
    r"\bdon't (?:worry|have to|hesitate|forget|need|want)\b",
    r"\bdo(?:n't| not) (?:see|have|find|show) any (?:\w+ )?(?:meetings?|events?|appointments?|entr\w+|"
    r"traffic|rain|calls?|"
    r"plans?|stops?|warnings?)\b",
    r"\bcan only (?:\w+ ){0,5}(?:once|if|when|after|with)\b",
    r"\bno (?:tolls?|toll roads?|rain|traffic|meetings?|events?|one|other|active)\b",
    r"\bcould(?:n't| not) be (?:easier|better|happier|more)\b",
)
_NOT = (
    r"(?:don't|do not|doesn't|does not|didn't|did not|haven't|hasn't|isn't|is not|aren't|are not|wasn't|"
    r"weren't|"
    r"'s not|'m not|'re not|am not|not|no longer|never|won't|will not)"
)
_ADVERB = (
    r"(?:currently|actually|really|directly|seem to|appear to|yet|also|even|quite|in fact|able to|yet able to|"
    r"properly|presently|fully|be|been|something that's|something that is|a thing that's)"
)
LIMIT = _any(
    r"\b(?:can't|cannot|can not|cant|couldn't|could not|won't be able|will not be able)\b",
    r"\b(?:unable|incapable)\b",
    rf"\b(?:n't|{_NOT}) (?:{_ADVERB} )*able\b",
    rf"(?:\b|(?<=\w)){_NOT} (?:{_ADVERB} )*(?:(?:have|got|seeing|see|showing|show|reporting|report|"
    r"returning|return|"
    r"supported?|available|possible|visible|readable|include|offer|offered|provided?|allow|allowed|allowing|"
    r"let|letting|permitted|know|find|"
    r"exist|working|in my (?:power|control|hands)|within (?:my|reach)|accessible|recogni[sz]e|equipped|"
    r"implemented|"
    r"enabled|reachable|connected|installed|configured|exposed|listed|designed|set up to|up to me|capable|"
    r"(?:a|an) (?:\w+ )?(?:feature|function|option|setting|capability)|part of (?:my|what)|something (?:i|"
    r"that i|we|my|this|the|"
    r"your)|under my|an option|feasible|cover|give me|given)\b)",
    r"\bno (?:\w+ ){0,2}?(?:way|access|functions?|features?|tools?|controls?|options?|data|information|info|"
    r"ability|"
    r"means|support|settings?|sensors?|readings?|button|capability|records?|idea|details?) ?"
    r"(?:for|to|of|about|on|in|that|available|here|i|from|right|at|over|is|yet|$)",
    r"\b(?:unknown|unavailable|unsupported|impossible|inaccessible|out of (?:my )?(?:reach|scope|hands)|"
    r"beyond (?:my|what|me)|outside (?:of )?(?:my|what)|missing from|lack|lacks|lacking|without access|"
    r"off limits|"
    r"out of service|not implemented|limitation|disabled|isn't responding|not responding|unclear)\b",
    r"\b(?:i|you|we|it|system|car|control|controls)(?:'m| am| is)? (?:can |could |'ve |am |is )?"
    r"only (?:able|have|controls?|supports?|lets?|allows?|get|turn|switch|set|see|change|toggle|do|adjust|"
    r"find|read|look|check|access|search|plan|tell|show)\b",
    r"\bno (?:\w+ ){0,2}?(?:routes?|connections?) (?:between|from|leads?|exists?|connects?)\b",
    r"\b(?:no (?:one|\w+)|nobody|none)\b[^,]* (?:in|among) (?:your|the|my) (?:contacts?|contact list|"
    r"address book)\b",
    r"\bno contacts? (?:called|named|with|by|of|exists?|matches)\b",
    r"\bcan only be\b(?! (?:\w+ ){0,4}(?:once|if|when|after|while))",
    r"\b(?:refuse[sd]?|reject(?:s|ed)|decline[sd]|denie[sd]|blocks|blocked) (?:the|that|this|it|my|to|me)\b",
    r"\b(?:wish i (?:could|knew)|afraid (?:not|that's not)|no such)\b",
    r"\bfail(?:ed|s)? to\b|\b(?:ran into|hit|encountered|running into) (?:a|an|some) (?:\w+ )?"
    r"(?:error|problem|issue|trouble|snag|limitation)\b|\bthere was an error\b",
    r"\b(?:didn't|did not|doesn't|won't) work\b|\bwent wrong\b|\b(?:had|have|having) trouble\b",
    r"\bnot sure (?:what|whether|if|how|about)\b",
    r"\b(?:comes|came|come) (?:back|up) (?:as )?(?:empty|blank|unknown|unavailable)\b",
)

_PARTICIPLE = (
    r"(?:opened|closed|turned|switched|set|adjusted|changed|activated|deactivated|sent|saved|cancell?ed|"
    r"started|added|"
    r"removed|deleted|raised|lowered|increased|decreased|reduced|updated|enabled|disabled|moved|shut|rolled|"
    r"dimmed|applied|"
    r"booked|scheduled|replaced|reset|completed|finished|selected|stopped|bumped|synced|cleared|dropped|warmed|"
    r"cooled|programmed|planned|called|emailed|put|cranked|directed|redirected|handled|nudged|dialed|"
    r"dialled|taken|lit|"
    r"brightened|flipped|cracked|tilted|engaged|disengaged|locked|unlocked|configured|brought|kicked|kept|made|"
    r"popped|queued|rerouted|matched|balanced|ended)"
)
_IRREGULAR = (
    r"(?:set|put|turned|shut|sent|made|took|taken|went|gone|brought|left|kept|cut|let|began|begun|ran|gave|"
    r"given|did (?:it|that|so)|lit|"
    r"reset|swung|slid|held|wrote|written|dialed)"
)
_NOT_A_DEED = (
    r"(?:wanted|needed|noticed|checked|looked|tried|asked|thought|assumed|missed|mentioned|heard|suggested|"
    r"recommended|wished|liked|used|hoped|listed|loved|enjoyed|pulled|retrieved|reviewed|searched|learned|"
    r"confirmed|"
    r"supposed|figured|wondered|explained|understood|need|indeed|compared|calculated|fetched|identified|"
    r"verified|"
    r"scanned|considered|supported|limited|allowed|provided|required|speed|feed|red|bed|failed|attempted|"
    r"promised|said)"
)
_ADVERBS = (
    r"(?:just |also |already |now |then |went ahead and |gone ahead and |successfully |first |gently |only |"
    r"quickly |fully |"
    r"both |therefore |simply |had to |therefore |automatically |went and |re-?)*"
)
REPORT = _any(
    rf"\b(?:i|we)(?:'ve| have|'d| had)? {_ADVERBS}(?:{_IRREGULAR}\b|(?!{_NOT_A_DEED}\b)\w+ed\b)",
    rf"\b(?:has|have|'s|'ve|having) {_ADVERBS}been {_ADVERBS}(?!(?:reported|shown)\b)\w+(?:ed|en|et|ut|nt|"
    r"ept|it)\b",
    rf"\b(?:i|we)(?:'ve| have) {_ADVERBS}done (?:it|that|this|so|both|all|everything|as|what|the)\b",
    r"\b(?:has|have|'s|'ve) (?:\w+ )?been (?:done|made|undone|redone)\b",
    rf"\b(?:was|were|got|gets) {_ADVERBS}{_PARTICIPLE}\b",
    r"\b(?:is|are|'s|'re) now\b(?! (?:showing|reporting))",
    r"\b(?:is|are|'s|'re) (?:both |all )?(?:on|off|open|closed|active|set|shut|running|up|down|"
    r"at)\b[^,]*(?<!right) now$",
    rf"^(?:okay |great |and |then )?{_ADVERBS}{_PARTICIPLE}\b(?! (?:by|should))",
    rf"^(?:the |your |all )?(?:[\w']+ ){{1,4}}{_PARTICIPLE}(?:$| (?:to|from|for|now|successfully|at|as|by|"
    r"up|down|on|off|and)\b)",
    r"^(?:all |okay |alright |great |perfect |that's |it's |it is |that is |everything is |everything's |"
    r"and |job |you're |"
    r"we're |sure |boom |consider (?:it|that) )*(?:done|all set|good to go|sorted|complete|completed|"
    r"taken care of|finished|"
    r"ready to go|there you go|here you go|done deal|set)$",
    r"^(?:all set|done|done deal|there you go|you're all set|sorted)\b",
    r"\btaken care of\b",
    r"\b(?:is|are|'s|'re|was|were|been)\b[^,]*\balready\b|\balready (?:on|off|open|closed|set|at|active|"
    r"running)\b",
    r"\bno need to (?:change|do|adjust|turn|touch)|\bnothing (?:to do|to change|needs? (?:to|changing))\b",
    r"\b(?:we're|you're) (?:now )?(?:headed|on (?:your|our) way|navigating|being guided)\b",
    r"\bwent (?:out|through|up|down|off|on)\b|\bon (?:its|their) way\b",
    r"\bhas (?:started|begun|stopped|ended)\b",
    r"^(?:okay |great |and |we're |you're )*off to\b",
    r"\b(?:is|are|'s|'re) all (?:set|done)\b",
)
# "Windows up!" reports as a whole sentence, never as one part of a list.
STATE_FRAGMENT = re.compile(r"^(?:the |your |all |both )*(?:[\w'/]+ ){1,3}(?:up|down|on|off|open|closed|shut|locked)$")
NO_REPORT = re.compile(
    r"\b(?:once|when|after|until|tell me|say|confirm) (?:it's|it is|that's|you|you've|i've)?\b.*\b(?:done|"
    r"set|opened|closed)\b|"
    r"\bnot (?:yet )?(?:done|set)\b|\bi(?:'d| would) (?:need|like)ed?\b|\bhaven't\b|"
    r"\bwhich (?:i )?(?:mention|list)ed\b"
)
BARE_VERB = re.compile(r"^(?:(?:and|then|also) )*(?:set|shut|put|cut|reset)\b")
PROMISE = _any(
    r"\b(?:i'll|i will|i'm going to|i am going to|i'm gonna|we'll|i shall)\s+(?!need\b|be (?:able|happy|"
    r"glad|here|back)|help\b|"
    r"have to ask|want)",
    r"^(?:okay |ok |sure |now |just |alright |and |great )*(?:let me|allow me)\b(?! know)",
    r"^(?:okay |ok |sure |now |just |alright |and |great )*(?:opening|closing|turning|setting|switching|"
    r"adjusting|changing|"
    r"sending|starting|stopping|raising|lowering|activating|deactivating|increasing|decreasing|navigating|"
    r"calling|diall?ing|"
    r"cancell?ing|dimming|warming|cooling|moving|enabling|disabling|putting|rolling|heading|adding|removing|"
    r"shutting|"
    r"syncing|cracking|working on)\b",
    r"\b(?:i'm|i am) (?:now |just |currently )?(?!going|seeing|not|missing|sorry|having|looking|getting|"
    r"asking|talking|listening|waiting|thinking|kidding|joking|feeling|wondering|hearing)"
    r"\w+ing\b",
    r"^(?:i'm )?on it$|\bright away$|\bcoming right up\b|\bas you wish\b",
)

FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|takes?|starts?|ends?|shows?|reads?|says?|reports?|looks?|stands?|"
    r"sits?|arrives?|leaves?|"
    r"arriving|found|see|got|goes|leads|costs?|remains?|isn't|aren't|there's|it's|it'll|you're|you've|we're|"
    r"you'll|will|"
    r"that's|i've|they're|he's|she's|opens?|closes?|expect|makes|lets|points?|blows?|"
    r"you can|you could|would|should)\b|'s\b|'re\b"
)
# A subject and something about the car inform even where the verb is none of the common ones.
SUBJECT = re.compile(
    r"^(?:(?:so|and|but|yes|no|nope|yep|well|right now|currently)[ ,]+)*(?:the|your|it|there|you|we|both|"
    r"all|everything|only|our|"
    r"no|nobody|none|they)\s+\S+\s+\S+"
)
LABEL = re.compile(
    r"^[\w'/ .-]{2,40}:\s*(?:\d|on\b|off\b|open|closed?\b|fully|level|set|enabled|disabled|active|auto|to |"
    r"from |(?:mostly |partly )?(?:sunny|cloudy|clear|rain|snow|fog))"
)
NO_STATEMENT = re.compile(
    r"^(?:(?:hi|hello|hey)\b|good (?:morning|evening|afternoon)|i'm (?:your|here|a|an|the|happy|glad|sorry|"
    r"afraid)|"
    r"you're (?:very |most )?welcome|welcome|enjoy|have a|take care|drive|safe|i can\b|i could\b|i would\b|"
    r"i'd\b|please|"
    r"that was|that's (?:great|nice|good|funny)|be careful|thanks|thank)"
)
DOMAIN = re.compile(
    r"\b(?:windows?|sunroof|sunshade|shade|roof|trunk|tailgate|hatch|boot|doors?|lights?|lamps?|beams?|"
    r"low-beams?|"
    r"headlights?|fog\w*|a/?c|air|airflow|fans?|heat\w*|seats?|temperatures?|temps?|climate|degrees?|wheel|"
    r"defrost\w*|"
    r"circulation|recirculation|batter(?:y|ies)|dry|wet|sunshine|foggy|charg\w+|range|routes?|navigation|"
    r"navigating|destinations?|stops?|"
    r"waypoints?|traffic|tolls?|km|kilomet(?:er|re)s?|minutes?|hours?|weather|rain\w*|drizzl\w+|pouring|"
    r"sunny|cloud\w*|"
    r"snow\w*|thunder\w*|wind\w*|windshields?|humid\w*|storm\w*|calendar|meetings?|appointments?|events?|contacts?|"
    r"e?-?mails?|"
    r"messages?|phone|calls?|numbers?|address|restaurants?|stations?|parking|"
    r"bakery|bakeries|airports?|supermarkets?|toilets?|garages?|legs?|trip|roads?|guidance|drivers?'?s?|passengers?'?s?|"
    r"occupied|"
    r"cars?|vehicles?|speed|plugs?|kw|everything|everyone|preferences?|ambient|colou?r|level|zones?|cabin|"
    r"vents?|"
    r"percent|celsius|toll-free|arriv\w+|rear|front|back|mirror|steering|nobody|no one|sitting|energy|"
    r"attendees?)\b|%|°|℃"
)
