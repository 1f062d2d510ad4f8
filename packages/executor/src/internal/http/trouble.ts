/** The problem of a request, in a sentence with its fix. */
import { sentence } from "@hookline/core/PipelineError"

interface Known {
  readonly code: string
  readonly message: string
}

/** Returns the root cause of an error, because clients wrap errors. */
const bottomOf = (error: unknown): Known => {
  let bottom = error
  let code = ""
  for (let depth = 0; depth < 10; depth++) {
    if (typeof bottom !== "object" || bottom === null) break
    if ("code" in bottom && typeof bottom.code === "string") code = bottom.code
    else if ("name" in bottom && bottom.name === "HTTPParserError") code = "HPE"
    // An error for each address of the host. The first represents all.
    const below: unknown = "errors" in bottom && Array.isArray(bottom.errors) ? bottom.errors[0] : undefined
    const next: unknown = below ?? ("reason" in bottom ? bottom.reason : "cause" in bottom ? bottom.cause : undefined)
    if (next === undefined || next === null) break
    bottom = next
  }
  return { code, message: sentence(bottom).split("\n", 1)[0]?.trim().slice(0, 200) ?? "" }
}

type Tell = (url: URL, known: Known) => string

const away: Tell = ({ host }) => `${host} can't be reached: look to the network, and to what lets requests through`

const broken: Tell = ({ host }) =>
  `${host} broke the connection off before its answer was complete: look there for what went wrong`

const silent: Tell = ({ host }) => `${host} was silent for longer than Node waits: let it answer sooner`

const tells: Readonly<Record<string, Tell>> = {
  ECONNREFUSED: ({ host }) => `nothing listens at ${host}: start what is to answer there, or correct the hook's url`,
  ENOTFOUND: ({ hostname }) => `there is no host ${hostname}: correct the hook's url, or look to the network`,
  EAI_AGAIN: ({ hostname }) => `the host ${hostname} could not be looked up: look to the network`,
  ECONNRESET: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: broken,
  ETIMEDOUT: away,
  EHOSTUNREACH: away,
  ENETUNREACH: away,
  UND_ERR_CONNECT_TIMEOUT: away,
  UND_ERR_HEADERS_TIMEOUT: silent,
  UND_ERR_BODY_TIMEOUT: silent,
  UND_ERR_HEADERS_OVERFLOW: ({ host }) => `${host} answered with more headers than anybody reads`
}

/** Groups of codes, by prefix. */
const families: ReadonlyArray<readonly [RegExp, Tell]> = [
  [
    /^(?:CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/,
    ({ host }, { code }) =>
      `the certificate of ${host} is not to be trusted (${code}): renew it, or name its authority in NODE_EXTRA_CA_CERTS`
  ],
  [/^(?:ERR_SSL_|EPROTO)/, ({ host }) => `${host} does not speak https: write http: where that is what it speaks`],
  [/^HPE/, ({ host }) => `what listens at ${host} does not speak HTTP: correct the hook's url`],
  [/^(?:Z_|ERR_ZLIB_|ERR__ERROR_FORMAT)/, ({ host }) => `${host} compressed its answer in an invalid way`]
]

/** The codes of a connection that the other side has closed. */
const closed: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"])

/**
 * Checks whether the other side has closed the connection. Clients keep connections open for later requests, and a server
 * may close one that is idle just when it is used again.
 */
export const isClosed = (error: unknown): boolean => closed.has(bottomOf(error).code)

/** Returns the sentence, without headers, secrets of the URL, and stack. */
export const tell = (url: URL, error: unknown): string => {
  const known = bottomOf(error)
  const told = Object.hasOwn(tells, known.code) ? tells[known.code] : undefined
  const found = told ?? families.find(([family]) => family.test(known.code))?.[1]
  if (found !== undefined) return found(url, known)
  if (known.message === "bad port")
    return `no request may go to port ${url.port}: let ${url.hostname} listen at another`
  return `the request to ${url.host} could not be made: ${known.message}`
}
