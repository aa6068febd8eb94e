# ruff: noqa: E501 - one entry per line: wrapping a sentence or a word list would hide what belongs together
"""English words for devices, places, amounts and actions.

Every table maps a meaning to alternatives separated by `|`; each alternative is a regular expression over
lower-case words with single spaces, matched at word boundaries. No alternative is a whole request.
"""

DEVICES = {
    "window": "windows?|glass",
    "sunroof": "sun ?roof|roof window|glass roof|moon ?roof|skylight|roof",
    "sunshade": "sun ?shade|sun ?blind|roof blind|blind|shade",
    "trunk": "trunk(?: door| lid)?|boot(?: lid)?|tail ?gate|hatch|liftgate",
    "temperature": "temperature|temp|thermostat|degrees",
    "fan": "fan(?: speed)?|blower(?: speed)?|ventilation|air speed",
    "airflow": "(?:fan )?air ?flow(?: direction)?|air direction|vents?|direction of the air|fan direction",
    "air": "air|breeze|wind|blow(?:s|ing)?",
    "ac": "a ?c|air con(?:ditioning|ditioner)?|aircon|climate control|cooling",
    "circulation": "air circulation|circulation(?: mode)?|recirculation mode",
    "defrost": "defrost(?:er|ing|ed)?|defogg?(?:er|ing)?|demist(?:er|ing)?|de-?ice(?:r)?|defog|clear (?:up )?(?:the |my )?(?=wind)|clear (?:up )?(?:the |my )?(?=(?:front|rear|back) (?:window|glass))",
    "seat_heating": "seat (?:heating|heaters?|heat|warmers?|warming)|heated seats?|bun warmers?",
    "steering_heating": "(?:steering )?wheel (?:heating|heaters?|heat|warmer|warming)|heated (?:steering )?wheel",
    "wheel": "steering wheel|wheel",
    "seat": "seats?",
    "heat": "heating|heaters?",
    "ambient": "(?:ambient|ambience|mood|accent|interior) (?:lights?|lighting|lamps?|glow|colou?r)|ambient|mood light",
    "reading_light": "(?:reading|map) (?:lights?|lamps?)",
    "low_beam": "(?:low|dipped|dip) ?beams?(?: (?:head ?)?lights?)?|dip(?:ped)? (?:the )?head ?lights?",
    "high_beam": "(?:high|full|main) ?beams?(?: (?:head ?)?lights?)?|brights",
    "fog_light": "(?:front |rear )?fog ?(?:lights?|lamps?)|fogs",
    "headlight": "head ?(?:lights?|lamps?)|(?:exterior|outside|outer|external) lights?",
    "light": "lights?|lamps?|lighting",
    "climate": "climate(?: settings?)?|hvac",
    "weather": "temperature (?:is it |is it like )?(?:outside|outdoors)|(?:outside|outdoor) temp(?:erature)?|(?:cold|warm|hot) (?:is it |it is )?outside|degrees (?:is it |are it |it is )?outside|weather|forecast|rain(?:ing|s)?|snow(?:ing)?|sunny|outside (?:right )?now|like outside",
    "car_color": "(?:my |the |this )?(?:car|vehicle)(?: is)? colou?r|colou?r (?:is|of|does) (?:my|the|this) (?:car|vehicle)",
    "occupancy": "occupancy|(?:sitting|sits|seated|riding)(?: in)?|who (?:is|are) in (?:the|this|my) car|people (?:are )?(?:in|on)(?: the| this| my)?(?: car| board)",
    "preferences": "(?:my|stored|saved) (?:preferences|preference|defaults)|preferences",
    "clock": "what time|the time",
    "thanks": "thanks(?: a lot)?|thank you(?: very much| so much)?",
    "help": "what can you (?:do|help)|what are you able to|help",
}

