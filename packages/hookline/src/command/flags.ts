/** The flags that most commands share. */
import * as Flag from "effect/cli/Flag"
import { hosts } from "./agentNames.ts"

export const project = Flag.String("project").pipe(
  Flag.withMetavar("DIR"),
  Flag.withDescription("The project's folder; the nearest one upwards that is marked as a project, if left out"),
  Flag.optional
)

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print one JSON object, for programs"),
  Flag.withDefault(false)
)

export const host = Flag.Literals("host", hosts).pipe(
  Flag.withDescription("The agent whose words are spoken"),
  Flag.optional
)
