"""What came out of each check, and the report made of it, for a terminal and as Markdown."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Result(StrEnum):
    """How a check ended."""

    WORKS = "works"
    DIFFERS = "works differently"
    FAILS = "fails"
    NOT_TRIED = "not tried"


class Skip(Exception):
    """A check can't be tried; the text is the reason, as a sentence."""


SIGNS = {Result.WORKS: "✅", Result.DIFFERS: "🔶", Result.FAILS: "❌", Result.NOT_TRIED: "➖"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check found, in words and, where there are several things, in lines.

    ``follows`` says what to look at or to set, where that isn't what the check itself says.
    """

    result: Result
    words: str
    follows: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A check with its outcome, ready to be shown."""

    title: str
    tried: str
    result: Result
    words: str
    follows: str = ""
    lines: tuple[str, ...] = ()

    def text(self) -> str:
        """Return it for a terminal; lines, and what follows, stand below the first line."""
        below = [f"   - {line}" for line in self.lines]
        if self.follows:
            below.append(f"   What this means: {self.follows}")
        return "\n".join([f"{SIGNS[self.result]} {self.title}: {self.result}. {self.words}", *below])


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of one run. Holds ids of the application and of places, and no secret."""

    version: str
    begun: datetime
    about: str
    findings: tuple[Finding, ...]
    interrupted: bool = False
    """Whether the run was ended early, so that checks are missing."""

    @property
    def all_well(self) -> bool:
        """Whether the run came to its end and nothing fails."""
        return not self.interrupted and all(finding.result is not Result.FAILS for finding in self.findings)

    def summary(self) -> str:
        """Return how many checks ended in which way, such as "Works: 20, fails: 1."."""
        return summarize([finding.result for finding in self.findings])

    def markdown(self) -> str:
        """Return the whole report as Markdown, beginning with a heading of the second level."""
        lines = [
            "## Report of `longtable doctor`",
            "",
            f"Longtable {self.version}, {self.begun:%Y-%m-%d %H:%M} UTC. {self.about} {self.summary()}",
        ]
        for finding in self.findings:
            lines += ["", f"### {SIGNS[finding.result]} {finding.title}: {finding.result}", ""]
            lines += [f"*Tried:* {finding.tried}", "", f"*Result:* {finding.words}"]
            lines += ["", *(f"- {line}" for line in finding.lines)] if finding.lines else []
            lines += ["", f"*What this means:* {finding.follows}"] if finding.follows else []
        return "\n".join(lines) + "\n"


def summarize(results: Sequence[Result]) -> str:
    """Return the number of checks by result, as one sentence."""
    counted = Counter(results)
    return ", ".join(f"{result}: {counted[result]}" for result in Result if counted[result]).capitalize() + "."
