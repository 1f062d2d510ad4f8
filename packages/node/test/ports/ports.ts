// Every port of a project with every method of it, each with a project in which an event calls the method. The types make
// the compiler insist on a new method, and the test on a new port.
// Methods of all ports are replaced by name, so that their types are unknown.
/** @effect-diagnostics anyUnknownInErrorContext:off unsafeEffectTypeAssertion:off */
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import type { HandlerResult } from "@hookline/coordinator/HandlerResult"
import * as Background from "@hookline/core/Background"
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { seal } from "@hookline/core/kit/policy/sealed"
import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
import type { OpenSkills } from "@hookline/core/kit/session/OpenSkills"
import { executing, OutputHeld } from "@hookline/core/PipelineError"
import { Sandbox, SandboxProblem, type SandboxStatus } from "@hookline/core/Sandbox"
import { type Exporting, SessionEnv } from "@hookline/core/SessionEnv"
import { SessionState } from "@hookline/core/SessionState"
import * as Trust from "@hookline/core/Trust"
import type { Provided } from "@hookline/node/Hookline"
import * as Catalog from "@hookline/schema/Catalog"
import type { OnFailure } from "@hookline/schema/Hook"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Breaks a call. `real` is the call as it should be. */
export type Way = <A, E>(real: () => Effect.Effect<A, E>) => Effect.Effect<A, E>

/** Ways in which a call can break, and the issue that is reported. */
export const ways = {
  never: { issue: /did not answer within|no approver answered within/, way: () => Effect.never },
  "never and uninterruptibly": {
    issue: /did not answer within|no approver answered within/,
    way: () => Effect.uninterruptible(Effect.never)
  },
  late: {
    issue: /did not answer within|no approver answered within/,
    way: (real) => Effect.delay(Effect.suspend(real), "3 seconds")
  },
  "by an interrupt": { issue: /was interrupted/, way: () => Effect.interrupt },
  "by a late interrupt": {
    issue: /was interrupted/,
    way: () => Effect.delay(Effect.interrupt, "1 second")
  },
  "by a defect": { issue: /no space/, way: () => Effect.die(new Error("no space")) },
  "by throwing": {
    issue: /no space/,
    way: () => {
      throw new Error("no space")
    }
  }
} satisfies Record<string, { readonly issue: RegExp; readonly way: Way }>

/** A project, and an event that calls the method. */
export interface Scene {
  readonly event?: HookEvent
  /** A payload instead of an event. */
  readonly payload?: unknown
  /** The files of the project. */
  readonly files?: Readonly<Record<string, unknown>>
  readonly act?: TestRunner.Act
  readonly handler?: Effect.Effect<HandlerResult>
  readonly provide?: ReadonlyArray<Provided>
  /** A skill that is open. */
  readonly skill?: true
  /** The verdict under `closed`, which is the one under `ask` as well, or an `Ask`. */
  readonly closed: "Deny" | "Pass"
  /** The verdict under `open`, if it is another. */
  readonly open?: "Deny"
  /** The seconds within which the event ends, with the project. */
  readonly within?: number
  /** Ways in which the event is what it is without them, such as an answer within a deadline of its own. */
  readonly harmless?: ReadonlyArray<keyof typeof ways>
  /** The method returns a value, so that it can break by throwing alone. */
  readonly isSync?: true
  /** The policies under which the method is called. By default all. */
  readonly policies?: ReadonlyArray<OnFailure>
  /** The failure is in no report, because the event is over. */
  readonly isOver?: true
}

/** The scene of a method, or the reason for which no event calls it. */
type Methods<S> = { readonly [Name in keyof S & string]-?: Scene | ReadonlyArray<Scene> | string }

export interface Port {
  readonly key: { readonly key: string }
  /** The name in reports. */
  readonly named: RegExp
  readonly scenes: Readonly<Record<string, Scene | ReadonlyArray<Scene> | string>>
  /** Breaks a method. */
  readonly broken: (method: string, way: Way) => Provided | Layer.Layer<ConfigFiles>
}

/** Replaces one method, or one effect, of a service. */
const replaced = <S extends object>(service: S, method: string, way: Way): S => {
  // Methods are looked up by name, because the table has the names of all. One that is absent would report no problems.
  const own = (service as Record<string, unknown>)[method] ?? (() => [])
  const call = Effect.isEffect(own)
    ? Effect.suspend(() => way(() => own as Effect.Effect<unknown>))
    : (...all: ReadonlyArray<unknown>) =>
        way(() => (own as (...all: ReadonlyArray<unknown>) => Effect.Effect<unknown>)(...all))
  return { ...service, [method]: call }
}

export const bash = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
const sessionEnd = cases.SessionEnd.make({ sessionId: "s" })
const asks = Effect.succeed(
  Outcome.make({
    verdict: Verdict.ask({ by: "", prompt: "?", options: ["Allow always", "Deny"], timeoutMillis: 5000 }, "?")
  })
)
const injects = Effect.succeed(Outcome.make({ context: [{ by: "", text: "text", role: "system", ephemeral: false }] }))
const notices = Effect.succeed(Outcome.make({ notices: [{ by: "", level: "info", text: "text" }] }))
const always = Approval.layer(() => Effect.succeed({ answer: "Allow always", found: "asked" }))
const records = Audit.layer(() => Effect.void)
const skillPayload = (event: string) => ({ event, data: { session_id: "s", skill_name: "deploy" } })

