# ruff: noqa: E501 - one entry per line: wrapping a word list would hide what belongs together
"""English words of the road and of people: what is wanted, kinds of places, and words that are no names.

Every table maps a meaning to alternatives separated by `|`, regular expressions over lower-case words with single
spaces, matched at word boundaries. Names of places and people stand in no table.
"""

CUES = {
    "go": "navigat(?:e|ing)|drive(?! side)|driving|take (?:me|us)|bring (?:me|us)|(?:going|go|heading|head|travel) (?:over |out |on |down |up )?(?:to|towards|via)|head(?:ing)? (?:over|out|for)|get (?:me|us|going)|get to|be in|directions|guide (?:me|us)|route (?:me|us)|let us (?:go|head|drive)|(?:set|start|begin|plan|plot|launch|put|enter|program)(?: up)? (?:a |the |my |our |some )?(?:navigation|guidance|route|course|trip|way|gps|sat ?nav|fastest|quickest|shortest|drive|journey)|show me the way|(?:quickest|fastest|shortest|best) way to|lead (?:me|us)|point (?:me|us)|drop (?:me|us)|take (?:me|us)|destination to|as (?:my |the |our |a )?(?:new )?(?:final )?destination|my destination is",
    "strong": "navigat\\w+|take (?:me|us)|drive (?:me|us)|bring (?:me|us)|guide (?:me|us)|directions|destination|route (?:me|us)|get (?:me|us) to|let us (?:go|head|drive)|guidance",
    "add": "add|put in|include|(?:make|do|have|with|plus) (?:a |an |another |one )?(?:quick |short |brief |charging |coffee |lunch |food |toilet )*stop(?:over)?|stop(?:ping)? (?:off |over |by |briefly |quickly )?(?:at|in|by|for)(?! about| around| [0-9])|swing by|stop by|drop by|pass by|call in at|on the way (?:stop|pick)|insert|as (?:a |an )?(?:new |extra |additional |intermediate )?(?:stop|waypoint)|(?:put|place) (?:a |an )?(?:stop|waypoint)|another (?:stop|waypoint)|new (?:stop|waypoint)|quick stop|pull (?:in|over) at|via|by way of|go through|pass through|first",
    "swap": "swap|exchange|substitute|replace",
    "change": "change|replace|switch|update|modify|move|set|make|rather|instead|actually",
    "instead": "instead|rather|actually|after all|on second thought|new destination|changed (?:my|our) minds?|change (?:of )?(?:plan|my mind)",
    "drop": "skip(?:ping)?|drop(?! by| me| us| to| below| under| a line| [\\w ]+ a line)|forget(?! it\\b| that\\b| about it)|remove|delete|take out|leave out|cut out|get rid of|take (?:[\\w']+ ){1,4}?(?:off|out)|scratch|scrap|do without|without (?:the |that |my )?stop|(?:do not|dont) (?:need|want|have) to (?:go|stop|pass|drive|call in)|no longer (?:need|want)|do not (?:need|want) (?:the |that |to )?stop|bypass|forget (?:about )?the",
    "cancel": "cancel|stop(?! (?:in|at|by|for|over|off))|end|quit|abort|terminate|turn off|switch off|kill|exit|clear|shut off|shut down|finish|delete|drop|disable|no more",
    "nav": "navigation|guidance|gps|sat ?nav|route guidance|directions|nav|navigating|guiding|routing|(?:the|my|our|this|current) (?:route|trip|journey)",
    "route": "routes?|ways?|roads?|trip|journey|drive|track",
    "destination": "(?:final )?destination|final stop|last stop|goal",
    "stop": "stops|stopovers?|way ?points?|(?:the|a|my|our|this|that|last|first|next|second|final|only|charging|lunch|coffee) (?:[\\w-]+ )?stop|break",
    "distance": "how far|distance|how many (?:kilomet(?:er|re)s|km|kms|miles)|kilomet(?:er|re)s (?:is|are)",
    "time": "how long|how much time|how many (?:hours|minutes)|travel time|drive time|driving time|duration|take to",
    "eta": "eta|(?:when|what time|how (?:long|soon)) (?:\\w+ )?(?:\\w+ )?(?:we|i|you|it|us)? ?(?:\\w+ )?(?:be there|arrive|get there|reach|getting there|arriving)|arrival(?: time)?|time of arrival|until we(?: are| get)? (?:there|arrive)|are we there|arrive|left to (?:drive|go)|still (?:have )?to (?:drive|go)|remaining (?:distance|time)",
    "alternatives": "alternatives?|alternative routes|other (?:routes?|ways?|options)|(?:what|which|any|show me(?: the)?|different|all(?: the)?|available) (?:\\w+ )?(?:routes?|ways)|options|how (?:can|do|could) (?:i|we) get to",
    "whereto": "where (?:are we|am i|is (?:it|the navigation|the car|this)) (?:\\w+ )*?(?:going|heading|driving|headed|taking|off|navigating)|where (?:are we|am i) (?:off )?to|where does (?:the |this |my )?(?:navigation|route|guidance|trip)|what is (?:my|our|the) (?:current |present )?(?:destination|route|trip)|(?:my|our|the) current (?:destination|route|navigation)|(?:which|what) stops|navigation (?:status|state)|is (?:the )?navigation (?:on|running|active)|what (?:\\w+ )?(?:destination|stops) (?:is|are|do)|status of (?:the |my )?navigation",
    "along": "along (?:the|my|our|this) (?:way|route|road|drive|trip)|on (?:the|my|our) (?:way|route|road|drive)|en route|along the way|on route|(?:at|around|near|after|by) (?:about )?kilomet(?:er|re)|between here and|before we (?:get|arrive)|of (?:the|my|our) route|along the (?:current )?route|in (?:about |around )?(?:\\w+ ){1,3}(?:kilomet(?:er|re)s|km)|(?:kilomet(?:er|re)s|km) (?:in|from here|ahead|down the road)|when (?:the battery|i am down|we are down|it is down|i have|we have|the charge)",
    "find": "find|search(?: for)?|look(?:ing)? (?:for|up)|where (?:is|are|can)|is there|are there|show me|any|list|what|which|could use|needs?|know (?:of )?(?:a|an|any)|i want a|locate|recommend|suggest|got to|give me|tell me",
    "weather": "weather|(?:what is|how is) it (?:like )?(?:out |over )?(?:in|at)|forecast|rain(?:ing|s|y)?|snow(?:ing|y|s)?|sunny|how (?:warm|cold|hot)|temperature|degrees|storm(?:y)?|umbrella|foggy",
    "calendar": "calendar|schedule|agenda|appointments?|meetings?|planned|diary|do i have (?:today|tomorrow|on|this|anything)|on for (?:today|tomorrow)|anything on today",
    "meeting": "meeting|appointment",
    "attendees": "attend(?:s|ing|ees?)?|participants?|(?:who is|who will be|who all is|who) (?:\\w+ )*?(?:in|at|coming|joining|invited|there)|everyone (?:in|at|from|invited)|invited|joining",
    "call": "call(?! that| in at| off)|phone(?! number)|ring(?: up)?|dial|give (?:[\\w']+ ){1,3}?a (?:call|ring|buzz|shout)|get (?:[\\w']+ ){1,3}?on the (?:phone|line)|make a (?:phone )?call|connect me (?:to|with)|talk to|speak (?:to|with)",
    "phone": "(?:phone|telephone|mobile|cell|contact) ?numbers?|number(?= (?:of|for|do|please)|$)|number",
    "email": "(?:e ?mail|mail) address(?:es)?|address",
    "contact": "contact(?: info(?:rmation)?| details?| data)?|in my contacts",
    "mail": "e ?mail|mail|message|write|drop a line|send (?:an? )?(?:e ?mail|mail|note|message)|let (?:[\\w']+ ){1,3}?know",
    "soc": "(?:state of )?charge(?: level| status| state)?|battery(?: level| status| percentage| state)?|how (?:full|charged)|juice",
    "range": "range|how far (?:\\w+ ){0,4}?(?:charge|battery|range|get|go|drive|make it|come)|how many (?:kilomet(?:er|re)s|km) (?:\\w+ ){0,6}?(?:left|charge|battery|range|percent)|(?:left in|remaining|rest of) (?:the )?(?:range|battery)|make it to",
    "charging": "charg(?:e|ing|ed)(?! (?:station|point|stop|limit))|plug(?:ged|ging)? (?:it |in|the car|us|me)|recharg\\w*|juice up|top (?:it |up)|top up",
    "full": "how (?:full|charged|much (?:\\w+ )?(?:charge|battery|percent))|what (?:percentage|percent|level|charge|state of charge)|which (?:level|percentage)",
    "limit": "charg(?:e|ing) limit|limit (?:\\w+ ){0,3}?charg\\w+|(?:do not|dont|never|stop) charg\\w+ (?:\\w+ ){0,3}?(?:beyond|above|over|past|more than|at|further than|when)|stop (?:\\w+ )?charg\\w+|charge (?:\\w+ ){0,3}?(?:only|no more than|just|at most|no further than)|only (?:\\w+ ){0,2}?charge|charg\\w+ (?:should )?(?:stops?|end)|maximum charge|max charge|charge cap|cap (?:\\w+ ){0,3}?charg\\w+|limit (?:the |my )?battery",
    "question": "how|what|which|when|where|who|is|are|do|does|will|would|can you tell|tell me|any|check|show me|list|let me know|i would like to know|remind me|read",
    "take": "take|use|choose|pick|prefer|go (?:for|with)|switch (?:to|over)|want|like|change to|follow|make it",
    "other": "other|another|different",
    "pronoun": "it|them|him|her|both(?: of them)?|the two(?: of them)?|everyone|everybody|they",
    "onwards": "then on to|after that|afterwards|on(?:wards)? from there|continue (?:on )?to|and on to|from there|at the end|after (?:that|it|the last stop)|carry on to",
    "sms": "text(?: message)?|sms|whats ?app",
}

