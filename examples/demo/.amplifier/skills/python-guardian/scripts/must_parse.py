"""Denies to write Python that does not parse."""

import ast
import json
import sys

tool_input = json.load(sys.stdin)["tool_input"]
if tool_input["file_path"].endswith((".py", ".pyi")):
    try:
        ast.parse(tool_input["content"])
    except (SyntaxError, ValueError) as error:
        print(f"This is no Python: {error}", file=sys.stderr)
        sys.exit(2)
