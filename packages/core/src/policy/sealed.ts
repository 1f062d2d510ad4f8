/** Services whose shape can't be written down elsewhere, so that their layers fit into `Hookline.layer` alone. */

declare const sealed: unique symbol

/**
 * A service that only its own module creates.
 *
 * `Layer.succeed(Timeouts)({ ... })` would be a layer without requirements, which compiles in places where no hook uses
 * it.
 */
export type Sealed<A> = A & { readonly [sealed]: true }

/** Seals a service. The mark exists for the compiler only, so that the value stays as it is. */
export const seal = <A>(service: A): Sealed<A> => service as Sealed<A>
