/** Options for a guarded toolkit. */

/**
 * A tool as hooks know it: its name, and the names of its input's keys.
 *
 * @category models
 * @since 0.1.0
 */
export interface ToolName {
  readonly name: string
  /** The toolkit's key → the hooks' key. */
  readonly keys?: Readonly<Record<string, string>>
}

/**
 * The names of tools for hooks. By default the tools' own names.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /**
   * Names that hooks are written for, such as `{ shell: "Bash" }`, or
   * `{ shell: { name: "Bash", keys: { cmd: "command" } } }`. A misspelt name of a tool is an error, because its hooks would
   * not run.
   */
  readonly names?: Readonly<Record<string, string | ToolName>>
  /** The MCP server of these tools: a tool without a name above is `mcp__SERVER__TOOL`. */
  readonly server?: string
}
