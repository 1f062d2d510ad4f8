#!/bin/sh
# Keeps the agent from rewriting what others have already pulled.
if grep -Eq 'git push .*(--force|-f)\b'; then
  echo "Force pushes are for people: push without --force, or ask." >&2
  exit 2
fi
