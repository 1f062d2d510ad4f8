/**
 * The hooks of its own files that a host runs itself. All others are Hookline's to run, because nothing else does.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import { finderOf } from "@hookline/schema/Source"

type Host = Pick<Dialect, "hostReads" | "hostRefuses" | "hostRuns" | "name" | "runsItsOwn">

/** Checks for a hook of a file that the host reads. */
const isRead = ({ source }: Hook, { hostReads = [], name }: Host): boolean => {
  const finder = finderOf(source)
  return finder === name || hostReads.includes(finder)
}

/**
 * Returns the files of a host's own hooks that the host refuses as a whole.
 *
 * @category getters
 * @since 0.1.0
 */
export const refusedFiles = (
  { diagnostics, hooks }: Pick<Catalog, "diagnostics" | "hooks">,
  host: Host
): ReadonlySet<string> => {
  const { hostRefuses } = host
  if (hostRefuses === undefined) return new Set()
  const own = hooks.filter((hook) => isRead(hook, host))
  const files = new Set(own.map(({ source }) => source.file))
  return new Set(
    diagnostics.filter(({ code, file }) => files.has(file) && hostRefuses.has(code)).map(({ file }) => file)
  )
}

/**
 * Returns the function that checks whether a host itself runs a hook of a catalog.
 *
 * @category getters
 * @since 0.1.0
 */
export const runByHost = (catalog: Pick<Catalog, "diagnostics" | "hooks">, host: Host): ((hook: Hook) => boolean) => {
  if (host.runsItsOwn !== true) return () => false
  const refused = refusedFiles(catalog, host)
  const { hostRuns = () => true } = host
  return (hook) =>
    isRead(hook, host) && hook.source.hostSkips !== true && !refused.has(hook.source.file) && hostRuns(hook)
}
