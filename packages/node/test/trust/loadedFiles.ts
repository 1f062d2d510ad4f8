// Runs hooks in a project with files that note their names, and compares what was loaded with the seal.
import * as Seal from "@hookline/core/kit/trust/seal"
import { execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import * as SealedProject from "./sealedProject.ts"
import { helpers, type Spelling } from "./spellings.ts"

/** The interpreters themselves: a shim that chooses one costs more than the run. */
const folderOf = (program: string, ...args: ReadonlyArray<string>): string =>
  path.dirname(execFileSync(program, [...args], { encoding: "utf8" }).trim())

/** A hook whose loaded files are compared with its seal. */
export interface Comparison {
  /** The files that were loaded. */
  readonly loaded: ReadonlyArray<string>
  /** Loaded files of which a change would be seen nowhere. */
  readonly missed: ReadonlyArray<string>
  /** Loaded files that the seal covers. */
  readonly sealed: ReadonlyArray<string>
  readonly profile: string
  /** The words that name what is not covered. */
  readonly words: ReadonlyArray<string>
}

/** Makes a project with all helpers, and a function that compares one spelling. */
export const make = () => {
  const project = SealedProject.make()
  const log = project.at("../loaded-" + path.basename(project.root))
  for (const [name, text] of Object.entries(helpers))
    project.write(name, text, name.startsWith("tools/") ? 0o755 : 0o644)
  fs.symlinkSync("lib/helper.sh", project.at("link.sh"))
  project.write("lib/s.sh", '. "${0%/*}/helper.sh"\n')
  fs.symlinkSync("lib", project.at("linked"))
  // A script that looks for its own folder by the path of the link to it.
  project.write("far/beside.sh", helpers["lib/helper.sh"]?.replace("lib/helper.sh", "far/beside.sh") ?? "")
  project.write("near/start.sh", '. "$(dirname "$0")/beside.sh"\n')
  fs.symlinkSync("../near/start.sh", project.at("far/link.sh"))
  const own = `${folderOf("python3", "-c", "import sys; print(sys.executable)")}:${process.env["PATH"] ?? ""}`

  const run = (command: string): ReadonlyArray<string> => {
    fs.writeFileSync(log, "")
    spawnSync("sh", ["-c", command], {
      cwd: project.root,
      env: { PATH: own, HOME: project.at(".."), ROOT: project.root, LOG: log, PYTHONDONTWRITEBYTECODE: "1" },
      timeout: 20_000,
      input: "x\n",
      stdio: ["pipe", "ignore", "ignore"]
    })
    return [...new Set(fs.readFileSync(log, "utf8").split("\n"))].filter((name) => name !== "")
  }

  /** Checks whether a change of a file shows. */
  const shows = (command: string, before: Seal.Sealed["seal"], name: string): boolean => {
    const [file, text] = [project.at(name), fs.readFileSync(project.at(name), "utf8")]
    fs.writeFileSync(file, `${text}\n`)
    const differs = !Seal.isSame(Seal.differences(before, project.seal(command).seal))
    fs.writeFileSync(file, text)
    return differs
  }

  const compare = ({ command, files }: Spelling): Comparison => {
    for (const [name, text] of Object.entries(files)) project.write(name, text, 0o755)
    const { seal } = project.seal(command)
    const loaded = run(command)
    const words = [...seal.unknown, ...seal.beyond]
    const sealed = loaded.filter((name) => shows(command, seal, name))
    const isOpen = words.length > 0 && seal.profile === "open"
    return {
      loaded,
      missed: isOpen ? [] : loaded.filter((name) => !sealed.includes(name)),
      sealed,
      profile: seal.profile,
      words
    }
  }

  const remove = (): void => {
    fs.rmSync(log, { force: true })
    project.remove()
  }
  return { compare, remove }
}

/** The results of many comparisons. */
export interface Comparisons {
  /** Spellings of which a loaded file is neither covered nor named, or that people write and that are not resolved. */
  readonly missed: ReadonlyArray<string>
  /** The number of spellings that load a file. */
  readonly loads: number
}

/** Compares spellings in one project. */
export const compareAll = (spellings: ReadonlyArray<Spelling>): Comparisons => {
  const project = make()
  const missed: Array<string> = []
  let loads = 0
  for (const spelling of spellings) {
    const { loaded, missed: unseen, profile, sealed, words } = project.compare(spelling)
    const text = `${spelling.command}\n${Object.values(spelling.files).join("\n")}`
    if (loaded.length > 0) loads++
    if (unseen.length > 0) missed.push(`${unseen.join(" ")} [${profile}]: ${text}`)
    else if (spelling.isCommon === true && (profile === "open" || sealed.length < loaded.length))
      missed.push(`not resolved, ${profile} (${words.join("; ")}): ${text}`)
  }
  project.remove()
  return { missed, loads }
}
