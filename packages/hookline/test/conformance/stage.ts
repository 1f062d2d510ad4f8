// Where a case is played: its files on the disk, its server, and what its hooks have left there.
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Leftovers, TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import path from "node:path"
import type { Case, Step } from "./Case.ts"

export interface Stage {
  readonly folders: Project
  /** A value with `{{project}}`, `{{home}}` and `{{server}}` filled in. */
  readonly fill: <A>(value: A) => A
  readonly write: (step: Step) => void
  readonly textOf: (file: string) => string | undefined
  readonly requests: Readonly<Record<string, ReadonlyArray<unknown>>>
}

interface Server {
  readonly url: string
  readonly requests: Record<string, Array<unknown>>
}

const listen = (replies: NonNullable<Case["http"]>): Effect.Effect<Server, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server & { readonly close: () => void }>((resume) => {
        const requests: Record<string, Array<unknown>> = {}
        const server = createServer((request, response) => {
          const chunks: Array<Buffer> = []
          request.on("data", (chunk: Buffer) => chunks.push(chunk))
          request.on("end", () => {
            const at = request.url ?? ""
            const seen = (requests[at] ??= [])
            seen.push(JSON.parse(Buffer.concat(chunks).toString()))
            const known = replies[at] ?? [{ status: 404 }]
            const { body, status } = known[Math.min(seen.length, known.length) - 1] ?? { status: 404 }
            response
              .writeHead(status)
              .end(typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body))
          })
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          resume(
            Effect.succeed({
              url: `http://127.0.0.1:${port}`,
              requests,
              close: () => {
                server.closeAllConnections()
                server.close()
              }
            })
          )
        })
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ requests, url }) => ({ requests, url })
  )

const filled =
  (words: Readonly<Record<string, string>>) =>
  <A>(value: A): A => {
    const walk = (one: unknown): unknown => {
      if (typeof one === "string")
        return one.replaceAll(/\{\{(project|home|server)\}\}/g, (_, word: string) => words[word] ?? "")
      if (Array.isArray(one)) return one.map(walk)
      if (typeof one !== "object" || one === null) return one
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]))
    }
    // Texts stay texts, and all else keeps its shape.
    return walk(value) as A
  }

/** Sets a case up. Its project is marked as one, unless it says where it is started. */
export const make = (played: Case): Effect.Effect<Stage, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folders = yield* TestProject.make(played.cwd === undefined ? { ".hookline/.keep": "" } : {})
    const server = yield* listen(played.http ?? {})
    const fill = filled({ project: folders.project, home: folders.home, server: server.url })
    const at = (file: string): string =>
      file.startsWith("~/") ? path.join(folders.home, file.slice(2)) : path.join(folders.project, file)
    const trusting = (file: string, content: NonNullable<Case["files"]>[string]) =>
      file !== TestProject.settingsFile || (typeof content === "object" && "folder" in content)
        ? content
        : TestProject.trusting(folders.project, content)
    const put = (files: NonNullable<Case["files"]>): void => {
      for (const [file, given] of Object.entries(fill(files))) {
        // Cases are about what hooks do once their user trusts them.
        const content = trusting(file, given)
        mkdirSync(path.dirname(at(file)), { recursive: true })
        if (typeof content === "string") writeFileSync(at(file), content)
        else if ("json" in content) writeFileSync(at(file), JSON.stringify(content.json, undefined, 2))
        else if ("script" in content) writeFileSync(at(file), content.script, { mode: 0o755 })
        else mkdirSync(at(file), { recursive: true })
      }
    }
    put(played.files ?? {})
    return {
      folders,
      fill,
      requests: server.requests,
      write: ({ remove = [], write = {} }) => {
        for (const file of remove) rmSync(at(file), { recursive: true })
        put(write)
      },
      textOf: (file) => (existsSync(at(file)) ? readFileSync(at(file), "utf8") : undefined)
    }
  })

/** The processes that are still there some seconds later, by the files in which their numbers stand. */
export const left = (stage: Stage, files: ReadonlyArray<string> = []): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.forEach(files, (file) => {
      const ended = Leftovers.until(() => {
        const pid = stage.textOf(file)?.trim() ?? ""
        return pid !== "" && !Leftovers.isAlive(pid)
      })
      return Effect.as(Effect.timeoutOption(ended, 10_000), undefined).pipe(
        Effect.andThen(Effect.sync(() => stage.textOf(file)?.trim() ?? "")),
        Effect.map((pid) =>
          pid !== "" && !Leftovers.isAlive(pid) ? [] : [`gone: ${file} names a process that is there`]
        )
      )
    }),
    (found) => found.flat()
  )
