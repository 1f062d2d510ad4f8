/** The part of a catalog that organisations contribute: their hooks and settings, and what is missing of them. */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as HookId from "@hookline/schema/kit/HookId"
import * as Settings from "@hookline/schema/Settings"
import type { File } from "@hookline/schema/Source"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import { called } from "../execute/broken.ts"
import { callPort } from "../execute/port.ts"
import type { ConfigFiles } from "./ConfigFiles.ts"
import type { Project } from "./ConfigLocations.ts"
import * as FileHooks from "./FileHooks.ts"
import * as MachineFiles from "./MachineFiles.ts"
import type { Managing, Policy } from "./ManagedPolicy.ts"
import { type Returned, returnedPolicies, type Wrong } from "./returnedPolicies.ts"
import * as SettingsFiles from "./SettingsFiles.ts"

/** The name of the port in sentences. */
export const portName = "the managed policy"

/** The policies of organisations as they were read. */
export interface Managed {
  readonly policies: ReadonlyArray<Policy>
  /** Their settings for all hooks, merged. */
  readonly settings: Settings.Settings
  /** The settings of each organisation, for its own hooks. */
  readonly own: Readonly<Record<string, Settings.Settings>>
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}

/** No policies. */
export const none: Managed = { policies: [], settings: Settings.empty, own: {}, diagnostics: [] }

/** The name of a document in sources: with its organisation and version. */
const fileOf = ({ organisation, version }: Policy, name: string): string => `${organisation}@${version}/${name}`

const fix = "Take it out of the policy, and publish that again."

/** Returns the settings of a policy that have no effect: it tightens, and decides on no other hooks but its own. */
const inVain = (origin: SettingsFiles.Origin): ReadonlyArray<Diagnostic.Diagnostic> => {
  const { allowProjectHooks, allowProjectModules, allowUserHooks, disabled = [], enabled, trust } = origin.settings
  const refused: ReadonlyArray<Settings.Refused | false> = [
    enabled !== undefined && { setting: "enabled", what: "switch all hooks on or off" },
    allowUserHooks !== undefined && { setting: "allowUserHooks", what: "decide about a person's own hooks" },
    allowProjectHooks === true && { setting: "allowProjectHooks", what: "allow what a user forbids" },
    allowProjectModules === true && { setting: "allowProjectModules", what: "allow what a user forbids" },
    trust !== undefined && { setting: "trust", what: "decide whom its user trusts" },
    ...disabled.map(
      (entry, index): Settings.Refused | false =>
        entry.startsWith("user:") && { setting: "disabled", index, what: "switch off a person's own hooks" }
    )
  ]
  return refused.flatMap((one) =>
    one === false ? [] : [{ ...SettingsFiles.refusal({ ...origin, subject: "A managed policy" }, one), fix }]
  )
}

/** A document of a policy lists guards, and one that also switches them off is a mistake. */
const switchedOff = (file: File, line: number): Diagnostic.Diagnostic => ({
  ...Diagnostic.ofFile("setting-refused", file.file, {
    dialect: file.dialect,
    text: "A managed policy can't switch off all hooks of its format: the hooks that it lists run.",
    fix
  }),
  line
})

/** A policy that is not known is a failed reading, so that each event reads again, and the last one stays in force. */
const missing = (text: string): Managed => ({
  ...none,
  diagnostics: [
    Diagnostic.ofFile("reading-failed", portName, {
      text: `${text}. Every event reads again; until that succeeds, its hooks may be missing.`,
      fix: "Restore the connection to the organisation's policy, or correct its layer.",
      lost: { entries: 1, events: "all" }
    })
  ]
})

/** Looks at what a policy is read from, so that a later change of it is seen. */
const noteReads = ({ reads = [] }: Managing, files: ConfigFiles["Service"]): Effect.Effect<void> =>
  // A path that can't be looked at is a problem of `current`, which reads it.
  Effect.forEach(reads, (path) => Effect.ignore(files.status(path)), { discard: true })

/** Reads the policies, and their settings. */
export type Read = (files: ConfigFiles["Service"]) => Effect.Effect<Managed>

/** A source that hangs is not asked again for this time: one event reads several times, and waits for it once. */
const restMillis = 1000

/** Creates the reader of policies. */
export const reader = (managing: Managing | undefined): Read => {
  if (managing === undefined) return () => Effect.succeed(none)
  let hung: { readonly until: number; readonly result: Managed } | undefined
  const readOnce = Effect.fnUntraced(function* () {
    const started = yield* Clock.currentTimeMillis
    if (hung !== undefined && started < hung.until) return hung.result
    const result = yield* readNow(managing)
    const ended = yield* Clock.currentTimeMillis
    const isMissing = result.policies.length === 0 && result.diagnostics.length > 0
    hung = isMissing && ended - started >= restMillis ? { until: ended + restMillis, result } : undefined
    return result
  })
  return (files) => Effect.andThen(noteReads(managing, files), readOnce())
}

