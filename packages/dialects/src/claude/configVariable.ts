/** Names the folder that Claude Code reads in the place of `~/.claude`. */
export const configVariable = "CLAUDE_CONFIG_DIR"
