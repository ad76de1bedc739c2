"""Copies of the sources as one platform would see them."""

import re

from .platforms import settle

DIRECTIVE = re.compile(r"^(\s*#(?:if|elseif)\b)(.*)$")
# Apple's Foundation is one module that brings the Objective-C runtime along; the stub of that name does so too.
FOUNDATION = re.compile(
    r"^(\s*(?:@\w+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|func|enum)\s+)?)"
    r"Foundation(?:Essentials|Networking)?\b"
)


def settled(text, platform, marks=None):
    """The text of a file with its conditions settled, line for line; `marks` are lines to add behind others."""
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.match(line)
        if match:
            line = match.group(1) + settle(match.group(2), platform)
        else:
            line = FOUNDATION.sub(r"\1AppleFoundation", line)
        lines.append(line)
        if marks and number in marks:
            lines.append(marks[number])
    return "\n".join(lines) + "\n"
