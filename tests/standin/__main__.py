"""``python -m tests.standin --port 8080 --data world.db``: run a stand-in until it is stopped."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from tests.standin.app import Options, serve


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m tests.standin", description=__doc__)
    parser.add_argument("--port", type=int, required=True, help="TCP port on the host")
    parser.add_argument("--data", type=Path, required=True, help="the world's file; made and filled if it isn't there")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--unix", type=Path, help="serve on this Unix socket too")
    parser.add_argument(
        "--check-answers", action="store_true", help="hold the stand-in's own answers against the API description too"
    )
    told = parser.parse_args()
    options = Options(port=told.port, data=told.data, host=told.host, unix=told.unix, check_answers=told.check_answers)
    asyncio.run(serve(options))


if __name__ == "__main__":
    main()
