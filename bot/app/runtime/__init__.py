"""What code runs in: games, refusals, time, pools of processes, queues, and the loop that all workers share."""
