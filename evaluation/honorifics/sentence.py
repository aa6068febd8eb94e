"""The endings of one piece of a reply, and which of them close a sentence."""

import re
from dataclasses import dataclass, field, replace

from evaluation.honorifics.answers import yes_or_no
from evaluation.honorifics.forms import (
    HAERA_BREAKS,
    HAEYO_WORDS,
    LIEUL,
    NOUNS_IN_YO,
    PLAIN_INTERJECTIONS,
    PLAIN_WORDS,
    POLITE_PARTICLES,
    QUOTED,
    SentenceLevel,
    Style,
    coda,
    is_nominal,
    level_of,
)
from simulator.language.kiwi import Morpheme, morphemes

# The formal ending with 만 or 마는 after it, which the analyser takes for one connecting ending where nothing follows.
_FORMAL_BUT = ("니다만", "니다마는")
_ENDING_TAGS = frozenset({"EF", "EC"})
_STEM_TAGS = ("VV", "VA", "VX", "XSV", "XSA")
# What may follow an ending that is quoted or made a part of something else.
_EMBEDDING_TAGS = ("JK", "JX", "JC", "ETM", "ETN", "VCP", "VCN", "EC", "EF", "EP", "XS")
_QUOTING_WORDS = frozenset({"라고", "라는", "라며", "라면서", "하고", "고", "는"})
_VERBAL_YO = re.compile(r"[어아워와여해세네게까지나데예에래대줘려져쳐텨켜셔]요$")
_VERBAL_NIDA = re.compile(r"([가-힣])니[다까]$")
_PIEUP = 17


@dataclass(frozen=True, slots=True)
class Ending:
    """One ending: its level, its morphemes, where it stands in the piece, and how sure its reading is.

    `first` and `last` count morphemes. `connective` marks a clause that was left open.
    """

    level: SentenceLevel
    style: Style
    form: str
    first: int
    last: int
    start: int
    end: int
    certain: bool = True
    connective: bool = False
    flags: tuple[str, ...] = field(default=())


