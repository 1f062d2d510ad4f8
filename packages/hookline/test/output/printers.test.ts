// Whatever a file or a hook has in any field, the user sees it: each printer is fed with every hidden character through
// every text of its data.
import { assert, describe, it } from "@effect/vitest"
import { Catalog } from "@hookline/schema/Catalog"
import { Entry } from "@hookline/coordinator/Audit"
import { isPrinter, type Printer } from "@hookline/node/kit/output/Printer"
import type { Paint } from "@hookline/node/kit/output/paint"
import { plain } from "@hookline/node/kit/output/paint"
import type { HookStatistics } from "@hookline/coordinator/AuditQuery"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Verdict } from "@hookline/node/kit/cases/HookCases"
import * as Catalogs from "@hookline/schema/Catalog"
import { jsonLine } from "@hookline/schema/kit/shown/jsonLine"
import { Hook } from "@hookline/schema/Hook"
import { Plan } from "@hookline/schema/Plan"
import type { Seal } from "@hookline/schema/kit/Seal"
import { RunOutput } from "@hookline/schema/RunOutput"
import { HiddenText } from "@hookline/testing"
import { globSync, readFileSync } from "node:fs"
import path from "node:path"
import type { Attached } from "hookline/kit/commands/attach/run"
import type { HostFindings } from "hookline/kit/commands/check/checkHost"
import type { Fixed } from "hookline/kit/commands/check/fix"
import type { Checked } from "hookline/kit/commands/check/run"
import type { Asked } from "hookline/kit/commands/attach/codexTrust"
import type { Examined } from "hookline/kit/commands/doctor/run"
import type { Disabled } from "hookline/kit/commands/disable/run"
import type { Enabled } from "hookline/kit/commands/enable/run"
import type { Table } from "hookline/kit/commands/fleet/show"
import type { Status } from "../../src/commands/status/run.ts"
import type { Listed } from "hookline/kit/commands/list/Listing"
import type { Records } from "hookline/kit/commands/log/show"
import type { Outdated } from "hookline/kit/commands/outdated/show"
import type { Verified } from "hookline/kit/commands/log/verify"
import type { Told } from "hookline/kit/manage/migrate/Migration"
import { reported } from "hookline/kit/output/reported"
import type { Moved } from "hookline/kit/commands/migrate/show"
import type { Verdicts } from "hookline/kit/commands/test/run"
import type { Begun, Ended, Played } from "hookline/kit/demo/Played"
import type { Changes } from "hookline/kit/manage/trust/Differences"
import type { Review } from "hookline/kit/manage/trust/Review"
import type { Plan as InstallPlan } from "hookline/kit/manage/install/InstallPlan"
import type { UpdatePlan } from "hookline/kit/manage/install/UpdatePlan"
import type { Planned } from "hookline/kit/output/showPlan"
import type { Ran } from "hookline/kit/output/showRun"

/** The data of each printer, with `said` in every text: at least one value in which no part is left out. */
const given = <A>(make: (said: string) => ReadonlyArray<Required<A>>) => make

const hooks = (said: string) => HiddenText.values(Hook, said)
const outputs = (said: string) => HiddenText.values(RunOutput, said)
const diagnostics = (said: string) => HiddenText.values(Catalog, said)[0]?.diagnostics ?? []

const told = (said: string): Required<Told> => ({ event: said, hook: said, file: said, line: 1, text: said })

const fixed = (said: string): ReadonlyArray<Required<Fixed>> =>
  [true, false].map((wrote) => ({
    file: said,
    steps: diagnostics(said).map((found) => ({ found, text: said, alive: hooks(said) })),
    before: `x\n${said}\n`,
    after: `${said}\ny\n`,
    wrote,
    backup: said
  }))

const hostFindings = (said: string): ReadonlyArray<Required<HostFindings>> =>
  hooks(said).map((hook) => ({
    title: said,
    findings: [
      {
        id: said,
        event: said,
        text: said,
        source: hook.source,
        limits: [
          { what: "never", text: said },
          { what: "context", text: said }
        ]
      }
    ],
    refused: [{ file: said, count: 2 }],
    problems: [{ file: said, line: 1, text: said }],
    unseen: [said]
  }))

const reviews = (said: string): ReadonlyArray<Required<Review>> =>
  hooks(said).map((hook) => {
    const seal: Seal = {
      version: 1,
      project: said,
      entry: said,
      digest: said,
      files: { [said]: { mode: "0644", sha256: said, link: said } },
      absent: [said],
      state: [said],
      partly: [said],
      beyond: [said],
      unknown: [said],
      needs: { network: [said], desktop: [said], sockets: [said], secrets: [said], tools: [said], writes: [said] },
      profile: "guard"
    }
    return {
      project: said,
      digest: said,
      hooks: [
        {
          hook,
          proposal: { files: [said], seal },
          state: "changed",
          seal,
          decision: { decision: "trusted", at: said, by: said, seal },
          difference: { entry: true, changed: [said], appeared: [said], gone: [said], harmless: [said] }
        }
      ]
    }
  })

