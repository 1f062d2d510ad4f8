/**
 * The settings of a project: those of the user, of the project's files, of the environment and of the program, each
 * with its position.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as RepeatedKey from "@hookline/schema/kit/RepeatedKey"
import { present } from "@hookline/schema/kit/present"
import * as Settings from "@hookline/schema/Settings"
import * as SettingsFile from "@hookline/schema/kit/SettingsFile"
import type { Path } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { lettersOf } from "./EventNames.ts"
import { isNear, nearest } from "./Suggestions.ts"
import { ConfigFiles } from "./ConfigFiles.ts"
import type { Position } from "../Dialect.ts"
import { firstDifference, strict } from "./internal/looseJson.ts"
import { places, positionOf } from "./internal/places.ts"
import type { Project } from "./ConfigLocations.ts"
import { isJson } from "@hookline/schema/Json"
import { sentence } from "../PipelineError.ts"

/**
 * Options for settings: those of the program, and its environment.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly settings?: Settings.Settings
  /** Native hooks of the program, which the user's settings may disable like any other hook. */
  readonly natives?: ReadonlyArray<Hook>
  readonly env?: Readonly<Record<string, string | undefined>>
  /**
   * True if a host passed the environment on. A project's settings of that host may have set its variables, so that they
   * can only tighten, like the project's files.
   */
  readonly envIsHosts?: boolean
}

/**
 * Settings of one origin.
 *
 * @category models
 * @since 0.1.0
 */
export interface Origin {
  readonly settings: Settings.Settings
  /** Returns the position of a setting, or of an entry of it. */
  readonly where: (setting: keyof Settings.Settings, index?: number) => Position & { readonly file: string }
  /** The subject of sentences about what it may not set, unless that is a project. */
  readonly subject?: string
}

/**
 * The settings of a project, merged and by origin.
 *
 * @category models
 * @since 0.1.0
 */
