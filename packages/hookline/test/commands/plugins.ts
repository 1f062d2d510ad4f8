// Plugins, repositories and a project for them, on the disk.
import { TestProject } from "@hookline/testing"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { hooklineIn, type Options } from "./hookline.ts"

/** A file's hooks: on `PreToolUse`, what is given. */
export const hooks = (...commands: ReadonlyArray<string>) => ({
  json: {
    hooks: {
      PreToolUse: [{ matcher: "Bash", hooks: commands.map((command) => ({ type: "command", command })) }]
    }
  }
})

/** A guard whose script denies, and says where it stands. */
export const guard: TestProject.Files = {
  ".claude-plugin/plugin.json": { json: { name: "guard", version: "1.0.0" } },
  "hooks/hooks.json": hooks(`"\${CLAUDE_PLUGIN_ROOT}/scripts/guard.sh"`),
  "scripts/guard.sh": { script: '#!/bin/sh\necho "no, says $CLAUDE_PLUGIN_ROOT" >&2\nexit 2\n' }
}

export interface Place extends Project {
  /** A folder beside the project. */
  readonly beside: string
  readonly run: (args: ReadonlyArray<string>, options?: Options) => ReturnType<typeof hooklineIn>
  /** Writes files into a folder beside the project, and gives its path. */
  readonly write: (folder: string, files: TestProject.Files) => string
}

export const writeFiles = (folder: string, files: TestProject.Files): string => {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    const text =
      typeof content === "string" ? content : "json" in content ? JSON.stringify(content.json) : content.script
    writeFileSync(file, text)
    if (typeof content !== "string" && "script" in content) chmodSync(file, 0o755)
  }
  return folder
}

/** A project that is empty but for these files, with room beside it. */
export const place = <A>(
  files: TestProject.Files,
  use: (place: Place) => Effect.Effect<A>,
  options: TestProject.Options = {}
): Effect.Effect<A> =>
  Effect.scoped(
    Effect.flatMap(TestProject.make({ ".hookline/.keep": "", ...files }, options), (folders) => {
      const beside = path.dirname(folders.project)
      return use({
        ...folders,
        beside,
        run: (args, options) => hooklineIn(folders, args, options),
        write: (folder, content) => writeFiles(path.join(beside, folder), content)
      })
    })
  )

/** Everything in a folder, with its mode. */
export const all = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => {
      const stat = lstatSync(path.join(folder, name))
      const what = stat.isFile() ? readFileSync(path.join(folder, name), "utf8") : stat.isDirectory() ? "/" : "?"
      return `${name} ${(stat.mode & 0o111).toString(8)} ${what}`
    })
    .toSorted()

/** Runs git as a person with no settings of their own. */
export const git = (folder: string, ...words: ReadonlyArray<string>): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false", ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"]
  }).trim()

/** Makes a folder a repository with all of it in one commit, which is given. */
export const commit = (folder: string): string => {
  git(folder, "init", "--quiet", "--initial-branch=main")
  git(folder, "add", "--all", "--force")
  git(folder, "commit", "--quiet", "--message", "all of it")
  return git(folder, "rev-parse", "HEAD")
}