const installPlans = (said: string): ReadonlyArray<Required<InstallPlan>> =>
  (["new", "update"] as const).map((as) => ({
    fetched: {
      name: said,
      source: { folder: said, git: said, ref: said, plugin: said },
      files: [],
      version: said,
      description: said,
      commit: said
    },
    name: said,
    folder: said,
    as,
    hooks: hooks(said),
    kept: [said],
    diagnostics: diagnostics(said),
    before: hooks(said).map((hook) => ({ ...hook, id: `${hook.id} before` })),
    changes: { changed: [said], added: [said], removed: [said] },
    repointed: { ref: said, before: said, now: said }
  }))

const samples: Readonly<Record<string, (said: string) => ReadonlyArray<unknown>>> = {
  "commands/attach/run showAttached": given<Attached>((said) =>
    (["untouched", "written"] as const).map((as) => ({
      as,
      backup: said,
      changes: [{ what: "added", event: said }],
      file: said,
      warnings: [{ line: 1, column: 1, text: said }],
      isUntouched: said,
      notes: [said]
    }))
  ),
  "commands/attach/codexTrust showEntries": given<Asked>((said) => [
    { config: said, entries: [{ key: said, hash: said, event: said, command: said }] }
  ]),
  "commands/check/checkHost showHost": given<HostFindings>(hostFindings),
  "commands/check/fix showFixed": given<ReadonlyArray<Fixed>>((said) => [fixed(said)]),
  "commands/check/run showChecked": given<Checked>((said) =>
    hostFindings(said).map((host) => ({
      diagnostics: diagnostics(said),
      own: 1,
      fixed: fixed(said),
      moved: [{ id: said, name: said }],
      background: [{ id: said, event: said, handler: { _tag: "Command", command: said } }],
      hooks: 1,
      files: 1,
      hint: [said],
      host
    }))
  ),
  "commands/doctor/run showAgents": given<Examined>((said) => [
    {
      agents: [
        {
          name: said,
          title: said,
          program: said,
          settings: ["user"],
          attached: [{ scope: "user", file: said, events: 1 }],
          problems: [{ file: said, line: 1, text: said }],
          limited: 1
        }
      ]
    }
  ]),
  "commands/disable/run showDisabled": given<Disabled>((said) =>
    (["untouched", "written"] as const).map((as) => ({
      entry: said,
      done: { file: said, as, line: 1, loose: { line: 1, column: 1 } },
      meant: [{ id: said }],
      kept: [{ id: said }],
      isUnignored: true
    }))
  ),
  "commands/enable/run showEnabled": given<Enabled>((said) =>
    [true, false].map((wrote) => ({ entry: said, file: said, hooks: [{ id: said }], wrote }))
  ),
  "commands/fleet/show showTable": given<Table>((said) => [
    { head: [said, "b"], rows: [[said, said]], empty: said },
    { head: [], rows: [], empty: said }
  ]),
  "commands/init/run showFirst": given<string>((said) => [said]),
  "commands/install/show showInstall": given<InstallPlan>(installPlans),
  "commands/outdated/show showOutdated": given<ReadonlyArray<Outdated>>((said) => [
    (["current", "moved", "re-pointed", "gone", "unreachable"] as const).map((status): Required<Outdated> => ({
      name: said,
      source: { folder: said, git: said, ref: said, plugin: said },
      refType: "tag",
      commit: said,
      status,
      text: said,
      now: said
    })),
    []
  ]),
  "commands/trust/show showReview": given<Review>(reviews),
  "commands/trust/show showStates": given<Review>(reviews),
  "commands/trust/show showFiles": given<Review>(reviews),
  "commands/trust/show showChanges": given<{ readonly changes: ReadonlyArray<Changes> }>((said) => [
    {
      changes: [{ hook: said, entry: true, changed: [{ file: said, lines: [said] }], added: [said], removed: [said] }]
    }
  ]),
  "commands/status/run showStatus": given<Status>((said) => [
    {
      project: said,
      agents: [
        {
          name: said,
          title: said,
          settings: ["user"],
          attached: [{ scope: "user", file: said, events: 1 }],
          problems: [{ file: said, line: 1, text: said }],
          limited: 0
        }
      ],
      hooks: { configured: 1, files: 1, off: 1 },
      trust: { trusted: 1, new: 1, changed: 0, refused: 0 },
      problems: { all: 1, errors: 1 },
      next: { command: said, text: said }
    }
  ]),
  "commands/list/Listing format": given<Listed>((said) => [
    ...HiddenText.values(Catalog, said).map((catalog) => ({
      project: said,
      catalog: { ...catalog, hooks: hooks(said) },
      changed: new Set([said])
    })),
    { project: said, catalog: Catalogs.empty, changed: new Set<string>() }
  ]),
  "commands/log/run showEmpty": given<{ readonly project: string; readonly isEmpty: boolean }>((said) =>
    [true, false].map((isEmpty) => ({ project: said, isEmpty }))
  ),
  "commands/log/show showRecords": given<Records>((said) =>
    [true, false].map((whole) => ({
      records: HiddenText.values(Entry, said).map((entry) => ({ at: 1, file: said, n: 1, entry })),
      whole
    }))
  ),
  "commands/log/showStatistics showStatistics": given<ReadonlyArray<HookStatistics>>((said) => [
    [{ hook: said, runs: 1, denials: 1, failures: 1, interrupted: 1, skipped: 1, p50: 1, p95: 1, max: 1 }]
  ]),
  "commands/log/verify showVerification": given<Verified>((said) =>
    [true, false].map((isSound) => ({
      folder: said,
      found: {
        isSound,
        records: 1,
        claim: said,
        heads: [{ file: said, count: 1, hash: said }],
        faults: [{ kind: "cut", level: "error", file: said, line: 1, text: said }]
      }
    }))
  ),
  "commands/migrate/show showMoved": given<Moved>((said) => [moved(said)]),
  "commands/migrate/show showUnsaid": given<Moved>((said) => [moved(said)]),
  "commands/test/run showVerdicts": given<Verdicts>((said) => [
    { millis: 1, verdicts: outputs(said).flatMap((output) => verdicts(said, output)) }
  ]),
  "demo/show showBegun": given<Begun>((said) => [{ lacks: [said], judge: said }]),
  "demo/show showPlayed": given<Played>((said) =>
    outputs(said).flatMap((output) =>
      [[], [{ by: said, prompt: said, answer: said }]].map((asked) => ({
        tool: said,
        what: said,
        asked,
        before: { command: said },
        output: { ...output, input: { command: said } }
      }))
    )
  ),
  "demo/show showEnded": given<Ended>((said) => [{ records: 1, isSound: false, faults: [said] }]),
  "commands/update/show showUpdate": given<UpdatePlan>((said) =>
    installPlans(said).flatMap((plan) =>
      hooks(said).map((hook) => ({
        plan,
        entry: {
          name: said,
          source: { folder: said },
          version: `${said} before`,
          commit: said,
          digest: said,
          installedAt: said,
          files: []
        },
        commands: { added: [hook], gone: [hook], changed: [{ before: hook, after: hook }] },
        profiles: [{ hook: said, before: "guard", after: "open" }],
        secrets: [said],
        files: [
          { path: said, after: { path: said, bytes: Buffer.from(`${said}\n${said}`), runs: true } },
          { path: said, before: { path: said, bytes: Buffer.from(said), runs: true } }
        ]
      }))
    )
  ),
  "output/sentence sentence": given<string>((said) => [said]),
  "output/showPlan showPlan": given<Planned>((said) =>
    HiddenText.values(Plan, said).map((plan) => ({
      plan,
      hooks: hooks(said),
      moved: new Set([said]),
      lost: diagnostics(said),
      doubtful: diagnostics(said)
    }))
  ),
  "output/showRun showRun": given<Ran>((said) =>
    outputs(said).map((output) => ({
      output,
      input: { [said]: "before", [`${said}2`]: said },
      answers: HiddenText.values(Entry, said).filter((entry) => entry._tag === "Approval")
    }))
  )
}