/** A part of a policy that can't be read, beside others that are in force. */
const unread = ({ isOfHooks, issue }: Wrong): Diagnostic.Diagnostic =>
  Diagnostic.ofFile(isOfHooks ? "file-unreadable" : "setting-invalid", portName, {
    text: `${portName} returned ${issue}. Its hooks that can be read run.`,
    fix: "Correct the layer of this port that the program provides.",
    lost: { entries: 1, events: "all" }
  })

/**
 * Returns the diagnostics of what can't be read. Where hooks are missing and there are no others, the whole reading failed, so
 * that the last policy stays in force.
 */
const wrongIn = ({ policies, wrong }: Returned): ReadonlyArray<Diagnostic.Diagnostic> =>
  wrong.some(({ isOfHooks }) => isOfHooks) && policies.every(({ hooks }) => hooks.length === 0)
    ? missing(`${portName} returned ${wrong.map(({ issue }) => issue).join(", and ")}`).diagnostics
    : wrong.map(unread)

const readNow = (managing: Managing): Effect.Effect<Managed> =>
  Effect.match(
    callPort(portName, () =>
      Effect.result(
        Effect.map(
          called(() => managing.current),
          returnedPolicies
        )
      )
    ),
    {
      onFailure: ({ message }) => missing(message),
      onSuccess: (result) => {
        if (result._tag === "Failure") return missing(result.failure.message)
        const { policies } = result.success
        const all = policies.flatMap(({ organisation, ...policy }) =>
          policy.settings === undefined
            ? []
            : [
                {
                  organisation,
                  ...SettingsFiles.fromText(fileOf({ organisation, ...policy }, "settings.json"), policy.settings)
                }
              ]
        )
        const own: Record<string, Settings.Settings> = {}
        for (const { organisation, settings } of all) {
          own[organisation] = Settings.over(own[organisation] ?? Settings.empty, settings)
        }
        return {
          policies,
          settings: all.reduce((before, { settings }) => Settings.tighten(before, settings), Settings.empty),
          own,
          diagnostics: [
            ...wrongIn(result.success),
            ...all.flatMap((origin) => [...origin.diagnostics, ...inVain(origin)])
          ]
        }
      }
    }
  )

/** Adds the settings of organisations, of which none loosens another. */
export const withSettings = (known: SettingsFiles.Known, { diagnostics, settings }: Managed): SettingsFiles.Known =>
  settings === Settings.empty && diagnostics.length === 0
    ? known
    : {
        ...known,
        settings: Settings.tighten(known.settings, settings),
        diagnostics: [...known.diagnostics, ...diagnostics]
      }

const unknownDialect = (file: File): Diagnostic.Diagnostic =>
  Diagnostic.ofFile("file-unreadable", file.file, {
    dialect: file.dialect,
    text: `This policy is in the format ${JSON.stringify(file.dialect)}, which is unknown here: none of its hooks run.`,
    fix: "Publish it in a format that this version knows, or install a version that knows this one.",
    lost: { entries: 1, events: "all" }
  })

/** Reads the hooks of all policies, and those of the machine, in order. */
export const hooksOf = Effect.fnUntraced(function* (
  ground: FileHooks.ProjectContext,
  { policies }: Managed,
  dialects: ReadonlyArray<Dialect>,
  project: Project
): Effect.fn.Return<
  {
    readonly files: ReadonlyArray<File>
    readonly hooks: ReadonlyArray<Hook>
    readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
  },
  never,
  ConfigFiles
> {
  const given = new Map<string, HookId.Given>()
  const files: Array<File> = []
  const hooks: Array<Hook> = []
  const diagnostics: Array<Diagnostic.Diagnostic> = []
  const add = Effect.fnUntraced(function* (dialect: Dialect, file: File, text: string) {
    const origin = HookId.originOf(file, "")
    const known = given.get(origin) ?? new HookId.Given()
    given.set(origin, known)
    const part = yield* FileHooks.read(ground, dialect, { file, text }, { given: known })
    files.push(file)
    hooks.push(...part.hooks)
    diagnostics.push(...part.diagnostics)
    if (part.allOff?.off === true) diagnostics.push(switchedOff(file, part.allOff.place.line))
  })
  for (const policy of policies) {
    for (const { dialect: name, name: document, text } of policy.hooks) {
      const file: File = {
        dialect: name,
        scope: "user",
        file: fileOf(policy, document),
        folder: project.home,
        // No host reads it, so that no host runs its hooks itself.
        hostSkips: true,
        managed: { organisation: policy.organisation, version: policy.version }
      }
      const dialect = dialects.find((one) => one.name === name)
      if (dialect === undefined) diagnostics.push(unknownDialect(file))
      else yield* add(dialect, file, text)
    }
  }
  for (const found of yield* MachineFiles.read(dialects, project)) {
    const dialect = dialects.find(({ name }) => found._tag === "Text" && name === found.file.dialect)
    if (found._tag === "Problem") diagnostics.push(found.diagnostic)
    else if (dialect !== undefined) yield* add(dialect, found.file, found.text)
  }
  return { files, hooks, diagnostics }
})
