/**
 * The runners: one service for each kind of handler.
 *
 * @since 0.1.0
 */
import type { Kind } from "@hookline/schema/Handler"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { none, type Runner } from "./Runner.ts"

/**
 * Runs commands: shell commands and programs.
 *
 * @example
 * ```ts
 * import { CommandRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // A sandbox in which each command succeeds without output.
 * const runner = Layer.succeed(CommandRunner)({ run: () => Effect.succeed({ _tag: "Exit", code: 0, stdout: "", stderr: "" }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class CommandRunner extends Context.Service<CommandRunner, Runner<"Command">>()(
  "@hookline/core/Runners/Command"
) {}

/**
 * Sends HTTP requests.
 *
 * @example
 * ```ts
 * import { HttpRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Answers each request without a network.
 * const runner = Layer.succeed(HttpRunner)({ run: () => Effect.succeed({ _tag: "Http", status: 200, body: "" }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class HttpRunner extends Context.Service<HttpRunner, Runner<"Http">>()("@hookline/core/Runners/Http") {}

/**
 * Asks a model a question.
 *
 * @example
 * ```ts
 * import { PromptRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Agrees without a model.
 * const runner = Layer.succeed(PromptRunner)({ run: () => Effect.succeed({ _tag: "Judgement", ok: true }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class PromptRunner extends Context.Service<PromptRunner, Runner<"Prompt">>()("@hookline/core/Runners/Prompt") {}

/**
 * Runs a model with tools.
 *
 * @example
 * ```ts
 * import { AgentRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Agrees without a model.
 * const runner = Layer.succeed(AgentRunner)({ run: () => Effect.succeed({ _tag: "Judgement", ok: true }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class AgentRunner extends Context.Service<AgentRunner, Runner<"Agent">>()("@hookline/core/Runners/Agent") {}

/**
 * Runs Python scripts and functions.
 *
 * @example
 * ```ts
 * import { PythonRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Each script succeeds without output.
 * const runner = Layer.succeed(PythonRunner)({ run: () => Effect.succeed({ _tag: "Exit", code: 0, stdout: "", stderr: "" }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class PythonRunner extends Context.Service<PythonRunner, Runner<"Python">>()("@hookline/core/Runners/Python") {}

/**
 * Calls functions of JavaScript and TypeScript modules.
 *
 * @example
 * ```ts
 * import { ModuleRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Each function returns an empty object.
 * const runner = Layer.succeed(ModuleRunner)({ run: () => Effect.succeed({ _tag: "Value", value: {} }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ModuleRunner extends Context.Service<ModuleRunner, Runner<"Module">>()("@hookline/core/Runners/Module") {}

/**
 * Calls tools of MCP servers.
 *
 * @example
 * ```ts
 * import { McpToolRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // A host calls its own servers here.
 * const runner = Layer.succeed(McpToolRunner)({ run: () => Effect.succeed({ _tag: "Value", value: {} }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class McpToolRunner extends Context.Service<McpToolRunner, Runner<"McpTool">>()(
  "@hookline/core/Runners/McpTool"
) {}

/**
 * Runs native handlers: functions that the program has registered.
 *
 * @example
 * ```ts
 * import { NativeRunner } from "@hookline/core/Runners"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // Each handler returns an empty outcome.
 * const runner = Layer.succeed(NativeRunner)({ run: () => Effect.succeed({ _tag: "Value", value: {} }) })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class NativeRunner extends Context.Service<NativeRunner, Runner<"Native">>()("@hookline/core/Runners/Native") {}

/**
 * Any of the services.
 *
 * @category models
 * @since 0.1.0
 */
export type Runners =
  | AgentRunner
  | CommandRunner
  | HttpRunner
  | McpToolRunner
  | ModuleRunner
  | NativeRunner
  | PromptRunner
  | PythonRunner

/**
 * The runner of each kind.
 *
 * @category models
 * @since 0.1.0
 */
export type ByKind = { readonly [K in Kind]: Runner<K> }

const noNative = none("Native", "NativeRunner.layer")

/**
 * Runs no hook: each is a failure that names the layer to provide.
 *
 * @example
 * ```ts
 * import { Executor } from "@hookline/core/Executor"
 * import * as Runners from "@hookline/core/Runners"
 *
 * // Equals `Executor.layerNone`.
 * const executor = Executor.layerWith(Runners.layerNone)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<Runners> = Layer.mergeAll(
  Layer.succeed(CommandRunner)(none("Command", "ProcessCommandRunner.layer")),
  Layer.succeed(HttpRunner)(none("Http", "FetchHttpRunner.layer")),
  Layer.succeed(PromptRunner)(none("Prompt", "ModelPromptRunner.layer, and a LanguageModel")),
  Layer.succeed(AgentRunner)(none("Agent", "ModelAgentRunner.layer, and a LanguageModel")),
  Layer.succeed(PythonRunner)(none("Python", "ProcessPythonRunner.layer")),
  Layer.succeed(ModuleRunner)(none("Module", "ImportModuleRunner.layer")),
  Layer.succeed(McpToolRunner)(none("McpTool", "the host's own McpToolRunner")),
  Layer.succeed(NativeRunner)(noNative)
)

/**
 * The runner of native handlers that is in the context, if there is one.
 *
 * @example
 * ```ts
 * import * as Runners from "@hookline/core/Runners"
 * import * as Layer from "effect/Layer"
 *
 * // No configured hook runs, and native handlers do.
 * const runners = Layer.merge(Runners.layerNone, Runners.layerNativeHere)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNativeHere: Layer.Layer<NativeRunner> = Layer.effect(
  NativeRunner,
  Effect.map(
    Effect.serviceOption(NativeRunner),
    Option.getOrElse(() => noNative)
  )
)
