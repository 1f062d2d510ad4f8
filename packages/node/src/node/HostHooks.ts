/**
 * The hooks of its own files that a host runs itself. All others are Hookline's to run, because nothing else does.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import { finderOf } from "@hookline/schema/Source"

type Host = Pick<Dialect, "hostRefuses" | "hostRuns" | "name" | "runsItsOwn">

/**
 * Returns the files of a host's own hooks that the host refuses as a whole.
 *
 * @category getters
 * @since 0.1.0
 */
export const refusedFiles = (
  { diagnostics, hooks }: Pick<Catalog, "diagnostics" | "hooks">,
  { hostRefuses, name }: Host
): ReadonlySet<string> => {
  if (hostRefuses === undefined) return new Set()
  const own = hooks.filter(({ source }) => finderOf(source) === name)
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
  const { hostRuns = () => true, name } = host
  return (hook) =>
    finderOf(hook.source) === name && hook.source.hostSkips !== true && !refused.has(hook.source.file) && hostRuns(hook)
}
