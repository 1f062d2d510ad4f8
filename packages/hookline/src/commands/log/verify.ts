/** `hookline log --verify`: whether the log is what was written, by its own heads and by those that were kept elsewhere. */
import * as AuditFiles from "@hookline/coordinator/AuditFiles"
import { type Fault, type Verification, verify } from "@hookline/coordinator/AuditVerify"
import { sentence } from "@hookline/core/PipelineError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readFileSync } from "node:fs"
import type { Paint } from "@hookline/node/kit/output/paint"
import { Problem } from "../Problem.ts"
import * as ProjectAudit from "@hookline/node/kit/node/ProjectAudit"
import { printer } from "@hookline/node/kit/output/Printer"

const textOf = (said: string): Effect.Effect<string, Problem> =>
  said.trim().startsWith("{")
    ? Effect.succeed(said)
    : Effect.try({
        try: () => readFileSync(said === "-" ? 0 : said, "utf8"),
        catch: (error) => new Problem({ message: `the heads in ${said} can't be read: ${sentence(error)}` })
      })

/** Heads that were kept elsewhere: those lines themselves, or a file of them. */
export const headsFrom = (said: Option.Option<string>): Effect.Effect<ReadonlyArray<AuditFiles.Head>, Problem> =>
  Option.isNone(said)
    ? Effect.succeed([])
    : Effect.flatMap(textOf(said.value), (text) =>
        Effect.mapError(
          AuditFiles.parseHeads(text),
          () => new Problem({ message: "--head takes what `hookline log --heads` printed, or a file of it" })
        )
      ).pipe(
        Effect.filterOrFail(
          (heads) => heads.length > 0,
          () => new Problem({ message: "--head has no heads in it: give what `hookline log --heads` printed" })
        )
      )

/** Checks whether a file is so old that Hookline itself has removed it. */
const isOver = ({ file }: AuditFiles.Head, now: number): boolean => {
  const [, year = "", month = "", day = ""] = /^(\d{4})(\d\d)(\d\d)[-T]/.exec(file) ?? []
  return Date.parse(`${year}-${month}-${day}`) < now - (ProjectAudit.days + 1) * 24 * 60 * 60 * 1000
}

/** Heads of files that are over by their age are no reason to miss them. */
export const verifyLog = (log: AuditFiles.Log, kept: ReadonlyArray<AuditFiles.Head>, now: number): Verification => {
  const there = new Set(log.files.map(({ name }) => name))
  return verify(
    log,
    kept.filter((head) => there.has(head.file) || !isOver(head, now))
  )
}

const row = ({ file, level, line, text }: Fault, { red, yellow }: Paint): string => {
  const where = line === undefined ? file : `${file}:${line}`
  return (level === "error" ? red : yellow)(`${where}  ${level}: ${text}`)
}

/** The result of verifying the log in a folder. */
export interface Verified {
  readonly found: Verification
  readonly folder: string
}

/** Formats a verification. */
export const showVerification = printer<Verified>(({ folder, found }, { paint }) => {
  const { claim, faults, isSound, records } = found
  const count = `${records} record${records === 1 ? "" : "s"}`
  return [
    isSound
      ? paint.green(`The log holds: ${count} in ${folder}.`)
      : paint.red(`The log does not hold: ${count} in ${folder} were read.`),
    ...faults.map((fault) => row(fault, paint)),
    paint.dim(claim)
  ].join("\n")
})
