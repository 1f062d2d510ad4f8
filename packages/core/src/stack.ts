/**
 * Composes the services of one project: defaults, the services around, and what is provided in their place.
 *
 * @since 0.1.0
 */
import type { Outcome } from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { type AnyKey, isMember, membersKey } from "./surroundings.ts"

/**
 * The origin of the service in force: `provide`, with the index of the layer, the context around `Hookline.layer`, or
 * Hookline itself.
 *
 * @category models
 * @since 0.1.0
 */
export type Origin =
  | { readonly _tag: "Provided"; readonly index: number }
  | { readonly _tag: "Around" }
  | { readonly _tag: "Default" }

/**
 * A service in force.
 *
 * @category models
 * @since 0.1.0
 */
export interface Description {
  readonly service: string
  readonly origin: Origin
}

/**
 * The services in force in a project, each with its origin.
 *
 * @category services
 * @since 0.1.0
 */
export class Composition extends Context.Service<Composition, ReadonlyArray<Description>>()(
  "@hookline/core/Composition"
) {}

// A list of layers of any services, whose types are checked where they are put into the list.
type AnyLayer = Layer.Layer<never>

/**
 * Returns the reason for which a service of `provide` can't be used together with the other ones in force.
 *
 * @category models
 * @since 0.1.0
 */
export type Check<S> = (service: S, index: number, origins: ReadonlyMap<AnyKey, Origin>) => string | undefined

/**
 * A service that can be replaced, with its default.
 *
 * @category models
 * @since 0.1.0
 */
export interface Slot {
  readonly key: AnyKey
  /** The default. Undefined for a service that is absent unless it is given. */
  readonly layer: AnyLayer | undefined
  /** True if a service in the context around the project is used. */
  readonly takesAround: boolean
  /** True for a service that no program chooses, such as the table of native hooks. */
  readonly isOwn: boolean
  /** False for a service that a program may have for purposes of its own. */
  readonly isWatched: boolean
  /** Creates a service that delegates to the default, which is created on first use. */
  readonly forward: ((real: Effect.Effect<unknown>) => unknown) | undefined
  readonly check: Check<unknown> | undefined
  /** The services that its default alone uses. */
  readonly uses: ReadonlyArray<Use<AnyKey>>
  /** Adds notices of services that it leaves unused. Without it the pipeline reports them. */
  readonly noticed: ((service: unknown, notices: (report: Report) => Notices) => unknown) | undefined
}

/**
 * A service that a default uses, with the check of reports on which it does.
 *
 * @category models
 * @since 0.1.0
 */
export interface Use<K = { readonly key: string }> {
  readonly key: K
  readonly isUsedOn: (report: Report) => boolean
}

/** Notices of services that are not used. */
type Notices = Outcome["notices"]

/**
 * A service in the place of a default, beside services that the default alone uses.
 *
 * @category models
 * @since 0.1.0
 */
export interface Replacing {
  /**
   * Returns the notices of services that it leaves unused, once, unless the default was used meanwhile. Only events on which
   * the default would use a service count, and several of them: one that decorates the default may answer some itself.
   */
  readonly notices: (report: Report) => Notices
  /** Checks whether notices are left. */
  readonly isWaiting: () => boolean
}

/**
 * Options for a slot.
 *
 * @category models
 * @since 0.1.0
 */
export interface SlotOptions<S> {
  readonly takesAround?: boolean
  readonly isOwn?: boolean
  readonly isWatched?: boolean
  /**
   * For defaults that depend on other slots, or that are expensive: creates a service that delegates to the default. A
   * layer of `provide` that decorates the default gets this one, so that the default is built after all of `provide`, and
   * only if it is used.
   */
  readonly forward?: (real: Effect.Effect<S>) => S
  readonly check?: Check<S>
  /**
   * The services that the default alone uses. A service in its place that does not use the default leaves them unused,
   * which is reported if a program has given them. It needs `forward`, by which the use of the default is known.
   */
  readonly uses?: ReadonlyArray<Use>
  readonly noticed?: (service: S, notices: (report: Report) => Notices) => S
}

/**
 * Creates a slot.
 *
 * @category constructors
 * @since 0.1.0
 */
export const slot = <I, S, R>(
  key: Context.Key<I, S>,
  layer: Layer.Layer<I, never, R> | undefined,
  { check, forward, isOwn = false, isWatched = true, noticed, takesAround = false, uses = [] }: SlotOptions<S> = {}
): Slot => ({
  // All are read by `compose` alone, which puts what a slot's layer builds under the slot's own key.
  key: key as unknown as AnyKey,
  layer: layer as unknown as AnyLayer,
  takesAround,
  isOwn,
  isWatched,
  forward: forward as Slot["forward"],
  check: check as Slot["check"],
  uses: uses as ReadonlyArray<Use<AnyKey>>,
  noticed: noticed as Slot["noticed"]
})

