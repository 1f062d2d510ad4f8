"""Tells the model which test belongs to the file that it has changed."""

import json
import os
import sys

event = json.load(sys.stdin)
name = os.path.basename(event["tool_input"].get("file_path", ""))
if name.endswith(".py") and not name.startswith("test_"):
    text = f"The test of {name} is tests/test_{name}: run it, or write it if it is not there."
    json.dump({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": text}}, sys.stdout)
