/**
 * Tokens of claims without an answer, in files: the fleet may have granted such a claim, and no process holds it. The next
 * process gets it at once by its token, and does not wait for the end of its lease.
 *
 * A claim whose release did not arrive is none of these: the release may arrive late, and would free what another process
 * holds by the same token.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import { limits } from "../Protocol.ts"

const named = (folder: string, claim: string): string => join(folder, `claim-${crypto.hash("sha256", claim)}`)

/** Leaves a token for the next process. */
export const leave = (folder: string, claim: string, token: string): void => {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.writeFileSync(named(folder, claim), token, { mode: 0o600 })
  } catch {
    // Without it the next process waits until the lease is over.
  }
}

/** Takes a token. Of several processes one gets it, because a token that two have would grant the claim to both. */
export const take = (folder: string, claim: string): string | undefined => {
  const file = named(folder, claim)
  if (!fs.existsSync(file)) return undefined
  const own = `${file}.${crypto.randomBytes(8).toString("hex")}`
  try {
    fs.renameSync(file, own)
    const token = fs.readFileSync(own, "utf8")
    fs.rmSync(own, { force: true })
    return /^[\da-f-]{36}$/.test(token) ? token : undefined
  } catch {
    // Another process has taken it.
    return undefined
  }
}

/** Removes tokens whose leases are over. */
export const clear = (folder: string, now: number): void => {
  try {
    for (const name of fs.readdirSync(folder)) {
      const file = join(folder, name)
      const at = fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now
      if (now - at > limits.leaseMillis) fs.rmSync(file, { force: true })
    }
  } catch {
    // There is none, or it is removed another time.
  }
}