class Reading:
    """The morphemes of one piece and the endings among them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = morphemes(text)
        self._last = self._last_content()
        self.endings = self._found()
        self.answers, self._answered_until = yes_or_no(text, self.tokens)

    def closing(self, *, last_of_many: bool, stopped: bool) -> list[Ending]:
        """Return the endings that close a sentence, in order; empty where the piece addresses nobody.

        `last_of_many` tells that other pieces came before, `stopped` that punctuation ended this one: a last piece
        that stops in the middle was cut off.
        """
        final = self._final(last_of_many=last_of_many, stopped=stopped)
        before = [ending for ending in self.endings if final is None or ending.last < final.first]
        polite = [ending for ending in before if ending.level in ("haeyo", "hapsyo") and self._stands_alone(ending)]
        if final is not None and final.level == "hae" and polite and self._moved_behind(polite[-1], final):
            return polite
        if final is None:
            return polite or self._fragment(before)
        if final.level in ("haeyo", "hapsyo"):
            plain = [ending for ending in before if ending.form in HAERA_BREAKS and self._before_comma(ending)]
            return sorted([*plain, *polite, final], key=lambda ending: ending.first)
        return [*polite, final]

    def words(self) -> frozenset[str]:
        """Return the pronouns and nouns of the piece."""
        said = (token for token in self.tokens if token.start >= self._answered_until)
        return frozenset(
            token.form
            for token in said
            if token.tag in ("NP", "NNG", "MM") and (token.form, token.tag) != ("저", "MM")  # "that one over there"
        )

    @property
    def empty(self) -> bool:
        """Whether there is no word in the piece."""
        return self._last < 0

    @property
    def cut_off(self) -> bool:
        """Whether the piece ends in a verb's bare stem that cannot stand so."""
        if self.empty:
            return False
        token = self.tokens[self._last]
        return token.tag.startswith(_STEM_TAGS) and coda(token.form[-1]) != 0

    @property
    def nominal(self) -> bool:
        """Whether the piece ends in a clause made a noun."""
        return not self.empty and is_nominal(self.tokens[self._last].form) and self.tokens[self._last].tag[0] == "E"

    @property
    def quoting(self) -> bool:
        """Whether the piece ends in somebody's words and the particle that quotes them."""
        return not self.empty and self._quotes(self._last)

    @property
    def unknown_ending(self) -> bool:
        """Whether the piece ends in something like a regional ending."""
        if self.empty or self.quoting:
            return False
        token, before = self.tokens[self._last], self.tokens[max(0, self._last - 1)]
        regional = token.form in ("유", "이소", "는교", "제", "우다", "수다", "꽈", "쥬") or token.tag == "EF"
        return regional and before is not token and before.tag[0] in "EVX" and before.end == token.start

    def _last_content(self) -> int:
        for index in range(len(self.tokens) - 1, -1, -1):
            tag = self.tokens[index].tag
            if not (tag.startswith(("S", "W_", "Z_")) and tag not in ("SL", "SN", "SH")):
                return index
        return -1

    def _found(self) -> list[Ending]:
        found: list[Ending] = []
        index = 0
        while index <= self._last:
            ending = self._at(index)
            if ending is not None:
                found.append(ending)
                index = ending.last
            index += 1
        return found

    def _at(self, index: int) -> Ending | None:
        token = self.tokens[index]
        polite = self._polite_particle(index + 1) if token.tag[0] in "EJNXMSI" and token.tag != "SF" else None
        if token.tag in _ENDING_TAGS:
            if polite is not None:
                return self._polite(index, index + 1, token.form + "요", certain=True)
            return self._ending(index)
        if polite is not None:
            return self._noun_with_particle(index)
        if token.form == "야" and token.tag == "JKV" and index == self._last and index > 0:
            return self._made("hae", "", index, index, certain=False)
        if index == self._last and self._is_a_promise(index):
            return replace(self._made("hae", "", index - 2, index), form="ㄹ게")
        if token.tag == "IC" and (token.form in HAEYO_WORDS or (token.form.endswith("니다"))):
            return self._made("hapsyo" if token.form.endswith("다") else "haeyo", "", index, index)
        return None

    def _is_a_promise(self, index: int) -> bool:
        """Return whether 할게 at the end, without a full stop, was read as 할 것이."""
        if index < 3:
            return False
        verb, noun, particle = self.tokens[index - 2 : index + 1]
        forms = (noun.form, noun.tag, particle.tag)
        return verb.tag == "ETM" and forms == ("것", "NNB", "JKS") and self.text[noun.start : particle.end] == "게"

    def playful(self, ending: Ending) -> bool:
        """Return whether an ending carries a consonant for fun, as in -용 or -니당."""
        return self._has_coda(ending.last)

    def _has_coda(self, index: int) -> bool:
        return index + 1 < len(self.tokens) and self.tokens[index + 1].tag == "Z_CODA"

    def _polite_particle(self, index: int) -> Morpheme | None:
        """Return the particle 요 that touches the morpheme before that place, whatever the analyser calls it."""
        if index >= len(self.tokens):
            return None
        token, before = self.tokens[index], self.tokens[index - 1]
        fits = token.form in POLITE_PARTICLES and token.tag in ("JX", "EF", "EC", "MM", "IC", "NP", "NNG")
        return token if fits and token.start == before.end else None

    def _polite(self, first: int, last: int, form: str, *, certain: bool) -> Ending:
        return replace(self._made("haeyo", "", first, last, certain=certain), form=form)

    def _noun_with_particle(self, index: int) -> Ending | None:
        particle = self.tokens[index + 1]
        word = self.text[: particle.end].rsplit(maxsplit=1)[-1]
        # "For goldfish", 금붕어용, is no playful 금붕어요.
        if word.endswith(NOUNS_IN_YO) or self._has_coda(index + 1):
            return None
        return self._polite(index + 1, index + 1, particle.form, certain=particle.tag in ("JX", "EF"))

    def _ending(self, index: int) -> Ending | None:
        token = self.tokens[index]
        if is_nominal(token.form) or token.form in POLITE_PARTICLES:
            # A particle that touches an ending or a word was taken with it; this one belongs to a noun like 중요.
            return None
        if self._quotes(index):
            return None
        found = level_of(token.form)
        if token.form == "게":
            return self._in_ge(index)
        if found is not None:
            level, style = found
            flags = ("propositive",) if token.form.endswith("시다") else ()
            last = index
            if level == "hapsyo" and self._follows(index, "만"):
                last, flags = index + 1, (*flags, "but")
            return replace(self._made(level, style, index, last), flags=flags)
        if index == self._last and token.form.endswith(_FORMAL_BUT):
            return replace(self._made("hapsyo", "", index, index), flags=("but",))
        if index == self._last and token.tag == "EC":
            return replace(self._made("hae", "", index, index, certain=False), connective=True)
        if index == self._last and token.tag == "EF":
            return self._made("hae", "", index, index, certain=False)
        return None

    def _in_ge(self, index: int) -> Ending | None:
        """Read 게: a promise after ㄹ, hage after another verb, else an adverb."""
        if index == 0:
            return None
        stem = self.tokens[index - 1]
        token = self.tokens[index]
        if stem.tag.startswith("VV") and coda(stem.form[-1]) == LIEUL:
            return self._made("hae", "", index, index)
        if token.tag == "EF" and stem.tag.startswith(("VV", "VX", "XSV")):
            return self._made("other", "hage", index, index)
        return None

    def _quotes(self, index: int) -> bool:
        """Return whether 라고 there only quotes the words before it, which the analyser reads as a verb: 'Q'라고."""
        token = self.tokens[index]
        before = next((other for other in reversed(self.tokens[:index]) if other.tag != "VCP"), None)
        if before is None or token.form != "라고" or (before.form, before.tag) != (QUOTED, "SL"):
            return False
        return self.text[before.end : token.start] in ("", "이")

    def _follows(self, index: int, form: str) -> bool:
        if index + 1 >= len(self.tokens):
            return False
        token = self.tokens[index + 1]
        return token.form == form and token.start == self.tokens[index].end

    def _made(self, level: SentenceLevel, style: Style, first: int, last: int, *, certain: bool = True) -> Ending:
        tokens = self.tokens[first : last + 1]
        return Ending(
            level, style, "".join(t.form for t in tokens), first, last, tokens[0].start, tokens[-1].end, certain
        )

    def _final(self, *, last_of_many: bool, stopped: bool) -> Ending | None:
        if self.empty:
            return None
        if self.endings and self.endings[-1].last == self._last:
            ending = self.endings[-1]
            return None if ending.connective and last_of_many and not stopped else ending
        return (
            self._open_noun() or self._bare_stem(last_of_many and not stopped) or self._plain_word() or self._unknown()
        )

    def _open_noun(self) -> Ending | None:
        """Read -는데 where the analyser took 데 for a noun."""
        token, before = self.tokens[self._last], self.tokens[self._last - 1] if self._last else None
        if token.form == "데" and before is not None and before.tag == "ETM" and before.end == token.start:
            return self._made("hae", "", self._last - 1, self._last, certain=False)
        return None

    def _bare_stem(self, cut_off: bool) -> Ending | None:
        token = self.tokens[self._last]
        if cut_off or not token.tag.startswith(_STEM_TAGS) or coda(token.form[-1]) != 0:
            return None
        return self._made("hae", "", self._last, self._last, certain=False)

    def _plain_word(self) -> Ending | None:
        """Read a word that addresses a friend when nothing else is said."""
        said = [token for token in self.tokens[: self._last + 1] if not token.tag.startswith("S")]
        word = "".join(token.form for token in said)
        last = said[-1] if said else None
        alone = word in PLAIN_WORDS or word in PLAIN_INTERJECTIONS or (last is not None and last.form in ("자",))
        if not alone or (last is not None and last.form == "자" and last.tag != "IC"):
            return None
        return self._made("hae", "", self._last, self._last, certain=False)

    def _unknown(self) -> Ending | None:
        """Read a word the analyser does not know by how it is written."""
        token = self.tokens[self._last]
        word = self.text[: token.end].rsplit(maxsplit=1)[-1]
        if not token.tag.startswith(("NN", "UN", "MAG", "XR", "IC")) or word.endswith(NOUNS_IN_YO):
            return None
        formal = _VERBAL_NIDA.search(word)
        if formal is not None and coda(formal.group(1)) == _PIEUP:
            return replace(self._made("hapsyo", "", self._last, self._last, certain=False), flags=("fallback",))
        if token.tag != "NNP" and len(word) > 2 and _VERBAL_YO.search(word):
            return replace(self._made("haeyo", "", self._last, self._last, certain=False), flags=("fallback",))
        return None

    def _stands_alone(self, ending: Ending) -> bool:
        if "but" in ending.flags:
            return False
        after = next((t for t in self.tokens[ending.last + 1 :] if not t.tag.startswith("Z_")), None)
        if after is None:
            return True
        touching = after.start == self.tokens[ending.last].end
        if touching and after.tag.startswith(_EMBEDDING_TAGS):
            return False
        return after.form not in _QUOTING_WORDS

    def _moved_behind(self, polite: Ending, final: Ending) -> bool:
        """Return whether a clause was only moved behind its sentence: "go slowly, since it is jammed"."""
        return final.connective or (self._before_comma(polite) and self.tokens[final.first].tag == "EC")

    def _before_comma(self, ending: Ending) -> bool:
        after = self.tokens[ending.last + 1] if ending.last + 1 < len(self.tokens) else None
        return after is not None and after.tag == "SP" and after.form == ","

    def _fragment(self, before: list[Ending]) -> list[Ending]:
        """Return the ending after which only a noun was added, as in "closed it, the window"."""
        for ending in reversed(before):
            token = self.tokens[ending.last]
            strong = token.tag == "EF" or (ending.form in HAERA_BREAKS and self._before_comma(ending))
            if ending.level in ("hae", "other") and strong and self._stands_alone(ending):
                return [replace(ending, certain=False, flags=(*ending.flags, "fragment"))]
        return []
