/** `hookline check --host H`: reports the parts of the configured hooks that the agent can't express, hook by hook. */
import type { Dialect } from "@hookline/core/Dialect"
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import * as Dialects from "@hookline/dialects/Dialects"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Catalog } from "@hookline/schema/Catalog"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { finderOf, type Source } from "@hookline/schema/Source"
import * as Target from "@hookline/schema/kit/Target"
import * as Result from "effect/Result"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as AgentState from "../../manage/agents/AgentState.ts"
import type { AgentProblem } from "../../manage/agents/AgentState.ts"
import * as ClientVersion from "../../manage/agents/ClientVersion.ts"
import { meets } from "../../manage/migrate/meets.ts"
import { callable, samples } from "../../manage/migrate/vocabulary.ts"
import { eventsOf } from "../../manage/hostEvents.ts"
import { eventFrom } from "@hookline/node/kit/cases/eventArguments"
import * as HostHooks from "@hookline/node/kit/node/HostHooks"
import { printer } from "@hookline/node/kit/output/Printer"
import { placeOf } from "@hookline/node/kit/output/Reader"
import { counted } from "@hookline/node/kit/output/units"

/** The parts of one hook that have no effect under a host. */
export interface Limit {
  readonly what: "never" | "runs-itself" | "runs-not" | "matcher" | "verdict" | "change" | "context" | "effect"
  readonly text: string
}

export interface HostFinding {
  readonly id: string
  readonly event: string
  readonly text: string
  readonly source: Source
  readonly limits: ReadonlyArray<Limit>
}

/** Required fields of rare events, on which the capabilities of a host do not depend. */
const filler = {
  tool_calls: [],
  error: "unknown",
  teammate_name: "x",
  team_name: "x",
  task_id: "x",
  task_subject: "x",
  mcp_server_name: "x",
  message: "x",
  action: "accept",
  turn_id: "x",
  message_id: "x",
  index: 0,
  final: true,
  delta: "x",
  from_model: "x",
  to_model: "x",
  source: "user_settings",
  name: "x",
  worktree_path: "/",
  file_path: "/x",
  memory_type: "User",
  load_reason: "session_start",
  old_cwd: "/",
  new_cwd: "/",
  event: "change",
  directory: "/",
  trigger: "init",
  reason: "other"
}

const sampleOf = (name: string): HookEvent.HookEvent | undefined => {
  for (const input of [{}, filler]) {
    const event = eventFrom({ event: name, cwd: "/", input })
    if (Result.isSuccess(event)) return event.success
  }
  return undefined
}

const outcomes = {
  Allow: "an Allow counts for nothing",
  Ask: "an Ask becomes a denial: the user is not asked",
  Defer: "a Defer becomes a denial"
} as const

const changed = { input: "the input", result: "the result", prompt: "the prompt" } as const

/** Returns the parts that the event supports, and this host does not. */
const unsayable = (host: Dialect, event: HookEvent.HookEvent): ReadonlyArray<Limit> => {
  const [all, said] = [Capabilities.of(event), host.capabilities(event)]
  const verdicts = all.verdicts.filter((verdict) => !said.verdicts.includes(verdict))
  const changes = all.changes.filter((target) => !said.changes.includes(target))
  const effects = all.effects.filter((effect) => !said.effects.includes(effect))
  return [
    ...verdicts.map((verdict): Limit => ({
      what: "verdict",
      text: verdict === "Deny" ? `${host.title} does not support a denial here` : outcomes[verdict]
    })),
    ...changes.map((target): Limit => ({ what: "change", text: `a change of ${changed[target]} is not taken over` })),
    ...(all.context && !said.context
      ? [{ what: "context", text: "text for the model becomes a message" } as const]
      : []),
    ...(effects.length === 0
      ? []
      : [
          {
            what: "effect",
            text: `${effects.join(", ")} ${effects.length === 1 ? "is" : "are"} not known there`
          } as const
        ])
  ]
}

/** Checks whether the matcher matches a tool that this host may have. Names of tools of servers and users are unknown. */
const hasTarget = (host: Dialect, hook: Hook): boolean => {
  const dialect = Dialects.named(hook.source.dialect)
  if (dialect === undefined || !Target.isTool(hook.event)) return true
  const rule = dialect.matcher(hook.matcher, hook.event)
  if (rule._tag === "All") return true
  const names = samples(host, [dialect, host], [])
  return (
    /mcp/i.test(hook.matcher ?? "") ||
    names.some((name) => callable(host, dialect, name).some((each) => meets(rule, each)))
  )
}

