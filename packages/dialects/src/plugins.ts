/** The layout of plugins: the folder that they are installed in, and the files of one. */
import type { PluginLayout } from "@hookline/core/Dialect"

/** The folder of installed plugins, from the project or the user's home. */
export const folder = ".amplifier/hooks"

/** The variable by which a hook finds the folder of its own file. */
export const folderVariable = "AMPLIFIER_HOOKS_DIR"

/** The folder of a plugin's manifest, and of a marketplace's list. */
export const metadataFolder = ".claude-plugin"

/** The dialect of a plugin with a nested file or a manifest. */
export const dialect = "claude"

/** The files that hooks of a plugin are in: its own, the nested one, and those that its manifest names. */
export const files = {
  own: "hooks.json",
  nested: "hooks/hooks.json",
  manifest: `${metadataFolder}/plugin.json`
} as const

/** The list of plugins of a marketplace. */
export const marketplace = `${metadataFolder}/marketplace.json`

/** The layout of one, as discovery reads it. */
export const layout: PluginLayout = {
  nested: files.nested,
  manifest: { path: files.manifest, key: "hooks" },
  carriers: [
    { kind: "skill", path: "skills", key: "skills" },
    { kind: "agent", path: "agents", key: "agents" },
    { kind: "command", path: "commands", key: "commands" }
  ]
}
