/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { host, json, project, toggle } from "../flags.ts"

const fixFlag = toggle(
  "fix",
  "Mend what can be mended in one way only, and show what runs by it that did not run before"
)

const dryRun = toggle("dry-run", "With --fix: show what would be mended, and write nothing")

const user = toggle("user", "With --fix: mend your own files, not those of the project")

const hostFlag = host.pipe(Flag.withDescription("Also say what of these hooks that agent can't express"))

const flags = { project, host: hostFlag, fix: fixFlag, dryRun, user, json }

/** The flags of `hookline check`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const check = Command.make("check", flags, (flags) => Effect.flatMap(running, (run) => run.check(flags))).pipe(
  Command.withDescription("Every problem of the configuration, with file, line and a fix; exits with 1 on errors"),
  Command.withExamples([
    { command: "hookline check --fix --dry-run", description: "Show what could be mended" },
    { command: "hookline check --host amcp", description: "Show what AMCP can't express" }
  ])
)
