"""The places of a Swift file at which a mutant can be made, and how.

A mutant is a replacement of some bytes of the source by others that behave as before unless the mutant is switched on.
An operator is replaced by one of its own, with the same precedence, so that nothing need be known of its operands; a
literal and a condition are put into a call. Whether the result compiles is for the compiler to say.
"""
from typing import NamedTuple

from swift_tokens import tokens


class Site(NamedTuple):
    kind: str     # "operator", "constant", "condition"
    start: int    # bytes of the source, as characters
    end: int
    was: str
    choices: tuple  # of (what it becomes in words, the template of the replacement)


COMPARISONS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
}
OTHERS = {
    "&&": ("||",), "||": ("&&",), "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("*",), "+=": ("-=",),
    "-=": ("+=",), "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",),
}
SWAPS = COMPARISONS | OTHERS

# A failing precondition is a mistake of the program; no test comes to one.
UNTESTED_CALLS = {"precondition", "assert", "preconditionFailure", "assertionFailure", "fatalError"}


def _number(text):
    """Another literal of the same type."""
    plain = text.replace("_", "")
    if "." in plain or ("e" in plain.lower() and not plain.lower().startswith("0x")):
        value = float(plain)
        return repr(value * 2 if value else 1.0)
    value = int(plain, 0) if not plain.isdigit() else int(plain)
    # The largest number of its type has no successor.
    return str(value - 1 if value & (value + 1) == 0 and value > 1 else value + 1)


def _skipped(all_tokens):
    """Indices of tokens in attributes, compiler directives and calls that end the program."""
    skipped, index = set(), 0
    while index < len(all_tokens):
        token = all_tokens[index]
        opens = index + 1 < len(all_tokens) and all_tokens[index + 1].text == "("
        if token.kind == "word" and opens and (token.text[0] in "@#" or token.text in UNTESTED_CALLS):
            depth = 0
            for index in range(index + 1, len(all_tokens)):
                depth += {"(": 1, ")": -1}.get(all_tokens[index].text, 0)
                skipped.add(index)
                if depth == 0:
                    break
        index += 1
    return skipped


def _clauses(all_tokens, index):
    """The conditions of an if, guard or while at an index, or of a for's where: pairs of indices of tokens."""
    word = all_tokens[index].text
    depth, start = 0, index + 1 if word != "for" else None
    for at in range(index + 1, len(all_tokens)):
        text = all_tokens[at].text
        ends = depth == 0 and (text == "else" if word == "guard" else text == "{")
        if start is None:
            if depth == 0 and text == "where":
                start = at + 1
        elif ends or (depth == 0 and text == ","):
            if at > start:
                yield start, at
            start = at + 1
        if ends:
            return
        depth += {"open": 1, "close": -1}.get(all_tokens[at].kind, 0)
        if depth < 0:
            return


def sites(source):
    """Every site of a source, in order."""
    all_tokens = list(tokens(source))
    skipped = _skipped(all_tokens)
    found = []
    for index, token in enumerate(all_tokens):
        if index in skipped or index == 0 or index + 1 == len(all_tokens):
            continue
        before, after = all_tokens[index - 1], all_tokens[index + 1]
        # `#if DEBUG && x` is a condition of the compiler.
        line = source[source.rfind("\n", 0, token.start) + 1:token.start].lstrip()
        if line.startswith("#") or before.text in ("func", "operator", "infix", "prefix"):
            continue
        spaced = source[token.start - 1].isspace() and source[token.end].isspace()
        if token.kind == "operator" and spaced and token.text in SWAPS:
            choices = tuple((new, "operator") for new in SWAPS[token.text])
            found.append(Site("operator", token.start, token.end, token.text, choices))
        elif token.text == "..<" and before.end == token.start and before.kind != "mark" and before.text not in "([{":
            found.append(Site("operator", token.start, token.end, "..<", (("..<, one fewer", "operator"),)))
        elif token.kind == "number" and not (before.text.endswith(".") and before.end == token.start):
            new = _number(token.text)
            call = f"Mutant.{'decimal' if '.' in new else 'integer'}(%d, {token.text}, {new})"
            found.append(Site("constant", token.start, token.end, token.text, ((new, call),)))
        elif token.text in ("true", "false") and before.text != "case":
            new = "false" if token.text == "true" else "true"
            found.append(Site("constant", token.start, token.end, token.text, ((new, f"Mutant.flip(%d, {token.text})"),)))
        elif token.text in ("min", "max") and after.text == "(" and before.text != "." and before.text != "func":
            new = "max" if token.text == "min" else "min"
            # The parenthesis stays in place behind the replacement.
            call = f"Mutant.{token.text}(%d)"
            found.append(Site("operator", token.start, token.end, token.text, ((new, call),)))
        elif token.text in ("if", "guard", "while", "for") and before.text != ".":
            for start, end in _clauses(all_tokens, index):
                words = {each.text for each in all_tokens[start:end]}
                if words & {"let", "var", "case", "try", "await", "#available", "#unavailable"}:
                    continue
                first, last = all_tokens[start].start, all_tokens[end - 1].end
                text = source[first:last]
                if text.count("\n") > 3:
                    continue
                found.append(Site("condition", first, last, text, (
                    (f"!({text})", "Mutant.flip(%d, "), ("true", "Mutant.always(%d, "), ("false", "Mutant.never(%d, "))))
    return sorted(found, key=lambda site: (site.start, site.end))
