// The files that a script of Perl loads, as far as its words name them surely.
import type { ClosureFinder } from "../closure/ClosureFinder.ts"
import { shown } from "../closure/words.ts"
import { join } from "../ShellValues.ts"
import type { Surroundings } from "./Evaluator.ts"
import type { Found } from "./Found.ts"
import { deciding } from "./python.ts"

/** Modules of Perl itself that load no others by a name that they are given. */
const core =
  /^(?:[a-z]\w*|B|Carp|Config|Cwd|Digest::(?:MD5|SHA)|Data::Dumper|Encode|English|Env|Errno|Exporter|Fcntl|File::(?:Basename|Compare|Copy|Find|Glob|Path|Spec(?:::Functions)?|Temp|stat)|FindBin|Getopt::(?:Long|Std)|Hash::Util|HTTP::Tiny|IO(?:::(?:File|Handle|Select|Socket(?:::\w+)?|Pipe|Dir|Seekable))?|IPC::Open[23]|JSON::PP|List::Util|MIME::(?:Base64|QuotedPrint)|Math::\w+|POSIX|Scalar::Util|Socket|Storable|Symbol|Sys::Hostname|Term::ANSIColor|Text::(?:Abbrev|Balanced|ParseWords|Tabs|Wrap)|Tie::\w+|Time::(?:HiRes|Local|Piece|gmtime|localtime)|Unicode::\w+)$/

/** A literal in which nothing is replaced. */
const literal =
  /^(?:'([^'\\]*)'|"([^"\\$@]*)"|q\(([^()\\]*)\)|q\{([^{}\\]*)\})\s*(?:;|\)|\}|or\b|and\b|\|\||&&|if\b|unless\b|,|$)/

const words = /(?<![\w$@%&>:-])(require|use|no|do|eval|chdir|evalbytes)\b(?!\s*=>)(?=\s*([^\n]*))/g

/** Reads a script. */
export const readPerl = (whole: string, finder: ClosureFinder, found: Found, surroundings: Surroundings): void => {
  const [first = ""] = whole.split("\n", 1)
  const text = whole
    .replace(/^__(?:END|DATA)__$[^]*/m, "")
    .replace(/^=[a-z][^]*?(?:^=cut\b.*$|$(?![^]))/gm, "")
    .replace(/^\s*#.*$/gm, "")
  const unknown = (what: string): void => {
    found.unknown.add(shown(what.trim()))
  }
  // The options of the first line count however the script is started.
  if (/^#!.*\s-\w*[IMm]/.test(first)) unknown(first)
  const module = (name: string): void => {
    if (/^v?\d/.test(name)) return
    const path = `${name.replaceAll("::", "/")}.pm`
    found.modules.add(path)
    if (!core.test(name) || name === "if" || name === "lib" || name === "require") found.packages.add(name)
  }
  const files = (path: string): void => {
    const { all, isOpen } = surroundings.folders()
    if (isOpen && !path.startsWith("/")) unknown(path)
    if (path.startsWith("/")) found.searched.push([join("/", path)])
    else if (/^\.\.?\//.test(path)) for (const folder of all) found.searched.push([join(folder, path)])
    else found.modules.add(path)
  }
  for (const [, word = "", rest = ""] of text.matchAll(words)) {
    const matched = `${word} ${rest}`
    const value = literal.exec(rest)
    const name = /^([A-Za-z_][\w:]*)\s*([^]*)$/.exec(rest)
    const path = value?.slice(1).find((one) => one !== undefined)
    switch (word) {
      case "require":
        if (path !== undefined) files(path)
        else if (
          name?.[1] !== undefined &&
          !/^(?:q|qq|qw|shift|pop|join|lc|sprintf|getcwd|cwd|dirname|__FILE__)$/.test(name[1]) &&
          /^(?:[;)}]|or\b|and\b|\|\||&&|if\b|unless\b|$)/.test(name[2] ?? "")
        )
          module(name[1])
        else if (!/^v?\d/.test(rest)) unknown(matched)
        break
      case "do":
        if (rest.startsWith("{") || rest === "") break
        if (path !== undefined) files(path)
        else if (/^(?:["'$(]|q\b|qq\b)/.test(rest) || name?.[2]?.startsWith("(") === true) unknown(matched)
        break
      case "use": {
        const [, used = "", list = ""] = name ?? []
        if (used === "") {
          if (!/^v?\d/.test(rest)) unknown(matched)
        } else if (used === "lib" || used === "parent" || used === "base") {
          const one = literal
            .exec(list)
            ?.slice(1)
            .find((text) => text !== undefined)
          const several = /^qw[([{]([^)\]}\\]*)[)\]}]\s*;/.exec(list)?.[1]
          const all = several?.trim().split(/\s+/) ?? (one === undefined ? undefined : [one])
          if (all === undefined) unknown(matched)
          for (const each of all ?? []) {
            if (used !== "lib") module(each)
            else for (const folder of surroundings.folders().all) found.roots.add(join(folder, each))
          }
          if (used === "lib" && surroundings.folders().isOpen) unknown(matched)
        } else if (used === "if") unknown(matched)
        else module(used)
        break
      }
      case "eval":
      case "evalbytes":
        if (!rest.startsWith("{") && rest !== "") unknown(matched)
        break
      case "chdir":
        finder.values.isFolderOpen = true
        break
    }
  }
  for (const [matched] of text.matchAll(
    /[^\n;]*(?:@INC\b|\$INC\[|`|\bopen\b[^;\n]*["'][^"'\n;]*\||\b(?:qx|AUTOLOAD|XSLoader|DynaLoader)\b)[^\n;]*/g
  ))
    unknown(matched)
  for (const [matched] of text.matchAll(
    /[^\n;]*[/})\]!|#'"][gimosxrn]*e[gimosxrn]*e[gimosxrn]*(?=\s*(?:[;)}]|for\b|if\b|$))/gm
  ))
    if (/(?<![\w$@%])s\s*[^\w\s=;,]/.test(matched)) unknown(matched)
  for (const [matched, name = ""] of text.matchAll(/\$ENV\{\s*["']?(\w+)["']?\s*\}\s*[.|]*=(?![=~])[^\n;]*/g))
    if (deciding.test(name)) unknown(matched)
}
