"""What code runs in: games, refusals, time, pools of processes, queues, signals, and counting what fails."""
