"""Keeps a list of the commands that were run in .logs/commands.jsonl, readable by its owner alone.

One script may serve several events: `hook_event_name` says which it is.
"""

import json
import os
import sys

event = json.load(sys.stdin)
folder = os.path.join(os.environ["AMPLIFIER_PROJECT_DIR"], ".logs")
file = os.path.join(folder, "commands.jsonl")
session = event.get("session_id")

if event["hook_event_name"] == "PostToolUse":
    os.makedirs(folder, mode=0o700, exist_ok=True)
    line = {"time": event.get("timestamp"), "session": session, "command": event["tool_input"].get("command")}
    # One write of one line in append mode: several agents may write at once.
    handle = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(handle, (json.dumps(line) + "\n").encode())
    os.close(handle)
elif os.path.exists(file):
    with open(file, encoding="utf-8") as lines:
        count = sum(json.loads(line)["session"] == session for line in lines)
    json.dump({"systemMessage": f"commands run in this session: {count}, listed in .logs/commands.jsonl"}, sys.stdout)
