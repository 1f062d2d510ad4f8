# Whether the event on standard input is a push. The two checks beside it read this file.
# A text is enough here: at worst a check runs before a command that only speaks of a push.
grep -Eq 'git( +-[^"]*)? +push' || exit 0
