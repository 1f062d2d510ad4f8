/** The states of the sources of installed plugins, as users read them. */
import { printer } from "@hookline/node/kit/output/Printer"
import type { RefType } from "../../manage/install/Installed.ts"
import * as PluginSource from "../../manage/install/PluginSource.ts"
import type { Standing } from "../../manage/install/RemoteStandings.ts"

/** An installed plugin, and the state of its source. */
export interface Outdated extends Standing {
  readonly name: string
  readonly source: PluginSource.PluginSource
  readonly refType?: RefType
  /** The commit that is installed. */
  readonly commit?: string
}

const hints: Readonly<Record<Standing["status"], (name: string) => string>> = {
  current: () => "",
  moved: (name) => ` \`hookline update ${name}\` shows what would change.`,
  "re-pointed": (name) =>
    ` Ask its publisher why. It stays as it was installed; \`hookline update ${name}\` shows what would change.`,
  gone: () => " It stays as it was installed; install it from another place, or take it away.",
  unreachable: () => " So it is not known whether it is up to date."
}

/** Formats the state of each source. */
export const showOutdated = printer<ReadonlyArray<Outdated>>((all, { paint }) => {
  if (all.length === 0) return "No plugin is installed here."
  const colour = {
    current: paint.green,
    moved: paint.yellow,
    "re-pointed": paint.red,
    gone: paint.red,
    unreachable: paint.red
  }
  return all
    .flatMap(({ name, source, status, text }) => [
      `${paint.bold(name)}  ${colour[status](status)}  ${paint.dim(PluginSource.format(source))}`,
      `  ${text}.${hints[status](name)}`
    ])
    .join("\n")
})
