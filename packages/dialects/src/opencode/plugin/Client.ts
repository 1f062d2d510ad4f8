/** Asks opencode's own client. It belongs to opencode's version, so that nothing of it is relied on, and nothing of it fails. */
import { type Fields, fieldsOf, textOf } from "./Settings.ts"

/** The longest that the client is waited for. */
const mostMillis = 3000

/** Calls a method by its path, and returns its data, or `undefined`. */
const ask = async (client: unknown, path: ReadonlyArray<string>, options: Fields): Promise<unknown> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const owner: unknown = path.slice(0, -1).reduce<unknown>((value, name) => fieldsOf(value)[name], client)
    const method = (owner as Readonly<Record<string, unknown>> | undefined)?.[path.at(-1) ?? ""]
    if (typeof method !== "function") return undefined
    const asked = Promise.resolve(method.call(owner, options) as unknown)
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), mostMillis)
    })
    return fieldsOf(await Promise.race([asked, late]))["data"]
  } catch {
    // What it would have done is no guard's: a name, a message, the next prompt.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the names of the servers that bring tools. */
export const servers = async (client: unknown): Promise<ReadonlyArray<string>> =>
  Object.keys(fieldsOf(await ask(client, ["mcp", "status"], {})))

/** Returns the session that started another one. */
export const parentOf = async (client: unknown, id: string): Promise<string | undefined> =>
  textOf(fieldsOf(await ask(client, ["session", "get"], { path: { id } }))["parentID"])

/** Sends the agent on. It does not wait for the turn. */
export const prompt = (client: unknown, id: string, text: string, fields: Fields): Promise<unknown> =>
  ask(client, ["session", "promptAsync"], { path: { id }, body: { ...fields, parts: [{ type: "text", text }] } })

/** Stops the agent. Without waiting for that, the model would be asked once more. */
export const abort = (client: unknown, id: string): Promise<unknown> =>
  ask(client, ["session", "abort"], { path: { id } })

/** Answers a question for permission. */
export const permit = (client: unknown, id: string, permissionID: string, response: string): Promise<unknown> =>
  ask(client, ["postSessionIdPermissionsPermissionId"], { path: { id, permissionID }, body: { response } })

/** Shows a text to the user: in the terminal's interface, and where there is none as a line. */
export const show = (client: unknown, message: string): void => {
  void ask(client, ["tui", "showToast"], { body: { message, variant: "warning" } })
  const isTerminal = process.stderr.isTTY && !process.argv.includes("run") && !process.argv.includes("serve")
  if (!isTerminal) process.stderr.write(`hookline: ${message}\n`)
}
