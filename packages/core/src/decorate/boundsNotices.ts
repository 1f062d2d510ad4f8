/** Reports at the start of a session that another user may write the project, or that a folder above it did not count. */
import type { Catalog } from "@hookline/schema/Catalog"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as ProjectBounds from "../discover/ProjectBounds.ts"

/** Checks whether a session has to begin with it. */
export const anyForeign = ({ diagnostics }: Catalog): boolean => diagnostics.some(ProjectBounds.isForeign)

/** Checks whether an event reports it. */
export const reportsForeign = ({ _tag }: HookEvent): boolean => _tag === "SessionStart"

/** Returns a notice for each folder that another user may write. */
export const ofForeign = ({ diagnostics }: Catalog): Outcome.Outcome =>
  Outcome.make({
    notices: diagnostics
      .filter(ProjectBounds.isForeign)
      .map(({ file, fix, text }) => ({ by: file, level: "warning", text: `${file}: ${text} ${fix ?? ""}`.trimEnd() }))
  })
