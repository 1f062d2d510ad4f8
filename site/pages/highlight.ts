/** Colors code while the site is built, by a few tokens that all languages of the guides have. */
import { escape } from "./html.ts"

const keywords =
  /^(?:abstract|as|async|await|break|case|catch|class|const|continue|declare|default|do|else|enum|export|extends|false|finally|for|from|function|if|implements|import|in|instanceof|interface|is|keyof|let|namespace|new|null|of|readonly|return|satisfies|static|super|switch|this|throw|true|try|type|typeof|undefined|var|void|while|yield)$/

const script =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<number>\b\d[\d_.]*\b)|(?<word>[A-Za-z_$][\w$]*)/g
const shell = /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<option>(?<=\s)--?[a-z][\w-]*)/gm
const data =
  /(?<comment>#[^\n]*|\/\/[^\n]*)|(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:)|^[\w.-]+(?=\s*[:=]))|(?<string>"(?:[^"\\\n]|\\.)*"|'[^'\n]*')|(?<number>(?<![\w.-])-?\d[\d.]*\b)|(?<keyword>\b(?:true|false|null)\b)/gm

const rules: Readonly<Record<string, RegExp>> = {
  ts: script,
  tsx: script,
  js: script,
  mjs: script,
  sh: shell,
  json: data,
  toml: data,
  yaml: data,
  yml: data
}

/** Returns code as HTML. Languages without rules are not colored. */
export const highlight = (code: string, language: string): string => {
  const rule = Object.hasOwn(rules, language) ? rules[language] : undefined
  if (rule === undefined) return escape(code)
  let html = ""
  let end = 0
  for (const match of code.matchAll(rule)) {
    const [text] = match
    const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [""]
    const name = kind === "word" ? (keywords.test(text) ? "keyword" : "") : kind
    html += escape(code.slice(end, match.index))
    html += name === "" ? escape(text) : `<span class="t-${name}">${escape(text)}</span>`
    end = match.index + text.length
  }
  return html + escape(code.slice(end))
}
