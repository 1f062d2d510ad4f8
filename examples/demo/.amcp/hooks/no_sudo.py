"""Denies what would run as another user. AMCP gives its hooks the names of its own tools and their own keys."""

import json
import re
import sys

command = json.load(sys.stdin)["tool_input"]["command"]
if re.search(r"(^|[;&|(\n])\s*(sudo|doas|su)(\s|$)", command):
    print("Nothing runs as root from here: say what is needed, and a person does it.", file=sys.stderr)
    sys.exit(2)
