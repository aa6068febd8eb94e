import pytest

from simulator.language.josa import attach, particle


@pytest.mark.parametrize(
    ("word", "pair", "attached"),
    [
        ("22도", "으로/로", "22도로"),
        ("50%", "으로/로", "50%로"),
        ("3단", "으로/로", "3단으로"),
        ("서울", "으로/로", "서울로"),
        ("강남역", "으로/로", "강남역으로"),
        ("7", "으로/로", "7로"),
        ("6", "(으)로", "6으로"),
        ("10", "을/를", "10을"),
        ("2", "이/가", "2가"),
        ("T2", "으로/로", "T2로"),
        ("GPS", "을/를", "GPS를"),
        ("A/C", "을/를", "A/C을"),
        ("35km", "은/는", "35km는"),
        ("FM", "와/과", "FM과"),
        ("22℃", "를/을", "22℃를"),
        ("'서울역'", "을/를", "'서울역'을"),
        ("김민수(회사)", "이/가", "김민수(회사)가"),
        ("창문", "이에요/예요", "창문이에요"),
    ],
)
def test_the_particle_follows_the_spoken_sound(word: str, pair: str, attached: str) -> None:
    assert attach(word, pair) == attached


def test_an_unknown_pair_is_named() -> None:
    with pytest.raises(ValueError, match="을/은"):
        particle("창문", "을/은")
