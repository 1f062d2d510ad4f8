/**
 * Confines programs by what the system has: Landlock, bubblewrap, or `sandbox-exec`. Each is tried before it is used.
 *
 * @since 0.1.0
 */
import { Sandbox } from "@hookline/core/Sandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Backend } from "./internal/sandbox/Backend.ts"

/**
 * The kinds of sandboxes that a system may have.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = "bubblewrap" | "bubblewrapAndLandlock" | "landlock" | "seatbelt"

/**
 * Options for the sandbox.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /**
   * The kinds that may be used, in order. The first is used whose probe shows that it prevents what it should. Defaults to
   * Landlock and bubblewrap on Linux, and to `sandbox-exec` on macOS.
   */
  readonly kinds?: ReadonlyArray<Kind>
  /** A file of the user in which results of probes are kept until the system starts again. By default none is kept. */
  readonly cache?: string
}

const defaults: ReadonlyArray<Kind> = process.platform === "darwin" ? ["seatbelt"] : ["landlock", "bubblewrap"]

const load: { readonly [K in Kind]: () => Promise<Backend> } = {
  landlock: () => import("./internal/sandbox/landlock.ts").then(({ landlock }) => landlock),
  bubblewrap: () => import("./internal/sandbox/bubblewrap.ts").then(({ bubblewrap }) => bubblewrap),
  bubblewrapAndLandlock: () => import("./internal/sandbox/bubblewrap.ts").then(({ both }) => both),
  seatbelt: () => import("./internal/sandbox/seatbelt.ts").then(({ seatbelt }) => seatbelt)
}

/** Loads the sandbox when the first hook needs one, because most processes have no such hook. */
const makeLazily = ({ cache, kinds = defaults }: Options): Sandbox["Service"] => {
  let loaded: Sandbox["Service"] | undefined
  let loading: Promise<Sandbox["Service"]> | undefined
  const loadOnce = (): Promise<Sandbox["Service"]> =>
    (loading ??= Promise.all([import("./internal/sandbox/makeSandbox.ts"), ...kinds.map((kind) => load[kind]())]).then(
      ([{ makeSandbox }, ...backends]) => (loaded = makeSandbox(backends, cache))
    ))
  const use = <A, E>(with_: (sandbox: Sandbox["Service"]) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => (loaded === undefined ? Effect.flatMap(Effect.promise(loadOnce), with_) : with_(loaded)))
  return {
    status: use(({ status }) => status),
    enter: (profile, place) => use(({ enter }) => enter(profile, place))
  }
}

const made = new Map<string, Sandbox["Service"]>()

/** Returns the sandbox of all projects with these options, so that it is tried once in this process. */
const shared = (options: Options): Sandbox["Service"] => {
  const key = JSON.stringify([options.kinds ?? defaults, options.cache ?? null])
  const sandbox = made.get(key) ?? makeLazily(options)
  made.set(key, sandbox)
  return sandbox
}

/**
 * Confines programs by the kinds that are named.
 *
 * @example
 * ```ts
 * import * as SystemSandbox from "@hookline/executor/SystemSandbox"
 *
 * const layer = SystemSandbox.layerWith({ kinds: ["bubblewrapAndLandlock"] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (options: Options): Layer.Layer<Sandbox> => Layer.sync(Sandbox)(() => shared(options))

/**
 * Confines programs by the first kind that works here.
 *
 * @example
 * ```ts
 * import { Sandbox } from "@hookline/core/Sandbox"
 * import * as SystemSandbox from "@hookline/executor/SystemSandbox"
 * import * as Effect from "effect/Effect"
 *
 * const status = Effect.flatMap(Sandbox, ({ status }) => status).pipe(Effect.provide(SystemSandbox.layer))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Sandbox> = layerWith({})