const hooked = (fields: Readonly<Record<string, unknown>> = {}) => ({
  ".claude/settings.json": {
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "guards/a", ...fields }] }] }
  }
})
const once: Provided = Discoverer.layerStatic({
  ...Catalog.empty,
  hooks: [{ ...TestPipeline.hookOf("guards/a"), once: true }]
})

// A guard passes by itself, so that a denial is the policy's.
const guarded: Scene = { closed: "Deny" }
/** Settling adds a notice, and changes no verdict. */
const settled: Scene = { closed: "Pass" }

const configFiles: Methods<typeof ConfigFiles.Service> = {
  read: { ...guarded, within: 20 },
  folders: { ...guarded, within: 20 },
  // Files of hooks and skills are read apart, and both list folders.
  entries: { ...guarded, within: 40, skill: true },
  status: { ...guarded, within: 20 },
  realPath: { ...guarded, within: 20, skill: true },
  // Nothing is lost where every event reads its files.
  watch: { closed: "Pass", within: 20 },
  owners: "an object of methods, which are bounded like those here, on systems with owners",
  shellIsBash: "a value"
}

const sessionState: Methods<Omit<typeof SessionState.Service, "skills">> = {
  has: { ...settled, handler: asks, provide: [always] },
  mark: [
    { ...settled, handler: asks, provide: [always] },
    // Under a stricter policy the failure itself decides, and no notice has to be remembered.
    { ...guarded, act: { fails: executing(new OutputHeld({ hook: "a" })) }, policies: ["open"] },
    { ...guarded, act: { stderr: "BLOCKED" }, policies: ["open"] }
  ],
  unmark: { ...guarded, payload: { event: "prompt:submit", data: { session_id: "s", prompt: "go" } } },
  claim: { ...guarded, provide: [once] },
  end: { ...settled, event: sessionEnd },
  ready: guarded,
  problems: { ...guarded, isSync: true }
}

const openSkills: Methods<OpenSkills> = {
  of: { ...guarded, isSync: true, skill: true },
  // The skills are read without it, at every event.
  changes: { ...settled, isSync: true, skill: true, harmless: ["by throwing"] },
  any: { ...guarded, isSync: true },
  open: { ...settled, payload: skillPayload("skill:loaded") },
  close: { ...settled, payload: skillPayload("skill:unloaded") },
  end: "`SessionState.end` calls it"
}

const managedPolicy: Methods<ManagedPolicy.Managing> = {
  current: guarded,
  watch: "it is called once, when the project is opened: see the tests of managed policies",
  reads: "a value",
  problems: { ...guarded, isSync: true }
}

const sessionEnv: Methods<Exporting> = {
  isKept: "a value",
  file: "runners of processes call it: see the faults of commands",
  exports: { ...guarded, isSync: true },
  refresh: guarded,
  end: { ...settled, event: sessionEnd }
}

const background: Methods<Pick<typeof Background.Background.Service, "onDone">> = {
  onDone: { ...settled, files: hooked({ async: true, asyncRewake: true }), isOver: true }
}

const approval: Methods<Approval.Approving> = {
  ask: { closed: "Deny", open: "Deny", handler: asks, harmless: ["late"], within: 6 },
  isDeferred: "a value"
}

const display: Methods<Display.Displaying> = { show: { ...settled, handler: notices } }

const audit: Methods<Audit.Recording> = {
  record: { ...settled, handler: notices, provide: [records], within: 5 },
  notices: { ...settled, handler: notices, provide: [records], within: 5 },
  isOff: "a value"
}

const contextSink: Methods<Pick<typeof ContextSink.ContextSink.Service, "deliver">> = {
  deliver: { ...settled, handler: injects }
}

const contextBudget: Methods<Pick<typeof ContextBudget.ContextBudget.Service, "admit">> = {
  admit: { ...settled, handler: injects }
}

/** A sandbox that confines nothing, because runners of these scenes start nothing. */
const ready: SandboxStatus = { _tag: "Ready", backend: "test", holds: {} as never, weaker: [], untested: false }
const enter = () => Effect.fail(new SandboxProblem({ backend: "test", issue: "no runner of these scenes asks for it" }))
const open = { status: Effect.succeed(ready), enter }

const trust: Methods<Trust.Trust["Service"]> = {
  // An unknown state is an untrusted one: the guard runs confined, and its denial would count.
  of: [
    { ...settled, provide: [Layer.succeed(Sandbox)(open)] },
    { ...settled, event: cases.SessionStart.make({ sessionId: "s", source: "startup" }) }
  ],
  last: "it returns what `of` has returned",
  // What is not known of the user's files decides nothing.
  userChanges: {
    ...settled,
    event: cases.SessionStart.make({ sessionId: "s", source: "startup" }),
    within: 12,
    harmless: ["late"]
  },
  judges: "a value"
}

