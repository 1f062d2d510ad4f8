/** The flags of `enable` and `disable`. */
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json, project, toggle } from "./flags.ts"

export const switchFlags = {
  name: Argument.String("name").pipe(
    Argument.withDescription("A plugin, or a hook by its identity, its beginning or its short name (see `list`)")
  ),
  scope: Flag.Literals("scope", ["local", "project", "user"]).pipe(
    Flag.withDescription(
      "Whose settings: yours in this project, the team's .hookline/settings.json, or yours everywhere (default: local)"
    ),
    Flag.optional
  ),
  shared: toggle("shared", "The same as --scope project"),
  user: toggle("user", "The same as --scope user"),
  project,
  json
}

export type SwitchFlags = Command.Command.Config.Infer<typeof switchFlags>
