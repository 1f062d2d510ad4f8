/**
 * Settings as written in a file, where timeouts are seconds, and in environment variables.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { OnFailure } from "./Hook.ts"
import { Profile } from "./Profile.ts"
import { EnvRule, Fleet, SandboxProfiles, type Settings, Trust } from "./Settings.ts"

/** A longer delay would overflow the timer and fire at once. */
const Seconds = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(2_000_000))
const texts = Schema.Array(Schema.String)

const says = <S extends Schema.Top>(schema: S, description: string): Schema.optionalKey<S["Rebuild"]> =>
  Schema.optionalKey(schema.annotate({ description }))

/**
 * Schema for a file of settings.
 *
 * @category schemas
 * @since 0.1.0
 */
export const SettingsFile = Schema.Struct({
  $schema: Schema.optionalKey(Schema.String),
  enabled: says(Schema.Boolean, "`false` disables all hooks. A project's files can't set it."),
  allow_user_hooks: says(Schema.Boolean, "`false` disables user-level hooks. A project's files can't set it."),
  allow_project_hooks: says(Schema.Boolean, "`false` disables the hooks of projects."),
  allow_project_modules: says(
    Schema.Boolean,
    "`true` allows modules of a project to run in Hookline's own process. Only the user can set it."
  ),
  default_timeout: says(Seconds, "The time limit, in seconds, of a hook without its own."),
  max_timeout: says(Seconds, "The upper bound of every hook's time limit, in seconds."),
  failure_policy: says(
    OnFailure,
    "The effect of a failed hook: `open` allows the action with a notice, `closed` denies it, " +
      "`ask` asks the user. A project's files can only make it stricter."
  ),
  shell: says(Schema.NonEmptyString, "The shell that runs commands. Defaults to `sh`."),
  env: says(
    EnvRule,
    "The variables that hooks get beside their own: an object of variables to add to the environment's, `minimal` " +
      "for a minimal environment, or a list of names, where `*` matches any text. A project's files " +
      "can't set it."
  ),
  wrap: says(
    Schema.NonEmptyArray(Schema.String),
    "A program and its arguments that wraps every command hook. A project's files can't set it."
  ),
  fast_model: says(Schema.NonEmptyString, "The model for prompt hooks that name none."),
  allowed_http_urls: says(texts, "The URLs to which hooks may send events. `*` matches any text. Defaults to all."),
  disabled: says(texts, "Disabled hooks, by their ids or by the names of their plugins."),
  trust: says(
    Trust,
    "`owners`: the ids of other users whose folders count as the user's own, for containers and WSL. `paths`: the " +
      "folders whose projects are trusted as a whole. `unconfined`: the effect of an untrusted hook that " +
      "nothing can confine. Only the user can set it."
  ),
  sandbox: says(
    SandboxProfiles,
    "The profiles in which hooks run: of untrusted ones, of trusted ones, and of the user's own. Only the user " +
      "can set it."
  ),
  profiles: says(
    Schema.Record(Schema.String, Profile),
    "The profiles of single hooks, by their ids. Only the user can set it."
  ),
  fleet: says(
    Fleet,
    "The fleet that this machine is part of: `url` of its gate, `tokenFile` with this machine's token, and further " +
      "fields. `hookline fleet join` writes it. Only the user can set it."
  )
}).annotate({
  identifier: "HooklineSettings",
  title: "Settings for hooks",
  description: "Settings of a user or a project for all hooks. A project's files can only tighten them."
})

/** @since 0.1.0 */
export type SettingsFile = typeof SettingsFile.Type

type Name = Exclude<keyof SettingsFile, "$schema">

/** The name of each setting in files, and the factor from its unit in files to the unit of `Settings`. */
const settings: Readonly<Record<keyof Settings, readonly [name: Name, times?: number]>> = {
  enabled: ["enabled"],
  allowUserHooks: ["allow_user_hooks"],
  allowProjectHooks: ["allow_project_hooks"],
  allowProjectModules: ["allow_project_modules"],
  defaultTimeoutMillis: ["default_timeout", 1000],
  maxTimeoutMillis: ["max_timeout", 1000],
  failurePolicy: ["failure_policy"],
  shell: ["shell"],
  env: ["env"],
  wrap: ["wrap"],
  fastModel: ["fast_model"],
  allowedHttpUrls: ["allowed_http_urls"],
  disabled: ["disabled"],
  trust: ["trust"],
  sandbox: ["sandbox"],
  profiles: ["profiles"],
  fleet: ["fleet"]
}

/** The type of each setting, in words. */
const wanted: Readonly<Record<Name, string>> = {
  enabled: "true or false",
  allow_user_hooks: "true or false",
  allow_project_hooks: "true or false",
  allow_project_modules: "true or false",
  default_timeout: "a positive number of seconds",
  max_timeout: "a positive number of seconds",
  failure_policy: `"open", "ask" or "closed"`,
  shell: "the name or path of a shell",
  env: `an object of texts, "minimal", or a list of names`,
  wrap: "a list of a program and its arguments",
  fast_model: "the name of a model",
  allowed_http_urls: "a list of addresses",
  disabled: "a list of identities of hooks, or names of plugins",
  trust: `an object such as {"paths": ["~/work/**"]}, with the ids of users in "owners", or "unconfined"`,
  sandbox: `an object such as {"untrusted": "guard", "trusted": "work", "user": "open"}`,
  profiles: "an object of ids of hooks with the profiles guard, work, net, notify or open",
  fleet: `an object with the "url" of a gate (https://…) and a "tokenFile" (absolute, or from ~/); see docs/fleet.md`
}

/**
 * A setting with an invalid value or an unknown name.
 *
 * @category models
 * @since 0.1.0
 */
