#!/bin/sh
# Tells the model where the project stands. On SessionStart plain text on standard output is what the model is told.
command -v git > /dev/null || { echo "git is not installed here." >&2; exit 1; }
git rev-parse --is-inside-work-tree > /dev/null 2>&1 || exit 0
echo "On branch $(git branch --show-current); git status says:"
git status --short | head -n 20
