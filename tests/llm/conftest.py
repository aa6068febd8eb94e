"""Real models are only asked where a person wants it, whatever else is selected."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "llm" in config.option.markexpr:
        return
    left_out = [item for item in items if item.get_closest_marker("llm")]
    if left_out:
        items[:] = [item for item in items if not item.get_closest_marker("llm")]
        config.hook.pytest_deselected(items=left_out)
