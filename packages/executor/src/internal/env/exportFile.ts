/** The file to which a hook exports variables: a session's variables that break are a failure of the hook. */
import { callPort, variablesName } from "@hookline/core/kit/execute/port"
import { executing, HookFailed, type PipelineError } from "@hookline/core/PipelineError"
import type { Work } from "@hookline/core/Runner"
import { exporterOf, type Exporting } from "@hookline/core/SessionEnv"
import * as Effect from "effect/Effect"

/** Returns the file, or `undefined` if none can be created. */
export const exportFile = (
  { file }: Pick<Exporting, "file">,
  { hook, session, settings }: Pick<Work, "hook" | "session" | "settings">
): Effect.Effect<string | undefined, PipelineError> =>
  Effect.mapError(
    callPort(variablesName, () => file(session, exporterOf(hook), settings.env)),
    ({ message }) => executing(new HookFailed({ hook: hook.id, issue: message }))
  )
