/** Hashes for names of files. The cryptography of Node is loaded by processes that hash many. */
import { hashedBy } from "@hookline/core/kit/sha256"

/** Computes the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export const hashOfText = hashedBy((text) => process.getBuiltinModule("node:crypto").hash("sha256", text))
