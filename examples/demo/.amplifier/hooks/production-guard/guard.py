"""Asks a person before anything is done to production. JSON on standard output with exit code 0 says more than a code can."""

import json
import re
import sys

PRODUCTION = re.compile(r"(^|[\s=/.:@_-])(production|prod|live)($|[\s/.:@_-])", re.IGNORECASE)

command = json.load(sys.stdin)["tool_input"]["command"]
if PRODUCTION.search(command):
    json.dump(
        {
            "hookSpecificOutput": {
                "hookEventName": "PreToolUse",
                "permissionDecision": "ask",
                "permissionDecisionReason": f"This touches production: {command}",
            }
        },
        sys.stdout,
    )
