/**
 * The state of sessions in files, for hosts that start a process for every event: the next process
 * knows the marks of the one before.
 *
 * **Details**
 *
 * Each session has a folder of its own that only its owner can open, and a file in it that is only ever replaced as a
 * whole. Changes are made under a lock that a dead process does not keep. Without a session's id the state lasts for the
 * process. So it does where files can't be used, which is reported as a problem, and is no failure.
 *
 * Nothing is made, written or locked until there is something to remember. Until then an event asks whether its session
 * has a folder, since skills may be open there, and that is all.
 *
 * @since 0.1.0
 */
import type { OpenSkills } from "@hookline/core/kit/session/OpenSkills"
import { type SessionKey, SessionState, type Storing } from "@hookline/core/SessionState"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Claims from "./session/claims.ts"
import * as folders from "./session/folders.ts"
import * as Sessions from "./session/sessions.ts"

/**
 * Options for the folder of sessions. It defaults to the user's folder for state.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly folder?: string
  /** Called with each path before it is read. */
  readonly onLook?: (path: string) => void
}

/**
 * The folder of a session, for what else belongs to it and goes with it. There is none where its state lasts for the
 * process. It may not have been made yet.
 *
 * @category getters
 * @since 0.1.0
 */
export const folderOf =
  ({ folder = folders.root() }: Pick<Options, "folder"> = {}) =>
  (key: SessionKey): string | undefined =>
    key.session === undefined || key.session === "" ? undefined : folders.folderOf(folder, key)

const skillsOf = ({ anyOpen, change, changes, read }: Sessions.Sessions): OpenSkills => ({
  of: (key) => read(key).skills,
  changes,
  any: (project, session) => {
    // Asked first: whether anything is open that was opened by another process.
    const isOpen = project !== undefined && session !== undefined && read({ project, session }).skills.length > 0
    return isOpen || anyOpen()
  },
  open: (key, skill) => change(key, (state) => [undefined, { ...state, skills: [...state.skills, skill] }]),
  close: (key, { by, carrier, name }) =>
    change(key, (state) => {
      const last = state.skills.findLastIndex(
        (skill) => skill.name === name && skill.carrier === carrier && skill.by === by
      )
      return [undefined, last < 0 ? state : { ...state, skills: state.skills.toSpliced(last, 1) }]
    }),
  end: (key) => change(key, (state) => [undefined, state.skills.length === 0 ? state : { ...state, skills: [] }])
})

/**
 * Creates a state for programs that run no hooks, such as listings.
 *
 * @example
 * ```ts
 * import * as SessionStateFile from "@hookline/node/SessionStateFile"
 *
 * const isMarked = SessionStateFile.make().has({ project: "/project", session: "s1" }, "reviewed")
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = ({ folder, onLook }: Options = {}): Storing => {
  const sessions = Sessions.make(folder ?? folders.root(), onLook)
  const { change, end, problems, read } = sessions
  const marks: Pick<Storing, "has" | "mark"> = {
    has: (key, mark) => Effect.sync(() => read(key).marks.includes(mark)),
    mark: (key, mark) =>
      change(key, (state) =>
        state.marks.includes(mark) ? [false, state] : [true, { ...state, marks: [...state.marks, mark] }]
      )
  }
  return {
    ...marks,
    claim: Claims.make(sessions, marks),
    unmark: (key, mark) =>
      change(key, (state) =>
        state.marks.includes(mark)
          ? [true, { ...state, marks: state.marks.filter((one) => one !== mark) }]
          : [false, state]
      ),
    skills: skillsOf(sessions),
    end,
    problems
  }
}

/**
 * Stores the state of sessions in files, for hosts that start a process for every event.
 *
 * @example
 * ```ts
 * import { Hookline } from "@hookline/node"
 * import * as SessionStateFile from "@hookline/node/SessionStateFile"
 *
 * const hooks = Hookline.layer({ project: ".", once: true, provide: [SessionStateFile.layer()] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options = {}): Layer.Layer<SessionState, never, ThisProject> =>
  SessionState.layerEffect(Effect.sync(() => make(options)))
