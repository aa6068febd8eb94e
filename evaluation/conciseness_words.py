"""English words sorted by what they do in a reply, for want of a tagger: empty ones, verbs, joints of a list."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


EMPTY = _words(
    """
    a an the this that these those my your his her its our their mine yours i you he she it we they me him us them
    myself yourself itself who whom whose which what where when why how there here
    and or but nor so yet if then than as because since while although though unless until whether
    of in on at by for with from to into onto over under about between through during before after above below off out
    up down near toward towards across along around past per via within without upon against
    am is are was were be been being do does did done doing have has had having will would shall should can could may
    might must ought not no n't cannot can't don't doesn't didn't won't wouldn't isn't aren't wasn't weren't haven't
    hasn't i'm i've i'll i'd you're you've you'll you'd it's that's there's here's we're we've we'll they're they've
    what's let's let
    yes yeah yep ok okay sure alright right well please thanks thank sorry hello hi oh ah
    now just also too already still again very really quite rather only even almost always never ever soon currently
    both each every either neither all any some such more most much many few less least other another own same
    one ones thing things something anything everything nothing someone anyone
    like next first second third last instead else together away back however therefore
    """
)
VERBS = _words(
    """
    accept activate add adjust allow answer arrive ask avoid begin book bring call cancel change charge check choose
    clean clear close confirm connect continue cool create cut deactivate decrease defrost delete dial disable
    disconnect display drive drop enable end enter exit fasten fill find finish follow get give go guide heat hear help
    hold inspect keep know leave let lock look lower make merge mean move mute navigate need notice open park pass
    pause pick plan play please press prefer pull push put raise reach read reduce refill release remain remember remove
    repeat replace reply report reroute reset restart resume run save say see select send set shift show shut skip slow
    start stay stop suggest switch take tell think top tow try turn unlock update use visit wait want warm watch wear
    went write brake steer increase direct understand understood sent brought
    said told took gave made found kept got gone held left went shown seen known meant thought began
    """
)
"""Base forms, and irregular pasts; -s, -ed and -ing are stripped before the look-up."""

NOUN_TOO = _words("charge park play heat end brake top plan call exit report drive start")
"""Verbs that are a noun where an article, a number or another noun stands before them."""

DETERMINERS = _words("a an the your my his her its our their this that one no")
