/** Creates names that can't be guessed, by the random numbers of the system. */
import * as fs from "node:fs"

/** Reads the system's device, where there is one: loading the cryptography of Node takes longer. */
const ofDevice = (count: number): Buffer | undefined => {
  if (process.platform !== "linux" && process.platform !== "darwin") return undefined
  try {
    const device = fs.openSync("/dev/urandom", "r")
    try {
      const bytes = Buffer.alloc(count)
      const isDevice = fs.fstatSync(device).isCharacterDevice()
      return isDevice && fs.readSync(device, bytes, 0, count, null) === count ? bytes : undefined
    } finally {
      fs.closeSync(device)
    }
  } catch {
    // A sandbox may have no device, or too many files may be open.
    return undefined
  }
}

/** Returns a number of random bytes as hexadecimal digits. */
export const randomHex = (count: number): string =>
  (ofDevice(count) ?? process.getBuiltinModule("node:crypto").randomBytes(count)).toString("hex")
