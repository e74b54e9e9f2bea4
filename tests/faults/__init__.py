"""Kill −9: the bot and the stand-in end at any instant, and nothing is lost (``make faults``)."""
