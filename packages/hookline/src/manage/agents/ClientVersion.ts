/**
 * The version of an agent that is installed, beside the one from which its behaviour was recorded. `check` and `doctor` alone
 * ask for it, because it may start the agent's program.
 *
 * @since 0.1.0
 */
import * as Dialects from "@hookline/dialects/Dialects"
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import { isJson } from "@hookline/schema/Json"
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"

/** The time within which a program has to print its version, in milliseconds. */
const limitMillis = 3000

const versionIn = (text: string): string | undefined => /\b\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(text)?.[0]

/** Returns the version in the manifest of a package, if a folder has that package. */
const inManifest = (folder: string, name: string): string | undefined => {
  try {
    const manifest: unknown = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"))
    const version = isJson(manifest) && manifest["name"] === name ? manifest["version"] : undefined
    return typeof version === "string" ? version : undefined
  } catch {
    // Most folders above a program have none.
    return undefined
  }
}

/** Returns the version of the package that a program is a part of. */
const ofPackage = (program: string, name: string): string | undefined => {
  try {
    let folder = path.dirname(fs.realpathSync(program))
    while (path.dirname(folder) !== folder) {
      const version = inManifest(folder, name)
      if (version !== undefined) return version
      folder = path.dirname(folder)
    }
  } catch {
    // A program that can't be found is asked itself.
  }
  return undefined
}

/** Asks a program for its version. One that does not answer in time has none that is known. */
const printed = (program: string): string | undefined => {
  const { stdout } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: limitMillis,
    killSignal: "SIGKILL"
  })
  return versionIn(stdout ?? "")
}

/**
 * Returns a sentence if the version of an agent is not the one from which its behaviour was recorded.
 *
 * @category getters
 * @since 0.1.0
 */
export const differing = (
  host: Pick<HostFacts, "name" | "recorded"> | undefined,
  { program }: { readonly program?: string }
): string | undefined => {
  if (host?.recorded === undefined || program === undefined) return undefined
  const { package: name, version: known } = host.recorded
  const version = ofPackage(program, name) ?? printed(program)
  if (version === known) return undefined
  const title = Dialects.named(host.name)?.title ?? host.name
  return version === undefined
    ? `The version of ${title} (${program}) is unknown; what is known of it was recorded from ${known}.`
    : `${title} ${version} is installed; what is known of it was recorded from ${known}.`
}