const sandbox: Methods<typeof Sandbox.Service> = {
  // A guard that can't be confined asks in every case, and without an approver that denies.
  status: { closed: "Deny", open: "Deny", within: 12, harmless: ["late"], provide: [Trust.layerNone] },
  enter: "runners of processes call it: see the faults of commands"
}

/** All ports. */
export const ports: Readonly<Record<string, Port>> = {
  ConfigFiles: {
    key: ConfigFiles,
    named: /ConfigFiles/,
    scenes: configFiles,
    broken: (method, way) =>
      Layer.effect(
        ConfigFiles,
        Effect.map(ConfigFiles, (inner) => ConfigFiles.of(replaced(inner, method, way)))
      )
  },
  SessionState: {
    key: SessionState,
    named: /the session's state/,
    scenes: sessionState,
    broken: (method, way) =>
      Layer.effect(
        SessionState,
        Effect.map(SessionState, (inner) => SessionState.of(replaced(inner, method, way)))
      )
  },
  "SessionState.skills": {
    key: SessionState,
    named: /the session's state/,
    scenes: openSkills,
    broken: (method, way) =>
      Layer.effect(
        SessionState,
        Effect.map(SessionState, (inner) => SessionState.of({ ...inner, skills: replaced(inner.skills, method, way) }))
      )
  },
  ManagedPolicy: {
    key: ManagedPolicy.ManagedPolicy,
    named: /the managed policy/,
    scenes: managedPolicy,
    broken: (_, way) => ManagedPolicy.layer({ current: Effect.suspend(() => way(() => Effect.succeed([]))) })
  },
  SessionEnv: {
    key: SessionEnv,
    named: /the session's variables/,
    scenes: sessionEnv,
    broken: (method, way) =>
      Layer.effect(
        SessionEnv,
        Effect.map(SessionEnv, (inner) => seal({ ...replaced(inner, method, way), isKept: true }))
      )
  },
  Trust: {
    key: Trust.Trust,
    named: /the judge of trust/,
    scenes: trust,
    broken: (method, way) => {
      const of: Trust.Judge = () => Effect.succeed({ state: "trusted", profile: "open" })
      return method === "of"
        ? Trust.layer((...all) => way(() => of(...all)))
        : Layer.sync(Trust.Trust, () => Trust.judging(of, () => way(() => Effect.succeed({ changes: [] }))))
    }
  },
  Sandbox: {
    key: Sandbox,
    named: /the sandbox/,
    scenes: sandbox,
    broken: (method, way) => Layer.succeed(Sandbox)(replaced(open, method, way))
  },
  Background: {
    key: Background.Background,
    named: /background/,
    scenes: background,
    broken: (_, way) => Background.layer(() => way(() => Effect.void))
  },
  Approval: {
    key: Approval.Approval,
    named: /dialog|no approver answered|no space/,
    scenes: approval,
    broken: (_, way) => Approval.layer(() => way(() => Effect.succeed({ answer: "Allow once", found: "asked" })))
  },
  Display: {
    key: Display.Display,
    named: /display/,
    scenes: display,
    broken: (_, way) => Display.layer(() => way(() => Effect.void))
  },
  Audit: {
    key: Audit.Audit,
    named: /audit/,
    scenes: audit,
    broken: (method, way) =>
      Audit.layerEffect(
        Effect.map(Audit.Audit, (inner) => replaced({ record: inner.record, notices: inner.notices }, method, way))
      )
  },
  ContextSink: {
    key: ContextSink.ContextSink,
    named: /sink/,
    scenes: contextSink,
    broken: (_, way) => ContextSink.layerEffect(Effect.succeed({ deliver: () => way(() => Effect.void) }))
  },
  ContextBudget: {
    key: ContextBudget.ContextBudget,
    named: /budget/,
    scenes: contextBudget,
    broken: (_, way) =>
      ContextBudget.layerEffect(
        Effect.succeed({ admit: () => way(() => Effect.succeed(ContextBudget.Admission.Given({}))) })
      )
  }
}

/** The scenes of a port, each with its method. */
export const scenesOf = ({ scenes }: Port): ReadonlyArray<{ readonly method: string; readonly scene: Scene }> =>
  Object.entries(scenes).flatMap(([method, found]) =>
    typeof found === "string" ? [] : [found].flat().map((scene: Scene) => ({ method, scene }))
  )

/** The files of a project with one guard, and a skill that is a link. */
export const filesOf = ({ files = hooked() }: Scene): Layer.Layer<ConfigFiles> =>
  Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (inner) =>
      ConfigFiles.of({
        ...inner,
        entries: (path) =>
          Effect.map(inner.entries(path), (entries) =>
            entries.map((entry) => ({ ...entry, link: entry.kind === "folder" }))
          )
      })
    )
  ).pipe(
    Layer.provide(
      TestPipeline.memory({
        ...files,
        "guards/a": "",
        ".claude/skills/linked/deploy/SKILL.md": "---\nname: deploy\n---\n"
      })
    )
  )
