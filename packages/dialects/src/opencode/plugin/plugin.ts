/** The plugin that `attach opencode` writes. Nothing in it may fail while it is loaded: opencode would go on without it. */
import { call } from "./call.ts"
import * as Client from "./Client.ts"
import { afterTool, beforeTool, onPrompt } from "./effects.ts"
import { failed, type Reply, replyOf } from "./reply.ts"
import * as Sessions from "./Sessions.ts"
import { type Fields, fieldsOf, type Settings, textOf, wordsOf } from "./Settings.ts"
import * as Tools from "./tools.ts"

/** The line in front of this file, which `attach` writes. */
declare const hookline: Settings

/** The hooks that opencode calls, each with its objects. */
type Hooks = Readonly<Record<string, (input: unknown, output: unknown) => Promise<void>>>

const text = (value: unknown): string => textOf(value) ?? ""

/** Returns the texts that the user wrote. Others are made of files that the prompt names. */
const promptOf = (parts: unknown): string =>
  (Array.isArray(parts) ? parts.map(fieldsOf) : [])
    .filter((part) => part["type"] === "text" && part["synthetic"] !== true)
    .map((part) => text(part["text"]))
    .join("\n")

const make = (settings: Settings, input: Fields): Hooks => {
  const { client } = input
  const { policy } = settings
  const cwd = textOf(input["directory"]) ?? process.cwd()
  const sessions = Sessions.make(client)
  const servers = Tools.make(client)
  const calls = new Map<string, Fields>()
  /** The calls that have reported their end: by a denial, or by a failure. */
  const ended = new Set<string>()
  const shown = new Set<string>()
  const pending = new Set<Promise<unknown>>()
  let isOver = false

  /** Shows a failure, which each event may have, once. */
  const showOnce = (message: string): void => {
    if (shown.has(message)) return
    shown.add(message)
    Client.show(client, message)
  }

  /** Asks Hookline about an event. */
  const ask = async (event: string, fields: () => Promise<Fields>): Promise<Reply> => {
    let reply: Reply
    try {
      const payload = { hook_event_name: event, cwd, ...(await fields()) }
      reply = replyOf(await call(settings, event, payload, cwd), event, policy)
    } catch (error) {
      reply = failed(policy, event, wordsOf(error))
    }
    if (reply.message !== undefined) {
      if (reply.isFailure === true) showOnce(reply.message)
      else Client.show(client, reply.message)
    }
    return reply
  }

  /** Stops the agent of a session, if a hook wants it. */
  const stopFor = async (sessionID: unknown, { stop }: Reply): Promise<void> => {
    if (stop === undefined) return
    Client.show(client, stop)
    await Client.abort(client, text(sessionID))
  }

  /** Returns the session of the user, and the subagent if it is one. */
  const sessionFields = async (id: unknown): Promise<Fields> => {
    const session = await sessions.of(text(id))
    const top = await sessions.topOf(session)
    if (top === session) return { session_id: session.id }
    return {
      session_id: top.id,
      agent_id: session.id,
      ...(session.agent !== undefined && { agent_type: session.agent })
    }
  }

  const toolFields = async (tool: string, id: unknown, callID: unknown, args: unknown): Promise<Fields> => ({
    ...(await sessionFields(id)),
    tool_name: tool,
    tool_input: args,
    tool_use_id: callID,
    ...(await servers.contextOf(tool))
  })

  const before = async (given: unknown, output: unknown): Promise<void> => {
    const { callID, sessionID, tool } = fieldsOf(given)
    // A name that no tool has; nothing runs.
    if (tool === "invalid") return
    const { args } = fieldsOf(output)
    const fields = () => toolFields(text(tool), sessionID, callID, args)
    const reply = await ask("PreToolUse", fields)
    await stopFor(sessionID, reply)
    try {
      beforeTool(args, reply)
    } catch (error) {
      ended.add(text(callID))
      throw error
    }
    calls.set(text(callID), { tool, args })
  }

  const after = async (given: unknown, output: unknown): Promise<void> => {
    const { args, callID, sessionID, tool } = fieldsOf(given)
    if (tool === "invalid" || typeof output !== "object" || output === null) return
    calls.delete(text(callID))
    const reply = await ask("PostToolUse", async () => ({
      ...(await toolFields(text(tool), sessionID, callID, args)),
      tool_response: { ...output }
    }))
    await stopFor(sessionID, reply)
    // The tool has run: an error would only take its result away.
    try {
      afterTool(output, reply)
    } catch (error) {
      showOnce(`The result of ${text(tool)} could not be changed: ${wordsOf(error)}`)
    }
  }

  const start = async (session: Sessions.Session, output: object): Promise<void> => {
    if (session.isStarted === true) return
    session.isStarted = true
    const source = session.isNew === true ? "startup" : "resume"
    const reply = await ask("SessionStart", async () => ({ session_id: session.id, source }))
    if (reply.stop !== undefined) Client.show(client, reply.stop)
    onPrompt(output, reply)
  }

  const message = async (given: unknown, output: unknown): Promise<void> => {
    if (typeof output !== "object" || output === null) return
    const { agent, sessionID } = fieldsOf(given)
    const { message: sent, parts } = fieldsOf(output)
    const session = await sessions.of(text(sessionID))
    const { agent: chosen, id, model } = fieldsOf(sent)
    if (session.parent !== undefined) {
      const name = textOf(agent) ?? textOf(chosen)
      if (name !== undefined) session.agent = name
      return
    }
    const prompt = promptOf(parts)
    const isSentOn = session.sentOn !== undefined && prompt === session.sentOn
    delete session.sentOn
    session.userMessage = text(id)
    const { modelID, providerID } = fieldsOf(model)
    session.prompted = {
      ...(typeof chosen === "string" && { agent: chosen }),
      ...(typeof modelID === "string" && typeof providerID === "string" && { model: { modelID, providerID } })
    }
    session.isSentOn = isSentOn
    if (!isSentOn) {
      await start(session, output)
      const reply = await ask("UserPromptSubmit", async () => ({ session_id: session.id, prompt }))
      // opencode does not show the error that ends the prompt.
      const reason = reply.deny ?? reply.stop
      if (reason !== undefined) Client.show(client, reason)
      onPrompt(output, reply)
    }
    session.isInTurn = true
  }

  const idle = async (id: string): Promise<void> => {
    const session = await sessions.of(id)
    if (session.parent !== undefined || session.isInTurn !== true) return
    session.isInTurn = false
    const reply = await ask("Stop", async () => ({
      session_id: id,
      stop_hook_active: session.isSentOn === true,
      ...(session.answer !== undefined && { last_assistant_message: session.answer })
    }))
    // Another prompt of the user came first, or opencode ends.
    if (reply.deny === undefined || isOver || session.isInTurn) return
    session.sentOn = reply.deny
    await Client.prompt(client, id, reply.deny, session.prompted ?? {})
  }

  const permission = async (asked: Fields): Promise<void> => {
    const { id, metadata, patterns, permission: kind, sessionID, tool } = asked
    const { callID } = fieldsOf(tool)
    const known = calls.get(text(callID))
    const reply = await ask("PermissionRequest", async () => ({
      ...(await toolFields(
        text(known?.["tool"] ?? kind),
        sessionID,
        callID,
        known?.["args"] ?? { ...fieldsOf(metadata), patterns }
      )),
      permission: kind,
      patterns
    }))
    const response = reply.deny !== undefined ? "reject" : reply.allow === true ? "once" : undefined
    if (response !== undefined) await Client.permit(client, text(sessionID), text(id), response)
  }

  const part = async ({ part: updated }: Fields): Promise<void> => {
    const { callID, messageID, sessionID, state, text: answer, tool, type } = fieldsOf(updated)
    const session = sessions.known(text(sessionID))
    if (type === "text" && typeof answer === "string" && messageID !== session.userMessage) session.answer = answer
    const { error, input: args, status } = fieldsOf(state)
    const id = text(callID)
    if (type !== "tool" || status !== "error" || tool === "invalid" || ended.has(id)) return
    ended.add(id)
    calls.delete(id)
    const reply = await ask("PostToolUseFailure", async () => ({
      ...(await toolFields(text(tool), sessionID, callID, fieldsOf(args))),
      error: text(error)
    }))
    await stopFor(sessionID, reply)
  }

  const event = (given: unknown): Promise<void> | undefined => {
    const { properties, type } = fieldsOf(fieldsOf(given)["event"])
    const fields = fieldsOf(properties)
    const { info, sessionID } = fields
    const id = text(sessionID)
    switch (type) {
      case "session.created": {
        const { id: created, parentID } = fieldsOf(info)
        const session = sessions.known(textOf(created) ?? id)
        if (typeof parentID === "string") session.parent = parentID
        else session.isNew = true
        return undefined
      }
      case "session.error":
        // Its user may have stopped it. A hook must not send it on.
        sessions.known(id).isInTurn = false
        return undefined
      case "session.idle":
        return idle(id)
      case "session.compacted":
        return Promise.resolve(ask("PostCompact", () => sessionFields(id))).then(() => undefined)
      case "permission.asked":
        return permission(fields)
      case "message.part.updated":
        return part(fields)
      default:
        return undefined
    }
  }

  return {
    // The servers that are configured need not be asked for.
    config: async (config) => servers.add(Object.keys(fieldsOf(fieldsOf(config)["mcp"]))),
    "chat.message": message,
    "tool.execute.before": before,
    "tool.execute.after": after,
    "experimental.session.compacting": async (given) => {
      await ask("PreCompact", () => sessionFields(fieldsOf(given)["sessionID"]))
    },
    // opencode does not wait for an event, so that its errors end here.
    event: async (given) => {
      const running = event(given)?.catch((error: unknown) => showOnce(wordsOf(error)))
      if (running === undefined) return
      pending.add(running)
      await running
      pending.delete(running)
    },
    dispose: async () => {
      isOver = true
      await Promise.all(pending)
      for (const { id } of sessions.started()) {
        await ask("SessionEnd", async () => ({ session_id: id, reason: "other" }))
      }
    }
  }
}

/** Denies everything, where the plugin itself could not start. */
const denying = (why: string): Hooks => ({
  "tool.execute.before": async () => beforeTool({}, failed("closed", "PreToolUse", why))
})

const registry = Symbol.for("hookline.opencode")

/** Checks whether another file of Hookline's has the same hooks here already: the user's, or the project's. */
const isTwice = (settings: Settings, input: object): boolean => {
  const shared = globalThis as { [registry]?: WeakMap<object, Array<string>> }
  const all = (shared[registry] ??= new WeakMap())
  const here = all.get(input) ?? []
  const key = JSON.stringify([settings.command, settings.policy])
  if (here.includes(key)) return true
  all.set(input, [...here, key])
  return false
}

/** Starts the plugin. */
const server = async (input: unknown): Promise<Hooks> => {
  try {
    const fields = fieldsOf(input)
    return isTwice(hookline, fields) ? {} : make(hookline, fields)
  } catch (error) {
    return hookline.policy === "open" ? {} : denying(wordsOf(error))
  }
}

export default { id: "hookline", server }
