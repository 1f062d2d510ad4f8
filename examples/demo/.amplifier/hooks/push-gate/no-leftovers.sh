#!/bin/sh
# Denies a push while a marker of unfinished work stands in src.
. "$AMPLIFIER_HOOKS_DIR/push-gate/is-push.sh"
if grep -rqsE '<<<<<<<|DO NOT PUSH' src; then
  echo "There is unfinished work in src: $(grep -rlsE '<<<<<<<|DO NOT PUSH' src | head -n 3 | tr '\n' ' ')" >&2
  exit 2
fi
