/** `hookline test`: runs the cases that are written beside hooks. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Problem } from "../Problem.ts"
import { eventFlags } from "../eventFlags.ts"
import { json, project, toggle } from "../flags.ts"

const paths = Argument.String("path").pipe(
  Argument.withDescription("A hooks.test.json, or a folder that is searched for some (default: those of the project)"),
  Argument.variadic()
)

const filter = Flag.String("filter").pipe(
  Flag.withMetavar("TEXT"),
  Flag.withDescription("Only cases whose name contains this, in any case of letters (default: all)"),
  Flag.optional
)

const jobs = Flag.Int("jobs").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("How many cases run at once (default: the number of processors)"),
  Flag.optional
)

const junit = Flag.String("junit").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("Also write the results as JUnit's XML, for servers that build things (default: no file)"),
  Flag.optional
)

const watch = toggle("watch", "Run the cases again whenever they, or what lies beside the hooks, change; until Ctrl-C")

const recordFlags = {
  record: Flag.String("record").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("Write a case of this name from what the hooks do now; with --event (default: run cases)"),
    Flag.optional
  ),
  event: Flag.String("event").pipe(
    Flag.withMetavar("EVENT"),
    Flag.withDescription("The event of the case that is recorded: PreToolUse, SessionStart, … (default: none)"),
    Flag.optional
  )
}

const flags = { paths, filter, jobs, watch, junit, ...recordFlags, ...eventFlags, project, json }

/** The flags of `hookline test`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Returns a sentence about the first flag that has no effect beside the others, or whose value has none. */
const unread = (flags: Flags): string | undefined => {
  const ofEvent = (["event", "tool", "input", "prompt", "source", "session"] as const).find(
    (name) => flags[name]._tag === "Some"
  )
  const ofRuns = (["filter", "jobs", "junit"] as const).find((name) => flags[name]._tag === "Some")
  if (Option.isNone(flags.record)) {
    if (ofEvent !== undefined) return `--${ofEvent} is for --record: a case has it in its own file`
    const isSome = Option.getOrElse(flags.jobs, () => 1) >= 1
    return isSome ? undefined : "--jobs takes a whole number from 1 on"
  }
  const other = ofRuns ?? (flags.watch ? "watch" : undefined)
  return other === undefined
    ? undefined
    : `--${other} is for running cases, and --record writes one: leave one of them out`
}

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))
const recording = Effect.promise(() => import("./record.ts"))

export const test = Command.make(
  "test",
  flags,
  Effect.fnUntraced(function* (flags) {
    const ignored = unread(flags)
    if (ignored !== undefined) return yield* new Problem({ message: ignored })
    if (Option.isSome(flags.record)) {
      const { record } = yield* recording
      return yield* record(flags, flags.record.value)
    }
    if (flags.watch && flags.json) {
      return yield* new Problem({ message: "--watch prints for people, again and again: leave out --json" })
    }
    const { once, watching } = yield* running
    if (flags.watch) return yield* watching(flags)
    const verdicts = yield* once(flags)
    return verdicts.some(({ status }) => status === "failed") ? yield* new Problem({ message: "" }) : undefined
  })
).pipe(
  Command.withDescription("Run the cases that are written beside hooks; exits with 1 where one fails"),
  Command.withExamples([
    { command: "hookline test" },
    { command: "hookline test .amplifier/hooks/guard --filter push" },
    { command: "hookline test --watch" },
    {
      command: `hookline test --record "refuses a forced push" --event PreToolUse --input '{"command": "git push --force"}'`
    }
  ])
)
