/** The flags that commands share. */
import * as Flag from "effect/cli/Flag"
import { hosts } from "./agentNames.ts"

/** Creates a flag that is off unless it is given. */
export const toggle = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

export const project = Flag.String("project").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The project's folder; the nearest one upwards that is marked as a project, if left out"),
  Flag.optional
)

export const json = toggle("json", "Print one JSON object, for programs")

export const host = Flag.Literals("host", hosts).pipe(
  Flag.withDescription("The agent whose words are spoken"),
  Flag.optional
)
