/**
 * Settings for all hooks: whether they run, whose hooks run, their time limits, and the effect of a failure.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { OnFailure } from "./Hook.ts"
import { strictness } from "./Hook.ts"
import { Profile } from "./Profile.ts"

const flag = Schema.optionalKey(Schema.Boolean)
const text = Schema.optionalKey(Schema.String)
const texts = Schema.optionalKey(Schema.Array(Schema.String))
const millis = Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0)))

/**
 * Schema for the environment variables that hooks inherit: all but some, a minimal set, or the named ones. `*` matches
 * any text.
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
 * Schema for what the user trusts beside own files.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Trust = Schema.Struct({
  /** The ids of other users whose folders count as the user's own. */
  owners: Schema.optionalKey(Schema.Array(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))),
  /** The folders whose projects are trusted as a whole, where `~` is the home folder and `**` any folders below. */
  paths: texts,
  /**
   * The effect of an untrusted hook and nothing can confine: it asks on events that can be denied, it denies
   * them, or it is left out.
   */
  unconfined: Schema.optionalKey(Schema.Literals(["ask", "deny", "skip"]))
})

/** @since 0.1.0 */
export type Trust = typeof Trust.Type

/**
 * Schema for the profiles of hooks by their origin.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SandboxProfiles = Schema.Struct({
  /** The profile of untrusted hooks. Defaults to `guard`. */
  untrusted: Schema.optionalKey(Schema.Literals(["guard", "work", "net", "notify"])),
  /** The profile of trusted hooks whose trust names none. Defaults to `open`. */
  trusted: Schema.optionalKey(Profile),
  /** The profile of the user's own hooks. Defaults to `open`. */
  user: Schema.optionalKey(Profile)
})

/** @since 0.1.0 */
export type SandboxProfiles = typeof SandboxProfiles.Type

/**
 * Schema for the fleet that a user's machine is part of.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Fleet = Schema.Struct({
  /** The address of the gate, as `https://fleet.example:7420`. */
  url: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s/@]+\/*$/)),
  /** The path of the file with this machine's token, absolute or from `~/`. Only its user may read it. */
  tokenFile: Schema.String.check(Schema.isPattern(/^(?:\/|~\/|[A-Za-z]:[\\/])/)),
  /** The name of the project in the fleet, the same on all machines. Defaults to the path of the project's folder. */
  project: Schema.optionalKey(Schema.NonEmptyString),
  /** The time limit of a call, in milliseconds. Defaults to 1,500. */
  limitMillis: Schema.optionalKey(
    Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(2_147_483_647))
  ),
  /** The effect on an event whose session can't be read, because the fleet is away. Defaults to `failurePolicy`. */
  onAway: Schema.optionalKey(OnFailure),
  /** The organisation whose policies this machine accepts. */
  organisation: Schema.optionalKey(Schema.NonEmptyString),
  /** The public keys that sign its policies. */
  keys: Schema.optionalKey(Schema.Array(Schema.NonEmptyString)),
  /** Sends the audit log to the fleet. Defaults to false. */
  audit: Schema.optionalKey(Schema.Boolean)
})

/** @since 0.1.0 */
export type Fleet = typeof Fleet.Type

/**
 * Schema for settings. An omitted setting is undecided.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Settings = Schema.Struct({
  enabled: flag,
  allowUserHooks: flag,
  allowProjectHooks: flag,
  /** Allows modules of the project to run in this process. Defaults to false. */
  allowProjectModules: flag,
  /** The time limit of a hook without its own. */
  defaultTimeoutMillis: millis,
  /** The upper bound of every hook's time limit. */
  maxTimeoutMillis: millis,
  failurePolicy: Schema.optionalKey(OnFailure),
  shell: text,
  /** The environment variables that hooks inherit, beside those of their dialect. */
  env: Schema.optionalKey(EnvRule),
  /** A program and its arguments that wraps every command. */
  wrap: texts,
  fastModel: text,
  /** The URLs to which hooks may send events. `*` matches any text. */
  allowedHttpUrls: texts,
  /** Disabled hooks, by their ids or by the names of their plugins. */
  disabled: texts,
  /** The users, folders and rules that the user trusts beside own files. */
  trust: Schema.optionalKey(Trust),
  /** The profiles of hooks by their origin. */
  sandbox: Schema.optionalKey(SandboxProfiles),
  /** The profiles of single hooks, by their ids. */
  profiles: Schema.optionalKey(Schema.Record(Schema.String, Profile)),
  /** The fleet that this machine is part of. */
  fleet: Schema.optionalKey(Fleet)
}).annotate({ identifier: "Settings" })

/** @since 0.1.0 */
export type Settings = typeof Settings.Type

/**
 * Settings without a decision.
 *
 * @example
 * ```ts
 * import * as Settings from "@hookline/schema/Settings"
 *
 * const settings = Settings.over(Settings.empty, { failurePolicy: "closed" })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const empty: Settings = {}

/**
 * Merges settings. Later settings take precedence.
 *
 * @category combining
 * @since 0.1.0
 */
export const over = (earlier: Settings, later: Settings): Settings => ({
  ...earlier,
  // Untyped programs set options to `undefined` to omit them. Without those keys the value still has the type.
  ...(Object.fromEntries(Object.entries(later).filter(([, value]) => value !== undefined)) as Settings)
})

const isStricter = (one: OnFailure, other: OnFailure): boolean => strictness[one] > strictness[other]

/** Checks whether an id begins like that of a user-level hook. */
const isPersons = (entry: string): boolean => entry.startsWith("user:")

/**
 * Merges the user's settings with those of a project's files.
 *
 * **Details**
 *
 * A project's files come from anyone, so they may only tighten: make the effect of a failure stricter, disable the
 * project's own hooks, and forbid its modules. Their other settings apply to the project's own hooks alone (see
 * `ownOf`), because even a shorter timeout or another shell could keep a user's guard from doing its work.
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
 * Returns the settings of a project's files that apply to the project's own hooks.
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
 * A setting of a project's files that is refused.
 *
 * @category models
 * @since 0.1.0
 */
export interface Refused {
  readonly setting: keyof Settings
  /** The index in a list. */
  readonly index?: number
  /** The effect that a project's files may not have. */
  readonly what: string
}

/**
 * Returns the settings of a project's files that are refused, given the user's settings.
 *
 * @category getters
 * @since 0.1.0
 */
export const refused = (user: Settings, project: Settings): ReadonlyArray<Refused> => {
  const found: Array<Refused> = []
  const refuse = (setting: keyof Settings, isRefused: boolean, what: string) => {
    if (isRefused) found.push({ setting, what })
  }
  const { allowProjectHooks, allowProjectModules, allowUserHooks, disabled, enabled, env, failurePolicy } = project
  const { fleet, profiles, sandbox, trust, wrap } = project
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
  refuse("sandbox", sandbox !== undefined, "decide what hooks may reach")
  refuse("profiles", profiles !== undefined, "decide what hooks may reach")
  refuse("trust", trust !== undefined, "decide whom its user trusts")
  refuse("fleet", fleet !== undefined, "join or leave a fleet")
  const persons = disabled?.flatMap((entry, index) => (isPersons(entry) ? [index] : [])) ?? []
  for (const index of persons) found.push({ setting: "disabled", index, what: "switch off a person's own hooks" })
  return found
}
