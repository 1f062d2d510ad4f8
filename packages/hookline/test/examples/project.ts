// The examples' projects, each in a copy of its own, with the cases that stand beside their hooks.
import * as Effect from "effect/Effect"
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"

export const examples = path.resolve(import.meta.dirname, "../../../../examples")

type Texts = string | ReadonlyArray<string>

export interface Case {
  readonly name: string
  readonly event: string
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly prompt?: string
  readonly source?: string
  readonly session?: string
  readonly files?: Readonly<Record<string, string>>
  readonly skill?: string
  readonly expect: {
    readonly verdict?: string
    readonly reason?: Texts
    readonly context?: Texts
    readonly notice?: Texts
    readonly input?: unknown
    readonly ran?: ReadonlyArray<string>
    readonly exit?: number
  }
}

export interface CasesFile {
  readonly file: string
  readonly project: string
  readonly cases: ReadonlyArray<Case>
}

const projectOf = (file: string): string => path.join(examples, path.relative(examples, file).split(path.sep)[0] ?? "")

/** All files of cases. They are ours, and in the form that is asserted on below. */
export const files: ReadonlyArray<CasesFile> = globSync("*/.*/**/hooks.test.json", { cwd: examples })
  .toSorted()
  .map((name) => path.join(examples, name))
  .map((file) => ({
    file: path.relative(examples, file),
    project: projectOf(file),
    ...(JSON.parse(readFileSync(file, "utf8")) as Pick<CasesFile, "cases">)
  }))

/** A copy of a project, with these files in it, and a home that trusts it and takes modules from projects. */
export const copyOf = (project: string, more: Readonly<Record<string, string>> = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const root = realpathSync(mkdtempSync(path.join(tmpdir(), "hookline-examples-")))
      const [copy, home] = [path.join(root, "my project"), path.join(root, "home")]
      cpSync(project, copy, { recursive: true })
      mkdirSync(path.join(home, ".hookline"), { recursive: true })
      const settings = { allow_project_modules: true, trust: { paths: [copy] } }
      writeFileSync(path.join(home, ".hookline/settings.json"), JSON.stringify(settings))
      for (const [name, text] of Object.entries(more)) {
        const file = path.join(copy, name)
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, text)
        if (text.startsWith("#!")) chmodSync(file, 0o755)
      }
      return { project: copy, home, config: path.join(home, ".config") }
    }),
    ({ home }) => Effect.sync(() => rmSync(path.dirname(home), { recursive: true, force: true }))
  )
