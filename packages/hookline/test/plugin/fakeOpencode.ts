// A small host like opencode: it loads the plugin that `attach` wrote, calls its hooks, and keeps what its client is asked.
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"
import * as path from "node:path"
import { pathToFileURL } from "node:url"

type Hook = (input: unknown, output?: unknown) => Promise<void>

/** The hooks of a plugin, and what its client was asked. */
export interface Host {
  readonly hooks: Readonly<Record<string, Hook>>
  readonly toasts: ReadonlyArray<string>
  readonly prompts: ReadonlyArray<Json>
  readonly permissions: ReadonlyArray<Json>
  /** The sessions whose agents were stopped. */
  readonly aborts: ReadonlyArray<Json>
}

/** Answers of the client. */
export interface Answers {
  readonly servers?: ReadonlyArray<string>
  /** The sessions above others. */
  readonly parents?: Readonly<Record<string, string>>
}

const textAt = (value: unknown, ...keys: ReadonlyArray<string>): string => {
  const found = keys.reduce<unknown>((one, key) => (isJson(one) ? one[key] : undefined), value)
  return typeof found === "string" ? found : ""
}

let loaded = 0

/** Loads a file as opencode does, and returns its exports. */
export const exportsOf = async (file: string): Promise<Json> => {
  // Each load is another module.
  loaded += 1
  const module: unknown = await import(/* @vite-ignore */ `${pathToFileURL(file).href}?${loaded}`)
  return { ...(module as Json) }
}

/** Starts the plugin of a file in a folder. */
export const load = async (file: string, { parents = {}, servers = [] }: Answers = {}): Promise<Host> => {
  const toasts: Array<string> = []
  const prompts: Array<Json> = []
  const permissions: Array<Json> = []
  const aborts: Array<Json> = []
  const keep = (list: Array<Json>) => async (options: Json) => {
    list.push(options)
    return { data: true }
  }
  const client = {
    tui: { showToast: async (options: unknown) => void toasts.push(textAt(options, "body", "message")) },
    mcp: { status: async () => ({ data: Object.fromEntries(servers.map((name) => [name, { status: "connected" }])) }) },
    session: {
      get: async (options: unknown) => ({ data: { parentID: parents[textAt(options, "path", "id")] } }),
      promptAsync: keep(prompts),
      abort: keep(aborts)
    },
    postSessionIdPermissionsPermissionId: keep(permissions)
  }
  const { default: plugin } = await exportsOf(file)
  const { server } = plugin as { readonly server: (input: Json) => Promise<Host["hooks"]> }
  const directory = path.join(path.dirname(file), "../..")
  return {
    hooks: await server({ client, directory, worktree: directory, project: {} }),
    toasts,
    prompts,
    permissions,
    aborts
  }
}

/** The end of a hook: an error, or the objects that it changed. */
export interface Ended {
  readonly error?: string
  readonly output: Json
}

/** Calls a hook. */
export const call = async ({ hooks }: Host, name: string, input: Json, output: Json = {}): Promise<Ended> => {
  try {
    await hooks[name]?.(input, output)
    return { output }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), output }
  }
}

/** Reports an event, and waits until the plugin has done with it, for which opencode does not wait. */
export const report = (host: Host, type: string, properties: Json): Promise<Ended> =>
  call(host, "event", { event: { type, properties } })

/** Sends a prompt of the user. */
export const prompt = (host: Host, text: string, session = "ses_1"): Promise<Ended> =>
  call(
    host,
    "chat.message",
    { sessionID: session },
    {
      message: { id: "msg_1", sessionID: session, agent: "build" },
      parts: [{ id: "prt_100000000000", type: "text", text }]
    }
  )

/** Calls a tool's first hook. */
export const before = (host: Host, tool: string, args: Json, session = "ses_1"): Promise<Ended> =>
  call(host, "tool.execute.before", { tool, sessionID: session, callID: "call_1" }, { args })

/** Calls a tool's last hook. */
export const after = (host: Host, tool: string, args: Json, output: Json): Promise<Ended> =>
  call(host, "tool.execute.after", { tool, sessionID: "ses_1", callID: "call_1", args }, output)
