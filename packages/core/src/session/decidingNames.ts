/** The names of variables that decide which programs run, which code they load, and which settings they read. */

const names =
  /^(?:PATH|ENV|IFS|CDPATH|HOME|USERPROFILE|SHELL|ZDOTDIR|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|EDITOR|VISUAL|PAGER|BROWSER|CLASSPATH|NODE_PATH|PERL5(?:LIB|OPT|DB)|RUBY(?:LIB|OPT)|BASH_.*|LD_.*|DYLD_.*|PYTHON.*|GIT_.*|SSH_ASKPASS|XDG_.*|HOOKLINE_.*|.*_OPTIONS)$/i

/**
 * Checks whether a variable decides which programs run, which code they load, or which settings they read. A project sets
 * such a variable for its own hooks alone: elsewhere it would replace the user's guards, or programs that the user starts.
 */
export const isDeciding = (name: string): boolean => names.test(name)
