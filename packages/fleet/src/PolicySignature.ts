/**
 * Signatures of policies, by ed25519. An organisation signs with its private key, and its machines verify with public
 * keys, so that neither a gate nor a database has to be trusted.
 *
 * **Details**
 *
 * What is signed is a JSON array of a prefix, the organisation, the version and the body: different values never have the
 * same text. A signature is for one organisation, one version and one body.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as crypto from "node:crypto"
import { Id, Signed } from "./Protocol.ts"

/**
 * A key that can't be used, with its reason.
 *
 * @category errors
 * @since 0.1.0
 */
export class PolicyKeyInvalid extends Schema.TaggedError<PolicyKeyInvalid>()("PolicyKeyInvalid", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/**
 * A policy that its organisation did not sign, or that can't be signed, with its reason.
 *
 * @category errors
 * @since 0.1.0
 */
export class PolicyUnsigned extends Schema.TaggedError<PolicyUnsigned>()("PolicyUnsigned", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/**
 * A pair of keys: the private one as PEM (PKCS 8), the public one as one line of base64 (SPKI).
 *
 * @category models
 * @since 0.1.0
 */
export interface Keys {
  readonly privateKey: string
  readonly publicKey: string
}

/**
 * A policy that is not signed yet.
 *
 * @category models
 * @since 0.1.0
 */
export interface Unsigned {
  readonly organisation: string
  /** Versions rise: a machine accepts no older one. */
  readonly version: number
  readonly body: string
}

/** The bytes of a raw public key, and those before it in SPKI. */
const rawBytes = 32
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex")
const signatureBytes = 64

const isId = Schema.is(Id)
const isSigned = Schema.is(Signed)

/** Decodes base64 that has one spelling only: another text of the same bytes is no valid one. */
const bytesOf = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, "base64")
  return bytes.length > 0 && bytes.toString("base64") === text ? bytes : undefined
}

const isPem = (text: string): boolean => text.startsWith("-----BEGIN ")

const invalid = (what: "private" | "public", problem: string): Result.Result<never, PolicyKeyInvalid> =>
  Result.fail(
    new PolicyKeyInvalid({
      reason: `The ${what} key of the organisation can't be used: ${problem}. Give one of ed25519, as PEM or base64.`
    })
  )

/** Reads a key, which has to be one of ed25519. */
const keyOf = (
  what: "private" | "public",
  read: () => crypto.KeyObject
): Result.Result<crypto.KeyObject, PolicyKeyInvalid> => {
  try {
    const key = read()
    return key.asymmetricKeyType === "ed25519"
      ? Result.succeed(key)
      : invalid(what, `it is one of ${key.asymmetricKeyType ?? "another kind"}, not of ed25519`)
  } catch {
    // The message of OpenSSL may show parts of the key.
    return invalid(what, "it is damaged, or encrypted with a passphrase")
  }
}

const privateKeyOf = (text: string): Result.Result<crypto.KeyObject, PolicyKeyInvalid> => {
  const trimmed = text.trim()
  if (isPem(trimmed)) {
    if (trimmed.startsWith("-----BEGIN PUBLIC")) return invalid("private", "it is a public key")
    return keyOf("private", () => crypto.createPrivateKey(trimmed))
  }
  const bytes = bytesOf(trimmed)
  if (bytes === undefined) return invalid("private", "it is neither PEM nor base64 of PKCS 8")
  return keyOf("private", () => crypto.createPrivateKey({ key: bytes, format: "der", type: "pkcs8" }))
}

/**
 * Reads a public key of PEM, of base64 of SPKI, or of base64 of its 32 bytes, and returns it as `makeKeys` writes it.
 *
 * @example
 * ```ts
 * import { makeKeys, readPublicKey } from "@hookline/fleet/PolicySignature"
 *
 * const publicKey = readPublicKey(makeKeys().publicKey)
 * ```
 *
 * @category keys
 * @since 0.1.0
 */
export const readPublicKey = (text: string): Result.Result<string, PolicyKeyInvalid> =>
  Result.map(publicKeyOf(text), lineOf)

const publicKeyOf = (text: string): Result.Result<crypto.KeyObject, PolicyKeyInvalid> => {
  const trimmed = text.trim()
  if (isPem(trimmed)) {
    // Node.js derives a public key of a private one, which belongs on no machine but the publisher's.
    if (trimmed.includes("PRIVATE KEY")) return invalid("public", "it is a private key, which stays with the publisher")
    return keyOf("public", () => crypto.createPublicKey(trimmed))
  }
  const bytes = bytesOf(trimmed)
  if (bytes === undefined) return invalid("public", "it is neither PEM nor base64")
  const der = bytes.length === rawBytes ? Buffer.concat([spkiPrefix, bytes]) : bytes
  return keyOf("public", () => crypto.createPublicKey({ key: der, format: "der", type: "spki" }))
}

