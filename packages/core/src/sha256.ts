/**
 * SHA-256 of short texts, without a platform: for names of files, a process for one event would load the cryptography of
 * Node, which takes longer than all that it does with it.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constantsOf = (): Int32Array => {
  const constants = new Int32Array(64)
  const primes: Array<number> = []
  for (let candidate = 2; primes.length < 64; candidate++) {
    if (primes.some((prime) => candidate % prime === 0)) continue
    const root = Math.cbrt(candidate)
    constants[primes.length] = (root - Math.floor(root)) * 2 ** 32
    primes.push(candidate)
  }
  return constants
}

let constants: Int32Array | undefined

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** The bytes with their end: a bit, zeros, and their number of bits, up to a multiple of 64 bytes. */
const padded = (bytes: Uint8Array): DataView => {
  const size = (((bytes.length + 8) >>> 6) + 1) * 64
  const data = new Uint8Array(size)
  data.set(bytes)
  data[bytes.length] = 0x80
  const view = new DataView(data.buffer)
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(size - 4, bytes.length << 3)
  return view
}

/** Mixes the 64 words of a block into the state. */
const mix = (state: Int32Array, words: Int32Array, constants: Int32Array): void => {
  // An index below the length of a typed array is never `undefined`, which the compiler does not know.
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g)
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (constants[at] ?? 0) + (words[at] ?? 0)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word
}

/** Computes the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export const sha256 = (text: string): string => {
  constants ??= constantsOf()
  const view = padded(new TextEncoder().encode(text))
  const words = new Int32Array(64)
  const state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  ])
  for (let start = 0; start < view.byteLength; start += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(start + at * 4)
    for (let at = 16; at < 64; at++) {
      const [near = 0, far = 0] = [words[at - 2], words[at - 15]]
      const one = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10)
      const other = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)
      words[at] = (words[at - 16] ?? 0) + other + (words[at - 7] ?? 0) + one
    }
    mix(state, words, constants)
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("")
}

/** The number of characters from which loading the platform's own hash is worth it. */
const longText = 8192

/** The number of texts after which it is worth it: a process for one event hashes a few, and a host thousands. */
const fewTexts = 32

/** Creates a function that computes the first hashes of short texts by itself, and all others by the platform. */
export const hashedBy = (platform: (text: string) => string): ((text: string) => string) => {
  let count = 0
  return (text) => (text.length < longText && count++ < fewTexts ? sha256(text) : platform(text))
}
