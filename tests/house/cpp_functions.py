# SPDX-License-Identifier: Apache-2.0
"""Finds the functions of a C++ file and their length, from its braces alone.

The text is blanked of comments, literals and preprocessor lines; what stands between the last `;`, `{` or `}` and an
opening brace tells whether a function body, a scope (namespace, class) or a brace initialiser opens. That is enough
for code in the project's format, and needs no compiler.
"""

import re

BLANKED = re.compile(
    r"""R"(?P<fence>[^()\s\\]{0,16})\(.*?\)(?P=fence)"   # raw string
      | "(?:\\.|[^"\\\n])*"
      | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'              # a quote between digits is a separator
      | //[^\n]*
      | /\*.*?\*/
      | ^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
SCOPE = re.compile(r"^(template\s*<.*>\s*)?(inline\s+|export\s+)?(namespace|class|struct|union|enum|extern)\b", re.DOTALL)
ACCESS = re.compile(r"^\s*(public|private|protected)\s*:(?!:)")
MEMBER_INITIALISER = re.compile(r"\)\s*(noexcept\s*)?:\s.*[\w>]\s*$", re.DOTALL)
FUNCTION_NAME = re.compile(r"([~\w:]+|operator\s*[^\s\w(]+)\s*\(")
LAMBDA = re.compile(r"\[[^\[\]]*\]\s*(\([^{}]*\))?[^;=]*$", re.DOTALL)


def blank(text):
    """The text with comments, literals and preprocessor lines as spaces; line breaks stay."""
    return BLANKED.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def opens_function(head):
    """True if the text in front of an opening brace at scope level is the head of a function."""
    if "(" not in head:
        return False
    before_parenthesis = head[: head.index("(")]
    is_initialiser = "=" in before_parenthesis and "operator" not in before_parenthesis
    return bool(LAMBDA.search(head)) if is_initialiser else True


def kind_of_brace(inside, head):
    """The kind of an opening brace: a scope, a function, a member initialiser, or another block."""
    if inside != "scope":
        return "block"
    if SCOPE.match(head):
        return "scope"
    if MEMBER_INITIALISER.search(head):
        return "initialiser"
    if opens_function(head):
        return "function"
    return "block"


def functions(text):
    """(name, first line, length in lines) of every function of the text."""
    plain = blank(text)
    found, open_braces = [], []
    head_start = 0
    for position in (match.start() for match in re.finditer(r"[{};]", plain)):
        inside = open_braces[-1][0] if open_braces else "scope"
        head = ACCESS.sub("", plain[head_start:position]).lstrip()
        if plain[position] == "{":
            open_braces.append((kind_of_brace(inside, head), position - len(head), head))
        elif plain[position] == "}" and open_braces:
            kind, start, opening_head = open_braces.pop()
            inside = kind
            if kind == "function":
                first, last = (plain.count("\n", 0, place) + 1 for place in (start, position))
                name = FUNCTION_NAME.search(opening_head)
                found.append((name.group(1) if name else "lambda", first, last - first + 1))
        if not any(kind == "initialiser" for kind, *_ in open_braces) and inside != "initialiser":
            head_start = position + 1
    return found
