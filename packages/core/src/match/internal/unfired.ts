// Hooks of events that the host at hand never fires. Another host may run them, so that they are no losses.
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Dialect } from "../../Dialect.ts"

const code = "event-unfired"

/**
 * Checks whether a host fires no event of this name. A name that is neither canonical nor one of the hook's own dialect is
 * reported as unknown. A host whose events are unknown may fire any.
 */
const isUnfired = (name: string, { event: { fires, ownEvents } }: Dialect, dialect: Dialect | undefined): boolean =>
  fires !== undefined &&
  !fires.includes(name) &&
  ownEvents?.includes(name) !== true &&
  (HookEvent.isName(name) || dialect?.event.ownEvents?.includes(name) === true)

/** Checks whether a hook is in force, in Hookline or in the host itself. */
const isInForce = ({ enabled, off }: Hook): boolean => enabled && (off === undefined || off._tag === "RunByHost")

/** The diagnostics of hooks that a host never runs, by the names of their events. */
export type Unfired = ReadonlyMap<string, ReadonlyArray<Diagnostic>>

/** Returns the diagnostic of hooks of one file and event. It is at the first of them. */
const diagnosticOf = (hook: Hook, count: number, { name, title }: Dialect): Diagnostic => {
  const { at, column = 1, dialect, file, line = 1 } = hook.source
  const meant = count === 1 ? "its hook does" : `its ${count} hooks do`
  return {
    code,
    level: codes[code][0],
    dialect,
    file,
    line,
    column,
    at,
    text: `${title} never fires ${hook.event} in the versions that are known, so that ${meant} not run there.`,
    fix: `Move it to an event that ${title} fires: \`hookline check --host ${name}\` reports each hook.`
  }
}

/** Returns the diagnostics of hooks whose events a host never fires: one for each event of a file. */
export const unfiredOf = (
  hooks: ReadonlyArray<Hook>,
  host: Dialect,
  dialectOf: (hook: Hook) => Dialect | undefined
): Unfired => {
  const found = hooks.filter((hook) => isInForce(hook) && isUnfired(hook.event, host, dialectOf(hook)))
  return new Map(
    Array.from(
      Map.groupBy(found, ({ event }) => event),
      ([event, ofEvent]) => [
        event,
        [...Map.groupBy(ofEvent, ({ source }) => source.file).values()].flatMap((ofFile) => {
          const [first] = ofFile
          return first === undefined ? [] : [diagnosticOf(first, ofFile.length, host)]
        })
      ]
    )
  )
}
