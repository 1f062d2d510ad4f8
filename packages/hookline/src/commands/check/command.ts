/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { host, json, project, toggle } from "../flags.ts"

const fixFlag = toggle(
  "fix",
  "Repair what can be repaired in one way only, and show what runs by it that did not run before"
)

const dryRun = toggle("dry-run", "With --fix: show what would be repaired, and write nothing")

const user = toggle("user", "With --fix: repair your own files, not those of the project")

const hostFlag = host.pipe(
  Flag.withDescription("Also report what of these hooks that agent can't express (default: no agent)")
)

const flags = { project, host: hostFlag, fix: fixFlag, dryRun, user, json }

/** The flags of `hookline check`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const check = Command.make("check", flags, (flags) => Effect.flatMap(running, (run) => run.check(flags))).pipe(
  Command.withDescription(
    "Report every problem of the configuration, with file, line and a fix; exits with 1 on errors"
  ),
  Command.withExamples([
    { command: "hookline check --fix --dry-run", description: "Show what could be repaired" },
    { command: "hookline check --host amcp", description: "Show what AMCP can't express" }
  ])
)
