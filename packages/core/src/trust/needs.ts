/**
 * The parts of the machine that a hook reaches, as far as its texts show them, and the narrowest profile that allows that.
 *
 * @since 0.1.0
 */
import type { Profile } from "@hookline/schema/Profile"
import type { Needs } from "@hookline/schema/kit/Seal"
import * as Secret from "@hookline/schema/Secret"

/**
 * Needs of nothing.
 *
 * @category constants
 * @since 0.1.0
 */
export const none: Needs = { network: [], desktop: [], sockets: [], secrets: [], tools: [], writes: [] }

const distinct = (words: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(words)].toSorted()

/**
 * Combines the needs of texts that one hook runs.
 *
 * @category combining
 * @since 0.1.0
 */
export const union = (all: ReadonlyArray<Needs>): Needs => ({
  network: distinct(all.flatMap(({ network }) => network)),
  desktop: distinct(all.flatMap(({ desktop }) => desktop)),
  sockets: distinct(all.flatMap(({ sockets }) => sockets)),
  secrets: distinct(all.flatMap(({ secrets }) => secrets)),
  tools: distinct(all.flatMap(({ tools }) => tools)),
  writes: distinct(all.flatMap(({ writes }) => writes))
})

const variables =
  /\$\{?([A-Z][A-Z0-9_]{2,})|(?:environ(?:\.get)?[[(]|getenv\(|process\.env\[|ENV(?:\.fetch)?[[(])\s*["']([A-Z][A-Z0-9_]{2,})["']|process\.env\.([A-Z][A-Z0-9_]{2,})|\$env:([A-Z][A-Z0-9_]{2,})/g

const patterns: Readonly<Record<Exclude<keyof Needs, "secrets" | "tools">, RegExp>> = {
  network:
    /\burllib\.request\b|\brequests\.(?:get|post|put|patch|delete|request|Session)\b|\b(?:httpx|aiohttp|http\.client|smtplib|ftplib|websockets?|paramiko|boto3)\b|\bfetch\s*\(|\b(?:axios|got|undici|node-fetch|superagent)\b|require\(["'](?:node:)?(?:https?|net|tls|dgram|http2|dns)["']\)|from\s+["'](?:node:)?(?:https?|net|tls|dgram|http2|dns)["']|\bsocket\.(?:socket|create_connection)\b|\bNet::HTTP\b|\bcurl_exec\b|Invoke-(?:WebRequest|RestMethod)/gi,
  desktop:
    /\b(?:osascript|notify-send|terminal-notifier|afplay|paplay|aplay|pbcopy|xclip|BurntToast|node-notifier|plyer)\b/g,
  sockets: /\bdocker(?:\.sock|\.from_env)\b|\b(?:docker|podman)\s+(?:run|exec|compose|ps)\b|\/var\/run\/\w+\.sock/g,
  writes:
    /\b(?:writeFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|mkdir(?:Sync|s)?|makedirs|rename(?:Sync)?|unlink(?:Sync)?|rmSync|rmtree|write_text|write_bytes|copyfile|copyFileSync|sqlite3\.connect)\b|\bopen\([^)\n]*["'][rb]?[wax][+bt]*["']/g
}

const programs =
  /(?:^|[\s"'`([;&|])(curl|wget|gh|ssh|scp|npx|git (?:push|fetch|pull|clone)|kubectl|aws|gcloud|docker|podman|tmux|open|say)(?=[\s"',)])/gm

const kindOf = (program: string): keyof Needs => {
  if (program === "docker" || program === "podman") return "sockets"
  return /^(?:tmux|open|say)$/.test(program) ? "desktop" : "network"
}

/** Longer texts are searched up to here: what is generated shows nothing by itself. */
const longest = 512 * 1024

/**
 * Returns the needs that the words of a text show, in whatever language the text is. A word in a comment or a message counts
 * too, so that a profile is rather too wide.
 *
 * @category getters
 * @since 0.1.0
 */
export const ofText = (whole: string): Needs => {
  const text = whole.slice(0, longest)
  const found = { network: [], desktop: [], sockets: [], secrets: [], tools: [], writes: [] } as Record<
    keyof Needs,
    Array<string>
  >
  for (const kind of ["network", "desktop", "sockets", "writes"] as const)
    for (const [word] of text.matchAll(patterns[kind])) found[kind].push(word.replace(/\s*\($/, ""))
  for (const [, program = ""] of text.matchAll(programs)) found[kindOf(program)].push(program)
  for (const [, ...names] of text.matchAll(variables))
    for (const name of names) if (name !== undefined && Secret.isVariable(name)) found.secrets.push(name)
  return union([found])
}

/**
 * The parts of a closure that decide about a profile.
 *
 * @category models
 * @since 0.1.0
 */
export interface Proof {
  readonly needs: Needs
  readonly beyond: ReadonlyArray<string>
  readonly unknown: ReadonlyArray<string>
  /** Installed programs of which nothing is known. */
  readonly programs: ReadonlyArray<string>
}

/**
 * Returns the narrowest profile that a closure proves: `open` where anything is beyond the seal, computed or unknown.
 *
 * @category getters
 * @since 0.1.0
 */
export const profileOf = ({ beyond, needs, programs: others, unknown }: Proof): Profile => {
  if (beyond.length + unknown.length + others.length + needs.sockets.length > 0) return "open"
  const [network, desktop, writes] = [needs.network, needs.desktop, needs.writes].map(({ length }) => length > 0)
  if (network === true && desktop === true) return "open"
  if (network === true) return "net"
  if (desktop === true) return writes === true ? "open" : "notify"
  return writes === true ? "work" : "guard"
}
