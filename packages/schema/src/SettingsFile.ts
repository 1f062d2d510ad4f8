/**
 * Settings as they are written: in a file, where timeouts are seconds, and in variables of the environment.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { OnFailure } from "./Hook.ts"
import { EnvRule, type Settings } from "./Settings.ts"

/** More than any timer can wait for would be no time at all. */
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
  enabled: says(Schema.Boolean, "`false` switches all hooks off. A project's files can't say it."),
  allow_user_hooks: says(Schema.Boolean, "Whether a person's own hooks run. A project's files can't say it."),
  allow_project_hooks: says(Schema.Boolean, "Whether the hooks of projects run."),
  allow_project_modules: says(
    Schema.Boolean,
    "Whether a project's modules may run in our own process; not where this is left out. Only a person can allow it."
  ),
  default_timeout: says(Seconds, "Seconds for a hook that does not say how long it may take."),
  max_timeout: says(Seconds, "The most seconds that a hook may take, whatever it says."),
  failure_policy: says(
    OnFailure,
    "What it means when a hook could not do its work: `open` lets the action pass with a notice, `closed` denies it, " +
      "`ask` asks a person. A project's files can only make it stricter."
  ),
  shell: says(Schema.NonEmptyString, "The shell that runs commands; `sh` where this is left out."),
  env: says(
    EnvRule,
    "Which variables hooks get beside their own: an object of some that are added to the environment's, `minimal` " +
      "for only what no program can do without, or a list of names, where `*` stands for anything. A project's files " +
      "can't say it."
  ),
  wrap: says(
    Schema.NonEmptyArray(Schema.String),
    "A program and its arguments, inside which every command hook runs. A project's files can't say it."
  ),
  fast_model: says(Schema.NonEmptyString, "The model that prompt hooks ask where they name none."),
  allowed_http_urls: says(texts, "Where hooks may send events; `*` stands for anything. All where this is left out."),
  disabled: says(texts, "Hooks that are switched off, by their identities or by the names of their plugins.")
}).annotate({
  identifier: "HooklineSettings",
  title: "Settings for hooks",
  description: "What a person or a project decides about all hooks. A project's files can only tighten."
})

/** @since 0.1.0 */
export type SettingsFile = typeof SettingsFile.Type

type Name = Exclude<keyof SettingsFile, "$schema">

/** How a setting is called in files, and how many of ours one of theirs is. */
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
  disabled: ["disabled"]
}

/** What a setting holds, in words. */
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
  disabled: "a list of identities of hooks, or names of plugins"
}

/**
 * A setting that is not as it should be.
 *
 * @category models
 * @since 0.1.0
 */
export interface Problem {
  readonly code: "setting-invalid" | "setting-unknown"
  readonly name: string
  readonly text: string
  readonly fix?: string
}

/** @since 0.1.0 */
export interface Reading {
  readonly settings: Settings
  readonly problems: ReadonlyArray<Problem>
}

/**
 * How a setting is called in files.
 *
 * @category getters
 * @since 0.1.0
 */
export const nameOf = (setting: keyof Settings): string => settings[setting][0]

const isName = (name: string): name is Name => Object.hasOwn(wanted, name)

const accepts = Object.fromEntries(
  Object.entries(SettingsFile.fields).map(([name, field]) => [name, Schema.is(Schema.Struct({ [name]: field }))])
)

const invalid = (name: Name): Problem => ({
  code: "setting-invalid",
  name,
  // A guard may rely on it: a word that nobody understands must not let failures pass.
  text:
    name === "failure_policy"
      ? "This is no policy that we know; the strictest is taken."
      : `"${name}" is ${wanted[name]}; what stands here does not count.`,
  fix: `Write ${wanted[name]}.`
})

/**
 * The settings of a file's data. What is wrong costs only itself.
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
    } else if (accepts[name]?.({ [name]: value }) === true) valid.set(name, value)
    else {
      problems.push(invalid(name))
      if (name === "failure_policy") valid.set(name, "closed")
    }
  }
  const entries = Object.entries(settings).flatMap(([setting, [name, times]]) => {
    if (!valid.has(name)) return []
    const value = valid.get(name)
    return [[setting, times !== undefined && typeof value === "number" ? value * times : value]]
  })
  // Every value was held against the schema of its setting.
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

/** Settings that have no variable: variables for hooks can be set as they are, and a program's arguments need a list. */
const withoutVariable: ReadonlySet<Name> = new Set(["env", "wrap"])

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
 * The variable that holds a setting.
 *
 * @category getters
 * @since 0.1.0
 */
export const variableOf = (name: string): string => `HOOKLINE_${name.toUpperCase()}`

/**
 * The settings of an environment.
 *
 * @category decoding
 * @since 0.1.0
 */
export const readEnv = (env: Readonly<Record<string, string | undefined>>): Reading =>
  read(
    Object.fromEntries(
      Object.keys(wanted).flatMap((name) => {
        const text = env[variableOf(name)]
        return text === undefined || text === "" || !isName(name) || withoutVariable.has(name)
          ? []
          : [[name, fromText(name, text)]]
      })
    )
  )