/**
 * Returns a slot without its default, for projects that choose every service.
 *
 * @category combining
 * @since 0.1.0
 */
export const withoutDefault = (slot: Slot): Slot =>
  slot.isOwn ? slot : { ...slot, layer: undefined, forward: undefined, takesAround: true }

/**
 * The services whose place matters: what a composed project watches while events run.
 *
 * @category services
 * @since 0.1.0
 */
export class Watched extends Context.Service<
  Watched,
  {
    /** The services that a program may believe to be in use where it provides them. */
    readonly keys: ReadonlyArray<AnyKey>
    /** The keys of services around the project that it does not use. */
    readonly unused: ReadonlyArray<AnyKey>
    /** Services in the place of defaults, which may leave others unused. */
    readonly replacing: ReadonlyArray<Replacing>
  }
>()("@hookline/core/Watched") {}

/** The key of a service, with its type in contexts. */
interface Identified {
  readonly key: string
  readonly Identifier: unknown
}

/**
 * A composed project.
 *
 * @category models
 * @since 0.1.0
 */
export interface Composed {
  readonly context: Context.Context<never>
  /** Returns these services, and what `provide` builds beside those that it replaces: all that a program may see. */
  readonly shown: <const K extends ReadonlyArray<Identified>>(keys: K) => Context.Context<K[number]["Identifier"]>
  readonly describe: ReadonlyArray<Description>
}

/** The methods of a service that prepare for its work, and are no use of it. */
const preparing = new Set(["prewarm"])

/**
 * Returns a service that records that its methods are called. That they are read is none, because a service that spreads this
 * one, as decorators do, may have replaced what it spreads.
 */
const observed = (service: object, onUse: () => void): unknown =>
  Object.fromEntries(
    Object.entries(service).map(([key, value]: [string, unknown]) => [
      key,
      typeof value !== "function" || preparing.has(key)
        ? value
        : (...args: ReadonlyArray<unknown>): unknown => {
            onUse()
            return Reflect.apply(value, service, args)
          }
    ])
  )

const unusedNotice = (key: AnyKey, by: AnyKey, index: number): Notices[number] => ({
  by: "hookline",
  level: "warning",
  text: `a ${key.key} is provided, and hooks do not use it: the ${by.key} of provide[${index}] replaces the default that does, or has not called it on ${enough} events. Decorate the default, or remove one of the two.`
})

/** The number of events after which a service that none has used is reported: those before may be answered in another way. */
const enough = 3

/**
 * Options for composing.
 *
 * @category models
 * @since 0.1.0
 */
export interface ComposeOptions {
  /** The services that every layer gets, such as `ThisProject`. */
  readonly base: Context.Context<never>
  /** In the order in which defaults are built. */
  readonly slots: ReadonlyArray<Slot>
  readonly provide: ReadonlyArray<Layer.Any>
}

/**
 * Builds the services of a project. Of one service the last layer of `provide` counts, then the service around, then the
 * default. A layer of `provide` gets the services of those before it, and the defaults that it decorates.
 *
 * @category constructors
 * @since 0.1.0
 */
