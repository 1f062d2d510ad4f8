/** The words of `enable` and `disable`. */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import { json, project } from "./flags.ts"

export const switchArguments = {
  name: Argument.String("name").pipe(
    Argument.withDescription("A plugin, or a hook by its identity, its beginning or its short name (see `list`)")
  ),
  shared: Flag.Boolean("shared").pipe(
    Flag.withDescription("In the team's .hookline/settings.json, not in your own for this project"),
    Flag.withDefault(false)
  ),
  user: Flag.Boolean("user").pipe(
    Flag.withDescription("In your own ~/.hookline/settings.json, for every project"),
    Flag.withDefault(false)
  ),
  project,
  json
}
