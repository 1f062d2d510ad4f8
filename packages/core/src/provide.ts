/**
 * Checks lists of layers by their types.
 *
 * @since 0.1.0
 */
import type * as Layer from "effect/Layer"
import type { Executor } from "./execute/Executor.ts"
import type { Runners } from "./execute/Runners.ts"

/** The error of a layer that replaces nothing, which the compiler shows. */
type NotReplaceable = "this layer provides nothing that hooks use"

/** The error of a layer whose dependency comes too late, which the compiler shows. */
type WrongOrder = "move this layer behind those in the list that provide what it needs"

/** The error of a runner beside an executor that does not call it, which the compiler shows. */
type UnusedRunner = "an Executor in this list does not use this runner: give the runner to that Executor"

/** Returns what a layer needs of the layers after it, except for what it decorates. */
type Late<L extends Layer.Any, Rest extends ReadonlyArray<Layer.Any>> = Extract<
  Exclude<Layer.Services<L>, Layer.Success<L>>,
  Layer.Success<Rest[number]>
>

/** Returns the layers of a list that provide `S` and do not decorate it. */
type Replacing<L extends ReadonlyArray<Layer.Any>, S> = L extends readonly [
  infer First extends Layer.Any,
  ...infer Rest extends ReadonlyArray<Layer.Any>
]
  ? (S extends Layer.Success<First> ? (S extends Layer.Services<First> ? never : First) : never) | Replacing<Rest, S>
  : never

/** Returns what a layer decorates that a layer after it replaces, so that the decorator is dropped. */
type Undone<L extends Layer.Any, Rest extends ReadonlyArray<Layer.Any>> =
  Extract<Layer.Services<L>, Layer.Success<L>> extends infer S
    ? S extends S
      ? [Replacing<Rest, S>] extends [never]
        ? never
        : S
      : never
    : never

/** Returns what all layers need that provide an `Executor`. */
type NeedsOfExecutors<L extends ReadonlyArray<Layer.Any>> = L extends readonly [
  infer First extends Layer.Any,
  ...infer Rest extends ReadonlyArray<Layer.Any>
]
  ? (Executor extends Layer.Success<First> ? Layer.Services<First> : never) | NeedsOfExecutors<Rest>
  : never

/** Returns the runners of a layer that no executor of the list calls. */
type Unused<L extends Layer.Any, All extends ReadonlyArray<Layer.Any>> = [Replacing<All, Executor>] extends [never]
  ? never
  : Executor extends Layer.Success<L>
    ? never
    : Exclude<Extract<Layer.Success<L>, Runners>, NeedsOfExecutors<All>>

/** Returns a layer of the list, or its error. */
type Checked<
  First extends Layer.Any,
  Rest extends ReadonlyArray<Layer.Any>,
  Replaceable,
  All extends ReadonlyArray<Layer.Any>
> =
  // What a layer of an unknown type provides is known when it is built.
  [Layer.Success<First>] extends [never]
    ? First
    : [Extract<Layer.Success<First>, Replaceable>] extends [never]
      ? NotReplaceable
      : [Late<First, Rest> | Undone<First, Rest>] extends [never]
        ? [Unused<First, All>] extends [never]
          ? First
          : UnusedRunner
        : WrongOrder

/**
 * Checks the layers of `provide`: each replaces something, needs nothing of those after it, decorates nothing that one of
 * them replaces, and is called by the executor in force.
 *
 * @category models
 * @since 0.1.0
 */
export type Provide<
  L extends ReadonlyArray<Layer.Any>,
  Replaceable,
  All extends ReadonlyArray<Layer.Any> = L
> = L extends readonly [infer First extends Layer.Any, ...infer Rest extends ReadonlyArray<Layer.Any>]
  ? readonly [Checked<First, Rest, Replaceable, All>, ...Provide<Rest, Replaceable, All>]
  : // A list that is made at run time is checked at run time.
    L
