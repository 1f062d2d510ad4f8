/** Diagnostics for the programs that settings name, without which no hook can run. */
import * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import * as SettingsFile from "@hookline/schema/kit/SettingsFile"
import { spawnSync } from "node:child_process"
import { isThere } from "./searched.ts"

interface Finding {
  readonly text: string
  readonly fix: string
}

/** Shells that read no text of `sh`. The system has them by another name, or not at all. */
const powershells: ReadonlySet<string> = new Set(["powershell", "pwsh"])

const ofProgram = (name: string, program: string, { home, project }: Project): Finding | undefined => {
  if (isThere(program, project)) return undefined
  if (program.startsWith("~")) {
    return {
      text: `"${name}" begins with ${program}, where nothing replaces \`~\`, so that every command fails.`,
      fix: `Write ${program.replace(/^~(?=\/)/, home)}.`
    }
  }
  return {
    text: `${program}, which "${name}" names, is ${program.includes("/") ? "no program" : "in no folder of PATH"}, so that every command fails.`,
    fix: "Install it, or write its path. The PATH of the agent may be another one."
  }
}

/** The exit code by which a program shows that it is a shell, and the time that it has for it. */
const [proof, patienceMillis] = [7, 5000]

/** Tries a shell of the user. One that a project names is not run. */
const ofShell = (shell: string): Finding | undefined => {
  const { status } = spawnSync(shell, ["-c", `exit ${proof}`], { stdio: "ignore", timeout: patienceMillis })
  return status === proof
    ? undefined
    : {
        text: `${shell}, which "shell" names, is no shell, so that every command fails: \`exit ${proof}\` does not end it by ${proof}.`,
        fix: 'Write the name of a shell, such as "bash".'
      }
}

const found = (origin: SettingsFiles.Origin, setting: "shell" | "wrap", finding: Finding | undefined) => {
  if (finding === undefined) return []
  const { column, file, line } = origin.where(setting)
  const at = [SettingsFile.nameOf(setting)]
  return [{ code: "setting-program", level: "error", dialect: "hookline", file, line, column, at, ...finding } as const]
}

/** Returns the diagnostics of the programs of `shell` and `wrap`. */
export const settingPrograms = (
  { person, project }: Pick<SettingsFiles.Known, "person" | "project">,
  folders: Project
): ReadonlyArray<Diagnostic> =>
  [...person, ...project].flatMap((origin): ReadonlyArray<Diagnostic> => {
    const { shell, wrap: [wrap] = [] } = origin.settings
    const isPower = shell !== undefined && powershells.has(shell)
    const missing = shell === undefined || isPower ? undefined : ofProgram("shell", shell, folders)
    const isTried = shell !== undefined && !isPower && missing === undefined && !project.includes(origin)
    return [
      ...found(origin, "shell", isTried ? ofShell(shell) : missing),
      ...found(origin, "wrap", wrap === undefined ? undefined : ofProgram("wrap", wrap, folders))
    ]
  })