ZONES = {
    "DRIVER": "driver(?: side)?|my(?= (?:own|side|window|seat|heated|zone|temp|temperature|reading|map|rear|climate|area|and)\\b)|mine|me|front left|left front",
    "PASSENGER": "hers|her (?:side|seat)|(?:front )?passenger(?: side)?|front right|right front|co ?driver|shotgun",
    "DRIVER_REAR": "(?:rear|back) driver(?: side)?|driver (?:side )?(?:rear|back)|behind (?:the driver|me)|driver rear side",
    "PASSENGER_REAR": "(?:rear|back) passenger(?: side)?|passenger (?:side )?(?:rear|back)|behind (?:the )?(?:front )?passenger",
    "LEFT_REAR": "(?:rear|back) left|left (?:hand )?(?:rear|back)|left side (?:rear|back)",
    "RIGHT_REAR": "(?:rear|back) right|right (?:hand )?(?:rear|back)|right side (?:rear|back)",
    "FOR_ME": "for me",
    "FRONT": "front",
    "REAR": "rear|back",
    "ALL": "all(?: the| four| of them)?(?: zones| seats)?|every(?:one|body)?|each|whole (?:car|cabin)|entire|throughout|both zones|everywhere",
    "BOTH": "both(?: of us)?|(?:the )?two of us|us",
    "OCCUPIED": "occupied seats?(?: only)?|occupied|taken seats?",
}

ACTIONS = {
    "open": "open(?:ed|ing)?|crack(?:ing)?|pop|roll(?:ed)? down|wind down",
    "close": "close[ds]?|closing|shut(?:ting)?|roll(?:ed)? up|wind up|seal",
    "on": "turn(?:ed)? on|switch(?:ed)? on|put on|activate|enable|start|engage|power on|fire up|on(?! (?:my|the|his|her|a|level|stage|both|one|two|three|[0-9]))",
    "off": "turn(?:ed)? off|switch(?:ed)? off|deactivate|disable|stop|kill|cut|shut off|shut down|power off|off|put out|out(?=$| please| now| ?[.,!])|turn of",
    "set": "set|put|make|adjust|want|need|bring|have|place|move|switch(?: over)? to|go to|match to|aim|direct|point|send",
    "up": "turn(?:ed)? up|increase|raise|bump(?: up)?|crank(?: up)?|higher|more|stronger|boost|step up|up",
    "down": "turn(?:ed)? down|decrease|lower|reduce|drop|less|weaker|down|step down|gentler|softer",
    "change": "change|different|switch|swap",
    "match": "sync(?:hroni[sz]e)?|same (?:position|level|height|as)|match(?:ing)?|equali[sz]e|align",
    "warm": "warm(?:er)?(?: up)?|heat(?: up)?|hotter",
    "cool": "cool(?:er)?(?: down)?|chill(?:ier)?|colder",
    "query": "tell me|let me know|check|show me|status|what is|what are|currently",
}

AMOUNTS = {
    "some": "a (?:little|bit|touch|tad|crack|smidge)(?: bit)?|slightly|little|somewhat|a notch",
    "half": "half(?: ?way)?",
    "quarter": "(?:a )?quarter(?: of the way)?|one fourth",
    "threequarters": "three quarters(?: of the way)?",
    "full": "(?:all the|the whole) way|fully|completely|entirely|wide",
    "max": "max(?:imum)?(?: level| setting)?|full blast|highest(?: level| setting)?|full power|hottest|strongest",
    "min": "min(?:imum)?(?: level| setting)?|lowest(?: level| setting)?",
}

OPTIONS = {
    "WINDSHIELD": "wind ?(?:shield|screen)|front (?:glass|window ?pane)",
    "FEET": "feet|foot(?: ?well)?|legs|floor",
    "HEAD": "head|face|upper body|chest|body",
    "FRESH_AIR": "fresh air(?: mode)?|outside air|outdoor air|fresh",
    "RECIRCULATION": "recirculat(?:ion|e|ing)(?: mode)?|inside air|cabin air",
    "AUTO": "auto(?:matic(?:ally)?)?(?: mode)?|by itself|decide",
}

COLORS = {
    "RED": "red",
    "GREEN": "green",
    "BLUE": "blue",
    "YELLOW": "yellow",
    "WHITE": "white",
    "PINK": "pink",
    "ORANGE": "orange",
    "PURPLE": "purple|violet",
    "CYAN": "cyan",
    "OTHER": "brown|black|gr[ae]y|gold(?:en)?|silver|turquoise|teal|magenta|beige|lime|navy|maroon|indigo|lavender|warm white",
}

