// A person at another machine, who allows the first question of the fleet by `hookline fleet answer`. It gets the gate and the
// person's token, which the command reads from a file that no other user can read.
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"

const [url = "", token = ""] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), "person-"))
const file = join(folder, "token")
writeFileSync(file, token, { mode: 0o600 })

// Elsewhere this is `npx hookline fleet`.
const bin = join(import.meta.dirname, "../../../packages/hookline/bin/hookline.js")
const env = { PATH: process.env["PATH"], HOME: folder, HOOKLINE_FLEET_URL: url, HOOKLINE_FLEET_TOKEN_FILE: file }

const fleet = async (...words: ReadonlyArray<string>): Promise<unknown> => {
  const { stdout } = await promisify(execFile)(process.execPath, [bin, "fleet", ...words, "--json"], { env })
  return JSON.parse(stdout)
}

interface Questions {
  readonly questions: ReadonlyArray<{ readonly id: string; readonly machine: string }>
}

interface Answer {
  readonly answer: string
  readonly by: string
}

try {
  for (;;) {
    // The casts hold because docs/formats.md promises these fields.
    const { questions } = (await fleet("questions")) as Questions
    const [first] = questions
    if (first !== undefined) {
      const { answer, by } = (await fleet("answer", first.id, "allow")) as Answer
      console.log(JSON.stringify({ machine: first.machine, answer, by }))
      break
    }
    await setTimeout(200)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
