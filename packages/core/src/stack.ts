/**
 * Composes the services of one project: defaults, the services around, and what is provided in their place.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/**
 * Where the service in force comes from: `provide`, with the index of the layer, the place around `Hookline.layer`, or
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

// The identifier of a key keeps keys apart, and is not read: a list of slots has any.
type AnyKey = Context.Key<never, unknown>

// A list of layers of any services, whose types are checked where they are put into the list.
type AnyLayer = Layer.Layer<never>

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
  /** Creates a service that delegates to the default, which is created on first use. */
  readonly forward: ((real: Effect.Effect<unknown>) => unknown) | undefined
}

/**
 * Options for a slot.
 *
 * @category models
 * @since 0.1.0
 */
export interface SlotOptions<S> {
  readonly takesAround?: boolean
  /**
   * For defaults that depend on other slots, or that are expensive: creates a service that delegates to the default. A
   * layer of `provide` that decorates the default gets this one, so that the default is built after all of `provide`, and
   * only if it is used.
   */
  readonly forward?: (real: Effect.Effect<S>) => S
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
  { forward, takesAround = false }: SlotOptions<S> = {}
): Slot => ({
  // Both are read by `compose` alone, which puts what a slot's layer builds under the slot's own key.
  key: key as unknown as AnyKey,
  layer: layer as unknown as AnyLayer,
  takesAround,
  forward: forward as Slot["forward"]
})

/** Every service that a composition has built, so that another project does not take it for one of its own. */
const composed = new WeakSet<object>()

/**
 * Checks whether a service belongs to a composed project.
 *
 * @category guards
 * @since 0.1.0
 */
export const isComposed = (service: unknown): boolean =>
  typeof service === "object" && service !== null && composed.has(service)

const markComposed = (service: unknown): void => {
  if (typeof service === "object" && service !== null) composed.add(service)
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
  readonly shown: (keys: ReadonlyArray<{ readonly key: string }>) => Context.Context<never>
  readonly describe: ReadonlyArray<Description>
}

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

  const build = (layer: AnyLayer, services: () => Context.Context<never>): Effect.Effect<Context.Context<never>> =>
    Effect.suspend(() =>
      Effect.provideContext(Layer.buildWithMemoMap(layer, memo, scope), Context.add(services(), Scope.Scope, scope))
    )

  const put = ({ key }: Slot, service: unknown, origin: Origin): void => {
    context = Context.add(context, key, service)
    origins.set(key, origin)
  }

  const buildDefault = (key: AnyKey, layer: AnyLayer): Effect.Effect<unknown> =>
    Effect.map(
      build(layer, () => context),
      (built) => {
        // One layer may build more than its slot, such as the measurements of a runner.
        context = Context.merge(built, context)
        const service = Context.getUnsafe(built, key)
        markComposed(service)
        return service
      }
    )

  for (const slot of slots) {
    const found = slot.takesAround ? Context.getOrUndefined(around, slot.key) : undefined
    const { forward: forwardTo, key, layer } = slot
    if (found !== undefined && !isComposed(found)) put(slot, found, { _tag: "Around" })
    else if (layer === undefined) continue
    else if (forwardTo === undefined) put(slot, yield* buildDefault(key, layer), { _tag: "Default" })
    else {
      const real = yield* Effect.cached(Effect.uninterruptible(buildDefault(key, layer)))
      const forward = forwardTo(real)
      forwards.set(forward, { real })
      put(slot, forward, { _tag: "Default" })
    }
  }

  for (const [index, layer] of provide.entries()) {
    // What it needs of the program is around; what it needs of the project is inside, and wins.
    const built = yield* build(layer as unknown as AnyLayer, () => Context.merge(around, context))
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
      markComposed(service)
      put(slot, service, { _tag: "Provided", index })
    }
  }

  // Defaults that were neither replaced nor decorated are used directly.
  for (const slot of slots) {
    const forward = forwards.get(Context.getOrUndefined(context, slot.key))
    if (forward !== undefined) put(slot, yield* forward.real, { _tag: "Default" })
  }

  const hidden = new Set([...base.mapUnsafe.keys(), ...slots.map(({ key }) => key.key)])
  const composedProject: Composed = {
    context,
    shown: (keys) => {
      const visible = new Set(keys.map(({ key }) => key))
      return Context.makeUnsafe(new Map([...context.mapUnsafe].filter(([key]) => visible.has(key) || !hidden.has(key))))
    },
    describe: slots.flatMap(({ key }) => {
      const origin = origins.get(key)
      return origin === undefined ? [] : [{ service: key.key, origin }]
    })
  }
  return composedProject
})

/**
 * Builds a layer once for each use of its value, and shares nothing with layers outside of it. `Layer.fresh` shares
 * nothing either, but builds a value as often as it is used.
 *
 * @category combining
 * @since 0.1.0
 */
export const isolated = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.fromBuildMemo((_, scope) => Layer.buildWithMemoMap(layer, Layer.makeMemoMapUnsafe(), scope))

/** The error of a layer that replaces nothing, which the compiler shows. */
type NotReplaceable = "this layer provides nothing that hooks use"

/** The error of a layer whose dependency comes too late, which the compiler shows. */
type WrongOrder = "move this layer behind those in the list that provide what it needs"

/** Returns what a layer needs of the layers after it, except for what it decorates. */
type Late<L extends Layer.Any, Rest extends ReadonlyArray<Layer.Any>> = Extract<
  Exclude<Layer.Services<L>, Layer.Success<L>>,
  Layer.Success<Rest[number]>
>

/**
 * Checks the layers of `provide`: each replaces something, and needs nothing of those after it.
 *
 * @category models
 * @since 0.1.0
 */
export type Provide<L extends ReadonlyArray<Layer.Any>, Replaceable> = L extends readonly [
  infer First extends Layer.Any,
  ...infer Rest extends ReadonlyArray<Layer.Any>
]
  ? readonly [
      // What a layer of an unknown type provides is found out when it is built.
      [Layer.Success<First>] extends [never]
        ? First
        : [Extract<Layer.Success<First>, Replaceable>] extends [never]
          ? NotReplaceable
          : [Late<First, Rest>] extends [never]
            ? First
            : WrongOrder,
      ...Provide<Rest, Replaceable>
    ]
  : // A list that is made at run time is checked at run time.
    L
