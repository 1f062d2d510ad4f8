/**
 * The native hooks of a project: hooks that the program registers, beside the configured ones.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import { type HookEvent, isName } from "@hookline/schema/HookEvent"
import type { WhyNot } from "@hookline/schema/WhyNot"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Native } from "../execute/NativeDialect.ts"
import { HookDialects } from "../HookDialects.ts"
import { HostDialect } from "../HostDialect.ts"
import type { Compiled, Group } from "./Matcher.ts"
import { everyEvent, type Meaning, meaningIn, meantElsewhere, type Names } from "./nativeNames.ts"

/**
 * A native hook with its priority.
 *
 * @category models
 * @since 0.1.0
 */
export interface NativeHook {
  readonly hook: Hook
  readonly priority: number
  /** Checks whether the hook runs on an event. By default it runs on each event of its name. */
  readonly when?: (event: HookEvent) => boolean
}

/**
 * The priority of configured hooks. Native hooks of a lower one run before them, all others after.
 *
 * @category constants
 * @since 0.1.0
 */
export const configuredPriority = 20

/** @since 0.1.0 */
export { everyEvent } from "./nativeNames.ts"

/** The native hooks of one event, before and after the configured groups. */
class Around {
  readonly before: ReadonlyArray<Group>
  readonly after: ReadonlyArray<Group>
  /** The hooks with a condition. */
  readonly conditional: ReadonlyArray<NativeHook>
  readonly #natives: ReadonlyArray<NativeHook>
  readonly #merged = new WeakMap<ReadonlyArray<Group>, ReadonlyArray<Group>>()
  readonly #without = new Map<string, Around | undefined>()

  constructor(natives: ReadonlyArray<NativeHook>) {
    this.#natives = natives
    this.conditional = natives.filter(({ when }) => when !== undefined)
    const groups = (isIn: (priority: number) => boolean): ReadonlyArray<Group> => {
      const hooks = natives.filter(({ priority }) => isIn(priority)).map(({ hook }) => hook)
      return hooks.length === 0 ? [] : [{ dialect: Native, parallel: false, hooks }]
    }
    this.before = groups((priority) => priority < configuredPriority)
    this.after = groups((priority) => priority >= configuredPriority)
  }

  /** Returns those of the hooks that are left without some, the same for the same ones. */
  without(absent: ReadonlySet<NativeHook>): Around | undefined {
    const key = this.#natives.map((native) => (absent.has(native) ? "0" : "1")).join("")
    if (this.#without.has(key)) return this.#without.get(key)
    const left = this.#natives.filter((native) => !absent.has(native))
    const around = left.length === 0 ? undefined : new Around(left)
    this.#without.set(key, around)
    return around
  }

  /** Returns the same list for the same configured groups, so that later stages can cache by it. */
  merge(configured: ReadonlyArray<Group>): ReadonlyArray<Group> {
    const known = this.#merged.get(configured)
    if (known !== undefined) return known
    const merged = [...this.before, ...configured, ...this.after]
    this.#merged.set(configured, merged)
    return merged
  }
}

/** No disabled hooks. */
const none: ReadonlySet<string> = new Set()

const inOrder = (natives: ReadonlyArray<NativeHook>): ReadonlyArray<NativeHook> =>
  natives.toSorted((one, other) => one.priority - other.priority)

/** The number of events whose hooks are cached: names of events may come from outside. */
const remembered = 256

/**
 * The native hooks by event.
 *
 * **Details**
 *
 * Lists are replaced and never changed, so that a running event is not disturbed: a hook that is added meanwhile runs on
 * the next event. A change costs as much as there are native hooks, however many are configured.
 *
 * @category models
 * @since 0.1.0
 */
export class Table {
  readonly #aliasOf: ((event: HookEvent) => string) | undefined
  readonly #around = new Map<string, Around | undefined>()
  // Events of one name mostly follow each other.
  #lastName: string | undefined
  #lastAround: Around | undefined
  /** In the order of registration. */
  #all: ReadonlyArray<NativeHook> = []
  #hasHostNames = false
  /** True without native hooks. A field, because every event reads it. */
  isEmpty = true

  readonly #host: Names
  readonly #dialects: ReadonlyArray<Names>

  /** Events have the names of the host, and names may be those of other dialects. */
  constructor(host: Names = {}, dialects: ReadonlyArray<Names> = []) {
    this.#aliasOf = host.nameOf
    this.#host = host
    this.#dialects = dialects
  }

  add(native: NativeHook): void {
    this.#set([...this.#all, native])
  }

  remove(native: NativeHook): void {
    this.#set(this.#all.filter((one) => one !== native))
  }

  #set(all: ReadonlyArray<NativeHook>): void {
    this.#all = all
    this.isEmpty = all.length === 0
    this.#hasHostNames = all.some(({ hook: { event } }) => event !== everyEvent && !isName(event))
    this.#around.clear()
    this.#lastName = undefined
  }

  /** Returns the native hooks that run on an event, or `undefined` if none does. `off` are the ids of disabled ones. */
  around(event: HookEvent, off: ReadonlySet<string> = none): Around | undefined {
    const around = this.#named(event)
    if (around === undefined || (around.conditional.length === 0 && off.size === 0)) return around
    const absent = this.#all.filter(({ hook, when }) => off.has(hook.id) || when?.(event) === false)
    return absent.length === 0 ? around : around.without(new Set(absent))
  }

