"""The page that shows a dashboard in a browser: a terminal, and what is said before and after."""

from html import escape
from string import Template
from typing import NamedTuple


class Words(NamedTuple):
    """What the page itself says."""

    lang: str
    starting: str
    ended: str
    again: str


WORDS = {
    "en": Words("en", "Starting the dashboard", "The session has ended and is kept.", "Drive again"),
    "ko": Words("ko", "대시보드를 여는 중", "세션이 끝났고 기록은 저장되었습니다.", "다시 주행"),
}

# The terminal's script looks for the element and the classes of the body that are named here; fonts are this server's.
_PAGE = Template("""<!DOCTYPE html>
<html lang="$lang">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>dashtalk</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/static/css/xterm.css">
<style>
@font-face { font-family: "Roboto Mono"; font-weight: 100 700; font-display: block;
  src: url("/static/fonts/RobotoMono-VariableFont_wght.ttf"); }
@font-face { font-family: "Roboto Mono"; font-weight: 100 700; font-style: italic; font-display: block;
  src: url("/static/fonts/RobotoMono-Italic-VariableFont_wght.ttf"); }
html, body { margin: 0; height: 100%; overflow: hidden; background: #101418; color: #eef2f6;
  font-family: "Roboto Mono", monospace; }
.note { position: absolute; inset: 0; display: flex; flex-direction: column; gap: 1em; align-items: center;
  justify-content: center; z-index: 2; background: #101418; }
.note button { font: inherit; padding: .5em 1.5em; }
.ended, .-first-byte .starting, .-closed .starting { display: none; }
.-closed .ended { display: flex; }
#terminal { height: 100%; }
</style>
<script>
addEventListener("DOMContentLoaded", () => {
  const scheme = location.protocol === "https:" ? "wss://" : "ws://";
  document.getElementById("terminal").dataset.sessionWebsocketUrl = scheme + location.host + "/ws";
});
</script>
<script src="/static/js/textual.js"></script>
</head>
<body>
<div class="note starting" role="status">$starting<i hidden id="start"></i></div>
<div class="note ended" role="status">$ended<button type="button" onclick="location.reload()">$again</button></div>
<div id="terminal" class="textual-terminal" data-font-size="$font_size"></div>
</body>
</html>
""")


def page(words: Words, font_size: int) -> str:
    """Return the page as HTML; `font_size` is in pixels."""
    return _PAGE.substitute({name: escape(text) for name, text in words._asdict().items()}, font_size=font_size)
