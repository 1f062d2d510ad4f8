/** Options for a guarded toolkit. */
import type * as Tool from "effect/ai/Tool"

/**
 * A tool as hooks know it: its name, and the names of its input's keys. `Key` are the keys of the tool's input.
 *
 * @category models
 * @since 0.1.0
 */
export interface ToolName<Key extends string = string> {
  readonly name: string
  /** The toolkit's key → the hooks' key. */
  readonly keys?: string extends Key ? Readonly<Record<string, string>> : { readonly [Own in Key]?: string }
}

/** The keys of a tool's input, or any where its type does not have them. */
type KeysOf<T> = [unknown] extends [Tool.ParametersEncoded<T>]
  ? string
  : Tool.ParametersEncoded<T> extends infer Input
    ? Input extends unknown
      ? keyof Input & string
      : never
    : never

/**
 * The names of tools for hooks. By default the tools' own names.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options<Tools extends object = Readonly<Record<string, Tool.Any>>> {
  /**
   * Names that hooks are written for, such as `{ shell: "Bash" }`, or
   * `{ shell: { name: "Bash", keys: { cmd: "command" } } }`. A tool or a key that is unknown is an error, because hooks would
   * not run, or not see it.
   */
  readonly names?: string extends keyof Tools
    ? Readonly<Record<string, string | ToolName>>
    : { readonly [Name in keyof Tools]?: string | ToolName<KeysOf<Tools[Name]>> }
  /** The MCP server of these tools: a tool without a name above is `mcp__SERVER__TOOL`. */
  readonly server?: string
}
