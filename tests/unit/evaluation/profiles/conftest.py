"""The world of the tiny official dataset, imported once for all tests."""

from collections.abc import Iterator

import pytest
from carbench_mini import FOLDER

from simulator.world.import_official import import_official
from simulator.world.imported import ImportedWorld


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ImportedWorld]:
    target = tmp_path_factory.mktemp("world") / "mini.sqlite"
    import_official(FOLDER, target)
    world = ImportedWorld(target)
    yield world
    world.close()
