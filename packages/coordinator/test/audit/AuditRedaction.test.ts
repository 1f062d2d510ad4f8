// What is left of a text when its secrets are taken out of it.
import { assert, describe, it } from "@effect/vitest"
import { Entry } from "@hookline/coordinator/Audit"
import { mark, redact, redactEntry } from "@hookline/coordinator/kit/audit/AuditRedaction"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

/** Letters of secrets. No text around them has one. */
const letters = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(["0", "7", "9", "Q", "8", "Z"])), { minLength: 20, maxLength: 48 }),
  (all) => all.join("")
)
const odd = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(
      Schema.Literals([
        "0",
        "9",
        "Q",
        "Z",
        "8",
        "-",
        "+",
        "/",
        ".",
        "!",
        "#",
        "%",
        "$",
        "&",
        ",",
        ";",
        "=",
        ":",
        "é",
        "]",
        "}",
        "|"
      ])
    ),
    {
      minLength: 8,
      maxLength: 40
    }
  ),
  (all) => `Q${all.join("")}`
)
/** What only a quoted text can hold. */
const any = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(Schema.Literals(["0", "Q", "Z", " ", '"', "'", "\\", "\n", "{", "[", "@", "/", ":", ","])),
    { maxLength: 30 }
  ),
  (all) => `Q${all.join("")}Z`
)
const around = Arbitrary.map(
  Arbitrary.array(
    Arbitrary.schema(
      Schema.Literals([
        "it",
        "ran",
        "(see)",
        "on.",
        "what is",
        "\n",
        "x: y",
        "a=b",
        "{}",
        "--",
        "http://h/p",
        "é",
        "me@h"
      ])
    ),
    { maxLength: 5 }
  ),
  (all) => all.join(" ")
)
const names = Arbitrary.schema(
  Schema.Literals([
    "password",
    "PGPASSWORD",
    "DB_PASS",
    "client_secret",
    "clientSecret",
    "api_key",
    "apiKey",
    "ANTHROPIC_API_KEY",
    "SIGNING_KEY",
    "deployKey",
    "X-Api-Key",
    "access_token",
    "_authToken",
    "credentials",
    "cookie",
    "jwt",
    "passphrase",
    "authorization"
  ])
)

const survives = (text: string): boolean => /[0-9QZ]/.test(text)
const gone = (text: string, before = text): void => {
  assert.isFalse(survives(redact(text)), `${JSON.stringify(before)} became ${JSON.stringify(redact(text))}`)
}

const prefixes = [
  "sk-ant-",
  "sk-",
  "sk_live_",
  "ghp_",
  "github_pat_",
  "glpat-",
  "xoxb-",
  "AKIA",
  "npm_",
  "pypi-",
  "hf_",
  "Bearer ",
  "bearer  ",
  "https://user:",
  "postgres://user:",
  "curl -u me:"
]

