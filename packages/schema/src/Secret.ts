/**
 * Secrets, as they are recognized by their names and by their beginnings: in texts, which are redacted, and in environment
 * variables, which hooks do not get.
 *
 * @since 0.1.0
 */

/**
 * Patterns of secrets that are known by their beginnings.
 *
 * @category constants
 * @since 0.1.0
 */
export const beginnings: ReadonlyArray<string> = [
  String.raw`sk-[\w-]{16,}`,
  String.raw`(?:sk|rk|pk)_(?:live|test)_\w{8,}`,
  String.raw`gh[opusr]_\w{16,}`,
  String.raw`github_pat_\w{16,}`,
  String.raw`glpat-[\w-]{16,}`,
  String.raw`xox[abeoprs]-[\w-]{8,}`,
  String.raw`xapp-[\w-]{8,}`,
  "(?:AKIA|ASIA)[A-Z0-9]{12,}",
  String.raw`AIza[\w-]{30,}`,
  String.raw`npm_\w{20,}`,
  String.raw`pypi-[\w-]{16,}`,
  String.raw`hf_\w{16,}`,
  String.raw`SG\.[\w-]{16,}\.[\w-]{16,}`,
  String.raw`ya29\.[\w-]{16,}`,
  String.raw`dop_v1_\w{16,}`,
  String.raw`shp(?:at|ss|ca|pa)_\w{16,}`,
  String.raw`AGE-SECRET-KEY-\w{16,}`,
  String.raw`(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)*`
]

/** Matches a secret by its beginning. It may not be in the midst of a word. */
const known = new RegExp(`(?<![A-Za-z0-9])(?:${beginnings.join("|")})`)

/** Matches a private key, and an address with a password. */
const others = /-----BEGIN [A-Z0-9 ]{0,64}PRIVATE KEY|:\/\/[^\s/:@]*:[^\s/@]+@/

const nameInText =
  /passw|passphrase|pwd|secret|token|api[_-]?key|[_-]key$|(?:private|access|signing|encryption|master|client|license)key$|credential|authorization|cookie|jwt|signature|(?:^|[_.-])(?:pass|auth)$/i

/** Like `nameInText`, for names whose words begin with capitals. */
const inCapitals = /[a-z](?:Key|Pass|Auth)$/

/**
 * Checks whether a name in a text is that of a secret.
 *
 * @category guards
 * @since 0.1.0
 */
export const isName = (name: string): boolean => nameInText.test(name) || inCapitals.test(name)

const variable =
  /(?:^|_)(?:(?:API|ACCESS|PRIVATE|SIGNING|ENCRYPTION|MASTER)?KEYS?|TOKEN|(?:AUTH|ACCESS|API|BEARER|REFRESH)_TOKENS|SECRETS?|[A-Z]*PASS(?:WORDS?|WD|PHRASE)|SSHPASS|PASS|PW|CREDENTIALS?|WEBHOOK(?:_UR[IL])?|DSN|PAT|COOKIES?|AUTH(?:TOKEN)?|JWT)(?:_|$)|_PWD$/i

/** Matches all variables of programs most of whose variables are secrets, or lead to some. */
const ofProgram = /^(?:AWS|GH)_/i

/** Matches names that contain the word, and are those of a number, a place, a certificate or a switch. */
const harmless =
  /_PER_TOKEN$|_(?:BUDGET|COUNT|LENGTH|LIMIT|TTL)$|_(?:FILE|PATH|DIR|DISABLED|ENABLED)$|_(?:CA_?BUNDLE|CA_?INFO|CA_?CERTS?|CERTS?)$|^GIT_SSL_KEY$|^SSH_AUTH_SOCK$/i

/** Matches variables of such programs that choose where and how they work. */
const choosing =
  /^AWS_(?:(?:DEFAULT_)?(?:REGION|PROFILE|OUTPUT)|PAGER|VAULT|RETRY_MODE|MAX_ATTEMPTS|SDK_LOAD_CONFIG|EXECUTION_ENV|CLI_\w+|USE_\w+_ENDPOINT|STS_REGIONAL_ENDPOINTS|ENDPOINT_URL\w*)$|^GH_(?:HOST|REPO|EDITOR|BROWSER|PAGER|DEBUG|FORCE_TTY|NO_UPDATE_NOTIFIER|MDWIDTH|SPINNER_DISABLED)$/i

/**
 * Checks whether the name of an environment variable is that of a secret.
 *
 * @category guards
 * @since 0.1.0
 */
export const isVariable = (name: string): boolean =>
  (ofProgram.test(name) || variable.test(name)) && !harmless.test(name) && !choosing.test(name)

/**
 * Checks whether a value contains a secret that is known by its form.
 *
 * @category guards
 * @since 0.1.0
 */
export const isValue = (value: string): boolean => known.test(value) || others.test(value)

/** The variables that programs read by themselves, so that no text of a hook names them. */
const variables: Readonly<Record<string, ReadonlyArray<string>>> = {
  gh: ["GH_*", "GITHUB_TOKEN"],
  git: ["GIT_ASKPASS", "SSH_ASKPASS", "GH_TOKEN", "GITHUB_TOKEN"],
  aws: ["AWS_*"],
  gcloud: ["CLOUDSDK_*", "GOOGLE_APPLICATION_CREDENTIALS"],
  docker: ["DOCKER_*"],
  npm: ["NPM_TOKEN", "NODE_AUTH_TOKEN", "npm_config_*"],
  kubectl: ["KUBECONFIG"]
}

/** The variables of proxies, for programs that use the network. */
const proxies: ReadonlyArray<string> = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "http_proxy",
  "https_proxy",
  "all_proxy"
]

/** Programs that read the variables of another one, and programs that use the network alone. */
const twins: ReadonlyMap<string, string | undefined> = new Map([
  ...["npx", "pnpm", "pnpx", "yarn", "bun", "bunx"].map((name) => [name, "npm"] as const),
  ["helm", "kubectl"],
  ["terraform", "aws"],
  ["gsutil", "gcloud"],
  ["docker-compose", "docker"],
  ...["curl", "wget", "pip", "pip3", "pipx", "uv", "uvx", "cargo"].map((name) => [name, undefined] as const)
])

/**
 * Returns the variables that a program reads by itself, and that are secrets or may contain one. A `*` in a name matches any
 * text.
 *
 * @category getters
 * @since 0.1.0
 */
export const ofPrograms = (programs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = programs.filter((name) => Object.hasOwn(variables, name) || twins.has(name))
  const own = known.flatMap((name) => variables[twins.get(name) ?? name] ?? [])
  return [...new Set([...own, ...(known.length > 0 ? proxies : [])])]
}
