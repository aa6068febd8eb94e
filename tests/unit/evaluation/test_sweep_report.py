"""The words, tables and pictures of a sweep."""

import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from sweep_rows import both, sessions

from evaluation.report.sweep_html import sweep_html
from evaluation.report.sweep_markdown import sweep_markdown
from evaluation.report.sweep_svg import doses_svg, levels_svg
from evaluation.report.sweep_words import cells, header, sentences
from evaluation.robustness import robustness
from evaluation.robustness_spec import Robustness

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def errors() -> Robustness:
    return robustness(
        [
            both(sessions("clean", "+" * 8), sessions("clean", "+" * 8, locale="ko")),
            both(sessions("0.1", "++++++--", dose=0.11), sessions("0.1", "+++++++!", locale="ko", dose=0.12)),
            both(sessions("0.2", "+-------", dose=0.22), sessions("0.2", "++++----", locale="ko", dose=0.21)),
        ],
        resamples=100,
    )


@pytest.fixture(scope="module")
def noise() -> Robustness:
    levels = [("clean", "++++", None), ("quiet", "+++-", 0.1), ("10", "++--", 0.2), ("-5", "----", 1.0)]
    return robustness([sessions(name, marks, dose=dose, axis="snr_db") for name, marks, dose in levels], resamples=100)


def test_every_level_has_a_row_as_wide_as_the_header_with_its_n(errors: Robustness, noise: Robustness) -> None:
    for found in (errors, noise):
        for curve in found.curves:
            for narrow in (True, False):
                rows = [cells(curve, point, narrow=narrow) for point in curve.points]
                assert {len(row) for row in rows} == {len(header(curve, narrow=narrow))}
    ko = errors.curve("ko")
    assert ko is not None
    assert [row[1] for row in (cells(ko, point) for point in ko.points)] == ["8", "7 of 8", "8"]


def test_what_follows_is_said_in_sentences(errors: Robustness, noise: Robustness) -> None:
    en, ko = errors.curve("en"), errors.curve("ko")
    assert en is not None
    assert ko is not None
    told = "\n".join(sentences(en, "error_rate"))
    assert "pass rate per 1.0 of measured WER (straight line through 3 levels, the same 8 sessions of 8" in told
    assert "half of the clean pass rate: at 0.14, at a measured WER of 0.15; 95 % of drawn sweeps: " in told
    assert "no verdict, so no pair: s07 trial 0 at 0.1: defect: it broke" in "\n".join(sentences(ko, "error_rate"))
    spoken = "\n".join(sentences(noise.curves[0], "snr_db"))
    assert "half of the clean pass rate: at 10 dB, at a measured WER of 0.20; 95 % of drawn sweeps: " in spoken
    assert "noise alone" in header(noise.curves[0])


def test_pictures_hold_one_mark_with_its_interval_for_every_point(errors: Robustness, noise: Robustness) -> None:
    picture = ElementTree.fromstring(levels_svg(errors))
    marks = [title.text or "" for title in picture.iter(f"{SVG}title")][1:]
    assert len(marks) == 6
    assert "Korean, 0.1: 1.000, n = 7" in marks
    assert len(list(picture.iter(f"{SVG}circle"))) == 3 + 1
    places = [float(mark.get("cx", "nan")) for mark in picture.iter(f"{SVG}circle")][:3]
    # Levels stand where their number is: half way is half way.
    assert places[1] - places[0] == pytest.approx(places[2] - places[1], abs=0.2)
    words = [text.text for text in ElementTree.fromstring(levels_svg(noise)).iter(f"{SVG}text")]
    assert [word for word in words if word in ("clean", "quiet", "10 dB", "-5 dB")] == [
        "clean",
        "quiet",
        "10 dB",
        "-5 dB",
    ]


def test_a_higher_pass_rate_stands_higher(errors: Robustness) -> None:
    picture = ElementTree.fromstring(levels_svg(errors))
    heights = [float(mark.get("cy", "nan")) for mark in picture.iter(f"{SVG}circle")][:3]
    assert heights == sorted(heights)
    assert heights[0] < heights[2]


def test_without_a_measured_error_there_is_no_second_picture(errors: Robustness) -> None:
    assert doses_svg(robustness([sessions("clean", "++")], resamples=10)) == ""
    assert len(list(ElementTree.fromstring(doses_svg(errors)).iter(f"{SVG}polyline"))) == 2


class _Page(HTMLParser):
    """Collects what a browser would fetch or run."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "data", "srcset")]


def test_the_page_needs_nothing_else_and_runs_nothing(errors: Robustness) -> None:
    page = _Page()
    text = sweep_html("sweep-1: <script>alert(1)</script>\x1b[31m", errors, notices=["a & b"], gates=["met: x"])
    page.feed(text)
    assert page.fetched == []
    assert {"svg", "table"} <= set(page.tags)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert "url(" not in text
    assert "\x1b" not in text
    assert "a &amp; b" in text


def test_markdown_takes_no_text_for_markup(errors: Robustness) -> None:
    text = sweep_markdown("sweep-1: a|b *c* <i>", errors, gates=["missed: ko.tax@0.1 0.5 > 0.2"])
    assert text.startswith("# sweep-1: a\\|b \\*c\\* \\<i>")
    rows = [line for line in text.splitlines() if line.startswith("| clean")]
    assert len(rows) == 2
    assert "missed: ko.tax@0.1 0.5" in text
