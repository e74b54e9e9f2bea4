"""Time as players set and type it: paces, calendars, moments. Pure."""