const moved = (said: string): Required<Moved> => ({
  source: {
    side: { ...Dialects.canonical, title: said },
    hooks: [],
    diagnostics: diagnostics(said),
    elsewhere: new Map([[said, 1]]),
    files: [said]
  },
  target: { name: said, title: said },
  file: said,
  migration: {
    moved: hooks(said).map((hook) => ({ hook, from: hook })),
    there: [told(said)],
    own: [told(said)],
    unsupported: [told(said)],
    changed: [told(said)],
    notes: [said]
  },
  wrote: false,
  backup: said,
  change: { before: `x\n${said}\n`, after: `${said}\ny\n` }
})

const verdicts = (said: string, output: RunOutput): ReadonlyArray<Required<Verdict>> =>
  (["passed", "failed"] as const).map((status) => ({
    name: said,
    file: said,
    line: 1,
    column: 1,
    status,
    millis: 1,
    differences: [
      { field: said, expected: said, got: [said, { [said]: said }] },
      { field: said, expected: undefined, got: said }
    ],
    problem: said,
    output
  }))

const root = path.join(import.meta.dirname, "../../src")

const sources = globSync("**/*.ts", { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), "utf8")
}))

/** All printers of the command, by the module and the name of the export. */
const printers = async (): Promise<ReadonlyArray<readonly [string, Printer<unknown>]>> => {
  const found: Array<readonly [string, Printer<unknown>]> = []
  for (const { file } of sources.filter(({ text }) => /\bprinter[<(]/.test(text))) {
    const exported: unknown = await import(path.join(root, file))
    for (const [name, value] of Object.entries(exported ?? {})) {
      // Each printer is given data of its own type, which `given` checks.
      if (isPrinter(value)) found.push([`${file.replace(/\.ts$/, "")} ${name}`, value as Printer<unknown>])
    }
  }
  return found
}

const escape = (code: number) => (text: string) => `\u{1b}[${code}m${text}\u{1b}[0m`
const coloured: Paint = { red: escape(31), green: escape(32), yellow: escape(33), dim: escape(2), bold: escape(1) }

// oxlint-disable-next-line no-control-regex -- Colors are what it is about.
const colors = /\u{1b}\[[0-9]+m/gu

const relative = (file: string): string => file

const shownBy = (show: Printer<unknown>, name: string, said: string, paint: Paint): ReadonlyArray<string> =>
  (samples[name]?.(said) ?? []).map((data) => show(data, { paint, relative }))

describe("every printer", () => {
  it("has data here, and is made by `printer`", async () => {
    const names = (await printers()).map(([name]) => name)
    assert.deepStrictEqual(names.toSorted(), Object.keys(samples).toSorted())
    for (const [name, make] of Object.entries(samples)) assert.isNotEmpty(make("x"), name)
  })

  // proves: docs/security.md
  it("writes out each hidden character of each field", async () => {
    for (const [name, show] of await printers()) {
      for (const text of shownBy(show, name, HiddenText.text, plain)) {
        assert.deepStrictEqual(HiddenText.find(text), [], `${name}: ${text}`)
      }
    }
  })

  it("has colors of its own alone", async () => {
    for (const [name, show] of await printers()) {
      const of = (said: string) => shownBy(show, name, said, coloured).map((text) => text.match(colors) ?? [])
      assert.deepStrictEqual(of("a\u{1b}[32mb\u{1b}[0mc"), of("abc"), name)
    }
  })

  // proves: docs/security.md
  it("begins no line with what a field has behind an end of a line", async () => {
    for (const [name, show] of await printers()) {
      for (const end of ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{b}"]) {
        for (const text of shownBy(show, name, `a${end}FORGED`, plain)) {
          assert.notMatch(text, /^FORGED/m, `${name}: ${text}`)
        }
      }
    }
  })

  it("shows honest text as it is", async () => {
    const honest = "👩‍🚀 می‌خواهم שלום"
    for (const [name, show] of await printers()) {
      for (const text of shownBy(show, name, honest, plain)) assert.notInclude(text, "\\u{", name)
    }
  })
})

describe("what is printed", () => {
  it("goes through `print` and `report` alone, so that no printer is missed", () => {
    const direct = sources.filter(({ text }) => /\bConsole\.(?:log|error)\b/.test(text)).map(({ file }) => file)
    assert.deepStrictEqual(direct.toSorted(), [
      "commands/attach/run.ts",
      "commands/context.ts",
      "commands/install/run.ts",
      "commands/log/follow.ts",
      "commands/log/run.ts",
      "commands/migrate/run.ts",
      "commands/start.ts",
      "commands/test/run.ts",
      "demo/narration.ts",
      "output/completions.ts",
      "output/presenter.ts"
    ])
  })

  // proves: docs/security.md
  it("is one line of JSON with everything visible, and with nothing lost", () => {
    const value = { [HiddenText.text]: [HiddenText.text] }
    assert.deepStrictEqual(HiddenText.find(jsonLine(value), { isOneLine: true }), [])
    assert.deepStrictEqual(JSON.parse(jsonLine(value)), value)
  })

  it("is a message whose further lines are indented", () => {
    assert.strictEqual(reported("a\nhookline: b\u{1b}[2J\n  c"), "hookline: a\n  hookline: b\\u{1b}[2J\n  c")
    assert.deepStrictEqual(HiddenText.find(reported(HiddenText.text)), [])
  })
})
