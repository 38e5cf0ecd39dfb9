# SPDX-License-Identifier: CC0-1.0
"""The part of JSON Schema that the suite's schema uses, so that the validator needs no package. An unknown word is an error."""

import re

KINDS = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
NOTES = {"$schema", "$defs", "title", "description"}


def is_of_kind(value, kind):
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, KINDS[kind])


def problems_of(value, schema, root, where=""):
    """A text for each way in which a value breaks the schema."""
    for word, rule in schema.items():
        if word not in NOTES:
            yield from RULES[word](value, rule, schema, root, where)


def of_reference(value, rule, _, root, where):
    yield from problems_of(value, root["$defs"][rule.removeprefix("#/$defs/")], root, where)


def of_type(value, rule, *others):
    if not is_of_kind(value, rule):
        yield f"{others[-1] or 'it'} is {value!r}, no {rule}"


def of_enum(value, rule, *others):
    if value not in rule:
        yield f"{others[-1] or 'it'} is {value!r}, none of {rule}"


def of_const(value, rule, *others):
    if value != rule:
        yield f"{others[-1] or 'it'} is {value!r}, not {rule!r}"


def of_alternatives(value, rule, _, root, where):
    fitting = sum(not any(True for _ in problems_of(value, one, root, where)) for one in rule)
    if fitting != 1:
        yield f"{where or 'it'} fits {fitting} of the alternatives"


def of_required(value, rule, *others):
    if isinstance(value, dict):
        yield from (f"{others[-1]}/{name} is missing" for name in rule if name not in value)


def of_properties(value, rule, _, root, where):
    if isinstance(value, dict):
        for name, one in rule.items():
            if name in value:
                yield from problems_of(value[name], one, root, f"{where}/{name}")


def of_additional(value, rule, schema, root, where):
    if not isinstance(value, dict):
        return
    for name in value.keys() - schema.get("properties", {}).keys():
        if rule is False:
            yield f"{where}/{name} is unknown"
        else:
            yield from problems_of(value[name], rule, root, f"{where}/{name}")


def of_names(value, rule, _, root, where):
    if isinstance(value, dict):
        for name in value:
            yield from problems_of(name, rule, root, f"the name {where}/{name}")


def of_items(value, rule, _, root, where):
    if isinstance(value, list):
        for k, one in enumerate(value):
            yield from problems_of(one, rule, root, f"{where}/{k}")


def bound(is_broken, words):
    def rule_of(value, rule, *others):
        if isinstance(value, int | float | str | list) and is_broken(value, rule):
            yield f"{others[-1] or 'it'} is {value!r}: {words} {rule} is needed"

    return rule_of


RULES = {
    "$ref": of_reference,
    "type": of_type,
    "enum": of_enum,
    "const": of_const,
    "oneOf": of_alternatives,
    "required": of_required,
    "properties": of_properties,
    "additionalProperties": of_additional,
    "propertyNames": of_names,
    "items": of_items,
    "pattern": bound(lambda value, rule: isinstance(value, str) and not re.search(rule, value), "the pattern"),
    "minLength": bound(lambda value, rule: isinstance(value, str) and len(value) < rule, "a length of at least"),
    "minItems": bound(lambda value, rule: isinstance(value, list) and len(value) < rule, "a list of at least"),
    "minimum": bound(lambda value, rule: isinstance(value, int | float) and value < rule, "at least"),
    "exclusiveMinimum": bound(lambda value, rule: isinstance(value, int | float) and value <= rule, "more than"),
}
