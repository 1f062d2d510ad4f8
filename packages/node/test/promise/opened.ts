// The hooks of a project made of files, held by promises.
import { TestProject } from "@hookline/testing"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Effect from "effect/Effect"
import { Hookline, type Hooks, type OpenOptions } from "@hookline/node"

export const settings = (...hooks: ReadonlyArray<unknown>): TestProject.Files => ({
  ".claude/settings.json": { json: { hooks: { PreToolUse: [{ matcher: "Bash", hooks }] } } }
})

/** Commands, as hooks of the tool Bash. */
export const commands = (...commands: ReadonlyArray<string>): TestProject.Files =>
  settings(...commands.map((command) => ({ type: "command", command })))

export const bash = { event: "PreToolUse", tool: "Bash", input: { command: "ls" }, session: "s1" }

/** Uses them, and closes them. The user trusts the project, unless options state otherwise. */
export const opened = <A>(
  files: TestProject.Files,
  use: (hooks: Hooks, folders: Project) => Promise<A>,
  options: Partial<OpenOptions> = {},
  project: TestProject.Options = {}
): Effect.Effect<A> =>
  Effect.scoped(
    Effect.flatMap(TestProject.make(files, project), (folders) =>
      Effect.promise(async () => {
        const { home, project } = folders
        await using hooks = await Hookline.open({ project, home, ...options })
        return await use(hooks, folders)
      })
    )
  )

/** What a promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`it resolved with ${JSON.stringify(value)}`)),
    (error: unknown) => error
  )
