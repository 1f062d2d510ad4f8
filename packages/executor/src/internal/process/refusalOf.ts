/** The failure of a hook that its sandbox probably caused: it ended with an error about a right that it does not have. */
import { SandboxRefused } from "@hookline/core/PipelineError"
import { isConfined, type Work } from "@hookline/core/Runner"
import { firstObject } from "./firstObject.ts"
import type { Ended } from "./supervise.ts"

/** The errors by which programs report a file, a socket or a network that they may not use. */
const errors =
  /permission denied|read-only file system|operation not permitted|network is unreachable|temporary failure in name resolution|could not resolve|connection refused|\b(?:EACCES|EROFS|EPERM|ENETUNREACH|EAI_AGAIN|ECONNREFUSED)\b/i

/** Exit codes that no sandbox causes: of a denial, and of a file that may not be executed, since all files may. */
const innocent: ReadonlySet<number> = new Set([0, 2, 126])

const mostRead = 65_536
const mostQuoted = 300

const lineIn = (text: string): string | undefined =>
  text
    .slice(-mostRead)
    .split("\n")
    .find((line) => errors.test(line))
    ?.trim()
    .slice(0, mostQuoted)

/**
 * Returns the failure, or `undefined` if nothing points to the sandbox. A reply in JSON counts whatever the exit code is,
 * because it may be a denial.
 */
export const refusalOf = (
  { confinement, hook }: Pick<Work, "confinement" | "hook">,
  ended: Ended
): SandboxRefused | undefined => {
  if (!isConfined(confinement)) return undefined
  const { profile } = confinement
  if (ended._tag === "Signalled" && ended.signal === "SIGSYS") {
    const line = "it made a system call that its sandbox forbids"
    return new SandboxRefused({ hook: hook.id, profile, end: ended.signal, line })
  }
  if (ended._tag !== "Exited" || innocent.has(ended.code)) return undefined
  if (firstObject(ended.stdout) !== undefined) return undefined
  const line = lineIn(ended.stderr) ?? lineIn(ended.stdout)
  return line === undefined ? undefined : new SandboxRefused({ hook: hook.id, profile, end: String(ended.code), line })
}
