/**
 * What people decide about hooks as a whole: whether they run, whose hooks run, for how long, and what a failure means.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { OnFailure } from "./Hook.ts"
import { strictness } from "./Hook.ts"

const flag = Schema.optionalKey(Schema.Boolean)
const text = Schema.optionalKey(Schema.String)
const texts = Schema.optionalKey(Schema.Array(Schema.String))
const millis = Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0)))

/**
 * Schema for what hooks inherit: all variables and some more, only what no program can do without, or just those that
 * are named, where `*` stands for anything.
 *
 * @category schemas
 * @since 0.1.0
 */
export const EnvRule = Schema.Union([
  Schema.Record(Schema.String, Schema.String),
  Schema.Literal("minimal"),
  Schema.Array(Schema.String)
])

/** @since 0.1.0 */
export type EnvRule = typeof EnvRule.Type

/**
 * Schema for settings. What is left out, nobody has decided.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Settings = Schema.Struct({
  enabled: flag,
  allowUserHooks: flag,
  allowProjectHooks: flag,
  /** Whether a project's modules may run in our own process. Where nobody says so, they may not. */
  allowProjectModules: flag,
  /** What a hook gets that does not say how long it may take. */
  defaultTimeoutMillis: millis,
  /** The most that a hook may take, whatever it says. */
  maxTimeoutMillis: millis,
  failurePolicy: Schema.optionalKey(OnFailure),
  shell: text,
  /** Which variables hooks get, beside those of their own dialect. */
  env: Schema.optionalKey(EnvRule),
  /** A program and its arguments, inside which every command runs. */
  wrap: texts,
  fastModel: text,
  /** Where hooks may send events. `*` stands for anything. */
  allowedHttpUrls: texts,
  /** Hooks that are switched off, by their identities or by the names of their plugins. */
  disabled: texts
}).annotate({ identifier: "Settings" })

/** @since 0.1.0 */
export type Settings = typeof Settings.Type

/**
 * Settings that decide nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const empty: Settings = {}

/**
 * Puts settings over others: what the later ones decide, counts.
 *
 * @category combining
 * @since 0.1.0
 */
export const over = (earlier: Settings, later: Settings): Settings => ({
  ...earlier,
  // Programs without types leave things out by saying that they are nothing. What is left are settings all the same.
  ...(Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined)) as Settings)
})

const isStricter = (one: OnFailure, other: OnFailure): boolean => strictness[one] > strictness[other]

/** An identity that begins like this is that of a person's own hook. */
const isPersons = (entry: string): boolean => entry.startsWith("user:")

/**
 * What holds for all hooks where a person says one thing, and the files of the project they work on another.
 *
 * **Details**
 *
 * A project's files come with the project, from anyone, so they can only tighten. They make a failure mean more, switch
 * off the project's own hooks, and forbid its own modules. All else that they may say is about how the project's own
 * hooks run (see `ownOf`), since even a shorter timeout or another shell could keep a person's guard from doing its
 * work.
 *
 * @category combining
 * @since 0.1.0
 */
export const tighten = (user: Settings, project: Settings): Settings => {
  const { allowProjectHooks, allowProjectModules, disabled = [], failurePolicy } = project
  const others = disabled.filter((entry) => !isPersons(entry) && user.disabled?.includes(entry) !== true)
  return {
    ...user,
    ...(allowProjectHooks === false && { allowProjectHooks }),
    ...(allowProjectModules === false && { allowProjectModules }),
    ...(failurePolicy !== undefined && isStricter(failurePolicy, user.failurePolicy ?? "open") && { failurePolicy }),
    ...(others.length > 0 && { disabled: [...(user.disabled ?? []), ...others] })
  }
}

/**
 * What a project's files say about how the project's own hooks run.
 *
 * @category getters
 * @since 0.1.0
 */
export const ownOf = ({
  allowedHttpUrls,
  defaultTimeoutMillis,
  fastModel,
  maxTimeoutMillis,
  shell
}: Settings): Settings => ({
  ...(allowedHttpUrls !== undefined && { allowedHttpUrls }),
  ...(defaultTimeoutMillis !== undefined && { defaultTimeoutMillis }),
  ...(fastModel !== undefined && { fastModel }),
  ...(maxTimeoutMillis !== undefined && { maxTimeoutMillis }),
  ...(shell !== undefined && { shell })
})

/**
 * Something that a project's files say, and that does not count.
 *
 * @category models
 * @since 0.1.0
 */
export interface Refused {
  readonly setting: keyof Settings
  /** Which entry of a list. */
  readonly index?: number
  /** What the project's files can't do by it. */
  readonly what: string
}

/**
 * What the files of a project say in vain, beside what a person says.
 *
 * @category getters
 * @since 0.1.0
 */
export const refused = (user: Settings, project: Settings): ReadonlyArray<Refused> => {
  const found: Array<Refused> = []
  const refuse = (setting: keyof Settings, isRefused: boolean, what: string) => {
    if (isRefused) found.push({ setting, what })
  }
  const { allowProjectHooks, allowProjectModules, allowUserHooks, disabled, enabled, env, failurePolicy, wrap } =
    project
  const differs = (value: boolean | undefined, users = true) => value !== undefined && value !== users
  refuse("enabled", differs(enabled, user.enabled), "switch all hooks on or off")
  refuse("allowUserHooks", differs(allowUserHooks, user.allowUserHooks), "decide about a person's own hooks")
  refuse("allowProjectHooks", allowProjectHooks === true && user.allowProjectHooks === false, "allow its own hooks")
  refuse("allowProjectModules", allowProjectModules === true && user.allowProjectModules !== true, "allow its modules")
  const policy = user.failurePolicy ?? "open"
  refuse("failurePolicy", failurePolicy !== undefined && isStricter(policy, failurePolicy), "let failures pass")
  const { maxTimeoutMillis: cap = Number.POSITIVE_INFINITY } = user
  refuse("maxTimeoutMillis", (project.maxTimeoutMillis ?? 0) > cap, "let hooks take longer than their user allows")
  refuse("env", env !== undefined, "decide which variables a person's own hooks get")
  refuse("wrap", wrap !== undefined, "decide in what a person's own hooks run")
  const persons = disabled?.flatMap((entry, index) => (isPersons(entry) ? [index] : [])) ?? []
  for (const index of persons) found.push({ setting: "disabled", index, what: "switch off a person's own hooks" })
  return found
}
