"""Recognising one utterance, if possible before it is known to be over."""

import asyncio
import re
import time
from collections.abc import Callable

from simulator.channel import Heard, Locale
from voice.audio import Pcm
from voice.spec import RecognitionStream, StreamingTranscriber, Transcriber

_NUMERALS = re.compile(
    r"\d|\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)\b|(?<![가-힣])[공영일이삼사오육칠팔구]+(?![가-힣])"
)
_DICTATED = 4


def dictates(text: str) -> bool:
    """Tell whether a text ends in the middle of digits, as a phone number said slowly does."""
    digits = _NUMERALS.sub(lambda found: "0" * (len(found.group()) if found.group()[0] > "z" else 1), text.casefold())
    tail = re.split(r"[^\W\d]", digits)[-1]
    return tail.count("0") >= _DICTATED


class Recognition:
    """Recognises utterances of one session one after the other.

    A guess is a recognition of what was said so far, made in a pause; when nothing more is said it is the result.
    """

    def __init__(
        self,
        transcriber: Transcriber,
        locale: Locale,
        *,
        hints: tuple[str, ...] = (),
        on_partial: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._transcriber = transcriber
        self.locale: Locale = locale
        self._hints = hints
        self._on_partial = on_partial
        self._guess: asyncio.Task[Heard] | None = None
        self._covered = -1
        self._feeding: asyncio.Task[None] | None = None
        self._stream: RecognitionStream | None = None
        self._unfed: list[Pcm] = []
        self.at_partial: float | None = None
        self.partial = ""

    def begin(self) -> None:
        """Forget the utterance before."""
        self.at_partial, self.partial = None, ""
        self._covered = -1
        self._unfed.clear()
        self._stream = None
        if isinstance(self._transcriber, StreamingTranscriber):
            self._stream = self._transcriber.stream(self.locale, self._hints)

    def feed(self, pcm: Pcm) -> None:
        """Give the recogniser more sound as it is spoken; ignored by one that cannot use it."""
        if self._stream is None:
            return
        self._unfed.append(pcm)
        if self._feeding is None or self._feeding.done():
            self._feeding = asyncio.create_task(self._feed(self._stream))

    async def _feed(self, stream: RecognitionStream) -> None:
        while self._unfed:
            parts, self._unfed[:] = list(self._unfed), []
            joined = Pcm(b"".join(part.samples for part in parts), parts[0].rate_hz)
            self._tell(await asyncio.to_thread(stream.feed, joined))

    def _tell(self, text: str) -> None:
        if not text.strip() or text == self.partial:
            return
        self.partial = text
        if self.at_partial is None:
            self.at_partial = time.perf_counter()
        self._on_partial(text)

    def guess(self, pcm: Pcm, covered: int) -> None:
        """Recognise the utterance as far as it was recorded, to before sample `covered`.

        Nothing is begun while an older guess is worked on: the recogniser does one thing at a time.
        """
        if self._stream is not None or (self._guess is not None and not self._guess.done()):
            return
        self._covered = covered
        self._guess = asyncio.create_task(self._whole(pcm))
        self._guess.add_done_callback(lambda task: self._guessed(task, covered))

    def _guessed(self, task: "asyncio.Task[Heard]", covered: int) -> None:
        if not task.cancelled() and task.exception() is None and covered == self._covered:
            self._tell(task.result().text)

    def covers(self, end: int) -> bool:
        """Tell whether a guess holds all speech up to sample `end`."""
        return self._guess is not None and end <= self._covered

    async def result(self, pcm: Pcm, end: int) -> Heard:
        """Return what was heard of the utterance whose speech ends before sample `end`; raises as the recogniser does.

        A guess that was made before more was said is not used.
        """
        if self._stream is not None:
            stream = self._stream
            if self._feeding is not None:
                await self._feeding
            await self._feed(stream)
            return await asyncio.to_thread(stream.finish)
        if self._guess is not None and self.covers(end):
            return await self._guess
        return await self._whole(pcm)

    async def _whole(self, pcm: Pcm) -> Heard:
        return await asyncio.to_thread(self._transcriber.transcribe, pcm, self.locale, self._hints)
