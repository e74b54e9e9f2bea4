"""When matches stand still: pauses, declared absences, outages, servers that removed the bot."""
