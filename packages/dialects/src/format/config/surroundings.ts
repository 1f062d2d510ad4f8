/** Commands with a folder and variables of their own, which the shared schemas do not have. */
import { isJson } from "@hookline/schema/Json"

const quotedWhole = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quotes a word where a shell would otherwise read something else. */
export const quotedWord = (word: string): string => (/^[\w/.:=@%+,-]+$/.test(word) ? word : quotedWhole(word))

/** Returns a command in its folder and with its variables, as a shell has them, or `undefined` if one of them is broken. */
export const surrounded = (command: string, cwd: unknown, env: unknown): string | undefined => {
  if ((env !== undefined && !isJson(env)) || (cwd !== undefined && typeof cwd !== "string")) return undefined
  const variables = Object.entries(env ?? {})
  if (!variables.every(([name, value]) => /^[A-Za-z_]\w*$/.test(name) && typeof value === "string")) return undefined
  const exports = variables.map(([name, value]) => `export ${name}=${quotedWord(String(value))}; `)
  const folder = cwd === undefined || cwd === "." || cwd === "" ? "" : `cd ${quotedWord(cwd)} && `
  // A folder that is not there must not run the command elsewhere, whatever the command is made of.
  return exports.join("") + (folder === "" ? command : `${folder}{ ${command}\n}`)
}
