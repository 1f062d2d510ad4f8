"""Tells the model what is wrong with the Python file that it has just written, so that it mends that by itself.

It needs no linter to be installed. JSON is always written by a library: findings have quotes and several lines.
"""

import ast
import json
import os
import sys


def findings(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        yield getattr(error, "lineno", None) or 1, f"is no Python: {getattr(error, 'msg', error)}"
        return
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    exported = text.partition("__all__")[2]
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, "module", "") != "__future__":
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                if name not in used and name != "*" and name not in exported:
                    yield node.lineno, f"{name} is imported and never used"
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            yield node.lineno, "a bare except also catches KeyboardInterrupt: name the exception"
        if isinstance(node, ast.FunctionDef):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if isinstance(default, (ast.List, ast.Dict, ast.Set)):
                    yield default.lineno, f"{node.name} has a default that all its calls share: use None"


event = json.load(sys.stdin)
path = os.path.join(event.get("cwd") or ".", event["tool_input"].get("file_path", ""))
if path.endswith(".py") and os.path.isfile(path) and not os.path.basename(path).startswith("__init__"):
    found = [f"line {line}: {text}" for line, text in sorted(findings(path))]
    if found:
        feedback = "\n".join([f"{os.path.basename(path)} needs another look:", *found])
        json.dump({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": feedback}}, sys.stdout)
