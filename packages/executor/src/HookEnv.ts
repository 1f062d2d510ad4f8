/**
 * The environment variables of a hook: those that it inherits, those that its session has exported, and those of its
 * dialect and of the host.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import type { Work } from "@hookline/core/Runner"
import type { Exports } from "@hookline/core/SessionEnv"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Secret from "@hookline/schema/Secret"
import type { EnvRule } from "@hookline/schema/Settings"

/**
 * The environment variables of a process.
 *
 * @category models
 * @since 0.1.0
 */
export type Variables = Readonly<Record<string, string>>

/**
 * Keys by which Hookline itself calls model providers. Hooks don't need them, so they inherit them only if the settings
 * name them.
 *
 * @category constants
 * @since 0.1.0
 */
export const providerKeys: ReadonlyArray<string> = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY"]

/** Variables that hardly a program works without. */
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

/** Creates a test for names on a list, in which `*` matches any text. */
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

/** Checks whether a rule contains a name literally: `*` does not match keys. */
const names = (rule: EnvRule | undefined, name: string): boolean =>
  Array.isArray(rule) ? rule.includes(name) : typeof rule === "object" && Object.hasOwn(rule, name)

const isPlain = (rule: EnvRule | undefined): rule is Variables => typeof rule === "object" && !Array.isArray(rule)

/** Creates a test for the names that a rule lets hooks inherit. */
const passes = (rule: EnvRule | undefined): ((name: string) => boolean) => {
  if (rule === "minimal") return naming(necessary)
  return Array.isArray(rule) ? naming(rule) : () => true
}

/** Variables of agents and of tools of developers, of which hooks that no user has trusted get those that are no secrets. */
const developers = [
  "CLAUDE* CURSOR_* CODEX_* GEMINI_* AMPLIFIER_* OPENCODE_* COPILOT_* HOOKLINE_* PLUGIN_ROOT",
  "CI COLORTERM COLUMNS EDITOR FORCE_COLOR HOMEBREW_* LINES NO_COLOR PAGER VISUAL XDG_*",
  "NODE_* NVM_* FNM_* VOLTA_* PNPM_HOME YARN_* BUN_* DENO_* COREPACK_*",
  "PY* VIRTUAL_ENV CONDA_* UV_* POETRY_* PIPX_* RBENV_* RUBY* GEM_* BUNDLE_*",
  "GO* CARGO_* RUST* JAVA_HOME MAVEN_* GRADLE_* SDKMAN_* ANDROID_* DOTNET_*",
  "ASDF_* MISE_* DIRENV_DIR NIX_*"
].flatMap((names) => names.split(" "))

const basic = naming([...necessary, ...developers])

/** Sockets that lead to the agent of keys and to the desktop, among the variables above. */
const leading = naming(["XDG_RUNTIME_DIR", "XDG_SESSION_*", "XDG_SEAT*"])

/**
 * The variables of a confined hook: those that it gets, and the names of those that it does not get.
 *
 * @category models
 * @since 0.1.0
 */
export interface ConfinedVariables {
  readonly variables: Variables
  readonly withheld: ReadonlyArray<string>
}

/**
 * Divides variables by the confinement of a hook. A hook that no user has trusted gets those that hardly a program works
 * without, and those of developers' tools. A trusted hook gets all but secrets, and the secrets that are named.
 *
 * @category constructors
 * @since 0.1.0
 */
export const confined = (variables: Variables, rule: "untrusted" | ReadonlyArray<string>): ConfinedVariables => {
  const named = rule === "untrusted" ? undefined : naming(rule)
  const gets = (name: string, value: string): boolean => {
    const isSecret = Secret.isVariable(name) || Secret.isValue(value)
    return named === undefined ? basic(name) && !leading(name) && !isSecret : !isSecret || named(name)
  }
  const entries = Object.entries(variables)
  const kept = entries.filter(([name, value]) => gets(name, value))
  const names = new Set(kept.map(([name]) => name))
  return {
    variables: Object.fromEntries(kept),
    withheld: entries.flatMap(([name]) => (names.has(name) ? [] : [name])).toSorted()
  }
}

/**
 * Returns the variables that every hook of a session gets: those that it inherits by the settings' rule, and the
 * session's exports. Names in `reserved` are excluded, because they are set for each hook or not at all.
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
 * Returns the reason for which a rule of the user keeps a project from exporting a name: it does not let hooks inherit
 * the name, or sets its value.
 *
 * @category getters
 * @since 0.1.0
 */
export const whyNotExported = (rule: EnvRule | undefined): ((name: string) => string | undefined) => {
  const gets = passes(rule)
  return (name) => {
    if (!gets(name)) return `${name} is not exported: the setting \`env\` does not let hooks have it`
    return isPlain(rule) && Object.hasOwn(rule, name)
      ? `${name} is not exported by the project: the setting \`env\` sets it`
      : undefined
  }
}

/**
 * Returns the names that no hook inherits: those of all dialects, by which scripts recognize their host.
 *
 * @category getters
 * @since 0.1.0
 */
export const reserved = (dialects: ReadonlyArray<Dialect>): ReadonlySet<string> =>
  new Set(["FILE_PATH", ...dialects.flatMap(({ variables }) => variables)])

/** Returns the file that the tool is about, from the canonical or the host's input. */
const fileOf = (event: HookEvent): string | undefined => {
  if (!("toolInput" in event)) return undefined
  const { file_path: file, notebook_path: notebook, path } = event.toolInput
  return [file, path, notebook].find((value): value is string => typeof value === "string")
}

/** The events on which hooks may export variables. */
const exporting = new Set(["SessionStart", "Setup", "CwdChanged", "FileChanged"])

/**
 * Checks whether hooks may export variables on an event.
 *
 * @category guards
 * @since 0.1.0
 */
export const mayExport = ({ _tag }: HookEvent): boolean => exporting.has(_tag)

/** Linux allows twice as many bytes in one variable, and no file name is longer. */
const longest = 65_536

/**
 * Checks whether a value can be an environment variable. Events may contain any value. An unsuitable one is still on
 * the hook's standard input, and must not keep the hook from running.
 */
const canBeGiven = (value: string): boolean => Buffer.byteLength(value) < longest && !value.includes("\0")

/**
 * Returns the variables of one hook on one event: those of the host and of its dialect, the file that a tool is about,
 * and the file for exports if there is one.
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