WISHES = {
    "cold": "(?:i am|i feel|feel|feeling|it is|we are) (?:\\w+ ){0,2}?(?:cold|freezing|chilly|frozen)|freezing|so cold|chilly|shivering|cold in here",
    "hot": "(?:i am|i feel|feel|feeling|it is|we are) (?:\\w+ ){0,3}?(?:hot|warm|boiling|sweating)|sweltering|roasting|sweating|too (?:hot|warm)|boiling",
    "stuffy": "stuffy|stale|bad air|air (?:\\w+ ){0,3}(?:bad|thick|stale)|smell(?:s|y)?|stinks?|can not breathe|airless|musty",
    "foggy": "fogg(?:y|ing|ed)(?: up)?|fog up|mist(?:y|ing|ed)(?: up)?|steam(?:ed|ing|y)(?: up)?|can not see (?:out|through)|condensation",
    "dark": "(?:too |so |getting |pretty |really )?dark(?: in here| out(?: here| there)?)?|can not see (?:anything|the road)",
}

UNSUPPORTED = "(?:bathroom|kitchen|bedroom|house|home|garage) (?:window|door|light|heater|heating)s?|(?:start|stop|begin) charging|put (?:it|that|them) back|change (?:it|that) back|undo|glove ?box|glove compartment|hood|bonnet|frunk|(?:engine|oil|coolant|motor) temp(?:erature)?|temperature of the (?:engine|oil|coolant|motor)|speed limit|music|song|jazz|radio|playlist|spotify|podcast|album|text|message|gas station|wipers?|horn|cruise control|massage|doors?|lock|unlock|mirrors?|volume"

NEGATION = "better not|rather than|under no circumstances|do not|dont|never|no need to|not yet|rather not|without|instead of|i do not want|should not|are not|is not"
BREAKS = ",|;|\\.|!|\\?|and|then|also|plus|but|as well as|after that"
IGNORED = "(?:let|get)(?:ting)? (?:in )?(?:some |a little |a bit of )?(?:fresh )?air(?: in)?|that is fine|is fine|something|someone|somebody|on (?:the|my) way|come on|right now"

YES = "yes|yeah|yep|yup|ya|sure|ok|okay|please do|please|go ahead|go for it|do it|do that|do so|confirm(?:ed)?|absolutely|definitely|of course|correct|exactly|right|sounds (?:good|great|fine)|that is (?:right|fine|correct|ok|okay)|fine|alright|all right|affirmative|proceed|no problem"
NO = "no|nope|nah|cancel|never ?mind|forget it|leave it|stop|do not|no thanks?|not now|not really|rather not|abort|negative|wait|hold on"

QUERY_STARTS = r"^(?:(?:hey|hi|hello|ok|okay|so|please|now|then|well|um|uh|car|great|thanks|there|thank you)\s)*(?:is|are|was|were|did|does|do(?= (?:i|we|you|they|the|any)\b)|have(?= (?:i|you|we|they|the|my)\b)|has(?= (?:he|she|it|the|my)\b)|why(?= (?:is|are|was|were|did|does)\b)|what|which|who|whose|how|where|any)\b(?! (?:it possible|about|me a|not))"
QUERY_INSIDE = r"\b(?:tell me|let me know|check|show me|status of|i wonder|what is|what are|how (?:much|far|many|warm|hot|cold|high|strong)|which|who|whether)\b"

TELLS = r"\b(?:is|are|was|were|keeps?|has been)\b"
WISHES_FOR = r"\b(?:want|like|need|make sure|prefer)\b"

AFTERNOON = r"\b(?:p ?m|afternoon|evening|tonight|night)\b"
MORNING = r"\b(?:a ?m|morning)\b"
OTHER_DAY = r"\b(?:tomorrow|yesterday|next week|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
PARTS_OF_DAY = {"tonight": 21, "this evening": 19}
NAMED_HOURS = {"noon": 12, "midday": 12, "midnight": 0}
OPERATORS = {"plus": "+", "minus": "-", "times": "*", "multiplied by": "*", "divided by": "/", "over": "/"}
