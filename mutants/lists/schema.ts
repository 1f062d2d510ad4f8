// What data means: verdicts, outcomes, changes, settings, and what events can carry.
import type { Mutant } from "../Mutant.ts"

export const schema: ReadonlyArray<Mutant> = [
  {
    id: "verdict-ask-over-defer",
    file: "packages/schema/src/Verdict.ts",
    breaks: "an Ask is stricter than a Defer",
    find: "const strictness = { Pass: 0, Allow: 1, Ask: 2, Defer: 3, Deny: 4 }",
    replace: "const strictness = { Pass: 0, Allow: 1, Ask: 3, Defer: 2, Deny: 4 }",
    project: "schema",
    tests: ["Verdict"]
  },
  {
    id: "verdict-defer-over-deny",
    file: "packages/schema/src/Verdict.ts",
    breaks: "a Defer is stricter than a Deny",
    find: "const strictness = { Pass: 0, Allow: 1, Ask: 2, Defer: 3, Deny: 4 }",
    replace: "const strictness = { Pass: 0, Allow: 1, Ask: 2, Defer: 4, Deny: 3 }",
    project: "schema",
    tests: ["Verdict"]
  },
  {
    id: "verdict-pass-over-allow",
    file: "packages/schema/src/Verdict.ts",
    breaks: "a Pass takes an Allow away",
    find: "const strictness = { Pass: 0, Allow: 1, Ask: 2, Defer: 3, Deny: 4 }",
    replace: "const strictness = { Pass: 1, Allow: 0, Ask: 2, Defer: 3, Deny: 4 }",
    project: "schema",
    tests: ["Verdict"]
  },
  {
    id: "verdict-reasons-lost",
    file: "packages/schema/src/Verdict.ts",
    breaks: "of two denials only the later reasons are kept",
    find: "const reasons = [...self.reasons, ...that.reasons]",
    replace: "const reasons = that.reasons",
    project: "schema",
    tests: ["Verdict"]
  },
  {
    id: "verdict-questions-lost",
    file: "packages/schema/src/Verdict.ts",
    breaks: "of two questions only the first is asked",
    find: "questions: [...self.questions, ...that.questions]",
    replace: "questions: self.questions",
    project: "schema",
    tests: ["Verdict"]
  },
  {
    id: "reducer-drops-changes",
    file: "packages/schema/src/Outcome.ts",
    breaks: "of the changes of two hooks only the later are kept",
    find: "  changes: Arr.getReadonlyReducerConcat()",
    replace: '  changes: Reducer.make<Outcome["changes"]>((self, that) => (that.length === 0 ? self : that), [])',
    project: "schema",
    tests: ["Outcome"]
  },
  {
    id: "reducer-drops-context",
    file: "packages/schema/src/Outcome.ts",
    breaks: "of the context of two hooks only the later are kept",
    find: "  context: Arr.getReadonlyReducerConcat()",
    replace: '  context: Reducer.make<Outcome["context"]>((self, that) => (that.length === 0 ? self : that), [])',
    project: "schema",
    tests: ["Outcome"]
  },
  {
    id: "reducer-drops-notices",
    file: "packages/schema/src/Outcome.ts",
    breaks: "of the notices of two hooks only the later are kept",
    find: "  notices: Arr.getReadonlyReducerConcat()",
    replace: '  notices: Reducer.make<Outcome["notices"]>((self, that) => (that.length === 0 ? self : that), [])',
    project: "schema",
    tests: ["Outcome"]
  },
  {
    id: "reducer-drops-halts",
    file: "packages/schema/src/Outcome.ts",
    breaks: "of the halts of two hooks only the later are kept",
    find: "  halts: Arr.getReadonlyReducerConcat()",
    replace: '  halts: Reducer.make<Outcome["halts"]>((self, that) => (that.length === 0 ? self : that), [])',
    project: "schema",
    tests: ["Outcome"]
  },
  {
    id: "reducer-drops-effects",
    file: "packages/schema/src/Outcome.ts",
    breaks: "of the effects of two hooks only the later are kept",
    find: "  effects: Arr.getReadonlyReducerConcat()",
    replace: '  effects: Reducer.make<Outcome["effects"]>((self, that) => (that.length === 0 ? self : that), [])',
    project: "schema",
    tests: ["Outcome"]
  },
  {
    id: "reducer-drops-quiet",
    file: "packages/schema/src/Outcome.ts",
    breaks: "only the last hook's wish to be quiet is kept",
    find: "  quiet: union,",
    replace: "  quiet: Reducer.make<ReadonlyArray<string>>((self, that) => (that.length === 0 ? self : that), []),",
    project: "schema",
    tests: ["Outcome"]
  },
  {
    id: "halt-goes-on",
    file: "packages/schema/src/Outcome.ts",
    breaks: "an event goes on although a hook halted the agent",
    find: ' !== "Deny" && outcome.halts.length === 0',
    replace: ' !== "Deny"',
    project: "schema",
    tests: ["Outcome"]
  },
  {
    id: "change-merges-what-replaces",
    file: "packages/schema/src/Change.ts",
    breaks: "a change that replaces keeps keys of what was there",
    find: 'change.mode === "merge" && isJson(value)',
    replace: 'change.mode === "replace" && isJson(value)',
    project: "schema",
    tests: ["Change.test"]
  },
  {
    id: "settings-project-allows-itself",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project allows its own hooks that its user has forbidden",
    find: "...(allowProjectHooks === false && { allowProjectHooks })",
    replace: "...(allowProjectHooks !== undefined && { allowProjectHooks })",
    project: "schema",
    tests: ["Settings"]
  },
  {
    id: "settings-project-allows-modules",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project lets its own modules run in our process",
    find: "...(allowProjectModules === false && { allowProjectModules })",
    replace: "...(allowProjectModules !== undefined && { allowProjectModules })",
    project: "schema",
    tests: ["Settings"]
  },
  {
    id: "settings-project-loosens-policy",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project lets failures pass that its user has deny",
    find: 'failurePolicy !== undefined && isStricter(failurePolicy, user.failurePolicy ?? "open") && {',
    replace: "failurePolicy !== undefined && {",
    project: "schema",
    tests: ["Settings"]
  },
  {
    id: "settings-project-disables-persons",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project switches a person's own plugin off",
    find: "!isPersons(entry) && user.disabled",
    replace: "user.disabled",
    project: "schema",
    tests: ["Settings"]
  },
  {
    id: "settings-project-switches-off",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project switches all hooks off",
    find: "    ...user,\n",
    replace: "    ...user,\n    ...(project.enabled !== undefined && { enabled: project.enabled }),\n",
    project: "schema",
    tests: ["Settings", "tightening"]
  },
  {
    id: "settings-project-forbids-users",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project forbids a person's own hooks",
    find: "    ...user,\n",
    replace:
      "    ...user,\n    ...(project.allowUserHooks !== undefined && { allowUserHooks: project.allowUserHooks }),\n",
    project: "schema",
    tests: ["Settings", "tightening"]
  },
  {
    id: "settings-project-raises-cap",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project lets all hooks take longer than their user allows",
    find: "    ...user,\n",
    replace:
      "    ...user,\n    ...(project.maxTimeoutMillis !== undefined && { maxTimeoutMillis: project.maxTimeoutMillis }),\n",
    project: "schema",
    tests: ["Settings", "tightening"]
  },
  {
    id: "settings-project-wraps",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project decides in what a person's own hooks run",
    find: "    ...user,\n",
    replace: "    ...user,\n    ...(project.wrap !== undefined && { wrap: project.wrap }),\n",
    project: "schema",
    tests: ["Settings", "tightening"]
  },
  {
    id: "settings-project-chooses-env",
    file: "packages/schema/src/Settings.ts",
    breaks: "a project decides which variables a person's own hooks get",
    find: "    ...user,\n",
    replace: "    ...user,\n    ...(project.env !== undefined && { env: project.env }),\n",
    project: "schema",
    tests: ["Settings", "tightening"]
  },
  {
    id: "settings-refusal-silent",
    file: "packages/schema/src/Settings.ts",
    breaks: "what a project says in vain is not told",
    find: "if (isRefused) found.push({ setting, what })",
    replace: 'if (isRefused && what === "") found.push({ setting, what })',
    project: "schema",
    tests: ["Settings"]
  },
  {
    id: "carries-failure-holds-stop",
    file: "packages/schema/src/Carries.ts",
    breaks: "a hook that fails under a strict policy keeps the agent from ever stopping",
    find: 'const end: Carries = { ...nothing, verdicts: ["Deny"], halts: true }',
    replace: 'const end: Carries = { ...before, verdicts: ["Deny"], halts: true }',
    project: "schema",
    tests: ["Carries"]
  },
  {
    id: "carries-compaction-unguarded",
    file: "packages/schema/src/Carries.ts",
    breaks: "a denial of PreCompact is no denial any more",
    find: "  PreCompact: before,",
    replace: "  PreCompact: nothing,",
    project: "schema",
    tests: ["denials"]
  },
  {
    id: "carries-prompt-unchanged",
    file: "packages/schema/src/Carries.ts",
    breaks: "a prompt can't be changed",
    find: '    changes: ["prompt"],',
    replace: "    changes: [],",
    project: "schema",
    tests: ["Carries"]
  },
  {
    id: "target-permission-unmatched",
    file: "packages/schema/src/Target.ts",
    breaks: "matchers on PermissionRequest say nothing",
    find: '  PermissionRequest: "toolName",\n',
    replace: "",
    project: "schema",
    tests: ["Target"]
  }
]
