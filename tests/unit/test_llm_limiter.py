"""How fast an endpoint is asked; all times are those of a clock the tests move."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from openai_server import Answer, OpenAIServer, Received, refuses, says

from simulator.llm import ModelUse, close_clients, complete, endpoint, metered
from simulator.llm_client import limiter_of
from simulator.llm_limiter import Bucket, Limiter
from simulator.llm_meter import Patience


@pytest.fixture(autouse=True)
async def closed(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("simulator.llm_retry.FIRST_WAIT_S", 0.0)
    yield
    await close_clients()


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class TestBucket:
    """So much a minute, with a tenth in hand."""

    def test_a_minute_brings_what_it_should(self) -> None:
        bucket, now, taken = Bucket(60, 0.0), 0.0, 0
        while now < 60:
            if bucket.wait_s(1, now) == 0:
                bucket.take(1)
                taken += 1
            now += 0.25
        assert 60 <= taken <= 66

    def test_what_is_taken_too_much_is_paid_back(self) -> None:
        bucket = Bucket(600, 0.0)
        assert bucket.wait_s(1000, 0.0) == 0
        bucket.take(1000)
        assert bucket.wait_s(1, 0.0) == pytest.approx((1000 - 60 + 1) / 10)
        bucket.take(-940)
        assert bucket.wait_s(1, 0.0) == pytest.approx(0.1)

    def test_it_never_holds_more_than_its_share(self) -> None:
        bucket = Bucket(60, 0.0)
        bucket.take(-100)
        bucket.take(6)
        assert bucket.wait_s(1, 3600.0) == 0
        bucket.take(6)
        assert bucket.wait_s(1, 3600.0) == pytest.approx(1.0)


class TestLimiter:
    """Who may go, and when."""

    async def test_no_more_than_the_window_are_on_their_way_and_first_come_first_served(self) -> None:
        limiter, order = Limiter(most_in_flight=2), list[int]()
        gates = [asyncio.Event() for _ in range(5)]

        async def call(number: int) -> None:
            with limiter.at_once(0) or await limiter.turn(0) as turn:
                order.append(number)
                await gates[number].wait()
                turn.answered(None)

        async with asyncio.TaskGroup() as group:
            for number in range(5):
                group.create_task(call(number))
            for number in range(5):
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                assert len(order) == min(number + 2, 5)
                assert limiter.in_flight <= 2
                gates[number].set()
        assert order == [0, 1, 2, 3, 4]
        assert limiter.in_flight == 0

    async def test_a_refusal_halves_once_and_successes_widen(self) -> None:
        clock = Clock()
        limiter = Limiter(most_in_flight=16, clock=clock)
        turns = [limiter.at_once(0) for _ in range(16)]
        assert limiter.at_once(0) is None
        clock.now_s += 1
        for turn in turns:
            assert turn is not None
            with turn:
                turn.refused(2.0)
        assert limiter.window == 8
        assert limiter.at_once(0) is None
        clock.now_s += 2.01
        later = limiter.at_once(0)
        assert later is not None
        with later:
            later.refused(0.5)
        assert limiter.window == 1.0 / 2 * 2
        clock.now_s += 1
        for _ in range(400):
            turn = limiter.at_once(0)
            assert turn is not None
            with turn:
                turn.answered(None)
        assert limiter.window == 16

    async def test_a_wait_that_is_cancelled_leaves_no_trace(self) -> None:
        limiter = Limiter(most_in_flight=1)
        held = limiter.at_once(0)
        assert held is not None
        waiting = [asyncio.create_task(limiter.turn(0)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        with held:
            pass
        # Let through in this very moment, and cancelled before it could run.
        waiting[1].cancel()
        with await waiting[2]:
            assert limiter.in_flight == 1
        assert limiter.in_flight == 0
        assert limiter.at_once(0) is not None

    async def test_tokens_are_estimated_and_put_right(self) -> None:
        clock = Clock()
        limiter = Limiter(tokens_per_minute=6000, clock=clock)
        turn = limiter.at_once(2400)
        assert turn is not None
        assert turn.estimate == 600
        with turn:
            turn.answered(1200)
        assert limiter.at_once(4) is None
        clock.now_s += 6.2
        again = limiter.at_once(4)
        assert again is not None
        # It has learned that a token takes fewer bytes here.
        assert again.estimate > 1
        with again:
            pass


class Busy:
    """An endpoint that lets `most` requests through at once, and tells the others when to come back."""

    def __init__(self, most: int, wait_ms: int | None) -> None:
        self.most = most
        self.wait_ms = wait_ms
        self.refused = 0
        self.served = 0
        self._until: list[float] = []

    def __call__(self, request: Received) -> Answer:
        now = asyncio.get_running_loop().time()
        self._until = [end for end in self._until if end > now]
        if len(self._until) >= self.most:
            self.refused += 1
            return refuses(429, retry_after_ms=self.wait_ms)
        self._until.append(now + 0.01)
        self.served += 1
        return Answer(says("ok").body, delay_s=0.01)


async def test_a_storm_of_refusals_loses_no_call() -> None:
    busy, uses = Busy(2, 15), list[ModelUse]()
    with OpenAIServer() as server:
        server.answer = busy
        target = endpoint(server.url)
        body = {"messages": [{"role": "user", "content": "hi"}]}
        with metered(uses):
            async with asyncio.TaskGroup() as group:
                for _ in range(60):
                    group.create_task(complete(target, "fake", body))
        window = limiter_of(target).window
    assert busy.served == 60
    assert all(use.answered for use in uses)
    assert sum(use.retries for use in uses) == busy.refused > 0
    assert window < 60


async def test_waiting_for_a_turn_is_not_held_against_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.llm_limiter._BURST_SHARE", 0.0)
    uses = list[ModelUse]()
    with OpenAIServer() as server:
        server.answer = lambda request: says("ok")
        body = {"messages": [{"role": "user", "content": "hi"}]}
        # What is loaded with the first call of all belongs to no limit of this test.
        await complete(endpoint(server.url), "fake", body)
        await close_clients()
        # Six calls one after the other at 300 a minute take five times 200 ms, more than either limit.
        target = endpoint(server.url, limit_s=0.6, requests_per_minute=300)
        async with asyncio.timeout(0.8) as deadline:
            with metered(uses, limits=[Patience(deadline)]):
                await asyncio.gather(*(complete(target, "fake", body) for _ in range(6)))
    assert [use.answered for use in uses] == [True] * 6
    assert all(use.latency_ms is not None and use.latency_ms < 600 for use in uses)


async def test_callers_of_one_endpoint_share_a_limiter() -> None:
    first = endpoint("http://127.0.0.1:1/v1", requests_per_minute=10)
    second = endpoint("http://127.0.0.1:1/v1", timeout_s=3)
    other = endpoint("http://127.0.0.1:2/v1")
    assert limiter_of(first) is limiter_of(second) is not limiter_of(other)


async def test_a_count_that_breaks_the_arithmetic_gives_its_place_back() -> None:
    limiter = Limiter(tokens_per_minute=600)
    turn = limiter.at_once(40)
    assert turn is not None
    turn.answered(10**400)
    with pytest.raises(OverflowError), turn:
        pass
    assert limiter.in_flight == 0
