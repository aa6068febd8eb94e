"""Short names of policies, for tables."""

from collections.abc import Mapping

from evaluation.spec import METRICS

POLICY_TITLES: Mapping[str, str] = {
    "002": "metric units, 24 h clock",
    "004": "confirm before acting",
    "005": "sunshade with sunroof",
    "007": "windows against cooling",
    "008": "sunroof and fog lights by weather",
    "009": "weather before sunroof",
    "010": "defrost needs air",
    "011": "cooling needs air, closed windows",
    "012": "tell a gap between zones",
    "013": "fog lights with low beams",
    "014": "high beams without fog lights",
    "016": "routes start at the car",
    "017": "edits need a route",
    "018": "edit one after another",
    "019": "keep start and destination",
    "021": "mention tolls",
    "022": "fastest legs, said so",
    "023": "calendar of today",
    "024": "weather of today",
}


def titled(metric: str) -> str:
    """Return a metric's name, or its title; a policy's with its short title."""
    if metric in METRICS and METRICS[metric].title:
        return METRICS[metric].title
    number = metric.removeprefix("policy.")
    title = POLICY_TITLES.get(number) if number != metric else None
    return f"{metric} {title}" if title else metric
