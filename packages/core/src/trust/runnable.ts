/**
 * Names of files that run, are imported, or decide what an import finds.
 *
 * @since 0.1.0
 */

const code =
  /\.(?:sh|bash|zsh|fish|ksh|py|pyw|pyc|pyd|pyo|pth|egg|whl|zip|js|mjs|cjs|jsx|ts|mts|cts|tsx|node|wasm|rb|pl|pm|php|phar|lua|luac|ps1|psm1|psd1|bat|cmd|com|exe|dll|so(?:\.[\d.]+)?|dylib|jar|class|awk|sed|mk|rs|go|swift|r|jl|nu|tcl|exp|scpt|applescript|command)$/i

const deciding =
  /^(?:package\.json|tsconfig.*\.json|jsconfig\.json|deno\.jsonc?|bunfig\.toml|\.npmrc|\.node-version|pyvenv\.cfg|pyproject\.toml|setup\.cfg|(?:gnu)?makefile|\.?justfile|\.env(?:\..*)?|\.envrc|\.babelrc.*|\.mise\.toml|\.tool-versions|gemfile|rakefile|\.bash_?\w*|\.profile|\.zsh\w*)$/i

/**
 * Checks whether a file counts as soon as it appears: its name is one that runs or is imported, or it has a run bit.
 *
 * @category guards
 * @since 0.1.0
 */
export const isRunnable = (path: string, runs: boolean): boolean =>
  runs || code.test(path) || deciding.test(path.slice(path.lastIndexOf("/") + 1))
