// A signature is for one organisation, one version and one body, and for the keys of that organisation.
import { assert, describe, it } from "@effect/vitest"
import { makeKeys, publicKeyFor, readPublicKey, sign, verify } from "@hookline/fleet/PolicySignature"
import type { Signed } from "@hookline/fleet/Protocol"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as crypto from "node:crypto"

const keys = makeKeys()
const others = makeKeys()
const isVerified = (organisation: string, signed: Signed, publicKeys = [keys.publicKey]): boolean =>
  Result.isSuccess(verify(publicKeys, organisation, signed))
const signedBy = (privateKey: string, organisation: string, version: number, body: string): Signed =>
  Result.getOrThrow(sign(privateKey, { organisation, version, body }))
const reasonOf = <A>(result: Result.Result<A, { readonly _tag: string; readonly message: string }>): string =>
  Result.match(result, { onSuccess: () => "", onFailure: ({ _tag, message }) => `${_tag} ${message}` })

const Text = Schema.String.check(
  Schema.makeFilter((text: string) => text.isWellFormed() && !text.includes("\0") && text.length <= 100)
)
const Organisation = Text.check(Schema.isMinLength(1))
const Version = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 }))

describe("PolicySignature", () => {
  it.prop("what is signed is verified, and nothing else", [Organisation, Version, Text, Text, Version], (values) => {
    const [organisation, version, body, other, otherVersion] = values
    const signed = signedBy(keys.privateKey, organisation, version, body)
    assert.isTrue(isVerified(organisation, signed))
    assert.isTrue(isVerified(organisation, signed, [others.publicKey, keys.publicKey]))
    assert.isFalse(isVerified(organisation, signed, [others.publicKey]))
    assert.isFalse(isVerified(organisation, signed, []))
    for (const text of [other, `${body} `, `${body}",1,"`]) {
      if (text !== body) assert.isFalse(isVerified(organisation, { ...signed, body: text }), text)
      if (text !== organisation) assert.isFalse(isVerified(text, signed), text)
    }
    for (const number of [otherVersion, version + 1, version - 1, -version]) {
      if (number !== version) assert.isFalse(isVerified(organisation, { ...signed, version: number }))
    }
    // The border between the fields is signed, too.
    assert.isFalse(isVerified(`${organisation}${body}`, { ...signed, body: "" }) && body !== "")
    assert.isFalse(
      isVerified(organisation, {
        ...signed,
        signature: signedBy(others.privateKey, organisation, version, body).signature
      })
    )
  })

  it("a change of any bit of the signature, and another spelling of its bytes, is refused", () => {
    const signed = signedBy(keys.privateKey, "acme", 7, "{}")
    const bytes = Buffer.from(signed.signature, "base64")
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.isFalse(isVerified("acme", { ...signed, signature: changed.toString("base64") }), `bit ${bit}`)
    }
    const { signature } = signed
    const url = bytes.toString("base64url")
    const spellings = ["", ` ${signature}`, `${signature}\n`, signature.slice(0, -2), url, `${signature}AA`]
    for (const spelling of spellings) assert.isFalse(isVerified("acme", { ...signed, signature: spelling }), spelling)
    // The last character of 64 bytes has four bits that the bytes do not have.
    for (const last of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
      const spelling = `${signature.slice(0, 85)}${last}==`
      if (spelling !== signature) assert.isFalse(isVerified("acme", { ...signed, signature: spelling }), spelling)
    }
  })

  it("a change of any bit of the body is refused", () => {
    const body = `{ "hooks": [] }`
    const signed = signedBy(keys.privateKey, "acme", 7, body)
    for (let bit = 0; bit < body.length * 7; bit++) {
      const at = Math.floor(bit / 7)
      const changed = String.fromCharCode(body.charCodeAt(at) ^ (1 << (bit % 7)))
      assert.isFalse(isVerified("acme", { ...signed, body: body.slice(0, at) + changed + body.slice(at + 1) }))
    }
  })

  it("keys are read as PEM and as base64", () => {
    const key = crypto.createPublicKey(keys.privateKey)
    const spki = key.export({ format: "der", type: "spki" })
    const pem = key.export({ format: "pem", type: "spki" }).toString()
    for (const text of [pem, spki.toString("base64"), spki.subarray(12).toString("base64"), `\n${keys.publicKey}\n`]) {
      assert.strictEqual(Result.getOrThrow(readPublicKey(text)), keys.publicKey)
      assert.isTrue(isVerified("acme", signedBy(keys.privateKey, "acme", 1, "{}"), [text]))
    }
    assert.strictEqual(Result.getOrThrow(publicKeyFor(keys.privateKey)), keys.publicKey)
    const der = crypto.createPrivateKey(keys.privateKey).export({ format: "der", type: "pkcs8" }).toString("base64")
    assert.isTrue(isVerified("acme", signedBy(der, "acme", 1, "{}")))
  })

  it("a key of another kind, of the other half or damaged is an error that names its cause", () => {
    const { privateKey, publicKey } = crypto.generateKeyPairSync("rsa", { modulusLength: 2048 })
    const rsaPrivate = privateKey.export({ format: "pem", type: "pkcs8" }).toString()
    const rsaPublic = publicKey.export({ format: "pem", type: "spki" }).toString()
    const policy = { organisation: "acme", version: 1, body: "{}" }
    const pem = crypto.createPublicKey(keys.privateKey).export({ format: "pem", type: "spki" }).toString()
    const signing: ReadonlyArray<readonly [string, string]> = [
      [rsaPrivate, "one of rsa"],
      [pem, "it is a public key"],
      [keys.publicKey, "damaged"],
      ["", "neither PEM nor base64"],
      ["no key", "neither PEM nor base64"]
    ]
    for (const [key, problem] of signing) {
      assert.include(reasonOf(sign(key, policy)), `PolicyKeyInvalid The private key`)
      assert.include(reasonOf(sign(key, policy)), problem)
    }
    const reading: ReadonlyArray<readonly [string, string]> = [
      [rsaPublic, "one of rsa"],
      [keys.privateKey, "it is a private key"],
      ["", "neither PEM nor base64"],
      [Buffer.alloc(31).toString("base64"), "damaged"]
    ]
    for (const [key, problem] of reading) {
      assert.include(reasonOf(readPublicKey(key)), `PolicyKeyInvalid The public key`)
      assert.include(reasonOf(readPublicKey(key)), problem)
      assert.include(reasonOf(verify([key], "acme", Result.getOrThrow(sign(keys.privateKey, policy)))), problem)
    }
  })

  it("what no fleet takes is not signed", () => {
    const policy = { organisation: "acme", version: 1, body: "{}" }
    const wrong = [
      { version: 0 },
      { version: 1.5 },
      { version: Number.NaN },
      { version: 2 ** 31 },
      { organisation: "" },
      { body: "\uD800" },
      { body: "x".repeat(1_048_577) }
    ]
    for (const part of wrong) assert.include(reasonOf(sign(keys.privateKey, { ...policy, ...part })), "PolicyUnsigned")
  })
})
