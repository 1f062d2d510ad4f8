/** The hooks of a project for programs without Effect. */
import type { Dialect } from "@hookline/core/Dialect"
import { matched } from "@hookline/core/kit/decorate/matched"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Trust from "@hookline/core/Trust"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as path from "node:path"
import * as NodeDiscovery from "../node/NodeDiscovery.ts"
import { Hookline } from "../Hookline.ts"
import { answered } from "./answer.ts"
import { strangeNames } from "./eventNames.ts"
import { eventOf, tellable } from "./events.ts"
import type { Hooks } from "./Hooks.ts"
import { registering } from "./handlers.ts"
import type { OpenOptions } from "./OpenOptions.ts"
import { checkCall, checkEmit, checkOptions } from "./options.ts"
import { partsOf } from "./parts.ts"
import { plainPlan, plainReport } from "./reports.ts"
import { closedError, Runs } from "./Runs.ts"

const hostOf = (name: OpenOptions["host"]): Dialect =>
  (name === undefined ? undefined : Dialects.named(name)) ?? ClaudeCode

const layerOf = (options: OpenOptions) => {
  const { excludeHostHooks = false, home, host, project, settings, trust } = options
  const env =
    home === undefined ? process.env : { ...process.env, HOME: path.resolve(home), XDG_CONFIG_HOME: undefined }
  const dialect = hostOf(host)
  return Hookline.layer({
    project: NodeDiscovery.project(project, env),
    host: dialect,
    ...(settings !== undefined && { settings }),
    ...(excludeHostHooks && { excludeHostHooks }),
    ...(trust === "all" && { trust: Trust.layerAll }),
    provide: partsOf(options)
  })
}

/** Creates the hooks on a built context, until the scope is closed. */
const over = (context: Context.Context<Hookline | Pipeline>, scope: Scope.Closeable, host: Dialect): Hooks => {
  const hookline = Context.get(context, Hookline)
  const pipeline = Context.get(context, Pipeline)
  const runs = new Runs()
  const answering = { hookline, host, onFailure: () => pipeline.onFailure() }
  const strange = strangeNames(host)
  let closing: Promise<void> | undefined

  const close = (): Promise<void> =>
    (closing ??= Effect.runPromise(Effect.andThen(runs.close(), Scope.close(scope, Exit.void))))

  return {
    emit: (plain, options) =>
      runs.start(() => {
        checkEmit("emit", options)
        const event = eventOf(plain, strange)
        const more = options?.continuations === undefined ? undefined : { continuations: options.continuations }
        const isWanted = hookline.wants(event)
        // Hooks get it encoded.
        if (isWanted) tellable(event)
        return Effect.map(hookline.emit(event, isWanted ? matched(more) : more), (report) => plainReport(report, event))
      }, options?.signal),
    answer: (payload, options) =>
      runs.start(() => {
        checkEmit("answer", options)
        return answered(answering, payload, { continuations: options?.continuations })
      }, options?.signal),
    plan: (plain, options) =>
      runs.start(() => {
        checkCall("plan", options)
        return plainPlan(pipeline, eventOf(plain, strange))
      }, options?.signal),
    wants: (plain) => {
      if (runs.isClosed) throw closedError()
      return hookline.wants(eventOf(plain, strange))
    },
    refresh: (options) =>
      runs.start(() => {
        checkCall("refresh", options)
        return hookline.refresh
      }, options?.signal),
    on: (event, handler, options) => {
      if (runs.isClosed) throw closedError()
      return registering(hookline.register, scope)(event, handler, options)
    },
    close,
    [Symbol.asyncDispose]: close
  }
}

/** Opens the hooks of a project. */
export const open = async (options: OpenOptions): Promise<Hooks> => {
  checkOptions(options)
  const scope = Scope.makeUnsafe()
  try {
    return over(await Effect.runPromise(Layer.buildWithScope(layerOf(options), scope)), scope, hostOf(options.host))
  } catch (error) {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    throw error
  }
}
