/**
 * The state of sessions over a fleet: what other machines have to know is in the fleet, and the rest is in a copy on this
 * machine.
 *
 * **Details**
 *
 * Every question of an event about open skills is answered by the copy. A call is made for the first event of a session on
 * this machine, for a hook that runs once until it has run, for a change of skills, for the marks of programs, and for the
 * end of the session. An event that needs none of these makes no call.
 *
 * What can't be reached results in more guards and fewer grants. A claim without an answer is a failure of its hook, for
 * which the policy decides. A grant that can't be looked up is asked for again. A skill that was opened here stays open
 * here, and the fleet learns of it later.
 *
 * **Gotchas**
 *
 * A skill that another machine opens after the first event of the session here is not known here. A session that happens
 * on several machines at the same time opens its skills on each of them.
 *
 * @since 0.1.0
 */
import { memory } from "@hookline/core/kit/session/memory"
import type { OpenSkills } from "@hookline/core/kit/session/OpenSkills"
import { StateNotReady } from "@hookline/core/PipelineError"
import { type Claim, type SessionKey, SessionState, type Storing } from "@hookline/core/SessionState"
import { ThisProject } from "@hookline/core/ThisProject"
import { OpenSkill } from "@hookline/schema/kit/OpenSkill"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { randomUUID } from "node:crypto"
import { storable } from "../ids.ts"
import * as lostClaims from "../internal/lostClaims.ts"
import * as unsentSkills from "../internal/unsentSkills.ts"
import { type Failure, limits } from "../Protocol.ts"
import { type Calls, FleetClient } from "./FleetClient.ts"
import * as Outbox from "./outbox.ts"
import { attached, isOnce, isShared } from "./sessionCopy.ts"

/**
 * Options for the state of sessions.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /**
   * The name of the project in the fleet, which is the same on all machines. It defaults to the path of the project's
   * folder.
   */
  readonly project?: string
  /** The copy on this machine. It defaults to one in memory; a program that runs for one event needs one in files. */
  readonly copy?: Storing
  /**
   * The folder for opened skills that the fleet does not know yet, for a program that runs for one event: the next change of
   * the session sends them, and so does `FleetState.sendUnsent`. Beside it are the tokens of claims without an answer.
   */
  readonly unsentFolder?: string
}

/** After a failure, sessions fail for this time without a call, so that events do not wait one after the other. */
const restMillis = 1000

const skillOf = Schema.decodeUnknownOption(Schema.fromJsonString(OpenSkill))

/** Names a skill for the fleet, which closes the last one of a name. */
const nameOf = ({ by, carrier, name }: Pick<OpenSkill, "by" | "carrier" | "name">): string =>
  storable(JSON.stringify([name, carrier, by]))

/** A failure of the port, which the pipeline decides on: `SessionState` has no other channel for it. */
const orDie = <A>(call: Effect.Effect<A, Failure>): Effect.Effect<A> => Effect.orDie(call)

/** Another machine does not report that it settled, so that its claim is claimed again after this time. */
const pollMillis = 250

/** A lease that the fleet accepts. */
const leaseOf = (millis: number): number => Math.max(0, Math.min(Math.ceil(millis), limits.leaseMillis))

/** A claim of this process. */
interface Held {
  readonly token: string
  /** The end of its lease, by the clock of this machine. */
  readonly until: number
  readonly settled: Deferred.Deferred<void>
}

const claimsIn = (unsentFolder: string): string => `${unsentFolder}.claims`

/** Opens a kept skill in the fleet. By its token it is opened once, however often it is sent. */
const openKept = (
  { skill }: Pick<Calls, "skill">,
  { path, session, skill: opened, token }: unsentSkills.Kept
): Effect.Effect<void, Failure> =>
  Effect.tap(skill(session, token, opened, true), () => Effect.sync(() => unsentSkills.remove(path)))

/**
 * Sends the skills that processes of this machine could not send. What does not arrive stays in the folder.
 *
 * @example
 * ```ts
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as FleetState from "@hookline/fleet/FleetState"
 * import * as Effect from "effect/Effect"
 *
 * const sent = Effect.flatMap(FleetClient, (calls) => FleetState.sendUnsent(calls, "/home/me/.local/state/hookline/unsent"))
 * ```
 *
 * @category sending
 * @since 0.1.0
 */
export const sendUnsent = Effect.fnUntraced(function* (calls: Pick<Calls, "skill">, folder: string) {
  for (const kept of unsentSkills.all(folder)) {
    for (const one of kept) {
      const sent = yield* Effect.result(openKept(calls, one))
      // What is refused may be taken once the token is another one, and does not stop the others.
      if (sent._tag === "Failure" && sent.failure._tag !== "Refused") return
    }
  }
  const now = yield* Clock.currentTimeMillis
  unsentSkills.clear(folder, now)
  lostClaims.clear(claimsIn(folder), now)
})

