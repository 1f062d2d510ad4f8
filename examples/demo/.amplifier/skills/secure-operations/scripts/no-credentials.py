#!/usr/bin/env python3
"""Keeps credentials out of the conversation: what a tool prints, the model reads, and somebody else may keep."""

import json
import re
import sys

CREDENTIALS = re.compile(
    r"(^|[\s'\"/=<])(\.env(\.(?!example)\w+)?|\.netrc|\.pgpass|id_(rsa|ed25519|ecdsa)|credentials|[\w.-]+\.(pem|key|p12))($|[\s'\";|&)])"
    r"|(^|[;&|\n]\s*)(printenv|env\s*($|\|))"
)

tool_input = json.load(sys.stdin)["tool_input"]
# Of a tool that this guard does not know, all texts count.
texts = [value for value in tool_input.values() if isinstance(value, str)]
if any(CREDENTIALS.search(text) for text in texts):
    print("What you print, you send: look at credentials by their length or hash.", file=sys.stderr)
    sys.exit(2)
