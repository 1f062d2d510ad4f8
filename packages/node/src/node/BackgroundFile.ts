/**
 * The results of background hooks in the folders of their sessions, for hosts that start a process for every event: the
 * process of a later event reports them.
 *
 * **Details**
 *
 * A hook records its result by itself, in a folder in that of its session, and renames that folder when it ends: so a
 * record is whole, and the session's folder is changed by it. Everything in it is readable by its owner alone. It goes
 * with the session.
 *
 * @since 0.1.0
 */
import * as Background from "@hookline/core/Background"
import type { Work } from "@hookline/core/Runner"
import type { SessionKey } from "@hookline/core/SessionState"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Dialects from "@hookline/dialects/Dialects"
import { Hook } from "@hookline/schema/Hook"
import { HookEvent } from "@hookline/schema/HookEvent"
import { Run } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { randomHex } from "@hookline/executor/kit/internal/randomHex"
import * as fs from "node:fs"
import * as path from "node:path"
import * as folders from "./session/folders.ts"
import * as SessionStateFile from "./SessionStateFile.ts"

/** The hook and the event of a record, and the time at which it started. */
const Begun = Schema.Struct({ version: Schema.Literal(1), hook: Hook, event: HookEvent, start: Schema.Finite })

/** A result that Hookline itself has recorded. */
const Ended = Schema.Struct({
  version: Schema.Literal(1),
  event: HookEvent,
  run: Run,
  rewake: Schema.optionalKey(Schema.String)
})

const decodeBegun = Schema.decodeUnknownOption(Schema.fromJsonString(Begun))
const decodeEnded = Schema.decodeUnknownOption(Schema.fromJsonString(Ended))

/** The part of each output that is read. */
const mostRead = 1 << 20

const isRecord = (name: string): boolean => /^run-[0-9a-f]{32}(?:\.part)?$/.test(name)

/** Creates an empty record in the folder of a session. */
const createRecord = (session: string, files: Readonly<Record<string, string>>): string => {
  folders.makeReady(path.dirname(session))
  folders.makeReady(session)
  const folder = path.join(session, `run-${randomHex(16)}.part`)
  fs.mkdirSync(folder, 0o700)
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), text, { flag: "wx", mode: 0o600 })
  }
  return folder
}

/**
 * Creates the folder of a record for a hook that is about to start. There is none where the session has no id: no later
 * event could ask for it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const recordIn =
  (options: SessionStateFile.Options = {}) =>
  ({ event, hook, session }: Pick<Work, "event" | "hook" | "session">): string | undefined => {
    const folder = process.platform === "win32" ? undefined : SessionStateFile.folderOf(options)(session)
    if (folder === undefined) return undefined
    // The entry as written may hold anything, and no result depends on it.
    const { written: _written, ...rest } = hook
    const begun = JSON.stringify({ version: 1, hook: rest, event, start: Date.now() })
    return createRecord(folder, { "begun.json": begun, stdout: "", stderr: "", pid: "", code: "" })
  }

const textOf = (folder: string, name: string): string => {
  const fd = fs.openSync(path.join(folder, name), fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW)
  try {
    const bytes = Buffer.allocUnsafe(Math.min(fs.fstatSync(fd).size, mostRead))
    return bytes.subarray(0, fs.readSync(fd, bytes, 0, bytes.length, 0)).toString()
  } finally {
    fs.closeSync(fd)
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "ESRCH"
  }
}

const killed = "it was ended together with the shell that records its result, so that its reply is unknown"

/** Loads the reader of errors of a hook's own text, which most processes never need. */
const reading = Effect.promise(() => import("@hookline/executor/kit/incompleteRun"))

/** The code of a hook that moved itself to the background: no process was left that could wait for its end. */
const movedCode = "moved"

/** Returns what a hook wrote after it had moved. Without a reply, what it wrote to standard error may be a denial's reason. */
const movedReply = (stdout: string, stderr: string): Background.Ending => {
  const [object, reason] = [stdout.trim(), stderr.trim()]
  if (object !== "" || reason === "") return { _tag: "Exit", code: 0, stdout, stderr }
  return `it moved itself to the background, where its exit code can't be known, and wrote: ${reason}`
}

/** Returns the reply in a record, or `undefined` while its hook still runs. */
const replyIn = (folder: string, hook: Hook, project: string): Background.Unread["reply"] | undefined => {
  const code = textOf(folder, "code").trim()
  if (code !== "") {
    const [stdout, stderr] = [textOf(folder, "stdout"), textOf(folder, "stderr")]
    if (code === movedCode) return movedReply(stdout, stderr)
    const reply = { _tag: "Exit", code: Number(code), stdout, stderr } as const
    return Effect.map(reading, ({ incompleteRun }) => incompleteRun(hook, reply, project) ?? reply)
  }
  const pid = textOf(folder, "pid").trim()
  return pid === "" || isRunning(Number(pid)) ? undefined : killed
}

const resultIn = (folder: string, project: string): Background.Done | Background.Unread | undefined => {
  if (fs.existsSync(path.join(folder, "ended.json"))) {
    return Option.getOrUndefined(decodeEnded(textOf(folder, "ended.json")))
  }
  const begun = Option.getOrUndefined(decodeBegun(textOf(folder, "begun.json")))
  const dialect = begun && Dialects.named(begun.hook.source.dialect)
  if (begun === undefined || dialect === undefined) return undefined
  const reply = replyIn(folder, begun.hook, project)
  if (reply === undefined) return undefined
  const { event, hook, start } = begun
  return { hook, dialect, event, reply, millis: Math.max(0, fs.statSync(path.join(folder, "code")).mtimeMs - start) }
}

/** Takes a record by its name, which only one process can change. */
const take = (folder: string): boolean => {
  const taken = `${folder}.taken`
  try {
    fs.renameSync(folder, taken)
  } catch {
    return false
  }
  fs.rmSync(taken, { recursive: true, force: true })
  return true
}

/** Returns a result, or `undefined` for a record that another process removes meanwhile. */
const waitingIn = (folder: string, project: string): ReadonlyArray<Background.Waiting> => {
  try {
    const result = resultIn(folder, project)
    return result === undefined ? [] : [{ result, take: () => take(folder) }]
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
    throw error
  }
}

/**
 * Reports the results that a process of an earlier event left, in the sessions of a project.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  project: string,
  options: SessionStateFile.Options = {}
): Layer.Layer<Background.Background, never, ThisProject> => {
  const folderOf = SessionStateFile.folderOf(options)
  const sessionOf = ({ sessionId }: HookEvent): SessionKey => ({ project, session: sessionId })
  return Background.layerWith({
    onDone: ({ event, rewake, run }) =>
      Effect.sync(() => {
        const folder = folderOf(sessionOf(event))
        if (folder === undefined) return
        const ended = JSON.stringify({ version: 1, event, run, ...(rewake !== undefined && { rewake }) })
        const record = createRecord(folder, { "ended.json": ended })
        fs.renameSync(record, record.slice(0, -".part".length))
      }),
    waiting: (event) => {
      const folder = folderOf(sessionOf(event))
      if (folder === undefined) return []
      options.onLook?.(folder)
      if (folders.statusOf(folder) === undefined) return []
      return fs
        .readdirSync(folder)
        .filter(isRecord)
        .flatMap((name) => waitingIn(path.join(folder, name), project))
    }
  })
}