/**
 * Creates the state of one project. It ends with the scope, after a last try to send what the fleet does not know yet.
 *
 * @example
 * ```ts
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as FleetState from "@hookline/fleet/FleetState"
 * import * as Effect from "effect/Effect"
 *
 * const state = Effect.flatMap(FleetClient, (calls) => FleetState.make(calls, "/project", { project: "acme/shop" }))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  calls: Pick<Calls, "attach" | "claim" | "end" | "has" | "mark" | "settle" | "skill" | "unmark">,
  folder: string,
  { copy = memory(), project: shared = folder, unsentFolder }: Options = {}
): Effect.fn.Return<Storing, never, Scope.Scope> {
  const problems: Array<string> = []
  const outbox = yield* Outbox.make()
  /** Claims of this process that are not settled. */
  const held = new Map<string, Held>()
  /** Tokens of claims without an answer: the fleet may have granted them, and grants them again. */
  const unanswered = new Map<string, string>()
  /** The session that ended last, unless it goes on: one event may end it more than once. */
  let ended: string | undefined
  let failure: { readonly at: number; readonly issue: string } | undefined

  const idOf = ({ project, session = "" }: SessionKey): string =>
    storable(JSON.stringify([project === folder ? shared : project, session]))
  const claimOf = (key: SessionKey, mark: string): string => JSON.stringify([idOf(key), mark])

  const goesOn = (key: SessionKey): void => {
    if (ended === idOf(key)) ended = undefined
  }

  /** Sends a change, after the skills that earlier processes could not send. */
  const send = (
    session: string,
    what: string,
    call: Effect.Effect<unknown, Failure>,
    opened?: Omit<unsentSkills.Unsent, "session">
  ): Effect.Effect<void> =>
    Effect.suspend(() => {
      const earlier = unsentFolder === undefined ? [] : unsentSkills.ofSession(unsentFolder, session)
      const path =
        unsentFolder === undefined || opened === undefined
          ? undefined
          : unsentSkills.add(unsentFolder, { session, ...opened })
      const next =
        unsentFolder === undefined || path !== undefined ? "It is sent again." : "It is not sent again by this machine."
      const onFailure = ({ message }: Failure): void => {
        problems.push(`The fleet does not know yet that ${what}. ${message} ${next}`)
      }
      const sent = path === undefined ? call : Effect.tap(call, () => Effect.sync(() => unsentSkills.remove(path)))
      return outbox.send(
        session,
        onFailure,
        sent,
        earlier.map((one) => openKept(calls, one))
      )
    })

  const attach = (key: SessionKey): Effect.Effect<void, StateNotReady> =>
    Effect.gen(function* () {
      if (!isShared(key) || (yield* copy.has(key, attached))) return
      const now = yield* Clock.currentTimeMillis
      if (failure !== undefined && now - failure.at < restMillis) {
        return yield* new StateNotReady({ issue: failure.issue })
      }
      const found = yield* Effect.mapError(calls.attach(idOf(key)), ({ message }) => {
        failure = { at: now, issue: message }
        return new StateNotReady({ issue: message })
      })
      failure = undefined
      goesOn(key)
      for (const { body, name } of found.skills) {
        const skill = skillOf(body)
        if (Option.isNone(skill)) {
          return yield* new StateNotReady({
            issue: `the fleet has an open skill that this version of Hookline can't read: ${name}`
          })
        }
        if (!copy.skills.of(key).some((open) => nameOf(open) === nameOf(skill.value))) {
          yield* copy.skills.open(key, skill.value)
        }
      }
      for (const mark of found.marks) if (isOnce(mark)) yield* copy.mark(key, mark)
      yield* copy.mark(key, attached)
    })

  const release = (id: string, own: Held): void => {
    if (held.get(id) === own) held.delete(id)
    Deferred.doneUnsafe(own.settled, Exit.void)
  }

  /** Settles a claim here at once, and in the fleet as soon as it is reached. */
  const settle = (key: SessionKey, mark: string, { token }: Held, isDone: boolean): Effect.Effect<void> => {
    const sent = Effect.tap(calls.settle(idOf(key), storable(mark), token, isDone), (isKept) =>
      Effect.sync(() => {
        if (!isDone || isKept) return
        problems.push(`${mark} took longer than its lease, so that another machine may have run it, too.`)
      })
    )
    const known = isDone && isOnce(mark) ? Effect.asVoid(copy.mark(key, mark)) : Effect.void
    return Effect.andThen(known, send(idOf(key), `${mark} has ${isDone ? "run" : "failed"}`, sent))
  }

  /** A holder may settle more than once: the token is the fence of each. */
  const granted = (key: SessionKey, mark: string, own: Held): Claim => ({
    _tag: "Granted",
    settle: (isDone) =>
      Effect.ensuring(
        Effect.suspend(() => settle(key, mark, own, isDone)),
        Effect.sync(() => {
          const id = claimOf(key, mark)
          release(id, own)
          // Done by a late holder, it is done for the one after it, too.
          const other = held.get(id)
          if (isDone && other !== undefined) release(id, other)
        })
      )
  })

  const leftToken = (id: string): string | undefined =>
    unsentFolder === undefined ? undefined : lostClaims.take(claimsIn(unsentFolder), id)
  const leaveToken = (id: string, { token }: Held): Effect.Effect<void> =>
    Effect.sync(() => {
      if (unsentFolder !== undefined) lostClaims.leave(claimsIn(unsentFolder), id, token)
    })

  const claimed = (key: SessionKey, mark: string, leaseMillis: number): Effect.Effect<Claim> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const id = claimOf(key, mark)
      const other = held.get(id)
      if (other !== undefined && now < other.until) {
        return Effect.succeed<Claim>({ _tag: "Taken", settled: Deferred.await(other.settled) })
      }
      goesOn(key)
      const lease = leaseOf(leaseMillis)
      const own: Held = {
        token: unanswered.get(id) ?? leftToken(id) ?? randomUUID(),
        until: now + lease,
        settled: Deferred.makeUnsafe<void>()
      }
      held.set(id, own)
      unanswered.set(id, own.token)
      const free = Effect.sync(() => release(id, own))
      return calls.claim(idOf(key), storable(mark), own.token, lease).pipe(
        Effect.tap(() => Effect.sync(() => unanswered.delete(id))),
        Effect.flatMap((result): Effect.Effect<Claim> => {
          if (result === "Granted") return Effect.succeed(granted(key, mark, own))
          if (result === "Taken") return Effect.as(free, { _tag: "Taken", settled: Effect.sleep(pollMillis) })
          return Effect.as(Effect.andThen(isOnce(mark) ? copy.mark(key, mark) : Effect.void, free), { _tag: "Done" })
        }),
        Effect.onError(() => Effect.andThen(free, leaveToken(id, own))),
        orDie
      )
    })

  const skills: OpenSkills = {
    ...copy.skills,
    open: (key, skill) =>
      Effect.andThen(
        copy.skills.open(key, skill),
        changed(key, `the skill ${skill.name} is open`, { name: nameOf(skill), body: JSON.stringify(skill) }, true)
      ),
    close: (key, skill) =>
      Effect.andThen(
        copy.skills.close(key, skill),
        changed(key, `the skill ${skill.name} is closed`, { name: nameOf(skill), body: "" }, false)
      )
  }

  const changed = (
    key: SessionKey,
    what: string,
    skill: { readonly name: string; readonly body: string },
    isOpen: boolean
  ): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (!isShared(key)) return Effect.void
      goesOn(key)
      const token = randomUUID()
      return send(idOf(key), what, calls.skill(idOf(key), token, skill, isOpen), isOpen ? { token, skill } : undefined)
    })

  const state: Storing = {
    ready: attach,
    has: (key, mark) =>
      isShared(key)
        ? Effect.flatMap(isOnce(mark) ? copy.has(key, mark) : Effect.succeed(false), (isKnown) =>
            isKnown ? Effect.succeed(true) : orDie(calls.has(idOf(key), storable(mark)))
          )
        : copy.has(key, mark),
    mark: (key, mark) =>
      isShared(key)
        ? Effect.suspend(() => {
            goesOn(key)
            const marked = orDie(calls.mark(idOf(key), storable(mark), randomUUID()))
            return Effect.tap(marked, () => (isOnce(mark) ? copy.mark(key, mark) : Effect.void))
          })
        : copy.mark(key, mark),
    unmark: (key, mark) =>
      isShared(key)
        ? Effect.andThen(copy.unmark(key, mark), orDie(calls.unmark(idOf(key), storable(mark))))
        : copy.unmark(key, mark),
    claim: (key, mark, leaseMillis) =>
      isShared(key)
        ? Effect.flatMap(isOnce(mark) ? copy.has(key, mark) : Effect.succeed(false), (isDone) =>
            isDone ? Effect.succeed<Claim>({ _tag: "Done" }) : Effect.suspend(() => claimed(key, mark, leaseMillis))
          )
        : copy.claim(key, mark, leaseMillis),
    skills,
    // The copy ends with the marks of this machine.
    end: (key) =>
      Effect.suspend(() => {
        const id = idOf(key)
        if (!isShared(key) || ended === id) return Effect.void
        ended = id
        return send(id, "a session is over", calls.end(id))
      }),
    problems: () => problems.splice(0)
  }
  return SessionState.apart(state, copy)
})

/**
 * Stores the state of sessions in a fleet.
 *
 * @example
 * ```ts
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as FleetState from "@hookline/fleet/FleetState"
 * import { Hookline } from "@hookline/node"
 * import * as Layer from "effect/Layer"
 *
 * const fleet = FleetClient.layer({ url: "https://fleet.example:7420", token: "hookline_machine_…" })
 * const state = FleetState.layer({ project: "acme/shop" }).pipe(Layer.provide(fleet))
 *
 * const hooks = Hookline.layer({ project: ".", provide: [state] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options = {}): Layer.Layer<SessionState, never, FleetClient | ThisProject> =>
  SessionState.layerEffect(
    Effect.gen(function* () {
      const { project } = yield* ThisProject
      return yield* make(yield* FleetClient, project.project, options)
    })
  )