ROUTES = {
    "no_toll": "no tolls?(?: roads?)?|toll ?free|without (?:any |paying |having to pay |a )?(?:any )?tolls?(?: roads?)?|avoid(?:ing)?(?: all| any| the)? (?:tolls?|paying)|(?:not|never) (?:\\w+ ){0,4}tolls?|free of tolls?|does not (?:have|include|cost|need) (?:any )?tolls?|free route|skip(?:ping)? (?:the )?tolls?",
    "fastest": "fastest|quickest|faster|quicker|fast one|quick one|least time|first available|as (?:fast|quickly|quick) as",
    "shortest": "shortest|shorter|short one|fewest kilomet(?:er|re)s|least distance",
    "first": "first (?:one|route|option|alternative)|number one|option one|one that is first",
    "second": "second(?: one| route| option| alternative)?|number two|option two",
    "third": "third(?: one| route| option| alternative)?|number three|option three",
}

KINDS = {
    "airports": "airports?",
    "bakery": "baker(?:y|ies)|bakers?|bread|croissants?|pastr(?:y|ies)|fresh rolls",
    "fast_food": "fast ?food(?: place| restaurant| joint)?s?|burgers?(?: place| joint)?|drive through|quick bite|takeaway|fries",
    "parking": "park(?:ing)?(?: lots?| spots?| garages?| spaces?| places?| facility)|car parks?|parking|parkings|place to park|somewhere to park|where (?:\\w+ )?park",
    "public_toilets": "(?:public )?(?:toilets?|restrooms?|bathrooms?(?! (?:window|door|light|mirror|heater)s?\\b)|washrooms?|lavator(?:y|ies)|loos?)|need to pee|pee break|wc|rest room",
    "restaurants": "restaurants?|places? to eat|somewhere to eat|diners?|lunch place|dinner place|food place|eat(?:ing)? out",
    "supermarkets": "supermarkets?|grocery (?:stores?|shops?)|grocer|get (?:some )?groceries|buy groceries|food store|mart",
    "charging_stations": "(?:(?:fast|rapid|quick|dc|ev|electric|ac|super) ?)*charg(?:ing|e)[ -]?(?:stations?|points?|stops?|spots?|parks?|places?)|(?:(?:fast|rapid|quick|dc|ev|super) ?)*chargers?|somewhere to charge|place to charge|where (?:\\w+ )?charge|charge (?:the car )?on the way|recharge on the way|plug in somewhere",
}

