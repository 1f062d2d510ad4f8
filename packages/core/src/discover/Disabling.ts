/**
 * The hooks that never run, with the reason: settings, their own entry, or a switch of their dialect.
 *
 * @since 0.1.0
 */
import { type Hook, isOfProject } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import type { WhyNot } from "@hookline/schema/WhyNot"
import { covers } from "../match/AddressPattern.ts"
import * as SelfReference from "./SelfReference.ts"
import { type Known, lastOf, type Origin } from "./SettingsFiles.ts"

/**
 * A position that disables something.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  readonly file: string
  readonly line: number
}

/**
 * Creates the reason for a hook that is disabled at a position.
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

/**
 * Checks whether an entry of a list refers to a hook, by its id or by its plugin. `user:` begins the id of a user-level
 * hook.
 */
const means = (entry: string, { id, source: { plugin, scope } }: Hook): boolean =>
  entry === id || (plugin !== undefined && (entry === plugin || (scope === "user" && entry === `user:${plugin}`)))

interface Listed {
  readonly entry: string
  readonly place: Place
  /** True for an entry of a project's files, which applies only to the project's own hooks. */
  readonly isProjects: boolean
}

const entriesOf = ({ settings: { disabled: entries = [] }, where }: Origin, isProjects: boolean) =>
  entries.map((entry, index): Listed => ({ entry, place: where("disabled", index), isProjects }))

/** Returns the lists in force. A list of the environment or of the program replaces all others. */
const listed = ({ person: [user, ...outside], project }: Known): ReadonlyArray<Listed> => {
  const last = lastOf(outside, "disabled")
  if (last !== undefined) return entriesOf(last, false)
  return [...(user === undefined ? [] : entriesOf(user, false)), ...project.flatMap((file) => entriesOf(file, true))]
}

/**
 * Returns the entries of a project's lists that refer only to user-level hooks, and so have no effect.
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
      // An entry that begins with `user:` is reported without looking at hooks.
      const reaches =
        entry.startsWith("user:") || meant.length === 0 || meant.some(({ source }) => source.scope !== "user")
      return reaches ? [] : [{ origin, index }]
    })
  )

/**
 * Returns the entries of lists, the user's too, that refer to hooks of an organisation, which they do not disable.
 *
 * @category discovering
 * @since 0.1.0
 */
export const againstManaged = (
  { person, project }: Known,
  hooks: ReadonlyArray<Hook>
): ReadonlyArray<{ readonly origin: Origin; readonly index: number }> => {
  const managed = hooks.filter(({ source }) => source.managed !== undefined)
  if (managed.length === 0) return []
  return [...person, ...project].flatMap((origin) =>
    (origin.settings.disabled ?? []).flatMap((entry, index) =>
      managed.some((hook) => means(entry, hook)) ? [{ origin, index }] : []
    )
  )
}

/**
 * Returns the function that gives the reason for which a hook never runs under a project's settings. The hook's own
 * entry is not considered.
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
    // An organisation decides on its own hooks.
    if (hook.source.managed !== undefined) return SelfReference.is(handler) ? { _tag: "SelfReference" } : undefined
    const isUsers = hook.source.scope === "user"
    if (off !== undefined) return disabled(off)
    if (isUsers && allowUserHooks === false) return notAllowed("allow_user_hooks", placeOf("allowUserHooks"))
    if (allowProjectHooks === false && isOfProject(hook))
      return notAllowed("allow_project_hooks", placeOf("allowProjectHooks"))
    if (SelfReference.is(handler)) return { _tag: "SelfReference" }
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
 * The positions at which files disable all hooks of their dialect. Of several files of one origin the last one decides.
 *
 * @category models
 * @since 0.1.0
 */
export interface DialectSwitches {
  /** Those of the user's files, which act on all hooks. */
  readonly user: Map<string, Place>
  /** Those of the project's files, which act on the project's own hooks. */
  readonly project: Map<string, Place>
}

/**
 * Marks the hooks of a dialect's own files that don't run because the dialect is disabled. A project disables only its
 * own hooks, and enables none that the user has disabled.
 *
 * @category discovering
 * @since 0.1.0
 */
export const byDialect = (hooks: ReadonlyArray<Hook>, { project, user }: DialectSwitches): ReadonlyArray<Hook> =>
  user.size === 0 && project.size === 0
    ? hooks
    : hooks.map((hook) => {
        const { dialect, plugin, pluginName, scope, skill } = hook.source
        // A switch of a host's settings also disables the plugins that the host installed.
        const isHosts = (plugin === undefined || pluginName !== undefined) && skill === undefined
        if (!isHosts || hook.off !== undefined) return hook
        const place = user.get(dialect) ?? (scope === "user" ? undefined : project.get(dialect))
        return place === undefined ? hook : { ...hook, off: disabled(place) }
      })
