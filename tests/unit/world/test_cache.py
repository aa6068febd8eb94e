"""The cache holds the most recent rows and no more."""

from simulator.world.cache import RowCache


def test_an_answer_is_computed_once_while_it_is_held() -> None:
    cache: RowCache[int] = RowCache(4)
    asked: list[str] = []

    def answer(key: str, rows: int) -> tuple[int, ...]:
        def compute() -> tuple[int, ...]:
            asked.append(key)
            return tuple(range(rows))

        return tuple(cache.get(key, compute))

    assert answer("a", 2) == answer("a", 2) == (0, 1)
    assert asked == ["a"]
    answer("b", 2)
    answer("a", 2)
    answer("c", 1)
    assert len(cache) == 3
    answer("a", 2)
    assert asked == ["a", "b", "c"]
    answer("b", 2)
    assert asked == ["a", "b", "c", "b"]


def test_too_long_an_answer_is_given_and_not_kept() -> None:
    cache: RowCache[int] = RowCache(3)
    cache.get("short", lambda: (1,))
    assert list(cache.get("long", lambda: tuple(range(4)))) == [0, 1, 2, 3]
    assert len(cache) == 1


def test_empty_answers_count_so_that_they_cannot_pile_up() -> None:
    cache: RowCache[int] = RowCache(5)
    for key in range(100):
        assert list(cache.get(key, tuple)) == []
    assert len(cache) == 5
