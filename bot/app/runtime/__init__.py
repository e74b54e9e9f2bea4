"""What code runs in: where time comes from, pools of processes, limits, signals, and counting what fails."""
