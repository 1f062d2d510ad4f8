#!/bin/sh
# Keeps the agent from rewriting what others have already pulled.
grep -Eq 'push.*([^[:alnum:]_./-]|\\[nt])(-[46dnquv]*f|--(force[^-]|m)|\+[[:alnum:]])'
# Code 1 is grep's for "not found". Any other code denies, so that an error of grep lets no command through.
[ $? -eq 1 ] && exit 0
echo "Force pushes are for people: push without --force, or ask." >&2
exit 2
