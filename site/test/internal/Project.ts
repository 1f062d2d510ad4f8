// A project on disk with the files of a question, and the command that answers there.
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { root } from "../../../scripts/internal/workspace.ts"
import type { Question } from "../../playground/engine/Question.ts"

/** What the command printed. Paths of the project are those of the playground. */
export interface Printed {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

/** A project on disk, whose hooks the user trusts. */
export class Project {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "hookline-playground-")))
  private readonly path = join(this.folder, "project")
  private readonly home = join(this.folder, "home")

  constructor({ path, text }: Pick<Question, "path" | "text">) {
    this.write(join(this.path, path), text)
    this.write(join(this.home, ".hookline/settings.json"), JSON.stringify({ trust: { paths: [`${this.folder}/**`] } }))
  }

  private write(file: string, text: string, mode = 0o644): void {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode })
  }

  /** Writes a script that prints a reply. */
  script(name: string, { exit, stderr, stdout }: Printed): void {
    this.write(join(this.path, `${name}.out`), stdout)
    this.write(join(this.path, `${name}.err`), stderr)
    this.write(join(this.path, name), `cat >/dev/null; cat ${name}.out; cat ${name}.err >&2; exit ${exit}\n`, 0o755)
  }

  /** Runs the command in the project. */
  run(words: ReadonlyArray<string>, input = ""): Promise<Printed> {
    const command = join(root, "packages/hookline/bin/hookline.js")
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [command, ...words],
        {
          cwd: this.path,
          env: { HOME: this.home, PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter), NO_COLOR: "1" }
        },
        (error, stdout, stderr) => {
          // A number is an exit code; without one the command could not be run, which no answer equals.
          const exit = error === null ? 0 : typeof error.code === "number" ? error.code : -1
          const named = (text: string): string => text.replaceAll(this.path, "/project")
          resolve({ stdout: named(stdout), stderr: named(stderr), exit })
        }
      )
      child.stdin?.on("error", () => undefined)
      child.stdin?.end(input.replaceAll("/project", this.path))
    })
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