export const compose = Effect.fnUntraced(function* ({ base, provide, slots }: ComposeOptions) {
  const around = yield* Effect.context()
  const scope = yield* Effect.scope
  // Nothing is shared with layers outside: effect memoizes layers by reference, whatever they are built in.
  const memo = Layer.makeMemoMapUnsafe()
  // Defaults never get the services around, except in slots that take them.
  let context = base
  const origins = new Map<AnyKey, Origin>()
  const forwards = new Map<unknown, { readonly real: Effect.Effect<unknown> }>()
  const used = new Set<AnyKey>()
  const checks: Array<() => string | undefined> = []
  // Contexts show what belongs to this project, so that a project that is built in them takes none of it.
  const members = new Map<string, Set<unknown>>(slots.map(({ key }) => [key.key, new Set()]))
  const membership = membersKey()
  context = Context.add(context, membership, members)

  // Services of another project are not passed to the layers of this one.
  const outer = Context.makeUnsafe(
    new Map([...around.mapUnsafe].filter(([key, service]) => !members.has(key) || !isMember(around, key, service)))
  )

  const build = (layer: AnyLayer, services: () => Context.Context<never>): Effect.Effect<Context.Context<never>> =>
    Effect.suspend(() =>
      Effect.provideContext(Layer.buildWithMemoMap(layer, memo, scope), Context.add(services(), Scope.Scope, scope))
    )

  const put = ({ key }: Slot, service: unknown, origin: Origin): void => {
    context = Context.add(context, key, service)
    origins.set(key, origin)
    if (origin._tag !== "Around") members.get(key.key)?.add(service)
  }

  const buildDefault = (key: AnyKey, layer: AnyLayer): Effect.Effect<unknown> =>
    Effect.map(
      build(layer, () => context),
      (built) => {
        // One layer may build more than its slot, such as the measurements of a runner.
        context = Context.merge(built, context)
        return Context.getUnsafe(built, key)
      }
    )

  for (const slot of slots) {
    const found = slot.takesAround ? Context.getOrUndefined(outer, slot.key) : undefined
    const { forward: forwardTo, key, layer } = slot
    if (found !== undefined) put(slot, found, { _tag: "Around" })
    else if (layer === undefined) continue
    else if (forwardTo === undefined) put(slot, yield* buildDefault(key, layer), { _tag: "Default" })
    else {
      const real = yield* Effect.cached(Effect.uninterruptible(buildDefault(key, layer)))
      const made = forwardTo(real)
      // Only objects have the methods of a service.
      const forward = slot.uses.length === 0 ? made : observed(made as object, () => used.add(key))
      forwards.set(forward, { real })
      put(slot, forward, { _tag: "Default" })
    }
  }

  for (const [index, layer] of provide.entries()) {
    // What it needs of the program is around; what it needs of the project is inside, and wins.
    const built = yield* build(layer as unknown as AnyLayer, () => Context.merge(outer, context))
    context = Context.merge(context, built)
    const replaced = slots.filter(({ key }) => Context.getOrUndefined(built, key) !== undefined)
    if (replaced.length === 0) {
      // It is meant for hooks, maybe as their guard: a program must not start without it.
      return yield* Effect.die(
        new Error(`provide[${index}] provides nothing that hooks use: only ${[...built.mapUnsafe.keys()].join(", ")}`)
      )
    }
    for (const slot of replaced) {
      const service = Context.getOrUndefined(built, slot.key)
      put(slot, service, { _tag: "Provided", index })
      checks.push(() => slot.check?.(service, index, origins))
    }
  }
  const wrong = checks.flatMap((check) => check() ?? [])
  if (wrong.length > 0) return yield* Effect.die(new Error(wrong.join("; ")))

  // Defaults that were neither replaced nor decorated are used directly.
  for (const slot of slots) {
    const forward = forwards.get(Context.getOrUndefined(context, slot.key))
    if (forward !== undefined) put(slot, yield* forward.real, { _tag: "Default" })
  }

  // A service in the place of a default may leave others unused. That is known when it has worked.
  const replacing: Array<Replacing> = []
  for (const slot of slots) {
    const origin = origins.get(slot.key)
    if (origin?._tag !== "Provided" || slot.forward === undefined) continue
    const given = slot.uses.filter(({ key }) => {
      const its = origins.get(key)
      const isBeside = its?._tag === "Provided" && its.index === origin.index
      return its !== undefined && its._tag !== "Default" && !isBeside
    })
    if (given.length === 0) continue
    let left = given.map((use) => ({ ...use, unused: 0 }))
    const notices: Replacing["notices"] = (report) => {
      if (used.has(slot.key)) left = []
      for (const use of left) if (use.isUsedOn(report)) use.unused += 1
      const now = left.filter(({ unused }) => unused >= enough)
      left = left.filter(({ unused }) => unused < enough)
      return now.map(({ key }) => unusedNotice(key, slot.key, origin.index))
    }
    if (slot.noticed === undefined) replacing.push({ notices, isWaiting: () => left.length > 0 })
    else put(slot, slot.noticed(Context.getUnsafe(context, slot.key), notices), origin)
  }

  const watched = slots.filter(({ isWatched }) => isWatched)
  const isUnused = ({ key, takesAround }: Slot): boolean =>
    !takesAround && Context.getOrUndefined(outer, key) !== undefined
  context = Context.add(context, Watched, {
    keys: watched.map(({ key }) => key),
    unused: watched.filter(isUnused).map(({ key }) => key),
    replacing
  })

  const hidden = new Set([...base.mapUnsafe.keys(), ...members.keys(), membership.key, Watched.key])
  const composedProject: Composed = {
    context,
    shown: <const K extends ReadonlyArray<Identified>>(keys: K) => {
      const visible = new Set(keys.map(({ key }) => key))
      const services = [...context.mapUnsafe].filter(([key]) => visible.has(key) || !hidden.has(key))
      const shown = new Map([...members].filter(([key]) => visible.has(key)))
      // Each key is asked for by its identifier.
      return Context.add(Context.makeUnsafe<K[number]["Identifier"]>(new Map(services)), membership, shown)
    },
    describe: slots.flatMap(({ key }) => {
      const origin = origins.get(key)
      return origin === undefined ? [] : [{ service: key.key, origin }]
    })
  }
  return composedProject
})
