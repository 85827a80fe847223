"""Splits Swift source into tokens, well enough to find operators, literals, and conditions."""
import re
from typing import NamedTuple


class Token(NamedTuple):
    kind: str  # "word", "number", "operator", "open", "close", "mark" (comma, colon, semicolon), "text"
    text: str
    start: int
    end: int


SPACE = re.compile(r"\s+")
LINE_COMMENT = re.compile(r"//[^\n]*")
WORD = re.compile(r"[@#$]?[A-Za-z_]\w*|`[^`]+`|\$\d+")
NUMBER = re.compile(r"0[xX][0-9A-Fa-f_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?")
OPERATOR = re.compile(r"[-+*/%<>=!&|^~?.]+")
TEXT_START = re.compile(r'(#*)("""|")')


def _end_of_comment(source, at):
    depth = 0
    while True:
        if source.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif source.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if depth == 0:
                return at
        else:
            at += 1


def _end_of_text(source, at):
    """The end of a string literal; what is interpolated is passed over."""
    pounds, quote = TEXT_START.match(source, at).groups()
    at += len(pounds) + len(quote)
    escape, close = "\\" + pounds, quote + pounds
    while not source.startswith(close, at):
        if source.startswith(escape, at):
            at += len(escape)
            if source[at] == "(":
                at = _end_of_parentheses(source, at)
            else:
                at += 1
        else:
            at += 1
    return at + len(close)


def _end_of_parentheses(source, at):
    depth = 0
    for token in tokens(source, at):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0:
            return token.end
    raise ValueError("unbalanced parentheses")


def tokens(source, at=0):
    while at < len(source):
        if match := SPACE.match(source, at):
            at = match.end()
        elif match := LINE_COMMENT.match(source, at):
            at = match.end()
        elif source.startswith("/*", at):
            at = _end_of_comment(source, at)
        elif TEXT_START.match(source, at):
            end = _end_of_text(source, at)
            yield Token("text", source[at:end], at, end)
            at = end
        elif source[at] in "([{":
            yield Token("open", source[at], at, at + 1)
            at += 1
        elif source[at] in ")]}":
            yield Token("close", source[at], at, at + 1)
            at += 1
        elif source[at] in ",:;":
            yield Token("mark", source[at], at, at + 1)
            at += 1
        else:
            for kind, pattern in (("word", WORD), ("number", NUMBER), ("operator", OPERATOR)):
                if match := pattern.match(source, at):
                    break
            else:
                kind, match = "mark", re.compile(".", re.S).match(source, at)
            yield Token(kind, match.group(), at, match.end())
            at = match.end()
