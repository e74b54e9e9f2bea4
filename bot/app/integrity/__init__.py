"""Whether what is stored of matches is what their logs lead to, and mending what isn't."""
