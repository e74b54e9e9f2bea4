"""How messages get to Discord: the courier, threads, retries, and what follows a refusal."""
