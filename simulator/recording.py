"""Whether the sounds of a run are kept, and where: beside its store."""

from typing import TYPE_CHECKING

from simulator.settings import Settings

if TYPE_CHECKING:
    from voice.recording import SoundArchive


def sound_archive(settings: Settings) -> "SoundArchive | None":
    """Return what keeps a run's sounds, None where nobody asked for it; raises UsageError when it could not."""
    if not settings.record:
        return None
    from evaluation.store import store_path
    from voice.recording import SoundArchive

    archive = SoundArchive(store_path(settings.store))
    archive.check()
    return archive
