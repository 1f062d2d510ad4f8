/** Hashes and random digits. The cryptography of Node is loaded where it is needed, because that takes a while. */
import { hashedBy } from "@hookline/core/kit/sha256"

/** Computes the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export const hashOfText = hashedBy((text) => process.getBuiltinModule("node:crypto").hash("sha256", text))

/** Returns a number of random bytes as hexadecimal digits. */
export const randomHex = (count: number): string =>
  process.getBuiltinModule("node:crypto").randomBytes(count).toString("hex")
