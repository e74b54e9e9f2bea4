"""Who is told, how and when: what a person has chosen, and reminders."""
