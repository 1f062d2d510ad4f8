/** Reports losses, which are entries of files that can't run, and doubts, which are entries that may never run. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { type OnFailure, stricter } from "@hookline/schema/Hook"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Outcome from "@hookline/schema/Outcome"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import { isFailure } from "../discover/ReadingFailures.ts"
import { hooksAt } from "../match/internal/losses.ts"
import type { Compiled } from "../match/Matcher.ts"
import { onFailureOf, type EventContext } from "../execute/EventContext.ts"
import { onceKey, type Pending } from "./pendingNotices.ts"

const place = ({ column, file, line }: Diagnostic): string => `${file}:${line}:${column}`

/** Describes the subject of a loss, which is not always a hook of the file. */
const lossOf = (lost: Diagnostic): string => {
  switch (lost.code) {
    case "setting-invalid":
    case "setting-unknown":
      return `a setting at ${place(lost)} is not in force`
    case "folder-misnamed":
      return `hooks that ${lost.file} is for will not run`
    case "matcher-part":
      return `a hook at ${place(lost)} will not run on all that it is for`
    default:
      return `a hook at ${place(lost)} will not run`
  }
}

const failureOf = (lost: Diagnostic): FailurePolicy.Failure => ({
  by: place(lost),
  text: `${lossOf(lost)}: ${lost.text}`
})

/**
 * Checks whether a diagnostic is a loss. A file that can't be read may contain any guard. A failed reading is reported
 * apart, because the next one may succeed within the same event.
 */
const isLoss = (found: Diagnostic): boolean =>
  found.lost !== undefined && (found.lost.entries > 0 || found.lost.events === "all") && !isFailure(found)

/** Returns all losses: those of the files, and those that were found while matching. */
const lossesIn = ({ diagnostics, losses }: Compiled): ReadonlyArray<Diagnostic> =>
  [...losses, ...diagnostics()].filter(isLoss)

/** Checks for hooks that will not run, or may never run. */
export const anyLost = (compiled: Compiled): boolean => compiled.doubts.length > 0 || lossesIn(compiled).length > 0

/** One event, and what its notices depend on. */
export type NoticeContext = Pick<EventContext, "compiled" | "event" | "onFailure" | "session" | "settings" | "state">

/** The maximum number of losses of one file that are described one by one. */
const mostOfFile = 3

/** Describes diagnostics in the order of their files. Of a file with many of them, the first ones are described. */
const described = (
  found: ReadonlyArray<Diagnostic>,
  textOf: (each: Diagnostic) => string,
  rest: (count: number, file: string) => string
): ReadonlyArray<FailurePolicy.Failure> =>
  [...Map.groupBy(found, ({ file }) => file)].flatMap(([file, ofFile]) => {
    const isLong = ofFile.length > mostOfFile + 1
    const first = isLong ? ofFile.slice(0, mostOfFile) : ofFile
    const failures = first.map((each) => ({ by: place(each), text: textOf(each) }))
    return isLong ? [...failures, { by: file, text: rest(ofFile.length - first.length, file) }] : failures
  })

/** Describes losses. */
const failuresOf = (lost: ReadonlyArray<Diagnostic>): ReadonlyArray<FailurePolicy.Failure> =>
  described(
    lost,
    (each) => failureOf(each).text,
    (count, file) => `${count} more losses in ${file}; \`hookline check\` lists them`
  )

/** Describes hooks that may never run. */
const doubtsOf = (doubts: ReadonlyArray<Diagnostic>): ReadonlyArray<FailurePolicy.Failure> =>
  described(
    doubts,
    (each) => `a hook at ${place(each)} may never run: ${each.text}`,
    (count, file) => `${count} more entries of ${file} may never run; \`hookline check\` lists them`
  )

const keyOf = (lost: Diagnostic): string => `${place(lost)} ${lost.code}`

/**
 * Returns the notices about losses and doubts that a session gets once, and again after they have changed. Without a
 * session each is repeated after an hour. `decided` are the losses that the event itself reports.
 */
const noticesOnce = (
  { compiled, session }: NoticeContext,
  decided: ReadonlyArray<Diagnostic>,
  now: number
): ReadonlyArray<Pending> => {
  const lost = lossesIn(compiled).filter((each) => !decided.includes(each))
  const { doubts } = compiled
  const warnings = (failures: ReadonlyArray<FailurePolicy.Failure>): Pending["notices"] =>
    failures.map(({ by, text }) => ({ by, level: "warning", text }))
  const marksOf = (found: ReadonlyArray<Diagnostic>): Pick<Pending, "mark" | "sentMark"> => {
    const losses = found.map(keyOf)
    return {
      mark: SessionMark.encode({ _tag: "LossesReported", losses }),
      sentMark: SessionMark.encode({ _tag: "LossesSent", losses })
    }
  }
  if (lost.length + doubts.length === 0) return []
  if (session.session !== undefined && session.session !== "") {
    const notices = warnings([...failuresOf(lost), ...doubtsOf(doubts)])
    return [{ key: session, ...marksOf([...lossesIn(compiled), ...doubts]), notices }]
  }
  const key = onceKey(session, now)
  return [
    ...lost.map((each): Pending => ({ key, ...marksOf([each]), notices: warnings(failuresOf([each])) })),
    ...doubts.map((each): Pending => ({ key, ...marksOf([each]), notices: warnings(doubtsOf([each])) }))
  ]
}

/**
 * Returns the policy for a loss. An entry that could be decoded has a policy of its own; of a key that is repeated in it,
 * the other value may be stricter.
 */
const policyOf = (lost: Diagnostic, { catalog }: Compiled, policy: OnFailure): OnFailure => {
  const own = lost.lost?.inCatalog === true ? hooksAt(lost, catalog.hooks) : []
  const least = own.length === 0 || lost.code === "duplicate-key" ? policy : "open"
  return own.reduce((strictest, { onFailure = policy }) => stricter(strictest, onFailure), least)
}

/** Returns the losses that an event itself reports, by policy: those that deny it, and those that it asks about. */
const decisive = (scene: NoticeContext): ReadonlyMap<OnFailure, ReadonlyArray<Diagnostic>> => {
  const { compiled, event } = scene
  if (!Capabilities.of(event).failsClosed) return new Map()
  const policy = onFailureOf(scene)
  const found = compiled.lostOn(event)
  const byPolicy = Map.groupBy(found.filter(isLoss), (lost) => policyOf(lost, compiled, policy))
  byPolicy.delete("open")
  return byPolicy
}

/** The effect of losses on an event, and the notices that its session gets once. */
export interface LossEffect {
  readonly outcome: Outcome.Outcome
  readonly pending: ReadonlyArray<Pending>
}

/** Returns the effect of losses on an event, by the policy for failures. */
export const ofLosses = (scene: NoticeContext, now: number): LossEffect => {
  const decided = [...decisive(scene)]
  const outcomes = decided.flatMap(([onFailure, lost]) =>
    failuresOf(lost).map((failure) => FailurePolicy.decide(onFailure, failure, scene.event))
  )
  return {
    outcome: outcomes.length === 0 ? Outcome.empty : Outcome.reducer.combineAll(outcomes),
    pending: noticesOnce(
      scene,
      decided.flatMap(([, lost]) => lost),
      now
    )
  }
}
