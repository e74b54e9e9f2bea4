"""Words that a person has written."""

from typing import Annotated, TypeAlias

Written: TypeAlias = Annotated[str, "written by a person"]
"""A name or a sentence of a person's: a row never holds what cannot be seen of it, nor is it read from an old one."""