  /** Returns the native hooks of an event's name. */
  #named(event: HookEvent): Around | undefined {
    const name = event._tag === "Other" ? event.name : event._tag
    if (name === this.#lastName) return this.#lastAround
    const alias = this.#hasHostNames ? this.#aliasOf?.(event) : undefined
    const around = this.#find(name, alias)
    // Under a host's own names, events of one name may have several.
    if (!this.#hasHostNames) {
      this.#lastName = name
      this.#lastAround = around
    }
    return around
  }

  #find(name: string, alias: string | undefined): Around | undefined {
    const key = alias === undefined ? name : `${name}\n${alias}`
    if (this.#around.has(key)) return this.#around.get(key)
    const own = this.#all.filter(({ hook }) => this.#isFor(hook, name, alias))
    const around = own.length === 0 ? undefined : new Around(inOrder(own))
    if (this.#around.size < remembered) this.#around.set(key, around)
    return around
  }

  #isFor({ event }: Hook, name: string, alias: string | undefined): boolean {
    return event === name || event === everyEvent || (alias !== undefined && event === alias)
  }

  /** Returns the event for which a hook of this name is registered, or the reason for which it would never run. */
  meaningOf(name: unknown): Meaning {
    return meaningIn(this.#host, this.#dialects, name)
  }

  /** Returns the event that a name means in other agents, where it has no meaning here. */
  elsewhere(name: string): string | undefined {
    return this.#host.ownEvents?.includes(name) === true ? undefined : meantElsewhere(this.#dialects, name)
  }

  /** Returns the native hooks of an event's name, whether they run on the event or not. */
  named(event: HookEvent): ReadonlyArray<NativeHook> {
    const name = event._tag === "Other" ? event.name : event._tag
    const alias = this.#hasHostNames ? this.#aliasOf?.(event) : undefined
    return this.#all.filter(({ hook }) => this.#isFor(hook, name, alias))
  }

  /** Returns all native hooks in the order in which they run, or those of one event's name. */
  list(name?: string): ReadonlyArray<NativeHook> {
    return inOrder(name === undefined ? this.#all : this.#all.filter(({ hook }) => this.#isFor(hook, name, undefined)))
  }
}

/** Returns the reasons of the native hooks in a catalog that settings disable. */
const disabledIn = ({ catalog }: Compiled): ReadonlyMap<string, WhyNot> =>
  new Map(
    catalog.hooks.flatMap(({ handler, id, off }) =>
      handler._tag === "Native" && off !== undefined ? [[id, off] as const] : []
    )
  )

/** Returns the reason for which a native hook does not run on an event. */
const whyNot = ({ hook, when }: NativeHook, event: HookEvent, isNamed: boolean): WhyNot => {
  if (!isNamed) return { _tag: "OtherEvent", configured: hook.event }
  return when?.(event) === false ? { _tag: "If", rule: hook.if ?? hook.id } : { _tag: "AlreadyRan" }
}

/** Returns a compiled catalog with the native hooks as they are when an event arrives. */
export const withNatives = (compiled: Compiled, table: Table): Compiled => {
  const disabled = disabledIn(compiled)
  const off = disabled.size === 0 ? none : new Set(disabled.keys())
  return merged(compiled, table, disabled, off)
}

const merged = (
  compiled: Compiled,
  table: Table,
  disabled: ReadonlyMap<string, WhyNot>,
  off: ReadonlySet<string>
): Compiled => ({
  ...compiled,
  groups: (event) => {
    const configured = compiled.groups(event)
    return table.isEmpty ? configured : (table.around(event, off)?.merge(configured) ?? configured)
  },
  // The table comes second, because a condition of a native hook may read files.
  wants: (event) => compiled.wants(event) || (!table.isEmpty && table.around(event, off) !== undefined),
  // A matcher knows the hooks of its catalog only.
  conditionHolds: (hook, event) => hook.handler._tag === "Native" || compiled.conditionHolds(hook, event),
  explain: (event, ranOnce = () => false) => {
    const plan = compiled.explain(event, ranOnce)
    if (table.isEmpty) return plan
    const around = table.around(event, off)
    const runs = (hook: Hook): boolean => !(hook.once && ranOnce(hook))
    const planned = (groups: ReadonlyArray<Group> = []) =>
      groups
        .map(({ dialect, hooks, parallel }) => ({
          dialect: dialect.name,
          parallel,
          hooks: hooks.filter(runs).map(({ id }) => id)
        }))
        .filter(({ hooks }) => hooks.length > 0)
    const matching = new Set([...(around?.before ?? []), ...(around?.after ?? [])].flatMap(({ hooks }) => hooks))
    const others = table.list().filter(({ hook }) => !(matching.has(hook) && runs(hook)))
    const named = new Set(table.named(event).map(({ hook }) => hook))
    return {
      ...plan,
      groups: [...planned(around?.before), ...plan.groups, ...planned(around?.after)],
      others: [
        ...plan.others,
        ...others.map((native) => ({
          hook: native.hook.id,
          why: disabled.get(native.hook.id) ?? whyNot(native, event, named.has(native.hook))
        }))
      ]
    }
  }
})

/**
 * The table of native hooks of a project.
 *
 * @category services
 * @since 0.1.0
 */
export class NativeHooks extends Context.Service<NativeHooks, Table>()("@hookline/core/NativeHooks") {
  /** Creates an empty table. */
  static readonly layer: Layer.Layer<NativeHooks, never, HookDialects | HostDialect> = Layer.effect(
    NativeHooks,
    Effect.gen(function* () {
      const { event } = yield* HostDialect
      const dialects = yield* HookDialects
      return new Table(
        event,
        dialects.map((dialect) => dialect.event)
      )
    })
  )
}
