"""Which columns a table keeps where there is little room."""

from hypothesis import given
from hypothesis import strategies as st

from simulator.dashboard.column_fit import column_widths


def test_everything_is_shown_where_there_is_room() -> None:
    assert column_widths([4, 20, 5], 100, {1: 10}, (2,)) == {0: 4, 1: 20, 2: 5}


def test_columns_shrink_before_one_is_left_out() -> None:
    assert column_widths([4, 20, 5], 30, {1: 10}, (2,)) == {0: 4, 1: 15, 2: 5}
    assert column_widths([4, 20, 5], 20, {1: 10}, (2,)) == {0: 4, 1: 12}


def test_what_cannot_give_way_sticks_out() -> None:
    assert column_widths([40, 50], 20, {}, ()) == {0: 40, 1: 50}


@given(st.lists(st.integers(0, 60), min_size=4, max_size=8), st.integers(20, 240))
def test_no_column_grows_and_none_shrinks_below_its_least(natural: list[int], room: int) -> None:
    widths = column_widths(natural, room, {0: 8, 2: 5}, (3, 1))
    for number, width in widths.items():
        assert min(natural[number], {0: 8, 2: 5}.get(number, natural[number])) <= width <= natural[number]
    assert 3 not in widths or 1 in widths