const lineOf = (key: crypto.KeyObject): string => key.export({ format: "der", type: "spki" }).toString("base64")

/** Encodes what is signed. JSON escapes what UTF-8 has no bytes for, so that different texts stay different. */
const textOf = ({ body, organisation, version }: Unsigned): Buffer =>
  Buffer.from(JSON.stringify(["hookline policy 1", organisation, version, body]), "utf8")

/**
 * Creates a pair of keys.
 *
 * @example
 * ```ts
 * import { makeKeys } from "@hookline/fleet/PolicySignature"
 *
 * const { privateKey, publicKey } = makeKeys()
 * ```
 *
 * @category keys
 * @since 0.1.0
 */
export const makeKeys = (): Keys => {
  const { privateKey, publicKey } = crypto.generateKeyPairSync("ed25519")
  return { privateKey: privateKey.export({ format: "pem", type: "pkcs8" }).toString(), publicKey: lineOf(publicKey) }
}

/**
 * Returns the public key of a private one, as `makeKeys` writes it.
 *
 * @example
 * ```ts
 * import { makeKeys, publicKeyFor } from "@hookline/fleet/PolicySignature"
 *
 * const publicKey = publicKeyFor(makeKeys().privateKey)
 * ```
 *
 * @category keys
 * @since 0.1.0
 */
export const publicKeyFor = (privateKey: string): Result.Result<string, PolicyKeyInvalid> =>
  Result.map(privateKeyOf(privateKey), (key) => lineOf(crypto.createPublicKey(key)))

/**
 * Signs a policy. It fails where the key can't be used, or where no fleet takes such a policy.
 *
 * @example
 * ```ts
 * import { makeKeys, sign } from "@hookline/fleet/PolicySignature"
 *
 * const { privateKey } = makeKeys()
 * const signed = sign(privateKey, { organisation: "acme", version: 7, body: `{ "hooks": [] }` })
 * ```
 *
 * @category signatures
 * @since 0.1.0
 */
export const sign = (
  privateKey: string,
  unsigned: Unsigned
): Result.Result<Signed, PolicyKeyInvalid | PolicyUnsigned> =>
  Result.flatMap(privateKeyOf(privateKey), (key) => {
    const { body, organisation, version } = unsigned
    const signature = crypto.sign(null, textOf(unsigned), key).toString("base64")
    const signed = { version, body, signature }
    return isId(organisation) && isSigned(signed)
      ? Result.succeed(signed)
      : Result.fail(
          new PolicyUnsigned({
            reason:
              "The policy was not signed: its organisation, version or body is beyond the limits of the fleet. A version is a whole number from 1."
          })
        )
  })

/**
 * Verifies that one of these keys signed a policy for this organisation, and fails otherwise.
 *
 * @example
 * ```ts
 * import { makeKeys, sign, verify } from "@hookline/fleet/PolicySignature"
 * import * as Result from "effect/Result"
 *
 * const { privateKey, publicKey } = makeKeys()
 * const signed = sign(privateKey, { organisation: "acme", version: 7, body: `{ "hooks": [] }` })
 * const verified = Result.flatMap(signed, (policy) => verify([publicKey], "acme", policy))
 * ```
 *
 * @category signatures
 * @since 0.1.0
 */
export const verify = (
  publicKeys: ReadonlyArray<string>,
  organisation: string,
  { body, signature, version }: Signed
): Result.Result<void, PolicyKeyInvalid | PolicyUnsigned> => {
  const bytes = bytesOf(signature)
  const text = textOf({ organisation, version, body })
  let broken: PolicyKeyInvalid | undefined
  for (const publicKey of publicKeys) {
    const key = publicKeyOf(publicKey)
    if (Result.isFailure(key)) {
      broken ??= key.failure
      continue
    }
    const isValid = bytes?.length === signatureBytes && crypto.verify(null, text, key.success, bytes)
    if (isValid) return Result.void
  }
  if (broken !== undefined) return Result.fail(broken)
  const problem = publicKeys.length === 0 ? "there is no public key to verify it with" : "its signature is not valid"
  return Result.fail(
    new PolicyUnsigned({ reason: `Version ${version} of the policy of ${organisation} is refused: ${problem}.` })
  )
}
