"""Letters: bundled faces, what fits, tags, and lettering as rasters."""
