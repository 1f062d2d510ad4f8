/** The tools of servers. Their names have no mark: only the names of the servers show whose they are. */
import * as Client from "./Client.ts"
import type { Fields } from "./Settings.ts"

/** opencode's own tools with a low line in their names, whose server need not be looked for. */
const own = new Set(["apply_patch"])

/** Writes a server's name as it is in names of tools. */
const inNames = (server: string): string => server.replaceAll(/[^a-zA-Z0-9_-]/g, "_")

export interface Servers {
  /** Adds names that are known beforehand. */
  readonly add: (names: ReadonlyArray<string>) => void
  /** Returns the server and the tool of a name, as fields of a payload. */
  readonly contextOf: (tool: string) => Promise<Fields>
}

export const make = (client: unknown): Servers => {
  const names = new Set<string>()
  const find = (tool: string): string | undefined =>
    [...names]
      .toSorted((one, other) => other.length - one.length)
      .find((server) => tool.startsWith(`${inNames(server)}_`))
  return {
    add: (more) => {
      for (const name of more) names.add(name)
    },
    contextOf: async (tool) => {
      if (!tool.includes("_") || own.has(tool)) return {}
      if (find(tool) === undefined) for (const name of await Client.servers(client)) names.add(name)
      const server = find(tool)
      return server === undefined
        ? {}
        : { mcp_context: { server_name: server, tool_name: tool.slice(inNames(server).length + 1) } }
    }
  }
}
