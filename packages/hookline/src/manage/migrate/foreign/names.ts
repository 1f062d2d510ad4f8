/** The names of the agents whose files are read, and never written. They are apart so that a command line loads no more. */
export const names = ["codex"] as const
