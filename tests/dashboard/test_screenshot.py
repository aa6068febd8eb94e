"""Pictures of recorded sessions: what is on them, where it stands, and what they load."""

import re
from xml.etree import ElementTree

import pytest
from dashboard.screens import DeckApp, moment, story

from simulator.dashboard.picture import CELL_WIDTH, FONT_SIZE, svg

SPACE = "{http://www.w3.org/2000/svg}"


async def drawn(lang: str, theme: str = "dark") -> ElementTree.Element:
    app = DeckApp(moment(story(locale="ko")), lang="ko" if lang == "ko" else "en", theme=theme)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        text = svg(app, "a <picture> & its title")
    assert re.findall(r"https?://[^\"'\s)]+", text) == ["http://www.w3.org/2000/svg"]
    return ElementTree.fromstring(text)


@pytest.mark.parametrize(("lang", "words"), [("ko", "창문"), ("en", "Window")])
async def test_what_is_on_the_screen_is_on_the_picture(lang: str, words: str) -> None:
    picture = await drawn(lang)
    assert words in " ".join("".join(text.itertext()) for text in picture.iter(f"{SPACE}text"))
    assert picture.findtext(f"{SPACE}title") == "a <picture> & its title"
    assert picture.attrib["viewBox"] == f"0 0 {120 * CELL_WIDTH:g} 760"


async def test_every_korean_character_stands_in_the_middle_of_its_two_columns() -> None:
    seen = 0
    for text in (await drawn("ko")).iter(f"{SPACE}text"):
        characters = text.text or ""
        if not re.fullmatch("[가-힣]+", characters):
            continue
        places = [float(place) for place in text.attrib["x"].split()]
        assert len(places) == len(characters)
        columns = [(place - (2 * CELL_WIDTH - FONT_SIZE) / 2) / CELL_WIDTH for place in places]
        assert columns == pytest.approx([round(columns[0]) + 2 * number for number in range(len(columns))], abs=0.02)
        seen += len(characters)
    assert seen > 50
