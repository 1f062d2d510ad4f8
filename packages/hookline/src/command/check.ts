/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { host, json, project } from "./flags.ts"

const fixFlag = Flag.Boolean("fix").pipe(
  Flag.withDescription("Mend what can be mended in one way only, and show what runs by it that did not run before"),
  Flag.withDefault(false)
)

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("With --fix: show what would be mended, and write nothing"),
  Flag.withDefault(false)
)

const user = Flag.Boolean("user").pipe(
  Flag.withDescription("With --fix: mend your own files, not those of the project"),
  Flag.withDefault(false)
)

const hostFlag = host.pipe(Flag.withDescription("Also say what of these hooks that agent can't express"))

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./checkRun.ts"))

export const check = Command.make("check", { project, host: hostFlag, fix: fixFlag, dryRun, user, json }, (said) =>
  Effect.flatMap(running, (run) => run.check(said))
).pipe(
  Command.withDescription("Every problem of the configuration, with file, line and a fix; exits with 1 on errors"),
  Command.withExamples([
    { command: "hookline check --fix --dry-run", description: "Show what could be mended" },
    { command: "hookline check --host amcp", description: "Show what AMCP can't express" }
  ])
)
