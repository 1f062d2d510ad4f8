/**
 * The variables that a hook gets: what it inherits, what its session has exported, and those of its own dialect and of
 * the host.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import type { Work } from "@hookline/core/Runner"
import type { Exports } from "@hookline/core/SessionEnv"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { EnvRule } from "@hookline/schema/Settings"

/**
 * Variables, as a process gets them.
 *
 * @category models
 * @since 0.1.0
 */
export type Variables = Readonly<Record<string, string>>

/**
 * Keys by which we ourselves ask providers of models. No hook needs them for its work, so that none gets them unless the
 * settings name them.
 *
 * @category constants
 * @since 0.1.0
 */
export const providerKeys: ReadonlyArray<string> = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"]

/** What hardly a program can do without. */
const necessary = [
  "HOME",
  "LANG",
  "LC_*",
  "LOGNAME",
  "PATH",
  "SHELL",
  "TEMP",
  "TERM",
  "TMP",
  "TMPDIR",
  "TZ",
  "USER",
  "SystemRoot",
  "PATHEXT",
  "COMSPEC"
]

/** Which names a list of names means, where `*` stands for anything. */
const naming = (names: ReadonlyArray<string>): ((name: string) => boolean) => {
  const patterns = names.map((name) =>
    name
      .split("*")
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join(".*")
  )
  const pattern = new RegExp(`^(?:${patterns.join("|")})$`)
  return (name) => names.length > 0 && pattern.test(name)
}

/** Whether the rule says a name in so many words: a `*` does not speak of keys. */
const names = (rule: EnvRule | undefined, name: string): boolean =>
  Array.isArray(rule) ? rule.includes(name) : typeof rule === "object" && Object.hasOwn(rule, name)

const isPlain = (rule: EnvRule | undefined): rule is Variables => typeof rule === "object" && !Array.isArray(rule)

/** What may be inherited by a rule. */
const passes = (rule: EnvRule | undefined): ((name: string) => boolean) => {
  if (rule === "minimal") return naming(necessary)
  return Array.isArray(rule) ? naming(rule) : () => true
}

/**
 * What every hook of a session gets, whatever it is: what is inherited by the rule of the settings, and what the session's
 * hooks have exported. None of it is `reserved`: those names are set for each hook, or not at all.
 *
 * @category constructors
 * @since 0.1.0
 */
export const inherited = (
  parent: Readonly<Record<string, string | undefined>>,
  reserved: ReadonlySet<string>,
  rule: EnvRule | undefined,
  { set, unset }: Exports
): Variables => {
  const gets = passes(rule)
  const gone = new Set(unset)
  const kept = Object.entries(parent).filter(
    ([name]) => gets(name) && (!providerKeys.includes(name) || names(rule, name))
  )
  const given = [...kept, ...Object.entries(isPlain(rule) ? rule : {})].filter(([name]) => !gone.has(name))
  const all = [...given, ...Object.entries(set)]
  return Object.fromEntries(
    all.filter((entry): entry is [string, string] => entry[1] !== undefined && !reserved.has(entry[0]))
  )
}

/**
 * The names that no hook inherits: those of all dialects, which tell scripts which host they run under.
 *
 * @category getters
 * @since 0.1.0
 */
export const reserved = (dialects: ReadonlyArray<Dialect>): ReadonlySet<string> =>
  new Set(["FILE_PATH", ...dialects.flatMap(({ variables }) => variables)])

/** The file that the tool is about, in the hook's own words or in the host's. */
const fileOf = (event: HookEvent): string | undefined => {
  if (!("toolInput" in event)) return undefined
  const { file_path: file, notebook_path: notebook, path } = event.toolInput
  return [file, path, notebook].find((value): value is string => typeof value === "string")
}

/** On these events hooks may export variables. */
const exporting = new Set(["SessionStart", "Setup", "CwdChanged", "FileChanged"])

/**
 * Whether hooks may export variables on an event.
 *
 * @category guards
 * @since 0.1.0
 */
export const mayExport = ({ _tag }: HookEvent): boolean => exporting.has(_tag)

/** Linux takes twice as many bytes in one variable, and no file's name is longer. */
const longest = 65_536

/**
 * Whether a process can be given a value. Events hold anything: what can't be a variable is on the hook's standard input
 * all the same, and must not keep the hook from running.
 */
const canBeGiven = (value: string): boolean => Buffer.byteLength(value) < longest && !value.includes("\0")

/**
 * The variables of one hook on one event: those of the host and of its own dialect, the file that a tool is about, and the
 * file for exports where there is one.
 *
 * @category getters
 * @since 0.1.0
 */
export const own = (
  { dialect, event, facts, host }: Pick<Work, "dialect" | "event" | "facts" | "host">,
  dialects: ReadonlyArray<Dialect> = [],
  envFile?: string
): Variables => {
  const file = fileOf(event)
  const variables: Record<string, string> = { ...host.hostEnv(facts), ...dialect.env(facts) }
  if (file !== undefined) variables["FILE_PATH"] = file
  if (envFile !== undefined) {
    for (const { envFileVariable } of dialects) if (envFileVariable !== undefined) variables[envFileVariable] = envFile
  }
  for (const name in variables) if (!canBeGiven(variables[name] ?? "")) delete variables[name]
  return variables
}
