/**
 * The state of sessions for processes that answer one event: in files of this machine, or in the fleet that the user's
 * settings name. Users who have joined no fleet load nothing of it.
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import { SessionState, type Storing } from "@hookline/core/SessionState"
import { ThisProject } from "@hookline/core/ThisProject"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as FleetSetting from "./fleetSetting.ts"

/** Creates the state of a project, in files where its user has joined no fleet. */
export const of = (
  folders: { readonly home: string; readonly project: string },
  copy: Storing
): Effect.Effect<Storing, never, ConfigFiles | Scope.Scope> =>
  Effect.flatMap(FleetSetting.read(folders.home), (setting) =>
    setting === undefined
      ? Effect.succeed(copy)
      : Effect.flatMap(
          Effect.promise(() => import("./fleetSession.ts")),
          ({ make }) => make(setting, folders.project, copy)
        )
  )

/** Stores the state of sessions for a process that answers one event. */
export const layer = (
  options: SessionStateFile.Options = {}
): Layer.Layer<SessionState, never, ConfigFiles | ThisProject> =>
  SessionState.layerEffect(Effect.flatMap(ThisProject, ({ project }) => of(project, SessionStateFile.make(options))))
