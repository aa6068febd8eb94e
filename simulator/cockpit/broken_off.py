"""What is true of a drive that broke off: why, and how much of it is kept."""

from evaluation.store import Store
from evaluation.store_file import StoreTrouble
from simulator.dashboard.phrases import Phrase, UiLang
from simulator.events import DriverSpoke
from simulator.registry import UsageError

NOTHING_KEPT = Phrase("{}; nothing that was said is kept", "{}. 저장된 대화가 없습니다")
KEPT = Phrase("{}; kept up to turn {}: dashtalk show {}", "{}. {}번째 턴까지 저장되었습니다: dashtalk show {}")


def broken_off(error: UsageError, store: Store, session_id: str, lang: UiLang = "en") -> str:
    """Return why a drive broke off and what of it the store holds; `session_id` is "" where none was begun."""
    trouble = error.trouble if isinstance(error, StoreTrouble) else str(error)
    turns = _turns_kept(store, session_id) if session_id else 0
    return KEPT.told(lang, trouble, turns, session_id) if turns else NOTHING_KEPT.told(lang, trouble)


def _turns_kept(store: Store, session_id: str) -> int:
    try:
        with store.not_waiting():
            return sum(1 for _ in store.trajectory(session_id).of(DriverSpoke))
    except UsageError:
        return 0
