/** What can be said about a toolkit that hooks guard. */

/**
 * A tool as hooks know it: its name, and what keys of its input are called there.
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
 * How hooks are told of tools. Unless it is said otherwise, by the tools' own names.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** Names that people write hooks for, such as `{ shell: "Bash" }`, or `{ shell: { name: "Bash", keys: { cmd: "command" } } }`. */
  readonly names?: Readonly<Record<string, string | ToolName>>
  /** The MCP server whose tools these are: one without a name above is then `mcp__SERVER__TOOL`. */
  readonly server?: string
}
