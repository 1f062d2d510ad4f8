/** The flags that commands share. */
import * as Flag from "effect/cli/Flag"
import { hosts } from "./agentNames.ts"

/** Creates a flag that is off unless it is given. */
export const toggle = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

export const project = Flag.String("project").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The project's folder (default: the nearest folder upwards that is marked as a project)"),
  Flag.optional
)

export const json = toggle("json", "Print one JSON object, for programs")

export const host = Flag.Literals("host", hosts).pipe(
  Flag.withDescription("The agent whose names of events, tools and fields are used (default: Hookline's own names)"),
  Flag.optional
)
