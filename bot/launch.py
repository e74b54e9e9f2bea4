"""`longtable` as a command.

Each process that the bot starts runs the command's script once more, up to the call of `main` (so does Python's
`multiprocessing`). So nothing is imported here: processes that draw or think would hold a copy of all of it.
"""


def main() -> int:
    """Run the command line."""
    from bot.__main__ import main as run

    return run()
