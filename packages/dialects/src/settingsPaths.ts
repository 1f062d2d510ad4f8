/**
 * The settings files in which hosts call `dispatch`, by the folder in which they are. `dispatch` asks for them before any
 * dialect or host is loaded, so that this list is a module of its own; a test compares it with the hosts' facts.
 */
export const settingsPaths = {
  home: [
    ".claude/settings.json",
    ".codex/hooks.json",
    ".cursor/hooks.json",
    ".gemini/settings.json",
    ".qwen/settings.json",
    ".copilot/hooks/hookline.json",
    ".amplifier/settings.yaml",
    ".amplifier/hookline/bundle.yaml",
    ".amplifier/hookline/amplifier_module_hooks_hookline/__init__.py"
  ],
  config: ["opencode/plugins/hookline.js"],
  project: [
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".amcp/hooks.json",
    ".codex/hooks.json",
    ".cursor/hooks.json",
    ".gemini/settings.json",
    ".github/hooks/hookline.json",
    ".opencode/plugins/hookline.js",
    ".qwen/settings.json",
    ".amplifier/settings.yaml",
    ".amplifier/hookline/bundle.yaml",
    ".amplifier/hookline/amplifier_module_hooks_hookline/__init__.py",
    ".amplifier/settings.local.yaml",
    ".amplifier/hookline.local/bundle.yaml",
    ".amplifier/hookline.local/amplifier_module_hooks_hookline/__init__.py"
  ]
} as const

/** The variables that name a folder of the user's settings in the place of one in the home folder. */
export const settingsVariables: Readonly<Record<string, string>> = {
  CLAUDE_CONFIG_DIR: ".claude",
  CODEX_HOME: ".codex",
  GEMINI_CLI_HOME: ".gemini",
  QWEN_HOME: ".qwen",
  COPILOT_HOME: ".copilot"
}

/** The variables that name files of an administrator in the place of the usual ones. */
export const machineVariables: ReadonlyArray<string> = [
  "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
  "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
  "QWEN_CODE_SYSTEM_DEFAULTS_PATH",
  "QWEN_CODE_SYSTEM_SETTINGS_PATH"
]

/** The variables that name the folder above that of the settings, which has its usual name there. */
const namesAbove: ReadonlySet<string> = new Set(["GEMINI_CLI_HOME"])

type Variables = Readonly<Record<string, string | undefined>>

const isAbsolute = (folder: string): boolean => /^(?:[/]|[A-Za-z]:[\\/])/.test(folder)

/** Returns the absolute paths that are the values of these variables. A relative one counts for nothing: it would be the project's. */
export const namingValues = (env: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(settingsVariables).flatMap((name) => {
      const { [name]: folder = "" } = env
      return isAbsolute(folder) ? [[name, folder.replace(/(?<=.)[/]+$/, "")]] : []
    })
  )

/** Returns the folders of settings that these variables name. */
export const namedFolders = (env: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(namingValues(env)).map(([name, folder]) => [
      name,
      namesAbove.has(name) ? `${folder === "/" ? "" : folder}/${settingsVariables[name]}` : folder
    ])
  )

/** Returns the values of the variables that name files of an administrator. */
export const machineValues = (env: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(
    machineVariables.flatMap((name) => {
      const { [name]: file = "" } = env
      return file === "" ? [] : [[name, file]]
    })
  )

/** Returns the values of variables that should name a folder of the user's settings, and are no absolute path. */
export const misnamedFolders = (env: Variables): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...Object.keys(settingsVariables), "XDG_CONFIG_HOME"].flatMap((name) => {
      const { [name]: folder = "" } = env
      return folder === "" || isAbsolute(folder) ? [] : [[name, folder]]
    })
  )
