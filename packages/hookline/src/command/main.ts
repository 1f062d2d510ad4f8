/**
 * The command. Words that need nothing are answered here; everything else is loaded when it is asked for, since a host
 * waits for `dispatch` before every tool.
 */
import { version } from "./version.ts"

const [first, ...rest] = process.argv.slice(2)

if (first === "--version") process.stdout.write(`hookline v${version}\n`)
else if (first === "dispatch") await (await import("./dispatch.ts")).main(rest)
else (await import("./commands.ts")).main()
