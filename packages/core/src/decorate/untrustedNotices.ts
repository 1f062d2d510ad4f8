/** Reports untrusted hooks once in a session, and again when they change. */
import { textOf } from "@hookline/schema/Handler"
import { type Hook, isOfProject } from "@hookline/schema/Hook"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { TrustState } from "@hookline/schema/TrustState"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import { judgementOf } from "../execute/trusted.ts"
import type { Compiled } from "../match/Matcher.ts"
import type { Trust } from "../trust/Trust.ts"
import type { NoticeContext } from "./lossNotices.ts"
import { onceKey, type Pending } from "./pendingNotices.ts"

/** The hooks of a catalog that the user has not trusted, or has refused. */
interface Untrusted extends Readonly<Record<Reported, ReadonlyArray<Hook>>> {
  /** The failures of the judge. */
  readonly issues: ReadonlySet<string>
}

type Reported = "changed" | "new" | "refused"

const reported: ReadonlyArray<Reported> = ["changed", "new", "refused"]

const mayRun = ({ enabled, handler, off, ...hook }: Hook): boolean =>
  enabled && off === undefined && handler._tag !== "Native" && isOfProject(hook)

const asked = new WeakSet<Compiled>()

/** Returns the states of a catalog's hooks. Those that have run since have the state that they ran in. */
const untrustedIn = (compiled: Compiled, trust: Trust["Service"]): Effect.Effect<Untrusted> => {
  const hooks = compiled.catalog.hooks.filter(mayRun)
  const isKnown = asked.has(compiled)
  asked.add(compiled)
  const issues = new Set<string>()
  const stateOf = (hook: Hook): Effect.Effect<TrustState> => {
    const last = isKnown ? trust.last(hook) : undefined
    if (last !== undefined) return Effect.succeed(last.state)
    return Effect.map(judgementOf({ trust, settings: compiled.catalog.settings }, hook), (judged) => {
      if (judged.issue !== undefined) issues.add(judged.issue)
      return judged.trust.state
    })
  }
  return Effect.map(
    // A judge that does not answer costs the time of one question.
    Effect.forEach(hooks, (hook) => Effect.map(stateOf(hook), (state) => ({ hook, state })), {
      concurrency: "unbounded"
    }),
    (judged) => {
      const of = (wanted: TrustState) => judged.flatMap(({ hook, state }) => (state === wanted ? [hook] : []))
      return { changed: of("changed"), new: of("new"), refused: of("refused"), issues }
    }
  )
}

const mayBeUntrusted = new WeakMap<Compiled, boolean>()

/** Checks whether a hook of a catalog may be untrusted, as far as that is known without looking at files. */
export const anyUntrusted = (compiled: Compiled, trust: Pick<Trust["Service"], "judges" | "last">): boolean => {
  if (!trust.judges) return false
  const known = mayBeUntrusted.get(compiled)
  // Later changes are found by the run of the hook itself.
  if (known === false) return false
  const may = compiled.catalog.hooks.some((hook) => mayRun(hook) && trust.last(hook)?.state !== "trusted")
  mayBeUntrusted.set(compiled, may)
  return may
}

/** Checks whether an event may report them without running any: it begins a session. */
export const reportsUntrusted = ({ _tag }: Pick<HookEvent, "_tag">, host: Pick<Dialect, "event">): boolean =>
  _tag === "SessionStart" || host.event.startsSilently === true

/** The number of hooks that a notice names. */
const mostNamed = 3

/** The maximum length of a command by which a hook without a name is named. */
const longestText = 48

/**
 * Names a hook as its file does, because an id without a name is hard to find there. More than a word is quoted: a name of a
 * project must not read like a sentence of ours.
 */
const nameOf = ({ handler, name }: Hook): string => {
  const whole = onOneLine(name ?? textOf(handler))
  const text = whole.length > longestText ? `${whole.slice(0, longestText - 1)}…` : whole
  return /^[\w./:@…-]+$/.test(text) ? text : `“${text.replaceAll(/[“”]/g, '"')}”`
}

const named = (hooks: ReadonlyArray<Hook>): string => {
  const names = hooks.slice(0, mostNamed).map(nameOf)
  return hooks.length > mostNamed ? `${names.join(", ")} and ${hooks.length - mostNamed} more` : names.join(", ")
}

/** Returns a sentence about hooks of the project: about one, or about several. */
const ofHooks = (hooks: ReadonlyArray<Hook>, one: string, more: string): string =>
  hooks.length === 1 ? `1 hook of this project ${one}` : `${hooks.length} hooks of this project ${more}`

const textsOf = ({ changed, issues, new: fresh, refused }: Untrusted): ReadonlyArray<string> => {
  const open = [
    ...(fresh.length === 0 ? [] : [`${ofHooks(fresh, "is", "are")} not trusted: ${named(fresh)}`]),
    ...(changed.length === 0
      ? []
      : [`${ofHooks(changed, "has", "have")} changed since the user's decision: ${named(changed)}`])
  ]
  return [
    ...Array.from(issues, (issue) => `${issue}, so that hooks of this project are not trusted.`),
    ...(open.length === 0
      ? []
      : [
          `${open.join("; ")}. Untrusted hooks run confined, and can deny or ask, nothing else. \`hookline trust\` shows them.`
        ]),
    ...(refused.length === 0
      ? []
      : [`${ofHooks(refused, "is", "are")} refused by the user, and not run: ${named(refused)}.`])
  ]
}

const keyOf = (hook: Hook, state: string): string => `${state} ${hook.id}`

/** Returns the notice that a session gets once, as long as the same hooks are in the same states. */
export const ofUntrusted = (
  { compiled, session }: NoticeContext,
  trust: Trust["Service"],
  now: number
): Effect.Effect<ReadonlyArray<Pending>> =>
  Effect.map(untrustedIn(compiled, trust), (untrusted) => {
    const texts = textsOf(untrusted)
    if (texts.length === 0) return []
    const hooks = reported.flatMap((state) => untrusted[state].map((hook) => keyOf(hook, state))).toSorted()
    return [
      {
        key: onceKey(session, now),
        mark: SessionMark.encode({ _tag: "UntrustedReported", hooks }),
        sentMark: SessionMark.encode({ _tag: "UntrustedSent", hooks }),
        notices: texts.map((text) => ({ by: "hookline trust", level: "warning", text }))
      }
    ]
  })
