"""What leaves the kit: PNG files, films, and how large Discord shows a picture."""
