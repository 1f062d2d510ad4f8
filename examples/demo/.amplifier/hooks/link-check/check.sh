#!/bin/sh
# Asks a list of bad addresses, and the list does not answer. With `"onFailure": "closed"` no answer is a no; without it,
# it would be a notice. The limit is on the process and on whatever it starts.
sleep 60
