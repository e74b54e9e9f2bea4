"""When players have to be there: calendars and clocks, what happens when time is up, announced starts. Pure."""
