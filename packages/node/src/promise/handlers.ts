/** Hooks that are functions. */
import { executing, HookFailed, sentence } from "@hookline/core/PipelineError"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { Hookline } from "../Hookline.ts"
import { keysOf, kindIs } from "./checked.ts"
import { plainEvent } from "./events.ts"
import { HooklineError } from "./HooklineError.ts"
import type { Hooks } from "./Hooks.ts"
import { saidBy } from "./outcomes.ts"
import type { EventFor } from "./PlainEvent.ts"
import type { HandlerOptions } from "./PlainOutcome.ts"

const policies = ["open", "closed", "ask"]

const bad = (why: string): HooklineError => new HooklineError("bad-option", why)

const check = (event: unknown, handler: unknown, options: HandlerOptions): void => {
  if (typeof event !== "string" || event === "") throw bad("on: it needs the name of an event, or *")
  const what = `on ${event}`
  if (typeof handler !== "function") throw bad(`${what}: it needs a function`)
  keysOf(what, options, ["name", "priority", "timeout", "onFailure"], "bad-option")
  kindIs(what, "name", options.name, "string")
  kindIs(what, "priority", options.priority, "number")
  kindIs(what, "timeout", options.timeout, "number")
  const { onFailure, timeout } = options
  if (timeout !== undefined && !(timeout > 0)) throw bad(`${what}: timeout is no time: ${timeout}`)
  if (onFailure !== undefined && !policies.includes(onFailure)) {
    throw bad(`${what}: onFailure is one of ${policies.join(", ")}`)
  }
}

/** Creates the function that registers handlers, until they are removed or the scope closes. */
export const registering =
  (register: typeof Hookline.Service.register, scope: Scope.Scope): Hooks["on"] =>
  (event, handler, options = {}) => {
    check(event, handler, options)
    const { name = handler.name === "" ? `on ${event}` : handler.name, onFailure, priority, timeout } = options
    const own = Scope.forkUnsafe(scope)
    const ask = (told: HookEvent) =>
      Effect.tryPromise({
        // The type of a name's event is the same table as at run time.
        try: async (signal) => saidBy(name, await handler(plainEvent(told) as EventFor<typeof event>, { signal })),
        catch: (error) => executing(new HookFailed({ hook: name, issue: sentence(error) }))
      })
    const registration = {
      event,
      name,
      handler: ask,
      ...(priority !== undefined && { priority }),
      ...(timeout !== undefined && { timeout }),
      ...(onFailure !== undefined && { onFailure })
    }
    try {
      Effect.runSync(Effect.provideService(register(registration), Scope.Scope, own))
    } catch (error) {
      throw bad(`on ${event}: ${sentence(error)}`)
    }
    const off = (): void => Effect.runSync(Scope.close(own, Exit.void))
    return { off, [Symbol.dispose]: off }
  }
