"""Keeps keys out of files. It looks at every text in the tool's input, whatever its key is called."""

import json
import re
import sys

KEY = re.compile(r"AKIA[0-9A-Z]{16}|gh[pousr]_\w{36}|-----BEGIN [A-Z ]*PRIVATE KEY-----")


def texts(value):
    if isinstance(value, str):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(inner)


if any(KEY.search(text) for text in texts(json.load(sys.stdin)["tool_input"])):
    # The reason does not repeat the key.
    print("This holds a key: read it from the environment, and write its name here.", file=sys.stderr)
    sys.exit(2)