export interface Problem {
  readonly code: "setting-invalid" | "setting-unknown"
  readonly name: string
  /** The setting with an unknown field of this name. */
  readonly within?: string
  readonly text: string
  readonly fix?: string
}

/** @since 0.1.0 */
export interface Reading {
  readonly settings: Settings
  readonly problems: ReadonlyArray<Problem>
}

/**
 * Returns the name of a setting in files.
 *
 * @category getters
 * @since 0.1.0
 */
export const nameOf = (setting: keyof Settings): string => settings[setting][0]

/** The fields of settings that are objects with fixed ones. */
const fieldsOf: Readonly<Partial<Record<Name, ReadonlyArray<string>>>> = {
  trust: Object.keys(Trust.fields),
  sandbox: Object.keys(SandboxProfiles.fields),
  fleet: Object.keys(Fleet.fields)
}

/**
 * Returns the fields of a setting. Those of `Settings` with any keys have none.
 *
 * @category getters
 * @since 0.1.0
 */
export const fieldsIn = (name: string): ReadonlyArray<string> => (isName(name) ? (fieldsOf[name] ?? []) : [])

/** Returns the problems of unknown fields, which a schema passes over. */
const unknownFields = (name: Name, value: unknown): ReadonlyArray<Problem> => {
  const { [name]: known } = fieldsOf
  if (known === undefined || typeof value !== "object" || value === null) return []
  return Object.keys(value).flatMap((field): ReadonlyArray<Problem> => {
    const text = `"${field}" in "${name}" is no setting that we know.`
    return known.includes(field) ? [] : [{ code: "setting-unknown", name: field, within: name, text }]
  })
}

const isName = (name: string): name is Name => Object.hasOwn(wanted, name)

const accepts = Object.fromEntries(
  Object.entries(SettingsFile.fields).map(([name, field]) => [name, Schema.is(Schema.Struct({ [name]: field }))])
)

const invalid = (name: Name): Problem => ({
  code: "setting-invalid",
  name,
  // A guard may rely on the setting, so an unknown word must not let failures pass.
  text:
    name === "failure_policy"
      ? "This policy is unknown; the strictest applies."
      : `"${name}" is ${wanted[name]}; this value is ignored.`,
  fix: `Write ${wanted[name]}.`
})

/**
 * Decodes the settings of a file's data. A problem excludes only its own setting.
 *
 * @category decoding
 * @since 0.1.0
 */
export const read = (root: Readonly<Record<string, unknown>>): Reading => {
  const problems: Array<Problem> = []
  const valid = new Map<string, unknown>()
  for (const [name, value] of Object.entries(root)) {
    if (name === "$schema") continue
    if (!isName(name)) {
      problems.push({ code: "setting-unknown", name, text: `"${name}" is no setting that we know.` })
    } else if (accepts[name]?.({ [name]: value }) === true) {
      valid.set(name, value)
      problems.push(...unknownFields(name, value))
    } else {
      problems.push(invalid(name))
      if (name === "failure_policy") valid.set(name, "closed")
    }
  }
  const entries = Object.entries(settings).flatMap(([setting, [name, times]]) => {
    if (!valid.has(name)) return []
    const value = valid.get(name)
    return [[setting, times !== undefined && typeof value === "number" ? value * times : value]]
  })
  // Every value was checked against the schema of its setting.
  return { settings: Object.fromEntries(entries) as Settings, problems }
}

const words: Readonly<Record<string, boolean>> = {
  true: true,
  "1": true,
  yes: true,
  on: true,
  false: false,
  "0": false,
  no: false,
  off: false
}

const lists: ReadonlySet<Name> = new Set(["allowed_http_urls", "disabled"])

/**
 * Settings without an environment variable: the environment sets variables for hooks directly, a program's arguments need
 * a list, and a project's agent may set variables.
 */
const withoutVariable: ReadonlySet<Name> = new Set(["env", "wrap", "trust", "sandbox", "profiles", "fleet"])

const fromText = (name: Name, text: string): unknown => {
  if (wanted[name] === wanted.enabled) return words[text.trim().toLowerCase()]
  if (name === "default_timeout" || name === "max_timeout") return Number(text)
  return lists.has(name)
    ? text
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "")
    : text.trim()
}

/**
 * Returns the environment variable of a setting.
 *
 * @category getters
 * @since 0.1.0
 */
export const variableOf = (name: string): string => `HOOKLINE_${name.toUpperCase()}`

/**
 * The variables that are no settings.
 *
 * @category getters
 * @since 0.1.0
 */
export const otherVariables: ReadonlyArray<string> = [
  "HOOKLINE_AUDIT",
  "HOOKLINE_FLEET_DATABASE",
  "HOOKLINE_FLEET_TOKEN_FILE",
  "HOOKLINE_FLEET_URL"
]

/**
 * The settings that a variable can set.
 *
 * @category getters
 * @since 0.1.0
 */
export const inVariables: ReadonlyArray<Name> = Object.keys(wanted).filter(
  (name): name is Name => isName(name) && !withoutVariable.has(name)
)

/**
 * Checks for the environment variable of a setting.
 *
 * @category getters
 * @since 0.1.0
 */
export const isVariable = (variable: string): boolean => inVariables.some((name) => variableOf(name) === variable)

/**
 * Decodes the settings of an environment.
 *
 * @category decoding
 * @since 0.1.0
 */
export const readEnv = (env: Readonly<Record<string, string | undefined>>): Reading =>
  read(
    Object.fromEntries(
      inVariables.flatMap((name) => {
        const text = env[variableOf(name)]
        return text === undefined || text === "" ? [] : [[name, fromText(name, text)]]
      })
    )
  )
