// Runs what is fuzzed: `npm run fuzz -- shell --runs 20000 --seed 7` compares rules on shell commands with bash, and
// without a name it feeds all readers with texts that are nearly right.
const [, , name] = process.argv
await(name === "shell" ? import("./shell/run.ts") : import("./readers.ts"))
