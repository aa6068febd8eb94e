"""On a machine that is said to have everything, a skipped test is a failed one: a check must not fall away unseen."""

import os
from collections.abc import Generator

import pytest

COMPLETE = "DASHTALK_TESTS_COMPLETE"
# What no machine of ours has, or what a superuser cannot be refused.
KNOWN = ("supertonic is not installed", "root may write anywhere", "the reference's", "are not here", "not at hand")


def missed(longrepr: object) -> str:
    """Return why a test was skipped, "" where that is known and accepted or not asked about."""
    reason = str(longrepr[2] if isinstance(longrepr, tuple) else longrepr)
    asked = os.environ.get(COMPLETE) and not any(known in reason for known in KNOWN)
    return f"{reason}, although this machine is said to have everything" if asked else ""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where everything should be there."""
    report = yield
    reason = missed(report.longrepr) if report.skipped else ""
    if reason:
        report.outcome, report.longrepr = "failed", reason
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Do the same for a module that is skipped as a whole."""
    report = yield
    reason = missed(report.longrepr) if report.skipped else ""
    if reason:
        report.outcome, report.longrepr = "failed", reason
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long: at the end it would leave the other processes idle."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
