# SPDX-License-Identifier: Apache-2.0
"""Finds the functions of an R file that have a name, and their length, from brackets alone.

The text is blanked of comments and literals; a function begins at `name <- function(` and ends with the line in which its
body does: the bracket that closes it or, without one, the first line that leaves nothing open.
"""

import re

BLANKED = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\#[^\n]*""", re.DOTALL)
HEAD = re.compile(r"^[ \t]*([\w.]+|`[^`\n]+`)\s*(?:<-|=)\s*function\s*\(", re.MULTILINE)
DEPTH = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def blank(text):
    """The text with comments and literals as spaces; line breaks stay."""
    return BLANKED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def end_of(plain, start):
    """Where the function whose argument list opens at `start` ends."""
    depth, seen_arguments, seen_body = 0, False, False
    for position in range(start, len(plain)):
        character = plain[position]
        depth += DEPTH.get(character, 0)
        if depth < 0:
            return position
        if character == ")" and depth == 0 and not seen_arguments:
            seen_arguments = True
        elif seen_arguments and not character.isspace():
            seen_body = True
        if character == "\n" and depth == 0 and seen_body:
            return position
    return len(plain)


def functions(text):
    """(name, first line, length in lines) of every named function of the text."""
    plain = blank(text)
    found = []
    for head in HEAD.finditer(plain):
        first = plain.count("\n", 0, head.start(1)) + 1
        last = plain.count("\n", 0, end_of(plain, head.end() - 1)) + 1
        found.append((head.group(1), first, last - first + 1))
    return found
