/** The playground: what the user writes is asked of the engine, and its answer is shown. */
import type { Finding, Judged, Other, Reply } from "../engine/Judged.ts"
import type { Choice, Question } from "../engine/Question.ts"
import type { EngineMessage } from "../workers/engine.ts"
import { EngineClient } from "../workers/EngineClient.ts"
import { byId, h, setOptions } from "./dom.ts"
import { Editor } from "./Editor.ts"
import type { Facts } from "../engine/Facts.ts"
import { Rows } from "./Rows.ts"
import { type Sample, samples } from "./samples.ts"
import * as State from "./State.ts"

/** Lists that are longer are cut, so that a broken file of a megabyte does not fill the page. */
const maximum = 200

/** The time after the last key before the engine is asked. */
const pauseMillis = 150

// The generator writes what this type has.
const facts = JSON.parse(document.getElementById("playground-facts")?.textContent ?? "{}") as Facts

const select = (id: string) => byId(`playground-${id}`, HTMLSelectElement)
const [sample, file, host, event] = [select("sample"), select("path"), select("host"), select("event")]
const tool = byId("playground-tool", HTMLInputElement)
const toolLabel = byId("playground-tool-label", HTMLElement)
const input = byId("playground-input", HTMLTextAreaElement)
const inputLabel = byId("playground-input-label", HTMLElement)
const status = byId("playground-status", HTMLElement)
const answer = byId("playground-answer", HTMLElement)
const findings = byId("playground-findings", HTMLElement)
const others = byId("playground-others", HTMLElement)
const payload = byId("playground-payload", HTMLElement)
const title = byId("playground-title", HTMLElement)

let replies: Readonly<Record<string, Choice>> = {}
let usual = "pass"
let timer: ReturnType<typeof setTimeout> | undefined

const hasTool = (): boolean => facts.events.find(({ name }) => name === event.value)?.hasTool === true

const question = (): Question => ({
  path: file.value,
  text: editor.text,
  host: host.value,
  event: event.value,
  tool: hasTool() ? tool.value : "",
  input: input.value,
  usual,
  replies
})

const remember = async (): Promise<void> => {
  const encoded = await State.encode(question())
  history.replaceState(undefined, "", encoded === undefined ? location.pathname + location.search : `#${encoded}`)
}

const ask = (): void => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    engine.ask(question())
    void remember()
  }, pauseMillis)
}

const editor = new Editor(ask)

const goTo = (line: number): void => editor.goTo(line)

const lineButton = (line: number): HTMLElement => {
  const button = h("button", { type: "button", class: "place" }, `line ${line}`)
  button.addEventListener("click", () => goTo(line))
  return button
}

const rows = new Rows(byId("playground-plan", HTMLElement), {
  onLine: goTo,
  onChoice: (hook, choice) => {
    replies = { ...replies, [hook]: choice }
    ask()
  }
})

const cut = <A>(all: ReadonlyArray<A>, show: (one: A) => HTMLElement): ReadonlyArray<HTMLElement> => [
  ...all.slice(0, maximum).map(show),
  ...(all.length > maximum ? [h("li", { class: "quiet" }, `${all.length - maximum} more`)] : [])
]

const showFinding = ({ code, fix, level, line, text }: Finding): HTMLElement =>
  h(
    "li",
    { class: `finding ${level}`, "data-code": code, "data-line": String(line) },
    h("div", { class: "head" }, h("span", {}, h("strong", {}, level), " ", h("code", {}, code)), lineButton(line)),
    h("p", {}, text),
    ...(fix === undefined ? [] : [h("p", { class: "fix" }, fix)])
  )

const showOther = ({ id, line, text, why }: Other): HTMLElement =>
  h(
    "li",
    { class: "hook", "data-hook": id },
    h("div", { class: "head" }, h("code", { class: "handler" }, text), lineButton(line)),
    h("p", { class: "status" }, `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`)
  )

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    // A plain line is an answer, too.
    return text.trimEnd()
  }
}

const output = (name: string, text: string): ReadonlyArray<HTMLElement> =>
  text === "" ? [] : [h("h3", {}, name), h("pre", { "data-output": name, tabindex: "0" }, h("code", {}, pretty(text)))]

