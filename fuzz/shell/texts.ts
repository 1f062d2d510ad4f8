// Texts for the shell, of which many run `rm`: productions within each other, pieces in any order, and changes to them.
import { type Chance, chance } from "../mutate.ts"
import { productions } from "./productions.ts"
import { quoted } from "./quoting.ts"

/** Ways to write the command itself. Some do not contain its name, so that only a reader of the syntax finds them. */
const commands = [
  "rm x", "rm x", "rm x", "rm x", "rm", "/bin/rm x", "r\\m x", "'rm' x", '"rm" x', "rm\tx", "rm;", "rm>f", "rm -rf x", "$'rm' x",
  "r\\\nm x", "\trm x", "r${y}m x", 'r"$y"m x', "/bin/r? x", "$'\\x72m' x", "r[m] x; /bin/r[m] x", "`echo r``echo m` x"
] // prettier-ignore

const harmless = [
  "ls", "echo a", "true", "cat f", "echo 'rm x'", "git status", "x=1", 'echo "$x"', "grep -n a f | head -1", "printf '%s\\n' a",
  'f() { local a="$1"; echo "$a"; }; f 1', "for f in *.ts; do echo \"$f\"; done", "[ -f a ] && cat a", "while read -r l; do echo \"$l\"; done < <(ls)",
  "git commit -m \"$(cat <<'EOF'\nfix: don't\n\nbody (x) `y`\nEOF\n)\"", 'case "$1" in\n  a) ls;;\n  *) echo;;\nesac', "cat <<EOF\na ${x} $(ls)\nEOF",
  "cat > a.txt <<'EOF'\nit's\n$(x)\nEOF", "awk '{print $1}' a | sort", "sed -e 's/a/b/' a", "echo \"a $((1 + 2)) b\" # c", "arr=(a \"c d\"); echo \"${arr[@]}\"",
  "(cd a && ls) || true", "ls 2>&1 | tail -5", "[[ \"$a\" =~ ^[0-9]+$ ]] && echo n", "x=$(ls | head -1); echo \"${x:-none}\"", "timeout 5 bash -c 'ls; echo \"$HOME\"'",
  "find . -name '*.a' -exec wc {} +", "python3 -c \"print('a')\"", "export A=\"b c\" && env | grep A"
] // prettier-ignore

const pieces = [
  "\\\n", "\n", "; ", " && ", " | ", "( ", ") ", "{ ", "; } ", "<<E ", "\nE\n", " <<'E' ", "<<-E ", "'", '"', "$x ", "${x:-a b} ", "$(", "`",
  "eval ", "env ", "A=1 ", ">f ", "<<<a ", "if true; then ", "; fi ", "command ", "! ", "time ", "for i in 1; do ", "; done ", "case a in a) ",
  ";; esac ", "f() { ", "; }; f ", "\\", "echo ", "$((1+1)) ", "[[ a ]] ", "2>&1 ", "& ", "exec ", "nohup ", "bash -c ", "\t", "\r\n", "sudo ",
  "timeout 5 ", "-- ", "$'a' ", "{a,b} ", "*", "~ ", "!", "a=(1 2)", "a[0]=1 ", "while false; do ", "> f ", "<(ls) ", "trap '", "coproc ",
  "export A=1; ", "# c", "# '", "# \"", "# )", "# `", "a#b ", "}", "${x", "${x#", "${#x}", "${!x}", "${a[0]}", "${x/a/b}", "$[", "$((", "))", "((",
  "[[ ", " ]]", "[ ", "] ", "in ", "do ", "done", "then ", "else ", "fi", "esac", "x) ", "(x) ", ";& ", "function f ", "f()\n{ ", "|& ", "&>f ",
  ">&f ", ">| f ", "{fd}>f ", "< ", "> ", "<", ">", ">(", "<( ", "3<&- ", "x=", "x='rm x'; ", "x=rm ", "a=(", "a+=( ", "set -- rm x; ", "\"$@\" ",
  "$1 ", "$$", "$", "''", '""', "\\'", '\\"', "\\\\", "\\$", "\\`", "'\\''", "$\"a\"", "$'\\''", "eval '", "bash -c '", "bash -c \"", "| bash ", "|& sh ",
  "xargs ", "find . -maxdepth 0 -exec ", " \\; ", "{} + ", "env -S'", "timeout .5 ", "<<E\n", "<<E+F\n", "\n E\n", "\n\tE\n", "\nE", "E)", "\nEF\n", "<<<",
  "\u00a0", "é", "\f", "\v", "\u0001", "=", "%", "^", "@(", "?(", "\r", "& >", "&& \\\n", "local x ", "unset x; ", "read x ", "return ", "break; ", ";;", ";\n", "|\n"
] // prettier-ignore

const characters = [..."'\"\\`$(){}\n;#<>&| =[]!*E~,.-rmx".split(""), "\\\n", "<<", "&&"]

/** Puts texts around a command, and a command into texts. */
const nested = (chance: Chance, depth: number): string => {
  const { below, of } = chance
  if (depth === 0) return below(3) === 0 ? of(harmless) : of(commands)
  const inner = nested(chance, depth - 1)
  if (below(3) > 0) return of(Object.values(productions))(inner, chance)
  const other = nested(chance, depth - 1)
  const joint = of(["; ", " && ", "\n", " | ", " || ", " & ", " |& ", ";", "|", "&"])
  return of([
    `${inner}${joint}${other}`, `(${inner})`, `{ ${inner}; }`, `echo $(${inner})`, `echo "$(${inner})"`, `echo \`${inner}\``,
    `echo ${quoted(inner)}`, `# ${inner}\n${other}`, `${inner} ${of(["2>&1", ">f", "# c", "# it's", "<<<a", "&", "\\\n", "; }", ")", "<<E\na\nE"])}`,
    `${of(harmless)}${joint}${inner}`, `cat <<E\n${inner}\nE\n${other}`, `a=(${inner})`, `((${inner}))`, `a[${inner}]=1`, `$( (${inner}) )`
  ]) // prettier-ignore
}

const row = ({ below, of }: Chance): string => {
  const length = 2 + below(9)
  const at = below(length)
  return Array.from({ length }, (_, each) => (each === at ? of(commands) : of(pieces))).join("")
}

/** Changes a few characters. */
const changed = (text: string, { below, of }: Chance): string => {
  let changing = text
  for (let count = 1 + below(3); count > 0; count--) {
    const at = below(changing.length + 1)
    const added = of([of(characters), of(pieces), ""])
    changing = changing.slice(0, at) + added + changing.slice(at + (added === "" ? 1 : below(2)))
  }
  return changing
}

/** Makes texts; the same ones for the same seed. The class is the production that a text was made of alone, if any. */
export const texts = (seed: number): (() => { readonly text: string; readonly production?: string }) => {
  const own = chance(seed)
  const { below, of } = own
  return () => {
    const mode = below(10)
    if (mode < 3) {
      const production = of(Object.keys(productions))
      const text = productions[production]?.(of(commands), own) ?? ""
      return mode === 0 ? { text: changed(text, own) } : { text, production }
    }
    if (mode < 5) return { text: row(own) }
    if (mode < 8) return { text: nested(own, 1 + below(3)) }
    if (mode < 9) return { text: changed(nested(own, 1 + below(3)), own) }
    const ordinary = of(harmless)
    const at = below(ordinary.length + 1)
    const command = `${of(["", " ", "; ", "\n", "&&", "$(", "`"])}${of(commands)}${of(["", " ", ";", "\n", ")", "`"])}`
    return { text: changed(ordinary.slice(0, at) + command + ordinary.slice(at), own) }
  }
}