export interface Known {
  /** The settings that apply to all hooks. */
  readonly settings: Settings.Settings
  /** The settings that apply to the project's own hooks besides. */
  readonly own: Settings.Settings
  /** True if `own` is not empty. */
  readonly limited: boolean
  /** The origins that decide for all hooks, the strongest last: the user, the environment, the program. */
  readonly person: ReadonlyArray<Origin>
  /** The origins in the project's files, the strongest last. */
  readonly project: ReadonlyArray<Origin>
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

interface Read extends Origin {
  readonly diagnostics: ReadonlyArray<Diagnostic>
}

const told = (
  code: Diagnostic["code"],
  file: string,
  position: Position,
  rest: Pick<Diagnostic, "at" | "text" | "fix" | "lost">
): Diagnostic => ({
  code,
  // A loss denies events under `closed`.
  level: rest.lost === undefined ? codes[code][0] : "error",
  dialect: "hookline",
  file,
  ...position,
  ...rest
})

const top: Position = { line: 1, column: 1 }

const nothing = (file: string, diagnostics: ReadonlyArray<Diagnostic> = []): Read => ({
  settings: Settings.empty,
  where: () => ({ file, ...top }),
  diagnostics
})

/**
 * Returns the result for a file that can't be parsed. Its diagnostic concerns all events, because the file may have
 * tightened any of them: with the policy `closed`, each event that can be denied is denied.
 */
const broken = (
  file: string,
  code: "file-unreadable" | "json-invalid" | "root-not-object",
  why: string,
  position: Position = top
): Read =>
  nothing(file, [
    told(code, file, position, {
      at: [],
      text: `None of these settings count: ${why}.`,
      fix: code === "file-unreadable" ? "Let its owner make it readable." : "Fix the file, or delete it.",
      lost: { entries: 0, events: "all" }
    })
  ])

/** Returns the position at which a parser stopped, if its message contains it. */
const stoppedAt = (text: string, message: string): Position => {
  const [, offset] = /position (\d+)/.exec(message) ?? []
  return positionOf(text, offset === undefined ? text.length : Number(offset))
}

/** The result of parsing JSON with comments and trailing commas. */
type Parsed =
  | { readonly _tag: "Root"; readonly root: unknown; readonly text: string; readonly loose?: Position }
  | { readonly _tag: "Broken"; readonly position: Position }

const parse = (text: string): Parsed => {
  try {
    return { _tag: "Root", root: JSON.parse(text), text }
  } catch {
    return parseLoosely(text)
  }
}

const parseLoosely = (text: string): Parsed => {
  const clean = strict(text)
  try {
    return {
      _tag: "Root",
      root: JSON.parse(clean),
      text: clean,
      loose: positionOf(text, firstDifference(text, clean))
    }
  } catch (error) {
    return { _tag: "Broken", position: stoppedAt(text, sentence(error)) }
  }
}

const aboutComments = (file: string, position: Position): Diagnostic =>
  told("json-comments", file, position, {
    at: [],
    text: "JSON knows neither comments nor commas before a closing bracket; other readers may refuse this file.",
    fix: "Take them away."
  })

/** Names by their letters. */
type Letters = ReadonlyArray<readonly [letters: string, meant: string]>

/** The letters of the names of settings, and of those of a field of entries with the same meaning. */
const settingLetters: Letters = [
  ...Object.keys(SettingsFile.SettingsFile.fields).map((name) => [lettersOf(name), name] as const),
  ...["onFailure", "failure_mode"].map((name) => [lettersOf(name), "failure_policy"] as const)
]

/** The length of the shortest name of which a misspelt one is known, and of the longest that is compared. */
const [shortest, longest] = [3, 64]

/**
 * Returns the setting that an unknown name is meant for: its letters are those of a known one, or one edit away from those of
 * exactly one. A file with such a name is tightened less than its author believes.
 */
const settingMeant = (name: string, known: Letters = settingLetters): string | undefined => {
  if (name.length > longest) return undefined
  const letters = lettersOf(name)
  if (letters.length < shortest) return undefined
  const near = new Set<string>()
  for (const [each, meant] of known) {
    if (each === letters) return meant
    if (isNear(each, letters)) near.add(meant)
  }
  const [only, ...others] = near
  return others.length === 0 ? only : undefined
}

const all = { entries: 0, events: "all" } as const

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isJson(value) && Object.values(value).some(isFilled)

/** The meaning of an unknown key: nearly a known one, hooks, or settings in one object more. */
interface Meaning extends Pick<Diagnostic, "fix" | "lost"> {
  readonly code?: "hooks-unread"
  readonly text?: string
}

/** Returns the meaning of an unknown key whose author relies on it, although it does not count. */
const otherMeaning = ({ name, within }: SettingsFile.Problem, value: unknown): Meaning | undefined => {
  if (within !== undefined) {
    const meant = settingMeant(
      name,
      SettingsFile.fieldsIn(within).map((field) => [lettersOf(field), field] as const)
    )
    return meant === undefined ? undefined : { fix: `Write "${meant}".`, lost: all }
  }
  const meant = settingMeant(name)
  if (meant !== undefined) return { fix: `Write "${meant}".`, lost: all }
  if (isFilled(value) && (/^hooks?$/i.test(name) || HookEvent.isName(name))) {
    return {
      code: "hooks-unread",
      text: `Hooks are under "${name}" in this file, which is for settings alone, so that they never run.`,
      fix: "Put them into the file of your agent's hooks; `hookline init` writes one.",
      lost: { entries: 1, events: "all" }
    }
  }
  const inner = isJson(value) ? Object.keys(value).filter((key) => settingMeant(key) !== undefined) : []
  return inner.length === 0
    ? undefined
    : { fix: `Put ${inner.map((key) => `"${key}"`).join(" and ")} right at the top of the file.`, lost: all }
}

/** The diagnostic of a key that is there twice. Like a file that can't be parsed, it may have tightened any event. */
const aboutRepeated = (file: string, key: string, position: Position): Diagnostic =>
  told("duplicate-key", file, position, {
    at: [],
    text: `"${key}" is repeated in one object; only the last one counts, and the value before it is ignored.`,
    fix: "Keep the one that is meant.",
    lost: { entries: 0, events: "all" }
  })

/**
 * Reads the text of a settings file.
 *
 * @category discovering
 * @since 0.1.0
 */
export const fromText = (file: string, marked: string): Read => {
  const parsed = parse(marked.charCodeAt(0) === 0xfeff ? marked.slice(1) : marked)
  if (parsed._tag === "Broken") return broken(file, "json-invalid", "this is no valid JSON", parsed.position)
  const { loose, root, text } = parsed
  if (!isJson(root)) return broken(file, "root-not-object", "a file of settings holds an object")
  const { problems, settings } = SettingsFile.read(root)
  const place = places(text)
  const diagnostics = problems.map((problem) => {
    const { code, fix, name, text: sentence, within } = problem
    const at = within === undefined ? [name] : [within, name]
    const rest = { at, text: sentence, ...(fix !== undefined && { fix }) }
    const other = code === "setting-unknown" ? otherMeaning(problem, root[name]) : undefined
    return other === undefined
      ? told(code, file, place(at), rest)
      : told(other.code ?? code, file, place(at), { ...rest, ...other })
  })
  const where: Origin["where"] = (setting, index) => {
    const at: Path = [SettingsFile.nameOf(setting), ...(index === undefined ? [] : [index])]
    return { file, ...place(at) }
  }
  const repeated = RepeatedKey.inText(text, root)
  return {
    settings,
    where,
    diagnostics: [
      ...(loose === undefined ? [] : [aboutComments(file, loose)]),
      ...(repeated === undefined ? [] : [aboutRepeated(file, repeated, place([repeated]))]),
      ...diagnostics
    ]
  }
}

const fromFile = Effect.fnUntraced(function* (file: string) {
  const files = yield* ConfigFiles
  return yield* Effect.match(files.read(file), {
    onSuccess: (text) => (text === undefined ? nothing(file) : fromText(file, text)),
    onFailure: ({ path, why }) =>
      broken(path, "file-unreadable", `the ${path === file ? "file" : "folder"} can't be read (${why})`)
  })
})

const userFile = (home: string): string => `${home}/.hookline/settings.json`

/**
 * Returns the users whose folders the user's own settings accept beside the user's.
 *
 * @category discovering
 * @since 0.1.0
 */
export const ownersOf = (home: string): Effect.Effect<ReadonlyArray<number>, never, ConfigFiles> =>
  Effect.map(fromFile(userFile(home)), ({ settings }) => settings.trust?.owners ?? [])

const prefix = "HOOKLINE_"

const prefixLetters = lettersOf(prefix)

/**
 * Checks whether a variable begins like the prefix, or like the prefix without its first letter or with the first two
 * swapped. It is asked first, because each process reads all variables of its environment.
 */
const hasInitial = (variable: string): boolean => "HhOo".includes(variable.charAt(0))

/**
 * Returns the letters of a variable behind the prefix, in any case and with at most one edit in it, or `undefined` if the
 * variable has another prefix.
 */
const lettersBehindPrefix = (variable: string): string | undefined => {
  if (variable.startsWith(prefix)) return lettersOf(variable.slice(prefix.length))
  if (variable.length > longest) return undefined
  const letters = lettersOf(variable)
  const cut = [0, -1, 1]
    .map((more) => prefixLetters.length + more)
    .find((length) => isNear(letters.slice(0, length), prefixLetters))
  return cut === undefined ? undefined : letters.slice(cut)
}

/** Returns the variable that is no setting and that an unknown one is meant for. */
const variableMeant = (letters: string): string | undefined =>
  letters.length < shortest
    ? undefined
    : SettingsFile.otherVariables.find((known) => isNear(lettersOf(known.slice(prefix.length)), letters))

/**
 * Returns the setting that a variable with the prefix is maybe meant for, although more than one letter differs: the most
 * similar one, so that `HOOKLINE_FAIL_POLICY` is no silent end of a policy.
 */
const settingMaybeMeant = (variable: string): string | undefined =>
  variable.startsWith(prefix) && variable.length <= longest
    ? nearest(variable.slice(prefix.length), SettingsFile.inVariables)
    : undefined

/**
 * Returns the diagnostic of a variable whose name is nearly a known one, or `undefined` if it may be another program's. What
 * only files can set is no loss, because a name such as `HOOKLINE_ENV` may have another purpose.
 */
const aboutVariable = (variable: string): Diagnostic | undefined => {
  const letters = lettersBehindPrefix(variable)
  if (letters === undefined || SettingsFile.isVariable(variable)) return undefined
  const setting = settingMeant(letters)
  const meant = setting === undefined ? undefined : SettingsFile.variableOf(setting)
  const isRead = meant !== undefined && SettingsFile.isVariable(meant)
  const maybe = setting === undefined ? settingMaybeMeant(variable) : undefined
  const other = meant ?? variableMeant(letters) ?? (maybe === undefined ? undefined : SettingsFile.variableOf(maybe))
  if (other === undefined) return undefined
  return told("setting-unknown", variable, top, {
    at: [],
    text: `${variable} is no variable that we know, and does not count.`,
    fix: meant === undefined || isRead ? `Write ${other}.` : `Write "${setting}" into ~/.hookline/settings.json.`,
    ...(isRead && { lost: { entries: 0, events: "all" } })
  })
}

const aboutVariables = (env: NonNullable<Options["env"]>): ReadonlyArray<Diagnostic> => {
  const found: Array<Diagnostic> = []
  for (const name in env) {
    if (!hasInitial(name) || env[name] === undefined || SettingsFile.otherVariables.includes(name)) continue
    const about = aboutVariable(name)
    if (about !== undefined) found.push(about)
  }
  return found
}

const fromEnv = (env: Options["env"] = {}): Read => {
  const { problems, settings } = SettingsFile.readEnv(env)
  return {
    settings,
    where: (setting) => ({ file: SettingsFile.variableOf(SettingsFile.nameOf(setting)), ...top }),
    diagnostics: [
      ...problems.map(({ code, fix, name, text }) =>
        told(code, SettingsFile.variableOf(name), top, { at: [], text, ...(fix !== undefined && { fix }) })
      ),
      ...aboutVariables(env)
    ]
  }
}

/**
 * Creates the diagnostic of a setting that a project's files may not set.
 *
 * @category constructors
 * @since 0.1.0
 */
export const refusal = (
  { subject = "A project", where }: Origin,
  { index, setting, what }: Settings.Refused
): Diagnostic => {
  const { file, ...position } = where(setting, index)
  return told("setting-refused", file, position, {
    at: [SettingsFile.nameOf(setting), ...(index === undefined ? [] : [index])],
    text: `${subject} can't ${what}; this does not count.`,
    fix: "Take it away; who wants it writes it into ~/.hookline/settings.json."
  })
}

const refusals = (user: Settings.Settings, origin: Origin): ReadonlyArray<Diagnostic> =>
  Settings.refused(user, origin.settings).map((refused) => refusal(origin, refused))

const together = (origins: ReadonlyArray<Origin>): Settings.Settings =>
  origins.reduce((all, { settings }) => Settings.over(all, settings), Settings.empty)

/**
 * Returns the last origin that decides a setting.
 *
 * @category getters
 * @since 0.1.0
 */
export const lastOf = (origins: ReadonlyArray<Origin>, setting: keyof Settings.Settings): Origin | undefined =>
  origins.findLast(({ settings }) => settings[setting] !== undefined)

/**
 * Returns the settings for the project's own hooks: the last value of each, the smallest cap, without settings that are
 * decided elsewhere.
 */
const ownOf = (files: ReadonlyArray<Origin>, decided: ReadonlySet<string>): Settings.Settings => {
  const caps = files.flatMap(({ settings }) => settings.maxTimeoutMillis ?? [])
  const own = Settings.ownOf(together(files))
  const all = caps.length === 0 ? own : { ...own, maxTimeoutMillis: Math.min(...caps) }
  return Object.fromEntries(Object.entries(all).filter(([setting]) => !decided.has(setting)))
}

/**
 * Reads the settings of a project.
 *
 * @category discovering
 * @since 0.1.0
 */
export const of = Effect.fnUntraced(function* (
  { home, project }: Project,
  options: Options = {}
): Effect.fn.Return<Known, never, ConfigFiles> {
  const user = yield* fromFile(userFile(home))
  // In the home folder, the project's `settings.json` is the user's.
  const names = project === home ? ["settings.local.json"] : ["settings.json", "settings.local.json"]
  const inProject = yield* Effect.forEach(names, (name) => fromFile(`${project}/.hookline/${name}`))
  const { envIsHosts = false } = options
  const env: Read = {
    ...fromEnv(options.env),
    ...(envIsHosts && { subject: "A variable that a host passes on, and that a project may have set," })
  }
  const program = { ...nothing("the program's own settings"), settings: present(options.settings ?? Settings.empty) }
  const outside = together(envIsHosts ? [program] : [env, program])
  const decided = new Set(Object.keys(outside))
  const files: ReadonlyArray<Read> = envIsHosts ? [...inProject, env] : inProject
  // None of these can loosen another.
  const before = files.map((_, index) =>
    files.slice(0, index).reduce((all, { settings }) => Settings.tighten(all, settings), user.settings)
  )
  const settings = files.reduce((all, file) => Settings.tighten(all, file.settings), user.settings)
  const own = ownOf(files, decided)
  return {
    settings: Settings.over(settings, outside),
    own,
    limited: Object.keys(own).length > 0,
    person: envIsHosts ? [user, program] : [user, env, program],
    project: files,
    diagnostics: [
      ...[user, ...inProject, env].flatMap(({ diagnostics }) => diagnostics),
      ...files.flatMap((file, index) => refusals(before[index] ?? user.settings, file))
    ]
  }
})
