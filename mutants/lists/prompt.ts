// Models as judges.
import type { Mutant } from "../Mutant.ts"

export const prompt: ReadonlyArray<Mutant> = [
  {
    id: "judge-garbage-is-yes",
    file: "packages/prompt/src/Judgement.ts",
    breaks: "an answer without a verdict is a yes",
    find: 'if (first === undefined) return Result.fail(issue ?? "it holds no verdict")',
    replace: "if (first === undefined) return Result.succeed({ ok: issue === undefined })",
    project: "prompt",
    tests: ["Judgement"]
  },
  {
    id: "judge-disagrees-with-itself",
    file: "packages/prompt/src/Judgement.ts",
    breaks: "of two verdicts that disagree the first counts",
    find: "if (!verdicts.every(({ said }) => agree(said, first.said))) return",
    replace: "if (verdicts.length < 0) return",
    project: "prompt",
    tests: ["Judgement"]
  },
  {
    id: "judge-quotes",
    file: "packages/prompt/src/Judgement.ts",
    breaks: "a verdict that is quoted from the event counts",
    find: "if (!isWhole && verdicts.some(",
    replace: "if (isWhole && verdicts.some(",
    project: "prompt",
    tests: ["Judgement"]
  },
  {
    id: "judge-second-verdict-broken",
    file: "packages/prompt/src/Judgement.ts",
    breaks: "a yes counts beside a verdict that can't be read",
    find: "if (brokenVerdict.test(objects.rest))",
    replace: 'if (brokenVerdict.test(""))',
    project: "prompt",
    tests: ["Judgement"]
  },
  {
    id: "judge-bare-no",
    file: "packages/prompt/src/Judgement.ts",
    breaks: "a bare no beside a yes is passed over",
    find: "=> bare(line) === false))",
    replace: "=> bare(line) === undefined && line.length > 999))",
    project: "prompt",
    tests: ["Judgement"]
  },
  {
    id: "judge-block-is-yes",
    file: "packages/prompt/src/internal/readObject.ts",
    breaks: "the decision block is a yes",
    find: "block: false",
    replace: "block: true",
    project: "prompt",
    tests: ["Judgement"]
  },
  {
    id: "judge-ok-against-decision",
    file: "packages/prompt/src/internal/readObject.ts",
    breaks: "a yes counts beside a decision against it",
    find: "byWord !== undefined && ok !== byWord) return",
    replace: "byWord !== undefined && ok === undefined) return",
    project: "prompt",
    tests: ["Judgement"]
  },
  {
    id: "judge-cut-grants",
    file: "packages/prompt/src/internal/verdict.ts",
    breaks: "a yes counts in an answer that was cut",
    find: "(fails || Judgement.grants(parsed.success)) ? cut : undefined",
    replace: "fails ? cut : undefined",
    project: "prompt",
    tests: ["PromptRunner"]
  },
  {
    id: "fence-too-short",
    file: "packages/prompt/src/PromptTemplate.ts",
    breaks: "backticks in an event end its fence",
    find: "Math.max(3, longest + 1)",
    replace: "Math.max(3, longest)",
    project: "prompt",
    tests: ["PromptTemplate"]
  },
  {
    id: "event-unfenced",
    file: "packages/prompt/src/PromptTemplate.ts",
    breaks: "an event stands in the rule as if it were a part of it",
    find: "return `\\n${fence(event)}\\n`",
    replace: "return `\\n${event}\\n`",
    project: "prompt",
    tests: ["PromptTemplate"]
  },
  {
    id: "event-untold",
    file: "packages/prompt/src/PromptTemplate.ts",
    breaks: "a rule without a place for the event is judged without it",
    find: "...(held ? [] : [user(",
    replace: "...(!held ? [] : [user(",
    project: "prompt",
    tests: ["PromptTemplate", "PromptRunner"]
  },
  {
    id: "agent-reads-elsewhere",
    file: "packages/prompt/src/internal/agent/inside.ts",
    breaks: "an agent's tools read outside of the project",
    find: 'way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)',
    replace: 'way !== "" && !isAbsolute(way)',
    project: "prompt",
    tests: ["agent/reading"]
  },
  {
    id: "agent-judges-by-quotation",
    file: "packages/prompt/src/AgentRunner.ts",
    breaks: "what a tool returned may be taken for the verdict",
    find: "for (const { result } of results) data.push(String(result))",
    replace: "for (const { result } of results) data.push(String(result).slice(0, 0))",
    project: "prompt",
    tests: ["AgentRunner"]
  },
  {
    id: "key-follows-redirects",
    file: "packages/prompt/src/internal/provider/call.ts",
    breaks: "a provider's key is sent on to wherever a response says",
    find: 'redirect: "manual"',
    replace: 'redirect: "follow"',
    project: "prompt",
    tests: ["providers/keys", "PromptRunner"]
  },
  {
    id: "key-told",
    file: "packages/prompt/src/internal/provider/Endpoint.ts",
    breaks: "a provider's key stands in what is told of its errors",
    find: '(key === undefined ? text : text.replaceAll(key, "<redacted>"))',
    replace: "(key === undefined ? text : `${text}`)",
    project: "prompt",
    tests: ["providers/keyInMessages"]
  }
]
