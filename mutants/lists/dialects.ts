// Vendors' words: files, matchers, payloads, replies, and answers to hosts.
import type { Mutant } from "../Mutant.ts"

export const dialects: ReadonlyArray<Mutant> = [
  {
    id: "exit-codes-swapped",
    file: "packages/dialects/src/internal/reply/read.ts",
    breaks: "exit code 1 denies, and 2 is a failure",
    find: "return reply.code === 2 ? said",
    replace: "return reply.code === 1 ? said",
    project: "dialects",
    tests: ["reply/read.exit"]
  },
  {
    id: "exit-failure-passes",
    file: "packages/dialects/src/internal/reply/read.ts",
    breaks: "a hook that ends with another exit code is no failure",
    find: "return said(reading, failed(reading, ended))",
    replace: "return said(reading, undefined)",
    project: "dialects",
    tests: ["reply/read.exit"]
  },
  {
    id: "exit-2-allows",
    file: "packages/dialects/src/internal/reply/read.ts",
    breaks: "exit code 2 beside an object denies nothing",
    find: 'Draft.decide(draft, "Deny")\n  const complaint',
    replace: 'if (!isJson(written)) Draft.decide(draft, "Deny")\n  const complaint',
    project: "dialects",
    tests: ["reply/read.exit"]
  },
  {
    id: "exit-2-reason-lost",
    file: "packages/dialects/src/internal/reply/read.ts",
    breaks: "what a denying hook wrote to standard error is lost",
    find: 'if (complaint !== "") Draft.reason(draft, complaint)',
    replace: 'if (complaint === "") Draft.reason(draft, complaint)',
    project: "dialects",
    tests: ["reply/read.exit"]
  },
  {
    id: "http-errors-pass",
    file: "packages/dialects/src/internal/reply/read.ts",
    breaks: "an answer with a status of the client's fault is a success",
    find: "status < 200 || status > 299",
    replace: "status < 200 || status > 499",
    project: "dialects",
    tests: ["reply/read"]
  },
  {
    id: "judge-no-without-reason",
    file: "packages/dialects/src/internal/reply/read.ts",
    breaks: "a judge's no without a reason is a yes",
    find: "  if (ok) return\n",
    replace: "  if (ok || reason === undefined) return\n",
    project: "dialects",
    tests: ["reply/read"]
  },
  {
    id: "judge-impossible-everywhere",
    file: "packages/dialects/src/internal/reply/read.ts",
    breaks: "a judge's word that more is impossible lets any event pass",
    find: 'impossible === true && (event._tag === "Stop" || event._tag === "SubagentStop")',
    replace: "impossible === true",
    project: "dialects",
    tests: ["reply/read"]
  },
  {
    id: "json-cut-is-text",
    file: "packages/dialects/src/internal/reply/text.ts",
    breaks: "an object that was cut is plain text",
    find: 'return cut || trimmed.endsWith("}") ?',
    replace: 'return trimmed.endsWith("}") ?',
    project: "dialects",
    tests: ["reply/read.exit"]
  },
  {
    id: "json-broken-is-text",
    file: "packages/dialects/src/internal/reply/text.ts",
    breaks: "an object that is none is plain text",
    find: 'return cut || trimmed.endsWith("}") ?',
    replace: "return cut ?",
    project: "dialects",
    tests: ["reply/read.exit"]
  },
  {
    id: "json-hidden-silent",
    file: "packages/dialects/src/internal/reply/output.ts",
    breaks: "a denial amid other text is not told",
    find: "if (!holdsObject(text)) return",
    replace: "if (holdsObject(text)) return",
    project: "dialects",
    tests: ["reply/read"]
  },
  {
    id: "garbled-grants",
    file: "packages/dialects/src/internal/reply/Draft.ts",
    breaks: "a grant counts although the reply is garbled",
    find: 'draft.issues.length > 0 && draft.tag === "Allow"',
    replace: 'draft.issues.length > 99 && draft.tag === "Allow"',
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "grant-widens-alone",
    file: "packages/dialects/src/internal/reply/Draft.ts",
    breaks: "new permissions count without a grant",
    find: 'draft.tag !== "Allow" && said.effects.some(widens)',
    replace: 'draft.tag === "Deny" && said.effects.some(widens)',
    project: "dialects",
    tests: ["reply/widens"]
  },
  {
    id: "reply-last-decision-wins",
    file: "packages/dialects/src/internal/reply/Draft.ts",
    breaks: "of two decisions in one reply the last counts",
    find: "if (Verdict.isStricter(tag, draft.tag)) draft.tag = tag",
    replace: "if (tag !== draft.tag) draft.tag = tag",
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "reply-of-another-event",
    file: "packages/dialects/src/internal/reply/specific.ts",
    breaks: "a reply that names another event is taken",
    find: "else if (named !== eventName) Draft.complain",
    replace: 'else if (named === "") Draft.complain',
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "reply-unknown-word-passes",
    file: "packages/dialects/src/internal/reply/specific.ts",
    breaks: "a word for a decision that nobody knows is passed over",
    find: "if (tag === undefined) Draft.complain(draft, `${name} is no word that we know`)\n  else ",
    replace: "if (tag !== undefined) ",
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "reply-approve-everywhere",
    file: "packages/dialects/src/internal/reply/fields.ts",
    breaks: "the old word approve allows on every event",
    find: 'manner.approves && eventName === "PreToolUse"',
    replace: 'manner.approves && eventName !== ""',
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "reply-approve-in-all-dialects",
    file: "packages/dialects/src/internal/reply/amcp.ts",
    breaks: "the old word approve allows under AMCP",
    find: 'approves: false, input: "merge"',
    replace: 'approves: true, input: "merge"',
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "reply-claude-merges",
    file: "packages/dialects/src/internal/reply/claude.ts",
    breaks: "a changed input of Claude Code's keeps what it left out",
    find: 'input: "replace"',
    replace: 'input: "merge"',
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "reply-amcp-replaces",
    file: "packages/dialects/src/internal/reply/amcp.ts",
    breaks: "a changed input of AMCP's loses what it left out",
    find: 'input: "merge"',
    replace: 'input: "replace"',
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "reply-continue-reversed",
    file: "packages/dialects/src/internal/reply/fields.ts",
    breaks: "continue: false halts nothing",
    find: "fields.continue) === false) Draft.halt",
    replace: "fields.continue) === true) Draft.halt",
    project: "dialects",
    tests: ["reply/read.fields"]
  },
  {
    id: "matcher-amplifier-unanchored",
    file: "packages/dialects/src/Amplifier.ts",
    breaks: "Amplifier's matchers match parts of names",
    find: "source: `^(?:${text})$`",
    replace: "source: text",
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "matcher-amplifier-half-anchored",
    file: "packages/dialects/src/Amplifier.ts",
    breaks: "of alternatives only the outer are anchored",
    find: "source: `^(?:${text})$`",
    replace: "source: `^${text}$`",
    project: "dialects",
    tests: ["anchors"]
  },
  {
    id: "matcher-amplifier-minds-case",
    file: "packages/dialects/src/Amplifier.ts",
    breaks: "Amplifier's matchers mind capitals",
    find: "$`, ignoreCase: true }",
    replace: "$`, ignoreCase: false }",
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "matcher-amcp-unanchored",
    file: "packages/dialects/src/Amcp.ts",
    breaks: "AMCP's matchers match parts of names",
    find: "source: `^(?:${text})$`",
    replace: "source: text",
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "matcher-amcp-ignores-case",
    file: "packages/dialects/src/Amcp.ts",
    breaks: "AMCP's matchers ignore case",
    find: "$`, ignoreCase: false }",
    replace: "$`, ignoreCase: true }",
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "matcher-claude-anchored",
    file: "packages/dialects/src/ClaudeCode.ts",
    breaks: "Claude Code's patterns match whole names only",
    find: "return pattern(text, {",
    replace: "return pattern(`^(?:${text})$`, {",
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "matcher-claude-ignores-case",
    file: "packages/dialects/src/ClaudeCode.ts",
    breaks: "Claude Code's names ignore case",
    find: 'names.filter((name) => name !== ""), ignoreCase: false',
    replace: 'names.filter((name) => name !== ""), ignoreCase: true',
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "matcher-claude-no-commas",
    file: "packages/dialects/src/ClaudeCode.ts",
    breaks: "a list of names by commas is one name",
    find: 'text.split(isNarrow ? "|" : /[|,]/)',
    replace: 'text.split(isNarrow ? "|" : /[|]/)',
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "matcher-claude-invalid-matches",
    file: "packages/dialects/src/ClaudeCode.ts",
    breaks: "a pattern that is none matches everything",
    find: "orElse: (why) => Broken({ why })",
    replace: "orElse: () => All()",
    project: "dialects",
    tests: ["matchers"]
  },
  {
    id: "limit-amplifier-uncapped",
    file: "packages/dialects/src/Amplifier.ts",
    breaks: "a hook of Amplifier's may take longer than 300 s",
    find: "  capMillis: 300_000,\n  parallel: false,",
    replace: "  parallel: false,",
    project: "dialects",
    tests: ["defaults"]
  },
  {
    id: "short-circuit-amplifier-never",
    file: "packages/dialects/src/Amplifier.ts",
    breaks: "a denial does not end Amplifier's groups",
    find: 'shortCircuit: "onDeny"',
    replace: 'shortCircuit: "never"',
    project: "dialects",
    tests: ["defaults"]
  },
  {
    id: "claude-hooks-in-turn",
    file: "packages/dialects/src/ClaudeCode.ts",
    breaks: "Claude Code's hooks run one by one",
    find: "  parallel: true,",
    replace: "  parallel: false,",
    project: "dialects",
    tests: ["defaults"]
  },
  {
    id: "entry-lost-untold",
    file: "packages/dialects/src/internal/config/entry.ts",
    breaks: "a broken entry counts as none lost",
    find: "({ entries: 1, events: [event] })",
    replace: "({ entries: 0, events: [event] })",
    project: "dialects",
    tests: ["breaks"]
  },
  {
    id: "entry-without-group-silent",
    file: "packages/dialects/src/internal/config/groups.ts",
    breaks: "a handler in a group's place is passed over in silence",
    find: 'else notGroup(group, event, ["hooks", event, index], report)',
    replace: 'else if (index < 0) notGroup(group, event, ["hooks", event, index], report)',
    project: "dialects",
    tests: ["breaks"]
  },
  {
    id: "entry-policy-unknown-opens",
    file: "packages/dialects/src/internal/config/entryMend.ts",
    breaks: "a policy for failures that is no word lets failures pass",
    find: 'if (field === "onFailure") mended[field] = "closed"',
    replace: 'if (field === "onFailure") mended[field] = "open"',
    project: "dialects",
    tests: ["breaks"]
  },
  {
    id: "entry-block-opens",
    file: "packages/dialects/src/internal/config/entryHook.ts",
    breaks: "Claude Code's word block lets failures pass",
    find: 'block: "closed"',
    replace: 'block: "open"',
    project: "dialects",
    tests: ["defaults", "breaks", "dialects.test"]
  },
  {
    id: "entry-weaker-word",
    file: "packages/dialects/src/internal/config/handlers.ts",
    breaks: "of two words for failures the weaker counts",
    find: "onFailure: strict ?? onFailure ?? mode",
    replace: "onFailure: onFailure ?? mode",
    project: "dialects",
    tests: ["breaks", "dialects.test"]
  },
  {
    id: "entry-switched-on",
    file: "packages/dialects/src/internal/config/entryHook.ts",
    breaks: "an entry that is switched off runs",
    find: "enabled: entry.enabled !== false",
    replace: "enabled: entry.enabled !== undefined || entry.enabled !== false",
    project: "dialects",
    tests: ["dialects.test", "breaks"]
  },
  {
    id: "file-broken-silent",
    file: "packages/dialects/src/internal/config/read.ts",
    breaks: "a file that is no JSON loses nothing that anybody is told of",
    find: 'lost: { entries: entriesWritten(text), events: "all" }',
    replace: "lost: { entries: 0, events: [] }",
    project: "dialects",
    tests: ["breaks"]
  },
  {
    id: "file-repeats-silent",
    file: "packages/dialects/src/internal/config/read.ts",
    breaks: "hooks under a key that stands twice are lost in silence",
    find: "return mayRepeatKeys(text, root)",
    replace: 'return mayRepeatKeys("", root)',
    project: "dialects",
    tests: ["breaks"]
  },
  {
    id: "answer-exit-swapped",
    file: "packages/dialects/src/internal/reply/claudeAnswer.ts",
    breaks: "a denial that only the exit code can say is said by 1",
    find: "exit: 2, stderr: verdict.stderr",
    replace: "exit: 1, stderr: verdict.stderr",
    project: "dialects",
    tests: ["reply/write.claude"]
  },
  {
    id: "answer-amcp-exit-swapped",
    file: "packages/dialects/src/internal/reply/amcp.ts",
    breaks: "a denial under AMCP that only the exit code can say is said by 1",
    find: "return { exit: 2, stderr: say.denial(said.verdict), unsaid: [",
    replace: "return { exit: 1, stderr: say.denial(said.verdict), unsaid: [",
    project: "dialects",
    tests: ["reply/write.amcp"]
  },
  {
    id: "answer-ask-unsayable",
    file: "packages/dialects/src/internal/reply/claudeSupports.ts",
    breaks: "an Ask is written where Claude Code knows no such word",
    find: 'behavior: ["Allow", "Deny"]',
    replace: 'behavior: ["Allow", "Ask", "Deny"]',
    project: "dialects",
    tests: ["reply/write.claude", "reply/write.laws"]
  },
  {
    id: "answer-halt-lets-run",
    file: "packages/dialects/src/internal/reply/say.ts",
    breaks: "the action runs although a hook halted the agent before it",
    find: 'return { ...outcome, verdict: { _tag: "Deny", reasons: [...doubts, ...halts] } }',
    replace: "return doubts.length + halts.length === 0 ? { ...outcome } : outcome",
    project: "dialects",
    tests: ["reply/write.claude", "reply/write.amplifier"]
  },
  {
    id: "answer-deny-without-reason",
    file: "packages/dialects/src/internal/reply/claudeParts.ts",
    breaks: "a denial goes to the host without its reason",
    find: '? { top: { decision: "block", reason: say.denial(verdict) } }',
    replace: '? { top: { decision: "block" } }',
    project: "dialects",
    tests: ["reply/write.claude"]
  },
  {
    id: "answer-ask-becomes-text",
    file: "packages/dialects/src/internal/reply/hookResultView.ts",
    breaks: "a question beside a text is no question for Amplifier",
    find: 'if (verdict._tag === "Ask") return "ask_user"',
    replace: 'if (verdict._tag === "Ask" && context.length === 0) return "ask_user"',
    project: "dialects",
    tests: ["reply/write.amplifier", "reply/HookResult"]
  },
  {
    id: "answer-silence-allows",
    file: "packages/dialects/src/internal/reply/hookResultView.ts",
    breaks: "of two questions one whose silence allows is enough",
    find: 'questions.every((question) => question.default === "allow")',
    replace: 'questions.some((question) => question.default === "allow")',
    project: "dialects",
    tests: ["reply/write.amplifier", "reply/HookResult"]
  },
  {
    id: "feed-without-twins",
    file: "packages/dialects/src/internal/wire/feed.ts",
    breaks: "hooks get a field under one of its two names only",
    find: "    ...twin(event, fields),\n",
    replace: "",
    project: "dialects",
    tests: ["wire/feed"]
  },
  {
    id: "wire-agents-missed",
    file: "packages/dialects/src/internal/wire/amplifierRows.ts",
    breaks: "an agent that is delegated to starts unseen",
    find: '"Task", "Agent", "task", "delegate"',
    replace: '"Task", "Agent", "task"',
    project: "dialects",
    tests: ["wire/amplifier"]
  },
  {
    id: "wire-clear-is-startup",
    file: "packages/dialects/src/internal/wire/amplifierRows.ts",
    breaks: "a session that was cleared is told as a new one",
    find: 'clear === true || source === "clear" || trigger === "clear"',
    replace: 'clear === true || source === "clear"',
    project: "dialects",
    tests: ["wire/amplifier"]
  }
]
