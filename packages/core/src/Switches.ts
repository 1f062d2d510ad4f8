/**
 * Which hooks never run, and by whose word: settings, an entry of their own, a switch of their dialect.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import type { WhyNot } from "@hookline/schema/WhyNot"
import { covers } from "./AddressPattern.ts"
import * as Ourselves from "./Ourselves.ts"
import { type Known, lastOf, type Origin } from "./SettingsFiles.ts"

/**
 * A place that switches something off.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  readonly file: string
  readonly line: number
}

/**
 * Switched off, there.
 *
 * @category constructors
 * @since 0.1.0
 */
export const disabled = ({ file, line }: Place): WhyNot => ({ _tag: "Disabled", file, line })

const notAllowed = (setting: string, place?: Place): WhyNot => ({
  _tag: "SourceNotAllowed",
  setting,
  ...(place !== undefined && { file: place.file, line: place.line })
})

/** Whether an entry of a list means a hook: by its identity, or by its plugin. `user:` is a person's own plugin. */
const means = (entry: string, { id, source: { plugin, scope } }: Hook): boolean =>
  entry === id || (plugin !== undefined && (entry === plugin || (scope === "user" && entry === `user:${plugin}`)))

interface Listed {
  readonly entry: string
  readonly place: Place
  /** Whether it is a project's word, which reaches no further than the project's own hooks. */
  readonly isProjects: boolean
}

const entriesOf = ({ settings: { disabled: entries = [] }, where }: Origin, isProjects: boolean) =>
  entries.map((entry, index): Listed => ({ entry, place: where("disabled", index), isProjects }))

/** The lists that count: the environment's or the program's stand in the place of all others. */
const listed = ({ person: [user, ...outside], project }: Known): ReadonlyArray<Listed> => {
  const last = lastOf(outside, "disabled")
  if (last !== undefined) return entriesOf(last, false)
  return [...(user === undefined ? [] : entriesOf(user, false)), ...project.flatMap((file) => entriesOf(file, true))]
}

/**
 * The entries of a project's lists that mean hooks of a person and none of the project: they reach nothing.
 *
 * @category discovering
 * @since 0.1.0
 */
export const inVain = (
  { project }: Known,
  hooks: ReadonlyArray<Hook>
): ReadonlyArray<{ readonly origin: Origin; readonly index: number }> =>
  project.flatMap((origin) =>
    (origin.settings.disabled ?? []).flatMap((entry, index) => {
      const meant = hooks.filter((hook) => means(entry, hook))
      // What is called a person's by its name is told without any hooks.
      const reaches =
        entry.startsWith("user:") || meant.length === 0 || meant.some(({ source }) => source.scope !== "user")
      return reaches ? [] : [{ origin, index }]
    })
  )

/**
 * Why a hook never runs, for the settings of a project. What its own entry says is not asked here.
 *
 * @category discovering
 * @since 0.1.0
 */
export const decide = (known: Known): ((hook: Hook) => WhyNot | undefined) => {
  const { own, person, settings } = known
  const { allowProjectHooks, allowProjectModules, allowUserHooks, enabled } = settings
  const { allowedHttpUrls: urls } = own
  const lists = listed(known)
  const [user, ...outside] = person
  const said = [...(user === undefined ? [] : [user]), ...known.project, ...outside]
  const placeOf = (setting: keyof Settings): Place | undefined => lastOf(said, setting)?.where(setting)
  const off = enabled === false ? lastOf(person, "enabled")?.where("enabled") : undefined
  const byList = (hook: Hook, isUsers: boolean): Place | undefined =>
    lists.find(({ entry, isProjects }) => !(isProjects && isUsers) && means(entry, hook))?.place
  return (hook) => {
    const { handler } = hook
    const isUsers = hook.source.scope === "user"
    if (off !== undefined) return disabled(off)
    if (isUsers && allowUserHooks === false) return notAllowed("allow_user_hooks", placeOf("allowUserHooks"))
    if (!isUsers && allowProjectHooks === false) return notAllowed("allow_project_hooks", placeOf("allowProjectHooks"))
    if (Ourselves.is(handler)) return { _tag: "Ourselves" }
    const place = lists.length === 0 ? undefined : byList(hook, isUsers)
    if (place !== undefined) return disabled(place)
    if (isUsers) return undefined
    if (handler._tag === "Module" && allowProjectModules !== true)
      return notAllowed("allow_project_modules", placeOf("allowProjectModules"))
    return handler._tag === "Http" && urls !== undefined && !urls.some((pattern) => covers(pattern, handler.url))
      ? notAllowed("allowed_http_urls", placeOf("allowedHttpUrls"))
      : undefined
  }
}

/**
 * The hooks, of which those of a dialect's own files don't run where the dialect is switched off.
 *
 * @category discovering
 * @since 0.1.0
 */
export const byDialect = (hooks: ReadonlyArray<Hook>, dialectOff: ReadonlyMap<string, Place>): ReadonlyArray<Hook> =>
  dialectOff.size === 0
    ? hooks
    : hooks.map((hook) => {
        const { dialect, plugin, skill } = hook.source
        const place = plugin === undefined && skill === undefined ? dialectOff.get(dialect) : undefined
        return place === undefined || hook.off !== undefined ? hook : { ...hook, off: disabled(place) }
      })
