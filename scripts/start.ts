// Plays the demonstration: an agent's session, through the real hooks of examples/demo. Words after `npm start --` are
// its own.
process.argv.splice(2, 0, "demo")
// It is no module for others, and so none of the package's entries.
await import("hookline/kit/main")
