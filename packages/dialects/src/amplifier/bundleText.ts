/** The bundle that mounts Amplifier's module: a file of Hookline's own. */
import type { OnFailure } from "@hookline/schema/Hook"

/** The package in which the module is; Amplifier derives it from the module's name. */
export const modulePackage = "amplifier_module_hooks_hookline"

/** The name under which Amplifier knows the module. */
const moduleName = "hooks-hookline"

/** Returns the lines that mount the module. Quoted words of JSON are words of YAML. */
const hookLines = (folder: string, onFailure: OnFailure): ReadonlyArray<string> => [
  "hooks:",
  `  - module: ${moduleName}`,
  `    source: ${JSON.stringify(folder)}`,
  "    config:",
  "      enabled: true",
  `      on_failure: ${onFailure}`
]

/** Returns the text of the bundle. */
export const bundleText = (folder: string, onFailure: OnFailure): string =>
  [
    "# Written by `hookline attach`: it mounts the module that calls `hookline dispatch`. `hookline detach` deletes it,",
    `# unless it was changed. Change its config by \`overrides.${moduleName}.config\` in Amplifier's settings.`,
    "bundle:",
    "  name: hookline",
    "  version: 0.1.0",
    "  description: Runs the hooks of Hookline",
    "",
    ...hookLines(folder, onFailure),
    ""
  ].join("\n")