describe("redaction", () => {
  it.prop(
    "leaves nothing of a token that is known by how it begins",
    [letters, around, around],
    ([secret, one, other]) => {
      for (const prefix of prefixes) {
        const end = prefix.includes("//") ? "@host/path" : ""
        gone(`${one} ${prefix}${secret}${end} ${other}`)
      }
    }
  )

  // proves: docs/security.md
  it.prop(
    "leaves nothing of what is assigned to a secret's name",
    [odd, names, around, around],
    ([secret, name, one, other]) => {
      for (const text of [
        `${name}=${secret}`,
        `export ${name}=${secret}`,
        `${name}: ${secret}`,
        `--${name} ${secret}`,
        `--${name}=${secret}`,
        `https://h/?${name}=${secret}`,
        `-H "${name}: ${secret}"`,
        `-H '${name}: ${secret}'`
      ])
        gone(`${one} ${text} \n${other}`)
    }
  )

  it.prop(
    "leaves nothing of a secret in JSON, however often that was quoted",
    [any, names, around],
    ([secret, name, one]) => {
      for (const value of [
        { [name]: secret },
        { a: one, b: { [name]: secret }, c: true },
        { [name]: { deep: [secret] } },
        { [name]: [secret, secret] }
      ]) {
        const once = JSON.stringify(value)
        const twice = JSON.stringify({ said: once })
        gone(once)
        gone(JSON.stringify(value, undefined, 2))
        gone(`${one} ${twice}`)
        gone(JSON.stringify([twice, one]), once)
      }
    }
  )

  it.prop("leaves nothing of what a shell quotes", [any, names], ([secret, name]) => {
    gone(`${name}='${secret.replaceAll("'", String.raw`'\''`)}' run it`)
    gone(`export ${name}="${secret.replaceAll(/["\\$`]/g, String.raw`\$&`)}"; run it`)
    gone(`${name}=${secret.replaceAll(/[^\w]/g, (char) => (char === "\n" ? "" : `\\${char}`))} run it`)
  })

  it.prop("leaves nothing of a header, to the end of its line", [odd, odd], ([one, other]) => {
    for (const text of [
      `Authorization: Basic ${one}`,
      `authorization: Digest a="${one}", b="${other}"`,
      `Cookie: a=${one}; b=${other}`,
      `curl -H 'Authorization: x ${one} ${other}' it`,
      `Proxy-Authorization: ${one} ${other}\r`
    ])
      gone(`a\n${text}\nb`)
  })

  it.prop("leaves nothing of a PEM block, also of one that was cut off", [letters, around], ([secret, one]) => {
    const begin = "-----BEGIN RSA PRIVATE KEY-----"
    gone(`${one} ${begin}\n${secret}\n${secret}\n-----END RSA PRIVATE KEY----- ${one}`)
    gone(JSON.stringify({ a: `${begin}\n${secret}\n-----END RSA PRIVATE KEY-----`, b: one }))
    gone(`${one} ${begin}\n${secret}`)
  })

  it.prop("changes nothing a second time", [Schema.String, odd, names], ([text, secret, name]) => {
    for (const one of [text, `${name}: "${secret}" ${text}`, `${text} ${name}=${secret} https://a:${secret}@h`])
      assert.strictEqual(redact(redact(one)), redact(one))
  })

  it("leaves what is no secret as it is", () => {
    for (const text of [
      "rm -rf /tmp/x",
      "https://example.org:8080/a/b?d=e and git@github.com:a/b.git, ssh://git@host/x",
      '{"max_tokens": 4096, "input_tokens":12, "token": null, "path": "src/keyboard.ts"}',
      "the token expired, and nobody passed",
      "monkey=1 key: value, keys=3",
      "project/PreToolUse/3f2a9c017b44",
      "fe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ])
      assert.strictEqual(redact(text), text)
  })

  it("shows what stood around a secret", () => {
    assert.strictEqual(
      redact('curl -H "Authorization: Bearer abcdef123456" https://me:pw@host/x'),
      `curl -H "Authorization: ${mark}" https://me:${mark}@host/x`
    )
    assert.strictEqual(redact('{"user":"me","password":"p\\"w","n":1}'), `{"user":"me","password":"${mark}","n":1}`)
    assert.strictEqual(
      redact("A=1 API_KEY='x y' run --token abc --dry"),
      `A=1 API_KEY='${mark}' run --token ${mark} --dry`
    )
  })

  it.prop("keeps an entry an entry", [Entry], ([entry]) => {
    assert.isTrue(Schema.is(Entry)(redactEntry(entry)))
  })

  it("does not look long at texts that were made to keep it busy", () => {
    const many = 200_000
    for (const piece of [
      "a",
      "://a:",
      "token=",
      '"token":"',
      "-----BEGIN A-----",
      "eyJ",
      "_eyJa.",
      "sk-",
      "\\",
      '\\"',
      "bearer ",
      "--a ",
      '{"token":[',
      "password: x\n",
      "basic A",
      "-u a:",
      "'token: "
    ]) {
      const text = piece.repeat(many / piece.length)
      const started = performance.now()
      redact(text)
      assert.isBelow(performance.now() - started, 5000, piece)
    }
  })
})
