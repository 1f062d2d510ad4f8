// Runs what is fuzzed: `npm run fuzz -- shell --runs 20000 --seed 7` compares rules on shell commands with bash,
// `npm run fuzz -- ports --runs 1000 --seed 7` breaks ports, and without a name it feeds all readers with texts that are
// nearly right.
const [, , name] = process.argv
if (name === "shell") await import("./shell/run.ts")
else if (name === "ports") await import("./ports/run.ts")
else await import("./readers.ts")