FILTERS = {
    "open": "open(?! the)|currently open|opened",
    "dc": "dc|fast|rapid|quick charg\\w+|direct current|super ?chargers?|high power",
    "free": "(?:free|available|unoccupied|vacant)(?! of)(?: plug| spot| charger| right now)?|not (?:taken|occupied|in use)|is not taken",
    "nearest": "nearest|closest|next(?= (?:bakery|charg|toilet|restroom|bathroom|supermarket|restaurant|parking|car park|airport|fast))",
}

WHICH = {
    "next": "next|upcoming",
    "first": "first",
    "last": "last|final|latest",
}

REFERENCES = {
    "@home": "home|my (?:house|place|flat|apartment)|work|the office|my office",
    "@there": "(?<!is )(?<!are )(?<!out )(?<!in )there|that (?:place|one|station|restaurant|bakery|charger|city|town)|this (?:one|place)",
    "@here": "here|around here|nearby|near ?by|near (?:me|us|here|by)|around(?: us| me)|close (?:by|to (?:me|us))|in the (?:area|vicinity|neighbou?rhood)|my (?:current )?(?:location|position)|current location|this (?:city|town|area)|in town",
    "@destination": "(?:the|my|our) (?:final )?destination|where (?:we are|i am) (?:going|heading)|at (?:the )?arrival|on arrival|when (?:we|i) (?:arrive|get there)",
    "@meeting": "(?:(?:my|the|our) )?(?:(?:next|first|last|upcoming|final) )?(?:meeting|appointment)",
}

