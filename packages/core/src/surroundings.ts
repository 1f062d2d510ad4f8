/**
 * The services around a project: those that a program provides, and not those of another project.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The key of a service of any type: it only keeps services apart.
 *
 * @category models
 * @since 0.1.0
 */
export type AnyKey = Context.Key<never, unknown>

/**
 * The services of a project by key: each that has been in force while it was built.
 *
 * @category models
 * @since 0.1.0
 */
export type Members = ReadonlyMap<string, ReadonlySet<unknown>>

const prefix = "@hookline/core/Members/"

/** The number of projects composed so far. */
let count = 0

/**
 * Creates the key under which a context lists the members of one project. Each project has its own, so that contexts of
 * several can be merged. A service by itself shows no membership: one value may also be provided to another project.
 *
 * @category constructors
 * @since 0.1.0
 */
export const membersKey = (): Context.Key<never, Members> => {
  count += 1
  // No program requires this service by its type.
  return Context.Service<Members>(prefix + String(count)) as unknown as Context.Key<never, Members>
}

/**
 * Checks whether a service is in a context as a member of a project.
 *
 * @category guards
 * @since 0.1.0
 */
export const isMember = ({ mapUnsafe }: Context.Context<never>, key: string, service: unknown): boolean => {
  for (const [name, members] of mapUnsafe) {
    // Only `membersKey` creates such keys.
    if (name.startsWith(prefix) && (members as Members).get(key)?.has(service) === true) return true
  }
  return false
}

/**
 * Returns the service that a program provides around a project, or `undefined` if there is none.
 *
 * @category getters
 * @since 0.1.0
 */
export const aroundOf = (context: Context.Context<never>, key: AnyKey): unknown => {
  const found = Context.getOrUndefined(context, key)
  return found === undefined || isMember(context, key.key, found) ? undefined : found
}

/**
 * Builds a layer once for each use of its value, and shares nothing with layers outside of it. `Layer.fresh` shares
 * nothing either, but builds a value as often as it is used.
 *
 * @category combining
 * @since 0.1.0
 */
export const isolated = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.fromBuildMemo((_, scope) => Layer.buildWithMemoMap(layer, Layer.makeMemoMapUnsafe(), scope))

/** A layer for the services on the way to this node. */
interface Node<A, E, R> {
  readonly next: WeakMap<object, Node<A, E, R>>
  layer?: Layer.Layer<A, E, R>
}

/** The key of an absent service. */
const absent = {}

/**
 * Like `isolated`, but builds a value once for each of its surroundings. Effect memoizes a layer by reference only: used
 * in two sandboxes, it would run everything in the first.
 *
 * @category combining
 * @since 0.1.0
 */
export const isolatedWithin = <A, E, R>(
  keys: () => ReadonlyArray<AnyKey>,
  layer: Layer.Layer<A, E, R>
): Layer.Layer<A, E, R> => {
  const root: Node<A, E, R> = { next: new WeakMap() }
  const step = ({ next }: Node<A, E, R>, service: unknown): Node<A, E, R> => {
    const by = typeof service === "object" && service !== null ? service : absent
    const known = next.get(by)
    if (known !== undefined) return known
    const node: Node<A, E, R> = { next: new WeakMap() }
    next.set(by, node)
    return node
  }
  return Layer.fromBuild((memo, scope) =>
    Effect.contextWith((context: Context.Context<R>) => {
      const node = keys().reduce((node, key) => step(node, aroundOf(context, key)), root)
      node.layer ??= isolated(layer)
      return Layer.buildWithMemoMap(node.layer, memo, scope)
    })
  )
}
