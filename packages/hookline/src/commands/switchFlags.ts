/** The flags of `enable` and `disable`. */
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import { json, project, toggle } from "./flags.ts"

export const switchFlags = {
  name: Argument.String("name").pipe(
    Argument.withDescription("A plugin, or a hook by its identity, its beginning or its short name (see `list`)")
  ),
  shared: toggle("shared", "In the team's .hookline/settings.json, not in your own for this project"),
  user: toggle("user", "In your own ~/.hookline/settings.json, for every project"),
  project,
  json
}

export type SwitchFlags = Command.Command.Config.Infer<typeof switchFlags>
