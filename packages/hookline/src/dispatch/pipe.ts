/**
 * `hookline dispatch --pipe`: answers the events of a session in one process, for hosts that stay. Each event is answered as
 * by a process of its own: nothing that was read for one is used for another, and what it left behind ends with it.
 *
 * **Details**
 *
 * A request is a line of JSON, `{"id", "text", "event"?, "limit"?, "cwd"?}`, and `text` is the payload. Its answer is a line
 * `{"id", "exit", "stdout", "stderr"}`, the values that a process would have ended with. A line `{"id"}` alone refuses a
 * request, such as one with a hook that would run in this process: the host starts a process for it. The request
 * `{"id", "cancel": true}` gives another one up, and ends its hooks. `{"notices"}` has texts that came after an answer.
 * `{"beat": true}` comes with the first request and each second while there is one, so that the host knows a process that a
 * hook in it holds up. Lines that are no such object are to be skipped.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { isJson } from "@hookline/schema/Json"
import { answerCall, askFleetLater, callOf, forCaller, keepAudit } from "./answerCall.ts"
import { fingerprintOf } from "./fastpath/fingerprint.ts"
import { type Flags, parseFlags } from "./flags.ts"
import { reported } from "../output/reported.ts"
import { unansweredExit } from "./unansweredExit.ts"
import { write } from "../output/write.ts"

interface Request {
  readonly id: number
  readonly text: string
  readonly event: string | undefined
  readonly limitMillis: number | undefined
  readonly cwd: string | undefined
}

interface Cancel {
  readonly id: number
  readonly cancel: true
}

const isAbsentOr = <A>(value: unknown, is: (value: unknown) => value is A): value is A | undefined =>
  value === undefined || is(value)

const isText = (value: unknown): value is string => typeof value === "string"
const isSeconds = (value: unknown): value is number => typeof value === "number" && value > 0

/** Parses a line. Returns `undefined` where it is no request. */
const requestIn = (line: string): Request | Cancel | undefined => {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isJson(value) || typeof value["id"] !== "number") return undefined
  const { cancel, cwd, event, id, limit, text } = value
  if (cancel === true) return { id, cancel }
  if (!isText(text) || !isAbsentOr(event, isText) || !isAbsentOr(limit, isSeconds) || !isAbsentOr(cwd, isText))
    return undefined
  return { id, text, event, limitMillis: limit === undefined ? undefined : limit * 1000, cwd }
}

/** Writes a line, after the end of one that a hook in this process may have begun. */
const say = (value: unknown): boolean => write(1, `\n${JSON.stringify(value)}\n`)

/** Milliseconds between two signs of life. */
const beatMillis = 1000

const beat = (): void => void say({ beat: true })

const flagsOf = (flags: Flags, { event, limitMillis, text }: Request): Flags | undefined => {
  const named = { ...flags, ...(event !== undefined && { event }), ...(limitMillis !== undefined && { limitMillis }) }
  const caller = forCaller(named, text)
  // Another host has other limits, and its project may set variables of this process.
  return caller?.host === flags.host ? caller : undefined
}

/** Answers a request. Returns once what was started for it has ended, and its audit log is written. */
const answer = (flags: Flags, request: Request): Effect.Effect<void> => {
  const { cwd, id } = request
  const startedAt = performance.now()
  return Effect.suspend(() => {
    // The folder may be another one by now, under the same name.
    if (cwd !== undefined) process.chdir(cwd)
    const own = flagsOf(flags, request)
    if (own === undefined) return Effect.sync(() => void say({ id }))
    return Effect.scopedWith((scope) =>
      Effect.flatMap(
        Effect.provideService(answerCall(own, callOf(own, request.text, startedAt)), Scope.Scope, scope),
        ({ answer: { exit, isRefused, stderr, stdout }, askFleet, kept, texts }) => {
          if (isRefused === true) return Effect.sync(() => void say({ id }))
          if (!say({ id, exit, stdout, stderr: texts + stderr })) process.exit(1)
          const audited =
            kept === undefined
              ? Effect.void
              : Effect.promise(() => keepAudit(kept).then((notices) => void (notices !== "" && say({ notices }))))
          return Effect.andThen(audited, askFleetLater(askFleet))
        }
      )
    )
  }).pipe(Effect.catchDefect(() => Effect.sync(() => void say({ id }))))
}

/** Calls `onLine` with each line of standard input, and `onEnd` at its end. */
const readLines = (onLine: (line: string) => void, onEnd: () => void): void => {
  let parts: Array<string> = []
  process.stdin.setEncoding("utf8")
  process.stdin.on("data", (chunk: string) => {
    const [first = "", ...rest] = chunk.split("\n")
    parts.push(first)
    for (const line of rest) {
      onLine(parts.join(""))
      parts = [line]
    }
  })
  process.stdin.on("end", onEnd)
  process.stdin.on("error", onEnd)
}

/** Parses the command line. Returns a sentence where it is not valid, or where there is no pipe for its host. */
const pipeFlags = (words: ReadonlyArray<string>): Flags | string => {
  const flags = parseFlags(words)
  if (typeof flags === "string" || flags.host.projectEnv === undefined) return flags
  return `a project of ${flags.host.title} sets variables for its hooks, so that each event needs a process of its own: leave out --pipe`
}

/** Answers requests until standard input ends, and then ends the process. */
export const main = (words: ReadonlyArray<string>, file: string): void => {
  const flags = pipeFlags(words)
  if (typeof flags === "string") {
    write(2, `${reported(flags)}\n`)
    process.exit(unansweredExit(words))
  }
  process.on("SIGINT", () => process.exit(130))
  process.on("SIGTERM", () => process.exit(143))
  const version = fingerprintOf(file)
  const running = new Map<number, Fiber.Fiber<void>>()
  let isEnding = false
  let beats: NodeJS.Timeout | undefined
  const endIfDone = () => {
    if (running.size > 0) return
    clearInterval(beats)
    beats = undefined
    if (isEnding) process.exit(0)
  }
  const start = (request: Request): void => {
    // An update takes away the parts that are not loaded yet.
    if (fingerprintOf(file) !== version) isEnding = true
    if (isEnding || running.has(request.id)) {
      say({ id: request.id })
      return endIfDone()
    }
    if (beats === undefined) {
      beat()
      beats = setInterval(beat, beatMillis)
    }
    const fiber = Effect.runFork(answer(flags, request))
    running.set(request.id, fiber)
    fiber.addObserver((exit) => {
      running.delete(request.id)
      if (Exit.isFailure(exit)) say({ id: request.id })
      endIfDone()
    })
  }
  readLines(
    (line) => {
      const request = requestIn(line)
      if (request === undefined) return
      if (!("cancel" in request)) return start(request)
      const fiber = running.get(request.id)
      if (fiber !== undefined) Effect.runFork(Fiber.interrupt(fiber))
    },
    () => {
      isEnding = true
      endIfDone()
    }
  )
}