GASOLINE = "gas stations?|petrol(?: stations?)?|fuel stations?|filling stations?|diesel|refuel"

_STOPS = """
reserve doubt touch mode use store stock detail particular person writing return response reply addition
order strongest weakest cheapest keep best same case advance total general least once peace shape front middle fact goes gone said
parents mother father family friend friends colleague boss client customer kids children child son daughter wife husband somebody someone anybody
anyone nobody everyday week weekend weekday month year monday tuesday wednesday thursday friday saturday sunday january february march april may
june july august september october november december breakfast coffee food water groceries shopping gift flowers cake money cash card receipt
hotel hospital school office station bank market park river lake mountain beach sea bridge tunnel highway motorway exit junction crossing corner
signal lane speed limit fuel petrol power plug plugs cable kilowatt kilowatts capacity level levels full empty half quarter rest part parts piece
way ways list options option details detail info question answer problem reason idea plan plans schedule agenda calendar event events program
start finish beginning ending arrival departure delay traffic jam accident construction weather rain temperature degree umbrella wind fog
early late later sooner first last next previous current new old big small good bad better worse nice fine great perfect cheap expensive free
available open closed busy quiet quick slow easy hard hot cold warm cool dark bright sure certain possible necessary important
pass check read write send said tell told ask asked think know hope wish mind matter depends means mean stay stays leave leaves bring brought
carry follow look looking see seen hear heard help helps work works play turn turns switch set sets adjust raise lower close closes warn
advise instead perhaps probably definitely certainly roughly approximately nearly almost already again always never often sometimes usually
together alone apart ahead behind beside along across beyond within outside inside upstairs downstairs abroad overseas forward backward
eat drink sleep rest shop see pee moment present bit little while lunch dinner breakfast buy grab getting sooner
her him he she wake load windshield head feet face cold high low
passenger driver whole both maximum minimum nearest closest everything a about above actually address after afternoon again against all along also alternative am an and another any
anymore anyway are around arrive as ask at attendees available avoid avoiding back battery be because been
before being between but by call can cancel car change charge charging choose city cold come comes contact could
currently day days degrees delete destination details did directly do does down drive driving drop during each
east email end ends enough er evening every everybody everyone exactly fast faster fastest find first for from
full further get gets getting give go going got guide had has have having head heading hello here hey hi highway
his home hot hour hours how i if in include information instead into is it its just kilometer kilometers
kilometre kilometres kindly km know last later leave left let like long look make many maybe me meeting message
midnight mile miles mine minute minutes more morning most much my navigate navigation need next night no noon
north not now number of off office ok okay on once one only open or other our out over park participants percent
phone pick place plan please plug possible put quick quickest quickly rain raining rather reach really remove
right road roads route routes saying says school second set shall short shorter shortest should show skip snow
snowing so some somewhere soon south start state station still stop stops straight straightaway sunny sure swap
take takes tell telling than thanks that the their them then there these they thing think third this those
through time to today today's toll tolls tomorrow tonight tonight's too town traffic trip turn twice two uh um
under until up us use using very via want warm was way waypoint waypoints we weather well were west what when
where which while who why will with without work would yes yet you your
"""
NAME_STOPS = frozenset(_STOPS.split())
"""Words at which a name ends, and that never begin one."""

PLACE_AFTER = {
    "via": "via|through|by way of|(?:a |one |another )?(?:quick |short |brief )?stop(?:over|ping)?s? (?:off |over )?(?:in|at)|stop(?:over)? (?:by|off)|swing by|pass(?:ing)? (?:by|through)|drop by|call in at",
    "old": "instead of|rather than|in lieu of|not (?:to|in|through|via)|in place of|forget(?: about)?",
    "start": "from",
    "place": "to|for|towards?|into|in|at|near|around|reach|of|visit|over to",
}
"""Words a name of a place follows, by what the place is there for; the earlier rows win."""
