/** The folder of a case: its project, or a temporary copy of it. */
import * as plugins from "@hookline/dialects/kit/plugins"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { whyOf } from "../node/disk.ts"
import type { Subject } from "./HookCaseFiles.ts"

/** The reason for which a case could not run, as a sentence. */
export class NotRun {
  readonly _tag = "NotRun"
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** The maximum number of files in a project that is copied. */
const most = 50_000

const attempt = <A>(what: string, make: () => Promise<A>): Effect.Effect<A, NotRun> =>
  Effect.tryPromise({ try: make, catch: (error) => new NotRun(`${what}: ${whyOf(error)}`) })

const temporary: Effect.Effect<string, NotRun, Scope.Scope> = Effect.acquireRelease(
  attempt("no temporary folder can be made", async () =>
    fs.realpathSync(await fs.promises.mkdtemp(path.join(tmpdir(), `hookline-${process.pid}-case-`)))
  ),
  (folder) => Effect.promise(() => fs.promises.rm(folder, { recursive: true, force: true }).catch(() => {}))
)

/** Installed packages are only read, and are most of many projects, so they are linked. */
const linked = "node_modules"

/** Copies a folder. Sockets and the like are omitted. */
const copy = (from: string, to: string): Effect.Effect<void, NotRun> =>
  attempt(`${from} can't be copied`, async () => {
    let count = 0
    await fs.promises.cp(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      mode: fs.constants.COPYFILE_FICLONE,
      filter: (source, target) => {
        if (++count > most) throw new Error(`it holds more than ${most} files, which is too much for a case`)
        const stat = fs.lstatSync(source)
        if (stat.isDirectory() && path.basename(source) === linked) {
          fs.symlinkSync(source, target)
          return false
        }
        return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink()
      }
    })
  })

/** Writes a case's own files. A script is made executable. */
const add = (folder: string, files: Readonly<Record<string, string>>): Effect.Effect<void, NotRun> =>
  attempt("the files of the case can't be written", async () => {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(folder, name)
      await fs.promises.mkdir(path.dirname(file), { recursive: true })
      const real = await fs.promises.realpath(path.dirname(file))
      // A link in the project may lead anywhere, and the copy contains it too.
      if (real !== folder && !real.startsWith(`${folder}${path.sep}`))
        throw new Error(`${name} is outside of the project`)
      await fs.promises.rm(file, { force: true })
      await fs.promises.writeFile(file, text)
      if (text.startsWith("#!")) await fs.promises.chmod(file, 0o755)
    }
  })

/** Returns the folder of a case, as long as the scope is open. */
export const folderFor = (
  { plugin, project }: Subject,
  files: Readonly<Record<string, string>> | undefined
): Effect.Effect<string, NotRun, Scope.Scope> =>
  plugin === undefined && files === undefined
    ? Effect.succeed(project)
    : Effect.gen(function* () {
        const root = yield* temporary
        const folder = path.join(root, path.basename(project))
        yield* copy(
          plugin ?? project,
          plugin === undefined ? folder : path.join(folder, plugins.folder, path.basename(plugin))
        )
        yield* add(folder, files ?? {})
        return folder
      })
