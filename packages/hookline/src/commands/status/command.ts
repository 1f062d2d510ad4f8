/** `hookline` alone: where this project is, and what to do next. */
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project } from "../flags.ts"

export const flags = { project, json }

/** The flags of `hookline` alone. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const status = (flags: Flags) => Effect.flatMap(running, (run) => run.status(flags))
