"""One reader for each shard, although two attempts to connect it may be under way at once."""

import discord.shard


class SingleWorkerShard(discord.shard.Shard):
    """A shard of which only the newest connection is read.

    discord.py comes back by itself after a pause, and ``DiscordConnection`` sooner when that grows long. When both
    succeeded, two tasks of discord.py read from the same socket, and aiohttp's refusal of that ended the whole client.
    """

    def launch(self) -> None:
        """Read from the connection that there is now, and no longer from the one before."""
        self._cancel_task()
        super().launch()


def use_single_workers() -> None:
    """Let every client made from now on have such shards: discord.py has no other way to say so."""
    discord.shard.Shard = SingleWorkerShard  # type: ignore[misc]
