"""What stops a clock or gives it more time: pauses, absences, outages, votes about seats out of time, substitutes."""
