// The names that a script of JavaScript binds, and the modules that it imports by statements.
import type { Bindings } from "./Bindings.ts"
import type { Expressions } from "./Expression.ts"
import { plainModule } from "./JavaScriptValues.ts"

const conditions = /^(?:if|while|for|switch|with|catch)$/
const augmented = /^(?:[-+*/%&|^]|\*\*|\?\?|\|\||&&|<<|>>>?)=$/

/** Binds the names of a list of tokens. */
export const bindNames = (source: Expressions, bindings: Bindings): void => {
  const { tokens } = source
  const isName = (at: number): boolean => tokens[at]?.kind === "name"
  /** Binds the names of a pattern to what is not known, or to the members of a module. */
  const pattern = (from: number, to: number, module: string | undefined): void => {
    for (let at = from; at < to; at++) {
      if (!isName(at) || source.sign(at - 1) === ".") continue
      const [name, before, after] = [source.sign(at), source.sign(at - 1), source.sign(at + 1)]
      // The name before a colon, or before `as`, is that of the member.
      if (/^(?:as|default|type|async|function|this|new)$/.test(name) && !/^(?:[,}=:])$/.test(after)) continue
      if (after === ":" || (after === "as" && isName(at + 2))) continue
      const isRenamed = (before === ":" || before === "as") && at - 2 > from - 1
      const member = isRenamed ? source.sign(at - 2) : name
      if (module === undefined) bindings.bind(name, undefined)
      else bindings.import(name, member === "*" || member === "default" ? module : `${module}.${member}`)
    }
  }
  for (let at = 0; at < tokens.length; at++) {
    const word = source.sign(at)
    const after = source.sign(at + 1)
    const before = source.sign(at - 1)
    const token = tokens[at]
    if (token === undefined || before === ".") continue
    if (token.kind === "name" && word === "import" && after !== "(" && after !== ".") {
      let end = at + 1
      while (end < tokens.length && source.sign(end) !== "from" && tokens[end]?.kind !== "text") end++
      const module = tokens[source.sign(end) === "from" ? end + 1 : end]
      const name = module?.kind === "text" ? plainModule(module.text) : undefined
      // A name before the braces is that of the module.
      for (let one = at + 1; one < end && source.sign(one) !== "{"; one++)
        if (isName(one) && !/^(?:as|type)$/.test(source.sign(one)) && name !== undefined)
          bindings.import(source.sign(one), name)
      let brace = at + 1
      while (brace < end && source.sign(brace) !== "{") brace++
      if (brace < end) pattern(brace + 1, source.endOf(brace), name)
      at = end
    } else if (token.kind === "name" && /^(?:const|let|var|using)$/.test(word) && /^[[{]$/.test(after)) {
      const end = source.endOf(at + 1)
      if (source.sign(end + 1) !== "=") pattern(at + 2, end, undefined)
      else {
        const { expression } = source.at(end + 2)
        const [name] = expression._tag === "Call" ? expression.given : []
        const isModule = expression._tag === "Call" && expression.of._tag === "Name" && expression.of.name === "require"
        pattern(at + 2, end, isModule && name?._tag === "Text" ? plainModule(name.value) : undefined)
      }
    } else if (token.kind === "name" && (word === "class" || word === "function") && isName(at + 1)) {
      bindings.bind(after, undefined)
    } else if (word === "(" && !conditions.test(before) && token.kind === "sign") {
      const end = source.endOf(at)
      const behind = source.sign(end + 1)
      if (behind === "=>" || behind === "{") pattern(at + 1, end, undefined)
      else if (behind === ":" && /^(?:=>|\{)$/.test(source.sign(end + 3))) pattern(at + 1, end, undefined)
    } else if (word === "(" && before === "catch") pattern(at + 1, source.endOf(at), undefined)
    else if (word === "(" && (before === "for" || (before === "await" && source.sign(at - 2) === "for"))) {
      const end = source.endOf(at)
      for (let one = at + 1; one < end; one++)
        if (/^(?:of|in)$/.test(source.sign(one))) {
          const isOne = one === at + 3 || one === at + 2
          const { expression } = source.at(one + 1)
          if (isOne && source.sign(one) === "of" && expression._tag === "List")
            for (const item of expression.items) bindings.bind(source.sign(one - 1), item)
          else pattern(at + 1, one, undefined)
          break
        }
    } else if (token.kind === "name" && (after === "=" || after === "=>")) {
      if (after === "=>") bindings.bind(word, undefined)
      else {
        const { expression, next } = source.at(at + 2)
        const behind = tokens[next]
        const isWhole =
          behind === undefined || behind.kind !== "sign" || /^(?:[;,)\]}])$/.test(behind.text) || behind.text === "["
        bindings.bind(word, isWhole ? expression : undefined)
      }
    } else if (token.kind === "name" && after === ":" && /^(?:const|let|var)$/.test(before)) {
      // Between a name and its value is a type.
      let end = at + 2
      while (end < tokens.length && !/^[=;]$/.test(source.sign(end))) end++
      bindings.bind(word, source.sign(end) === "=" ? source.at(end + 1).expression : undefined)
    } else if (token.kind === "name" && augmented.test(after)) bindings.bind(word, undefined)
    else if (/^[\]}]$/.test(word) && after === "=" && token.kind === "sign") {
      // A pattern without a word before it: whatever it names is not known.
      let start = at
      while (start > 0 && source.endOf(start) !== at) start--
      if (
        !/^(?:const|let|var|using)$/.test(source.sign(start - 1)) &&
        !isName(start - 1) &&
        source.sign(start - 1) !== "]"
      )
        pattern(start + 1, at, undefined)
    }
  }
}
