"""Denies to write JSON and TOML that nothing can read. The reason says where, so that the agent can mend it."""

import json
import sys

event = json.load(sys.stdin)
path, content = event["tool_input"]["file_path"], event["tool_input"]["content"]
try:
    # Files that are JSON with comments by custom are left alone.
    if path.endswith(".json") and not path.endswith(("tsconfig.json", "settings.json")) and ".vscode" not in path:
        json.loads(content)
    elif path.endswith(".toml"):
        try:
            import tomllib  # Python 3.11 has it.
        except ImportError:
            sys.exit(0)
        tomllib.loads(content)
except ValueError as error:
    print(f"This file would be broken: {error}", file=sys.stderr)
    sys.exit(2)
