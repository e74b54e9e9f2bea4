"""Markdown as Discord's client reads it: what of a text it would not show well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcord.preview._markdown import markdown_tokens

WIDTH = 40
"""Monospaced characters in a line of a phone."""

KNOWN = frozenset(
    {"text", "inline", "break", "paragraph", "heading", "subtext", "bullet_list", "ordered_list", "list_item"}
    | {"blockquote", "code", "code_block", "link_open", "link_close", "spoiler_open", "spoiler_close"}
    | {f"{style}_{end}" for style in ("strong", "em", "u", "s") for end in ("open", "close")}
    | {"mention", "command", "emoji", "timestamp"}
)
"""What the client makes of a text; a heading has three levels."""

HEADINGS = frozenset({"h1", "h2", "h3"})

UNSHOWN = {
    "a table": r"^\s*\|.*\|",
    "HTML": r"</?[A-Za-z][^>:]*>|<!--|&#?\w+;",
    "an image": r"!\[[^\]]*\]\(",
    "a link without an address": r"(?<!!)\[[^\]]*\]\((?!https?://)",
    "a link defined elsewhere": r"^\s*\[[^\]]+\]:\s|\[\^\w+\]",
    "a horizontal rule": r"^\s*([-*_])(\s*\1){2,}\s*$",
    "an underlined heading": r"^(=+|--)\s*$",
    "a heading deeper than the third level": r"^\s*#{4,}\s",
    "a heading or small text without a blank": r"^\s*(#{1,3}|-#)[^\s#]",
    "a list of another kind": r"^\s*(\d+\)|\+|[-*]\s\[[ xX]\])\s",
    "marked text": r"==[^=\n]+==",
    "another kind of code": r"^\s*~~~",
}
"""What Discord shows as it is typed, though others make something of it."""

LEFT = re.compile(r"\*\*|\*(?=\w)|(?<=\w)\*|__|~~|\|\||`")
"""Signs that are left in a text if nothing closes them."""

FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def faults_of(page: str) -> list[str]:
    """Return what of a text would not be shown well."""
    prose = re.sub(r"`[^`\n]*`", "", FENCED.sub("", page))
    found = [what for what, pattern in UNSHOWN.items() if re.search(pattern, prose, re.MULTILINE)]
    blocks = FENCED.findall(page)
    tokens = list(_walk(markdown_tokens(page, "text_display")))
    found += [f"an unknown {kind}" for kind in dict.fromkeys(token["type"] for token in tokens) if kind not in KNOWN]
    found += [f"a {token['tag']}" for token in tokens if token["type"] == "heading" and token["tag"] not in HEADINGS]
    if sum(token["type"] == "code_block" for token in tokens) != len(blocks):
        found.append("indented code")
    texts = [token["content"] for token in tokens if token["type"] == "text"]
    found += [f"{left.group()} that nothing closes" for text in texts if (left := LEFT.search(text))]
    code = [line for block in blocks for line in block.splitlines()]
    return found + [f"a line of code with {len(line)} characters" for line in code if len(line) > WIDTH]


def _walk(tokens: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield all parts, those within others too."""
    for token in tokens:
        yield token
        yield from _walk(token.get("children", ()))
