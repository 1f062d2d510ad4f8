/** The rules for names of plugins: a name is that of a folder, and the beginning of the hooks' identities. */
import * as Dialects from "@hookline/dialects/Dialects"
import * as Result from "effect/Result"
import { InstallProblem } from "./InstallProblem.ts"

const longest = 100

const taken: ReadonlySet<string> = new Set([
  "user",
  "local",
  "skill",
  "agent",
  "command",
  ...Dialects.all.map(({ name }) => name)
])

/** Returns the problem of a name, as the end of a sentence. */
const wrongWith = (name: string): string | undefined => {
  if (name === "") return "is empty"
  if (name.length > longest) return `is longer than ${longest} letters`
  if (/[/\\:#\p{C}\p{Zl}\p{Zp}]/u.test(name)) return "has a separator or something unseen in it"
  if (!/^[\p{L}\p{N}_]/u.test(name)) return "does not begin with a letter or a digit"
  if (/[\s.]$/.test(name)) return "ends with a blank or a dot"
  if (name.includes("..")) return "has two dots in a row"
  return taken.has(name.toLowerCase()) ? "is the beginning of other hooks' identities" : undefined
}

/** The name, if it can be one. */
export const checked = (name: string): Result.Result<string, InstallProblem> => {
  const wrong = wrongWith(name)
  return wrong === undefined
    ? Result.succeed(name)
    : Result.fail(
        new InstallProblem({
          why: "name",
          text: `${JSON.stringify(name)} can be no plugin's name here: it ${wrong}. Give it another with --name.`
        })
      )
}
