"""How well the simulated recognition errors meet their target, on seeds and texts that nothing was tuned on.

A row per set of texts, language and target: the rate over all seeds by the scorecard's own measure (WER in English,
space-free CER in Korean, normalised; the raw one beside it), the mix of substitutions, deletions and insertions, how
often names and other words are wrong, how many names are lost, how much of what is wrong at the next lower target is
still wrong, confidence, and utterances per second of process time once the texts are known.
Run: python benchmarks/error_channel_table.py --first-seed 2000000 --seeds 50
"""

import argparse
import csv
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scenarios.load import suite
from simulator.assembly import spoken_texts
from simulator.channel import Locale
from simulator.language.alignment import Alignment, align_space_free, align_words, pool
from simulator.language.slots import slots_missed
from simulator.registry import UsageError
from voice.errors import ErrorChannel, calibrate, commands

LOCALES: tuple[Locale, ...] = ("en", "ko")
SUITES = ("first-drive", "journeys")
UNSEEN = Path(__file__).parents[1] / "tests" / "data"
# People and places of the suites; in English, capital letters tell them.
KOREAN_NAMES = (
    *("박혜진", "홍채원", "권소희", "최아름", "황지현", "서창민", "조진우", "오민서", "강경수", "정수진", "임가영"),
    *("박준혁", "서나영", "김유진", "김민수", "박지영", "샬럿", "베이커", "제임스", "머피", "에바", "호르바트"),
    *("루커스", "마이어", "빅토르", "모로", "광주", "강릉", "군산", "천안", "울산", "여수", "목포", "프랑크푸르트"),
    *("밀라노", "제네바", "쾰른", "리옹", "뮌헨", "뉘른베르크", "슈투트가르트", "취리히", "베를린", "브뤼셀"),
    *("함부르크", "마르세유", "강남역", "인천공항", "판교", "테크노밸리", "수원", "부산", "대전"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One target on one set of texts; rates are 0..1, `kept` is None for the lowest target."""

    texts: str
    locale: Locale
    target: float
    utterances: int
    rate: float
    relative_error: float
    raw_rate: float
    substitutions: float
    deletions: float
    insertions: float
    name_error_rate: float | None
    other_error_rate: float
    slot_error_rate: float | None
    sentence_exact: float
    kept: float | None
    confidence_right: float
    confidence_wrong: float
    calibration_s: float
    utterances_per_s: float


def names_of(text: str, locale: Locale) -> list[str]:
    """Return the names of people and places in a text, in the form in which alignments hold them."""
    if locale == "ko":
        return [name for name in KOREAN_NAMES if name in text]
    words = re.findall(r"(?<=[^.!?] )[A-Z][a-z]+", text)
    return [word.casefold() for word in words]


def name_places(aligned: Alignment, names: Sequence[str], locale: Locale) -> set[int]:
    """Return which pairs of an alignment belong to a name."""
    reference = [(place, pair[0]) for place, pair in enumerate(aligned.pairs) if pair[0] is not None]
    if locale == "en":
        return {place for place, unit in reference if unit in names}
    text = "".join(unit for _, unit in reference)
    found: set[int] = set()
    for name in names:
        for match in re.finditer(re.escape(name), text):
            found |= {reference[index][0] for index in range(match.start(), match.end())}
    return found


def wrong_units(aligned: Alignment) -> set[int]:
    """Return the positions of the reference units that were not heard."""
    units = [pair for pair in aligned.pairs if pair[0] is not None]
    return {index for index, (said, heard) in enumerate(units) if said != heard}


def texts_of(name: str, locale: Locale) -> list[tuple[str, tuple[str, ...] | None]]:
    """Return the texts of a set and, where somebody wrote them down, the words in each that must survive."""
    if name == "commands":
        return [(text, None) for text in commands(locale)]
    if name == "unseen":
        with (UNSEEN / f"commands_{locale}_unseen.tsv").open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
        return [(row["text"], tuple(slot for slot in (row["slots"] or "").split("|") if slot)) for row in rows]
    return [(text, None) for text in spoken_texts(suite(name)).get(locale, ())]


def measured(name: str, locale: Locale, targets: Sequence[float], seeds: range) -> list[Row]:
    """Return a row per target; units count as kept when the next lower target had them wrong as well."""
    given = texts_of(name, locale)
    texts = [text for text, _ in given]
    align = align_words if locale == "en" else align_space_free
    before: list[set[int]] | None = None
    rows = []
    for target in targets:
        started = time.process_time()
        calibrate(texts, locale, target)
        calibration_s = time.process_time() - started
        channels = [ErrorChannel(target, seed, texts={locale: texts}) for seed in seeds]
        for number, text in enumerate(texts):
            channels[0].mishear(text, locale=locale, utterance=number)
        started = time.process_time()
        passages = [
            channel.mishear(text, locale=locale, utterance=number)
            for channel in channels
            for number, text in enumerate(texts)
        ]
        spent_s = time.process_time() - started
        aligned = [align(passage.intended, passage.heard.text, locale) for passage in passages]
        raw = pool(align(passage.intended, passage.heard.text, locale, raw=True) for passage in passages)
        pooled = pool(aligned)
        errors = max(1, pooled.substitutions + pooled.deletions + pooled.insertions)
        named = named_wrong = other = other_wrong = slots = lost = 0
        for passage, one, (_, wanted) in zip(passages, aligned, given * len(seeds), strict=True):
            names = names_of(passage.intended, locale)
            places = name_places(one, names, locale)
            for place, (said, heard) in enumerate(one.pairs):
                if said is None:
                    continue
                if place in places:
                    named, named_wrong = named + 1, named_wrong + (said != heard)
                else:
                    other, other_wrong = other + 1, other_wrong + (said != heard)
            expected = names if wanted is None else wanted
            slots += len(expected)
            lost += len(slots_missed(expected, passage.heard.text, locale))
        wrong = [wrong_units(one) for one in aligned]
        kept = None
        if before is not None and any(before):
            kept = sum(len(low & high) for low, high in zip(before, wrong, strict=True)) / sum(
                len(low) for low in before
            )
        before = wrong
        confidences: dict[bool, list[float]] = {True: [], False: []}
        for passage, one in zip(passages, aligned, strict=True):
            confidences[one.errors == 0].append(passage.heard.confidence or 0.0)
        rate = pooled.rate or 0.0
        rows.append(
            Row(
                texts=name,
                locale=locale,
                target=target,
                utterances=len(passages),
                rate=rate,
                relative_error=rate / target - 1,
                raw_rate=raw.rate or 0.0,
                substitutions=pooled.substitutions / errors,
                deletions=pooled.deletions / errors,
                insertions=pooled.insertions / errors,
                name_error_rate=named_wrong / named if named else None,
                other_error_rate=other_wrong / max(1, other),
                slot_error_rate=lost / slots if slots else None,
                sentence_exact=len(confidences[True]) / len(passages),
                kept=kept,
                confidence_right=fmean(confidences[True] or [0.0]),
                confidence_wrong=fmean(confidences[False] or [0.0]),
                calibration_s=calibration_s,
                utterances_per_s=len(passages) / max(spent_s, 1e-9),
            )
        )
    return rows


def shown(row: Row) -> str:
    """Return a row of a Markdown table."""
    names = "-" if row.name_error_rate is None else f"{row.name_error_rate:.3f}"
    slots = "-" if row.slot_error_rate is None else f"{row.slot_error_rate:.3f}"
    kept = "-" if row.kept is None else f"{row.kept:.2f}"
    cells = (
        f"{row.texts} | {row.locale} | {row.target:g} | {row.rate:.4f} | {row.relative_error:+.1%}",
        f"{row.raw_rate:.4f}",
        f"{row.substitutions:.2f} / {row.deletions:.2f} / {row.insertions:.2f}",
        f"{names} | {row.other_error_rate:.3f} | {slots} | {row.sentence_exact:.2f} | {kept}",
        f"{row.confidence_right:.2f} / {row.confidence_wrong:.2f} | {row.utterances_per_s:,.0f}",
    )
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Print a Markdown table; `--json` prints one object instead. Exit code 1 when a rate is over 10 % off."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", default="first-drive,journeys,commands", help="suites, commands, unseen")
    parser.add_argument("--locale", choices=LOCALES, help="one language only")
    parser.add_argument("--targets", default="0.05,0.1,0.2,0.35")
    parser.add_argument("--first-seed", type=int, default=2_000_000)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    rows: list[Row] = []
    if not given.json:
        print(
            "| texts | lang | target | rate | off by | raw | S / D / I | names wrong | others wrong "
            "| names or slots lost | exact | kept | confidence right / wrong | utterances/s |\n" + "|---" * 14 + "|"
        )
    try:
        targets = sorted(float(one) for one in given.targets.split(","))
        seeds = range(given.first_seed, given.first_seed + given.seeds)
        for name in given.texts.split(","):
            for locale in (given.locale,) if given.locale else LOCALES:
                for row in measured(name, locale, targets, seeds):
                    rows.append(row)
                    if not given.json:
                        print(shown(row), flush=True)
    except (UsageError, ValueError, OSError, KeyError) as error:
        print(f"error_channel_table: {error}", file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps({"first_seed": given.first_seed, "seeds": given.seeds, "rows": [asdict(row) for row in rows]}))
    return int(any(abs(row.relative_error) > 0.1 for row in rows))


if __name__ == "__main__":
    raise SystemExit(main())
