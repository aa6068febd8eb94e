"""The system prompt of a language model as the assistant: one text per view, the same bytes for the same view."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from simulator.agents.prompt_english import ENGLISH
from simulator.agents.prompt_korean import KOREAN
from simulator.agents.prompt_parts import POLICY_TOOLS, Passage, Section, Wording
from simulator.agents.tool_texts import ToolTexts
from simulator.channel import Locale
from simulator.events import SpeechLevel
from simulator.policies.spec import POLICIES, Policy
from simulator.trajectory import AssistantView, OfferedTool

WORDINGS: dict[Locale, Wording] = {"ko": KOREAN, "en": ENGLISH}


def system_prompt(view: AssistantView, policies: Iterable[Policy] | None = None) -> str:
    """Return the instructions for an assistant that sees `view`, in the view's language.

    Told is only what concerns the offered tools, and no tool or parameter is called by its name, so that nothing
    hints at what a scenario hid. What differs between scenarios comes last: prompts share a long beginning, which
    providers cache. `policies` are all registered ones unless given.
    """
    wording = WORDINGS[view.locale]
    offered = frozenset(tool.name for tool in view.tools)
    confirmed = any(tool.requires_confirmation for tool in view.tools)
    told = registered_policies() if policies is None else tuple(policies)
    now = Section(
        wording.now_title,
        (
            Passage(f"{wording.place} {_compact(view.location)}"),
            Passage(f"{wording.time} {_compact(_date_and_time(view.now))}"),
        ),
    )
    return f"{_lasting(view.locale, view.speech_level, offered, confirmed, told)}\n\n{_block(now, offered)}\n"


# Sessions of one run mostly share it.
@lru_cache(maxsize=64)
def _lasting(
    locale: Locale, level: SpeechLevel | None, offered: frozenset[str], confirmed: bool, policies: tuple[Policy, ...]
) -> str:
    """Return all of the instructions but place and time."""
    wording = WORDINGS[locale]
    sections = [
        *wording.before_rules,
        _rules(wording, confirmed, policies),
        *wording.after_rules,
        Section(wording.level_title, tuple(Passage(text) for text in wording.levels.get(level, ()))),
    ]
    blocks = [_role(wording, offered), *(_block(section, offered) for section in sections)]
    return "\n\n".join(block for block in blocks if block)


def prompt_digest(view: AssistantView) -> str:
    """Return the SHA-256, in hex, of all a model is told before the first word: instructions and tools."""
    return hashlib.sha256(f"{system_prompt(view)}\0{_TOOLS.of(view.tools)}".encode()).hexdigest()


def _compact_tools(tools: Sequence[OfferedTool]) -> str:
    return _compact([[tool.name, tool.description, tool.parameters] for tool in tools])


_TOOLS = ToolTexts(_compact_tools)


def registered_policies() -> tuple[Policy, ...]:
    """Return every policy in order of id."""
    import simulator.policies.catalogue  # noqa: F401  (loading the catalogue registers the policies)

    return tuple(sorted(POLICIES.values(), key=lambda policy: policy.id))


def _role(wording: Wording, offered: frozenset[str]) -> str:
    *most, last = [passage.text for passage in wording.capabilities if passage.applies(offered)]
    comma, conjunction = wording.joiners
    listed = conjunction.join([comma.join(most), last]) if most else last
    return wording.role.format(capabilities=listed)


def _rules(wording: Wording, confirmed: bool, policies: Iterable[Policy]) -> Section:
    rules: list[Passage] = []
    for policy in policies:
        sentence = wording.policies.get(policy.id, policy.sentence)
        if policy.id != "004" or confirmed:
            rules.append(Passage(f"{policy.id}: {sentence}", POLICY_TOOLS.get(policy.id, frozenset())))
    return Section(wording.rules_title, (Passage(wording.rules_introduction), *rules) if rules else ())


def _block(section: Section, offered: frozenset[str]) -> str:
    lines = [passage.text for passage in section.passages if passage.applies(offered)]
    return "\n".join([f"# {section.title}", *lines]) if lines else ""


def _date_and_time(now: datetime) -> dict[str, int]:
    return {"year": now.year, "month": now.month, "day": now.day, "hour": now.hour, "minute": now.minute}


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
