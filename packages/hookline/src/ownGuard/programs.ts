// Programs by what they do to the files in their arguments, and Hookline's own commands by what they change.

const setOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Commands that change what guards the user, or answer for the user. */
export const granting = setOf("trust untrust answer detach disable enable remove install update")

/** Commands that do not. */
export const harmless = setOf("run plan list check test log init demo migrate attach dispatch help outdated")

/** Programs that only read the files in their arguments. */
const readers = setOf(`
  cat bat head tail less more grep egrep fgrep rg ag ack ls ll exa eza tree stat file du df wc nl od xxd hexdump strings
  md5sum sha1sum sha256sum cksum diff cmp comm cut uniq tr jq yq column cd pushd popd type which whereis man test [ [[
  true false : exit return read echo printf pwd realpath readlink basename dirname code open xdg-open env printenv
  sleep date whoami id hostname uname ps pgrep kill wait jobs set shift unset export declare local readonly typeset
  sudo doas command exec nohup time timeout nice xargs find`)

/** Programs that read files, except with one of these words. */
const writing: ReadonlyMap<string, RegExp> = new Map([
  ["sed", /^-(?!-)\w*i|^--in-place|(?:^|[\s;}])w\s|^-\w*f/],
  ["awk", />|system|^-\w*i/],
  ["gawk", />|system|^-\w*i/],
  ["sort", /^-\w*o|^--output/],
  ["find", /^-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fls)/],
  ["yq", /^-\w*i|^--inplace/],
  ["tree", /^-o/],
  ["less", /^-\w*[oO]|^--log-file/i],
  ["xxd", /^-r/],
  [
    "git",
    /^(?:checkout|restore|clean|rm|mv|apply|stash|reset|worktree|init|clone|am|pull|merge|rebase|config|-C|--output.*|archive)$/
  ],
  ["gh", /^(?:clone|download|-D|-O|--output|--dir)$/],
  ["tar", /^-?\w*x|--extract|--get|-C|--directory/],
  ["npm", /^(?:exec|x|run|init|pack)$|^--prefix/],
  ["unzip", /^(?!-l)/]
])

/** Checks whether a program only reads the files that its arguments name. */
export const onlyReads = (program: string, words: ReadonlyArray<string>): boolean => {
  const exception = writing.get(program)
  if (exception !== undefined) return !words.some((word) => exception.test(word))
  return readers.has(program)
}

/** Programs that write only the file in their last argument. */
export const writesLast = setOf("cp ln install rsync scp")

/** Programs that take away or change all that is in a folder, with a word that lets them. */
const deep: ReadonlyMap<string, RegExp> = new Map([
  ["rm", /^-\w*[rR]|^--recursive/],
  ["mv", /./],
  ["chmod", /^-\w*R|^--recursive/],
  ["chown", /^-\w*R|^--recursive/],
  ["chgrp", /^-\w*R|^--recursive/],
  ["chattr", /^-\w*R/],
  ["find", /^-delete$/],
  ["rsync", /^--delete/],
  ["shred", /./],
  ["trash", /./]
])

/** Checks whether a program changes all that is in the folders of its arguments. */
export const reachesDeep = (program: string, words: ReadonlyArray<string>): boolean =>
  words.some((word) => deep.get(program)?.test(word) === true)
