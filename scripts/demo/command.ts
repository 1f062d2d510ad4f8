// Runs the command from its sources, with the words that follow.
await import("hookline/kit/main")