const limitsOf = (host: Dialect, isHosts: (hook: Hook) => boolean, hook: Hook): ReadonlyArray<Limit> => {
  const facts = Hosts.named(host.name)
  if (facts?.silentEvents?.includes(hook.event) === true) {
    const text = `${host.title} knows ${hook.event}, and in the versions that we know never fires it`
    return [{ what: "never", text }]
  }
  if (isHosts(hook)) {
    return [{ what: "runs-itself", text: `${host.title} runs it itself, so that dispatch leaves it out` }]
  }
  if (facts !== undefined && HookEvent.isName(hook.event) && !eventsOf(facts).includes(hook.event)) {
    return [{ what: "never", text: `${host.title} never fires ${hook.event}, so that it does not run there` }]
  }
  const event = sampleOf(hook.event)
  return [
    ...(host.runsItsOwn === true && finderOf(hook.source) === host.name
      ? [{ what: "runs-not", text: `${host.title} itself does not run it, so that dispatch does` } as const]
      : []),
    ...(hasTarget(host, hook)
      ? []
      : [
          {
            what: "matcher",
            text: `its matcher ${JSON.stringify(hook.matcher)} names no tool that we know of ${host.title}`
          } as const
        ]),
    ...(event === undefined ? [] : unsayable(host, event))
  ]
}

/** The findings for a host. Hooks that run nowhere are no concern of it. */
export const checkHost = (
  host: Dialect,
  catalog: Pick<Catalog, "diagnostics" | "hooks">
): ReadonlyArray<HostFinding> => {
  const isHosts = HostHooks.runByHost(catalog, host)
  return catalog.hooks
    .filter(({ enabled, handler, off }) => enabled && off === undefined && !SelfReference.is(handler))
    .flatMap((hook) => {
      const limits = limitsOf(host, isHosts, hook)
      const { event, id, source } = hook
      return limits.length === 0 ? [] : [{ id, event, text: hook.name ?? textOf(hook.handler), source, limits }]
    })
}

/** The findings for a host, and the files that it refuses as a whole, with the number of hooks that this costs. */
export interface HostFindings {
  readonly title: string
  readonly findings: ReadonlyArray<HostFinding>
  readonly refused: ReadonlyArray<{ readonly file: string; readonly count: number }>
  /** The problems of the host's own settings, and of Hookline's entries in them. */
  readonly problems: ReadonlyArray<AgentProblem>
  /** Actions that no hook sees there. */
  readonly unseen: ReadonlyArray<string>
}

/** Collects what is shown of a host. */
export const hostFindings = (
  host: Dialect,
  findings: ReadonlyArray<HostFinding>,
  catalog: Pick<Catalog, "diagnostics" | "hooks" | "settings" | "userFailurePolicy">,
  folders: Project
): HostFindings => {
  const facts = Hosts.named(host.name)
  const state = facts && AgentState.of(facts, folders, catalog)
  const version = state && ClientVersion.differing(facts, state)
  const counts = Map.groupBy(catalog.hooks, ({ source }) => source.file)
  const refused = [...HostHooks.refusedFiles(catalog, host)]
  return {
    title: host.title,
    findings: findings.map((finding) => ({ ...finding, text: finding.text.replaceAll(/\s+/g, " ") })),
    refused: refused.map((file) => ({ file, count: counts.get(file)?.length ?? 0 })),
    problems: state?.problems ?? [],
    unseen: [
      ...(version === undefined ? [] : [version]),
      ...(facts?.isUntried === true ? ["What is known of it is from its documents: no version of it was run."] : []),
      ...(facts?.unseen ?? [])
    ]
  }
}

/** Formats the findings for a host. */
export const showHost = printer<HostFindings>(({ findings, problems, refused, title, unseen }, { paint, relative }) => {
  const { bold, dim, yellow } = paint
  const own = [
    ...problems.map(({ file, line, text }) => yellow(`${relative(file)}:${line} ${text}.`)),
    ...(unseen.length === 0 ? [] : [dim(`What to know of ${title}: ${unseen.join(" ")}`)])
  ]
  if (findings.length === 0) return [`${title} can express all that these hooks may return.`, ...own].join("\n")
  const strong = new Set<Limit["what"]>(["never", "matcher", "runs-not"])
  return [
    bold(`Under ${title}`),
    ...refused.map(({ count, file }) =>
      yellow(
        `${title} refuses ${relative(file)}, and runs none of its ${counted(count, "hook")}: ` +
          "dispatch runs them. What it refuses is reported above."
      )
    ),
    ...findings.flatMap(({ event, limits, source, text }) => [
      `${dim(placeOf(source, relative))} ${event} ${text.slice(0, 60)}`,
      ...limits.map(({ text: limit, what }) => `  ${strong.has(what) ? yellow(limit) : limit}`)
    ]),
    ...own
  ].join("\n")
})