const showReply = ({ exit, stderr, stdout }: Reply, verdict: string): void => {
  answer.dataset["stdout"] = stdout
  answer.dataset["stderr"] = stderr
  answer.dataset["exit"] = String(exit)
  answer.replaceChildren(
    h("p", {}, h("span", { class: `verdict ${verdict.toLowerCase()}` }, verdict), ` exit code ${exit}`),
    ...output("Standard output", stdout),
    ...output("Standard error", stderr),
    ...(stdout === "" && stderr === "" && exit === 0
      ? [h("p", { class: "quiet" }, "Empty: the agent goes on as without hooks.")]
      : [])
  )
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? "" : "s"}`

const showJudged = (judged: Judged): void => {
  editor.mark(judged.findings)
  findings.replaceChildren(
    ...(judged.findings.length === 0
      ? [h("li", { class: "quiet" }, `No problem found in ${count(judged.hooks, "hook")}.`)]
      : cut(judged.findings, showFinding))
  )
  rows.show(judged.groups, replies)
  const byNearness = judged.others.toSorted(
    (one, other) => Number(one.tag === "OtherEvent") - Number(other.tag === "OtherEvent")
  )
  others.replaceChildren(
    ...(judged.others.length === 0 ? [h("li", { class: "quiet" }, "Every hook runs.")] : cut(byNearness, showOther))
  )
  payload.textContent = JSON.stringify(judged.payload, undefined, 2)
  showReply(judged.reply, judged.verdict)
}

const show = (message: EngineMessage): void => {
  input.removeAttribute("aria-invalid")
  switch (message._tag) {
    case "Judged":
      status.textContent = ""
      return showJudged(message)
    case "Unclear":
      input.setAttribute("aria-invalid", "true")
      status.textContent = message.problem
      return
    case "Broken":
      status.textContent = `The playground failed: ${message.problem}`
      return
    case "Progress":
      status.textContent = `${count(message.patterns, "pattern")} judged …`
  }
}

const engine = new EngineClient({
  onMessage: show,
  onBusy: (isBusy) => document.body.toggleAttribute("data-busy", isBusy)
})

/** Shows the fields of the chosen event, and the events of the chosen agent first. */
const arrange = (): void => {
  const { fires = [], own = [], title: name = "" } = facts.hosts.find((one) => one.name === host.value) ?? {}
  const option = (text: string): HTMLElement => h("option", { value: text }, text)
  const [fired, silent] = [true, false].map((is) => facts.events.filter((one) => fires.includes(one.name) === is))
  setOptions(event, [
    h("optgroup", { label: `${name} fires` }, ...(fired ?? []).map((one) => option(one.name))),
    ...(own.length === 0 ? [] : [h("optgroup", { label: `${name} alone has` }, ...own.map(option))]),
    ...(silent?.length === 0
      ? []
      : [h("optgroup", { label: `${name} does not fire` }, ...(silent ?? []).map((one) => option(one.name)))])
  ])
  title.textContent = `The answer to ${name === "" ? "the agent" : name}`
  const isCall = hasTool()
  toolLabel.hidden = !isCall
  inputLabel.textContent = isCall ? "Input of the tool" : "Fields of the event"
}

const showQuestion = ({
  event: name,
  host: agent,
  input: text,
  path,
  text: content,
  tool: called,
  usual: reply
}: Omit<Question, "replies">) => {
  usual = reply
  file.value = path
  host.value = agent
  arrange()
  event.value = name
  tool.value = called === "" ? "Bash" : called
  input.value = text
  arrange()
  editor.text = content
  engine.ask(question())
}

const showSample = (one: Sample): void => {
  replies = {}
  showQuestion(one)
}

const changed = (): void => {
  arrange()
  ask()
}

for (const one of [file, host]) one.addEventListener("change", changed)
event.addEventListener("change", () => {
  const wasCall = !toolLabel.hidden
  // A call's input means nothing to an event without a tool.
  if (wasCall !== hasTool()) input.value = hasTool() ? `{"command": "git push --force"}` : "{}"
  changed()
})
for (const one of [tool, input]) one.addEventListener("input", ask)
sample.addEventListener("change", () => {
  const chosen = samples[Number(sample.value)]
  if (chosen !== undefined) {
    showSample(chosen)
    void remember()
  }
})

const start = async (): Promise<void> => {
  sample.replaceChildren(...samples.map(({ title: name }, index) => h("option", { value: String(index) }, name)))
  const shared = location.hash.length > 1 ? await State.decode(location.hash.slice(1)) : undefined
  if (shared === undefined) {
    const [first] = samples
    if (first !== undefined) showSample(first)
  } else {
    sample.prepend(h("option", { value: "" }, "as shared"))
    sample.value = ""
    replies = shared.replies
    showQuestion(shared)
  }
}

window.addEventListener("hashchange", () => void start())
void start()
