#!/bin/sh
# Runs once, at the end of the session. $CLAUDE_SKILL_DIR is the skill's folder.
echo '{"systemMessage": "secure-operations was open: take back the access that was given for it"}'
