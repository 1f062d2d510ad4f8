// Attaches, or detaches, in a process of its own: FILE is changed by `attach` or `detach`, and the outcome is printed.
import * as Effect from "effect/Effect"
import * as Attachment from "hookline/kit/manage/attach/Attachment"

const [action, project = "", command = "/opt/node"] = process.argv.slice(2)
const where = { host: "claude", scope: "project", folders: { project, home: project, config: project } } as const
const options = { command: [command, "/opt/hookline.js"], limitMillis: () => 30_000 } as const

const done = await Effect.runPromise(
  Effect.match(action === "detach" ? Attachment.detach(where) : Attachment.attach(where, options), {
    onFailure: ({ _tag, message }) => `${_tag}: ${message}`,
    onSuccess: ({ as }) => as
  })
)
process.stdout.write(done)
