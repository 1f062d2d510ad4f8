#!/bin/sh
# Refuses to tag from any branch but main. Runs in the project's folder; the skill's is in $CLAUDE_SKILL_DIR.
if grep -q 'git tag' && [ "$(git branch --show-current)" != main ]; then
  echo "Releases are tagged from main." >&2
  exit 2
fi
