"""Files that a person names, read whole."""

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 100_000_000


def read_file(path: str | Path) -> bytes:
    """Return what a file holds or a pipe brings, at most 100 MB.

    Raises OSError, also for more than that and for a device, which may never end.
    """
    with Path(path).open("rb") as stream:
        if stat.S_ISCHR(os.fstat(stream.fileno()).st_mode) and not stream.isatty():
            raise OSError(errno.EINVAL, "it is a device and no file")
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"it holds more than {MOST_BYTES // 10**6} MB")
    return content
