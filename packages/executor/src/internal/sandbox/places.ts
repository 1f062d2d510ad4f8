/** The places that a profile opens and closes: secrets, folders that hooks may write, and files that configure. */

/** Secrets of the user, below the home folder. */
export const secrets: ReadonlyArray<string> = [
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".oci",
  ".docker",
  ".password-store",
  ".1password",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".s3cfg",
  ".boto",
  ".git-credentials",
  ".vault-token",
  ".terraform.d",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".config/gh",
  ".config/glab-cli",
  ".config/hub",
  ".config/gcloud",
  ".config/op",
  ".config/1Password",
  ".config/rclone",
  ".config/git/credentials",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/microsoft-edge",
  ".mozilla",
  ".thunderbird",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  ".Xauthority",
  ".ICEauthority",
  ".bash_history",
  ".zsh_history",
  ".python_history",
  ".node_repl_history",
  ".psql_history",
  ".mysql_history",
  ".claude.json",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".gemini/oauth_creds.json",
  ".hookline/trust",
  "Library/Keychains",
  "Library/Application Support/Google/Chrome",
  "Library/Application Support/Firefox"
]

/** Folders below the home folder in which agents and tools keep their state. */
export const states: ReadonlyArray<string> = [
  ".claude",
  ".codex",
  ".cursor",
  ".gemini",
  ".amplifier",
  ".config/opencode",
  ".cache",
  ".npm",
  "Library/Caches"
]

/** Folders for temporary files that all programs share. */
export const shared: ReadonlyArray<string> = ["/tmp", "/var/tmp", "/dev/shm"]

/** Files and folders that decide what is run, below the project and below the home folder. */
export const configuring: ReadonlyArray<string> = [
  ".git/hooks",
  ".git/config",
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".claude/hooks",
  ".claude/agents",
  ".claude/commands",
  ".claude/skills",
  ".claude/plugins",
  ".amplifier/hooks",
  ".amcp",
  ".hookline",
  ".codex",
  ".cursor",
  ".gemini/settings.json",
  ".qwen/settings.json",
  ".github/hooks",
  ".github/copilot",
  ".copilot/hooks",
  ".copilot/settings.json",
  ".opencode",
  ".mcp.json",
  ".vscode/tasks.json"
]

/** Like `configuring`, but for what is a folder of state in the home folder. */
export const configuringHome: ReadonlyArray<string> = [
  ...configuring.filter((name) => name !== ".codex" && name !== ".cursor"),
  ".codex/config.toml",
  ".codex/hooks.json",
  ".cursor/hooks.json",
  ".cursor/mcp.json",
  ".config/opencode"
]

/** Devices without a state, which every program may write. */
export const devices: ReadonlyArray<string> = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]

/** Devices of the terminal and of sound. */
export const desktopDevices: ReadonlyArray<string> = ["/dev/tty", "/dev/pts", "/dev/snd"]
