#!/bin/sh
# Denies a push while tests fail. They take a while: a no from beside ends them, and whatever they have started.
. "$AMPLIFIER_HOOKS_DIR/push-gate/is-push.sh"
[ -x ./run-tests ] || exit 0
./run-tests > /dev/null 2>&1 || { echo "Tests fail: ./run-tests says which." >&2; exit 2; }
