// Files of the user beside an agent's settings, whatever their names are: attaching and detaching neither read nor write them.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Attachment from "hookline/kit/manage/attach/Attachment"
import { backupOf } from "hookline/kit/manage/attach/backup"
import * as fs from "node:fs"
import * as path from "node:path"

const options = { command: ["/opt/node", "/opt/hookline.js"], limitMillis: () => 30_000 } as const

const contents = ['{"model": "opus"}\n', '{ "model":"opus" }', "{}", "", '{"hooks": {}}', "no JSON"]

/** Names that look like those of backups, with the content that they have. */
const foreign = (file: string, at: number): ReadonlyArray<readonly [name: string, text: string]> => {
  const text = contents[at % contents.length] ?? ""
  const other = contents[(at + 1) % contents.length] ?? ""
  return [
    [`${file}.before-hookline`, text],
    [`${file}.before-hookline-`, text],
    [`${file}.before-hookline-0123456789abcdef`, text],
    // The name that a backup of these settings has, with another content.
    [backupOf(file, Buffer.from(other)), text],
    [`${file}.before-hookline.bak`, other]
  ]
}

type Step = "attach" | "attach elsewhere" | "detach" | "edit" | "remove"

const step = (where: Parameters<typeof Attachment.attach>[0], file: string, name: Step) => {
  switch (name) {
    case "attach":
      return Effect.ignore(Attachment.attach(where, options))
    case "attach elsewhere":
      return Effect.ignore(Attachment.attach(where, { ...options, command: ["/usr/node", "/b.js"] }))
    case "detach":
      return Effect.ignore(Attachment.detach(where))
    case "edit":
      return Effect.sync(() => {
        if (fs.existsSync(file)) fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("opus", "haiku"))
      })
    case "remove":
      return Effect.sync(() => fs.rmSync(file, { force: true }))
  }
}

const steps = Schema.Array(Schema.Literals(["attach", "attach elsewhere", "detach", "edit", "remove"]))

describe.concurrent("a user's file beside the settings", () => {
  for (const host of ["claude", "amplihack"] as const)
    it.live.prop(
      `stays as it is, and settings are restored: ${host}`,
      [steps, Schema.Natural, Schema.Natural],
      ([before, at, start]) =>
        Effect.gen(function* () {
          const folders = yield* TestProject.make({ ".claude/settings.json": contents[start % 5] ?? "" })
          const where = { host, scope: "project", folders } as const
          const file = path.join(folders.project, ".claude/settings.json")
          const others = foreign(file, at)
          for (const [name, text] of others) fs.writeFileSync(name, text)
          for (const name of before) yield* step(where, file, name)
          const bytes = (): string | undefined => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined)
          yield* Effect.ignore(Attachment.detach(where))
          const bare = bytes()
          yield* Effect.ignore(Attachment.attach(where, options))
          yield* Effect.ignore(Attachment.detach(where))
          assert.strictEqual(bytes(), bare)
          for (const [name, text] of others)
            assert.strictEqual(fs.readFileSync(name, "utf8"), text, path.basename(name))
        }).pipe(Effect.scoped),
      { arbitrary: { runs: 60, size: 6 } }
    )
})
