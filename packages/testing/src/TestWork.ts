/**
 * Work for a runner, as from the pipeline, for tests of a runner alone.
 *
 * @since 0.1.0
 */
import type { Work } from "@hookline/core/Runner"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { Handler, Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"

/**
 * Options for the work beside its handler.
 *
 * @category models
 * @since 0.1.0
 */
export type Options = Partial<Omit<Work, "handler" | "hook" | "facts">> & {
  readonly project: string
  readonly hook?: Partial<Omit<Hook, "handler">>
}

const editing = HookEvent.cases.PreToolUse.make({
  sessionId: "a session",
  toolName: "Edit",
  toolInput: { file_path: "/a folder/it's.ts", new_string: "x".repeat(800) }
})

/**
 * Creates the work of one hook of Claude Code, by default on an edit of a file.
 *
 * @example
 * ```ts
 * import * as TestWork from "@hookline/testing/TestWork"
 *
 * const work = TestWork.make({ _tag: "Command", command: "./guard.sh" }, { project: "/project" })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <H extends Handler>(
  handler: H,
  { hook: more, project, ...options }: Options
): Work<H["_tag"] & Kind> => {
  const { event = editing, dialect = ClaudeCode, host = dialect } = options
  const hook: Hook = {
    id: "the hook",
    event: HookEvent.nameOf(event),
    handler,
    once: false,
    enabled: true,
    group: { index: 0, parallel: false },
    source: { dialect: dialect.name, scope: "project", file: `${project}/hooks.json`, folder: project, at: [] },
    ...more
  }
  const work: Work = {
    hook,
    handler,
    event,
    dialect,
    host,
    payload: () => `${JSON.stringify(dialect.event.encodeForHook(event))}\n`,
    facts: { projectDir: project, event, source: hook.source },
    limitMillis: 60_000,
    settings: {},
    session: { project, session: event.sessionId },
    ...options
  }
  // The handler is the given one, so the work is of its kind.
  return work
}
