/** `hookline attach HOST` and `detach HOST`: puts `dispatch` into a host's own settings, and takes it out again. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { attachable } from "../agentNames.ts"
import { json, project, toggle } from "../flags.ts"

const hostArgument = Argument.String("host").pipe(Argument.withDescription(`The agent: ${attachable.join(", ")}`))

const anyHost = Argument.String("host").pipe(
  Argument.withDescription(`The agent: ${attachable.join(", ")} (default: show those that are here)`),
  Argument.optional
)

const scope = Flag.Literals("scope", ["user", "project", "local"]).pipe(
  Flag.withDescription(
    "Whose settings: yours everywhere, the team's in this project, or yours in it (default: where the agent surely reads them)"
  ),
  Flag.optional
)

const onFailure = Flag.Literals("on-failure", ["open", "closed", "ask"]).pipe(
  Flag.withDescription("The result of an event where Hookline itself can't run (default: that of the settings)"),
  Flag.optional
)

const flags = { host: hostArgument, scope, project, json }

/** The flags of `hookline detach`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

const yes = toggle("yes", "Write what an agent needs to trust these entries (Codex) without being asked")

const attachFlags = { ...flags, host: anyHost, onFailure, yes }

/** The flags of `hookline attach`. */
export type AttachFlags = Command.Command.Config.Infer<typeof attachFlags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const attach = Command.make("attach", attachFlags, (flags) =>
  Effect.flatMap(running, (run) => run.attach(flags))
).pipe(
  Command.withDescription(
    "Let an agent run these hooks: put `hookline dispatch` into its own settings for every event"
  ),
  Command.withExamples([{ command: "hookline attach claude --scope user" }])
)

export const detach = Command.make("detach", flags, (flags) =>
  Effect.flatMap(running, (run) => run.detach(flags))
).pipe(Command.withDescription("Take `hookline dispatch` out of an agent's settings again, byte for byte"))
