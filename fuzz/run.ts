// Runs what is fuzzed: `npm run fuzz -- shell --runs 20000 --seed 7` compares rules on shell commands with bash,
// `npm run fuzz -- ports --runs 1000 --seed 7` breaks ports, `npm run fuzz -- bounds` compares the user's guards with and
// without hostile projects, `npm run fuzz -- configs --runs 20000 --seed 7` damages configurations, and without a name all readers are fed with texts that are nearly right.
const [, , name] = process.argv
const named: Readonly<Record<string, () => Promise<unknown>>> = {
  shell: () => import("./shell/run.ts"),
  ports: () => import("./ports/run.ts"),
  bounds: () => import("./bounds/run.ts"),
  configs: () => import("./configs/run.ts")
}
await((name === undefined ? undefined : named[name]) ?? (() => import("./readers.ts")))()
