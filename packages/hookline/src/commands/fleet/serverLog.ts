/** The log of a server, on standard error: a line for each warning, and no more than one a second of the same text. */
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import { reported } from "../../output/reported.ts"
import { write } from "../../output/write.ts"

/** The cluster reports at each start that there is no other runner, and after a break every one of its shards. */
const isNoise = (text: string): boolean => text.startsWith("No healthy runners")

const everyMillis = 1000

const textOf = (message: unknown): string => {
  const parts = Array.isArray(message) ? message : [message]
  return parts.map((part) => (typeof part === "string" ? part : part instanceof Error ? part.message : "")).join(" ")
}

/** Returns the first reason of a failure: the engine wraps that of the database several times. */
const whyOf = (error: unknown): string => {
  let [at, why] = [error, ""]
  for (let depth = 0; at instanceof Error && depth < 8; depth++) {
    const [line = ""] = at.message.split("\n")
    if (line.length > 1) why = line
    at = at.cause
  }
  return why
}

const make = () => {
  const last = new Map<string, number>()
  return Logger.make<unknown, void>(({ cause, date, logLevel, message }) => {
    const text = textOf(message).trim()
    if (!["Warn", "Error", "Fatal"].includes(logLevel) || isNoise(text)) return
    const now = date.getTime()
    if (now - (last.get(text) ?? 0) < everyMillis) return
    last.set(text, now)
    const why = cause.reasons.length === 0 ? "" : whyOf(Cause.squash(cause))
    write(2, `${reported(onOneLine([text, why].filter((part) => part !== "").join(": ")))}\n`)
  })
}

/** The loggers of a server, in place of those of the command. */
export const loggers = [make()]
