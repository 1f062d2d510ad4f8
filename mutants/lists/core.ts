// The pipeline: how files become a catalog, which hooks run, and what comes of what they said.
import type { Mutant } from "../Mutant.ts"

export const core: ReadonlyArray<Mutant> = [
  {
    id: "carry-ask-passes",
    file: "packages/core/src/Carry.ts",
    breaks: "an Ask or a Defer that the host can't say lets the action pass",
    find: 'if (carries.verdicts.includes("Deny")) return { ...passed, verdict: { _tag: "Deny", reasons: heard } }',
    replace: 'if (verdict._tag === "Deny" && carries.verdicts.includes("Deny")) return { ...passed, verdict }',
    project: "core",
    tests: ["Carry"]
  },
  {
    id: "carry-block-silent",
    file: "packages/core/src/Carry.ts",
    breaks: "a block that can't be carried is not told",
    find: "notices: heard.map(",
    replace: "notices: heard.slice(0, 0).map(",
    project: "core",
    tests: ["Carry"]
  },
  {
    id: "carry-context-silent",
    file: "packages/core/src/Carry.ts",
    breaks: "a text that the model can't be given is not told",
    find: "...(carries.context ? [] : outcome.context).map(",
    replace: "...(carries.context ? [] : outcome.context.slice(0, 0)).map(",
    project: "core",
    tests: ["Carry"]
  },
  {
    id: "carry-halt-silent",
    file: "packages/core/src/Carry.ts",
    breaks: "a halt that can't be carried is not told",
    find: "...(carries.halts ? [] : outcome.halts).map(",
    replace: "...(carries.halts ? [] : outcome.halts.slice(0, 0)).map(",
    project: "core",
    tests: ["Carry"]
  },
  {
    id: "carry-allow-without-its-change",
    file: "packages/core/src/Carry.ts",
    breaks: "an Allow stays although its change of the input had to be dropped",
    find: '? carries.verdicts.filter((tag) => tag !== "Allow")',
    replace: "? carries.verdicts",
    project: "core",
    tests: ["Carry"]
  },
  {
    id: "changes-reach-nobody",
    file: "packages/core/src/Changed.ts",
    breaks: "a hook that runs after another sees the input as it was",
    find: "isJson(input) && input !== before.input) after",
    replace: "isJson(input) && input === before.input) after",
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "allow-outlives-change",
    file: "packages/core/src/Conclusion.ts",
    breaks: "an Allow counts although another hook changed the input that it was for",
    find: "inputChanges(other.outcome) > 0",
    replace: "inputChanges(other.outcome) < 0",
    project: "hookline",
    tests: ["pipeline/changes", "pipeline/answer"]
  },
  {
    id: "stop-never-let-go",
    file: "packages/core/src/Conclusion.ts",
    breaks: "an agent that is kept from stopping goes on for ever",
    find: "const mostContinuations = 8",
    replace: "const mostContinuations = Infinity",
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "stop-let-go-early",
    file: "packages/core/src/Conclusion.ts",
    breaks: "an agent is let go one continuation too early",
    find: "const mostContinuations = 8",
    replace: "const mostContinuations = 7",
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "failure-closed-passes",
    file: "packages/core/src/FailurePolicy.ts",
    breaks: "a failure under closed lets the action pass",
    find: 'if (onFailure === "open") return',
    replace: 'if (onFailure !== "ask") return',
    project: "hookline",
    tests: ["pipeline/failures"]
  },
  {
    id: "failure-ask-passes",
    file: "packages/core/src/FailurePolicy.ts",
    breaks: "a failure under ask lets the action pass",
    find: "if (!carries.failsClosed) return",
    replace: 'if (!carries.failsClosed || onFailure === "ask") return',
    project: "hookline",
    tests: ["pipeline/failures"]
  },
  {
    id: "failure-blocks-stop",
    file: "packages/core/src/FailurePolicy.ts",
    breaks: "a failure under closed keeps the agent from stopping",
    find: "if (!carries.failsClosed) return",
    replace: 'if (!carries.verdicts.includes("Deny")) return',
    project: "hookline",
    tests: ["pipeline/failures"]
  },
  {
    id: "failure-silent",
    file: "packages/core/src/FailurePolicy.ts",
    breaks: "a failure under open says nothing",
    find: "Outcome.make({ notices: [{ by, level, text }] })",
    replace: "Outcome.make({ notices: [{ by, level, text }].slice(1) })",
    project: "hookline",
    tests: ["pipeline/failures"]
  },
  {
    id: "failure-soft-ignored",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "JSON beside an exit code of failure is no failure under closed",
    find: "const reason = failure ?? (strict ? softFailure : undefined)",
    replace: "const reason = strict ? failure : (failure ?? softFailure)",
    project: "hookline",
    tests: ["pipeline/strict", "pipeline/failures"]
  },
  {
    id: "failure-own-policy-ignored",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "a hook's own onFailure does not count",
    find: "const onFailure: OnFailure = hook.onFailure ?? onFailureOf(scene)",
    replace: "const onFailure: OnFailure = onFailureOf(scene)",
    project: "hookline",
    tests: ["pipeline/failures"]
  },
  {
    id: "once-again",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "a hook that is to run once runs every time",
    find: "state.has(session, markOf(hook)), (ran) =>",
    replace: "Effect.succeed(false), (ran) =>",
    project: "hookline",
    tests: ["pipeline/once", "session/pipeline"]
  },
  {
    id: "once-never",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "a hook that is to run once never runs",
    find: 'ran ? Effect.succeed(skipped(hook, "it has run once',
    replace: '!ran ? Effect.succeed(skipped(hook, "it has run once',
    project: "hookline",
    tests: ["pipeline/once"]
  },
  {
    id: "once-counts-failures",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "a hook that is to run once, and failed, does not run again",
    find: 'hook.once && run.status === "ran" && endedWell(run.reply) &&',
    replace: "hook.once && endedWell(run.reply) &&",
    project: "hookline",
    tests: ["pipeline/once"]
  },
  {
    id: "once-counts-denials",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "a guard that is to run once, and denied, lets the next try pass",
    find: 'endedWell(run.reply) && outcome.verdict._tag !== "Deny"',
    replace: "endedWell(run.reply)",
    project: "hookline",
    tests: ["pipeline/once"]
  },
  {
    id: "if-judged-once",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "a rule that only the changed input meets does not run its hook",
    find: "!compiled.judges(hook, scene.event) && !compiled.judges(hook, event)",
    replace: "!compiled.judges(hook, scene.event)",
    project: "hookline",
    tests: ["pipeline/answer", "matching"]
  },
  {
    id: "background-is-heard",
    file: "packages/core/src/internal/answer/runHook.ts",
    breaks: "a hook in the background gives a verdict on an event that is over",
    find: "const said = Outcome.make({ context, notices })",
    replace: "const said = outcome",
    project: "executor",
    tests: ["background"]
  },
  {
    id: "group-finishing-order",
    file: "packages/core/src/internal/answer/runGroup.ts",
    breaks: "hooks that run together are heard in the order in which they end",
    find: "=>\n  hooks.flatMap((hook) =>",
    replace: "=>\n  [...finished.keys(), ...hooks.filter((hook) => !finished.has(hook))].flatMap((hook) =>",
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "group-stops-at-allow",
    file: "packages/core/src/internal/answer/runGroup.ts",
    breaks: "an Allow keeps the hooks after it from running",
    find: 'const denies = ({ outcome }: Done): boolean => outcome.verdict._tag === "Deny"',
    replace: 'const denies = ({ outcome }: Done): boolean => outcome.verdict._tag !== "Pass"',
    project: "hookline",
    tests: ["pipeline/short"]
  },
  {
    id: "group-short-circuit-reversed",
    file: "packages/core/src/internal/answer/runGroup.ts",
    breaks: "hooks are dropped where their dialect wants all to run",
    find: 'scene.shortCircuit.when(dialect) === "onDeny"',
    replace: 'scene.shortCircuit.when(dialect) === "never"',
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "group-changes-unseen",
    file: "packages/core/src/internal/answer/runGroup.ts",
    breaks: "of a group in order each sees the event as it first came",
    find: "      current = next\n",
    replace: "      current = event\n",
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "event-changes-unseen",
    file: "packages/core/src/internal/answer/answer.ts",
    breaks: "a group sees nothing of what the group before it changed",
    find: "      current = group.event\n",
    replace: "",
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "halt-runs-rest",
    file: "packages/core/src/internal/answer/answer.ts",
    breaks: "hooks run after one has halted the agent",
    find: "if (halted !== undefined) spoken",
    replace: 'if (halted === "") spoken',
    project: "hookline",
    tests: ["pipeline/answer"]
  },
  {
    id: "loss-passes-under-closed",
    file: "packages/core/src/internal/answer/losses.ts",
    breaks: "an entry that was lost denies nothing under closed",
    find: 'if (onFailure === "open") return firstNotices(scene)',
    replace: 'if (onFailure !== "ask") return firstNotices(scene)',
    project: "hookline",
    tests: ["pipeline/failures"]
  },
  {
    id: "loss-silent",
    file: "packages/core/src/internal/answer/losses.ts",
    breaks: "an entry that was lost is told on no event",
    find: "lost.entries > 0 ||",
    replace: "lost.entries > 99 ||",
    project: "hookline",
    tests: ["pipeline/failures"]
  },
  {
    id: "loss-of-file-silent",
    file: "packages/core/src/internal/answer/losses.ts",
    breaks: "a file that nobody can read is missed by no event",
    find: '(lost.entries > 0 || lost.events === "all")',
    replace: "lost.entries > 0",
    project: "hookline",
    tests: ["pipeline/failures", "settings"]
  },
  {
    id: "limit-ignored",
    file: "packages/core/src/Executor.ts",
    breaks: "a hook may take as long as it likes",
    find: "duration: limitMillis,",
    replace: 'duration: "1 hour",',
    project: "hookline",
    tests: ["pipeline/limits"]
  },
  {
    id: "limit-cap-ignored",
    file: "packages/core/src/Timeouts.ts",
    breaks: "a hook may ask for more than its dialect's cap",
    find: "defaults.capMillis ?? Infinity",
    replace: "Infinity",
    project: "hookline",
    tests: ["pipeline/limits"]
  },
  {
    id: "limit-setting-ignored",
    file: "packages/core/src/Timeouts.ts",
    breaks: "max_timeout does not count",
    find: "const { defaultTimeoutMillis, maxTimeoutMillis = Infinity } = settings",
    replace: "const { defaultTimeoutMillis } = settings\n  const maxTimeoutMillis = Infinity",
    project: "hookline",
    tests: ["pipeline/limits"]
  },
  {
    id: "conflict-first-wins",
    file: "packages/core/src/Conflict.ts",
    breaks: "of two changes side by side the first counts",
    find: "change.by === last)",
    replace: "change.by === by[0])",
    project: "hookline",
    tests: ["pipeline/changes", "pipeline/answer"]
  },
  {
    id: "conflict-deny-passes",
    file: "packages/core/src/Conflict.ts",
    breaks: "a conflict that is to deny lets the event pass",
    find: 'Verdict.because("Deny", last, text)',
    replace: 'Verdict.because("Allow", last, text)',
    project: "hookline",
    tests: ["pipeline/changes", "pipeline/answer"]
  },
  {
    id: "copies-weaker-policy",
    file: "packages/core/src/Copies.ts",
    breaks: "of two copies the weaker onFailure counts",
    find: "return difference > 0 ? one : other",
    replace: "return difference < 0 ? one : other",
    project: "core",
    tests: ["Copies"]
  },
  {
    id: "copies-of-plugins",
    file: "packages/core/src/Copies.ts",
    breaks: "a plugin's guard is taken for a copy of another",
    find: "source.plugin === undefined && source.skill === undefined",
    replace: "source.skill === undefined",
    project: "core",
    tests: ["distinctWork", "Copies"]
  },
  {
    id: "copies-whatever-the-rule",
    file: "packages/core/src/Copies.ts",
    breaks: "two hooks that differ in their rules are taken for copies",
    find: "handler.asyncRewake === true,\n        rule",
    replace: "handler.asyncRewake === true",
    project: "core",
    tests: ["distinctWork"]
  },
  {
    id: "switch-project-reaches-users",
    file: "packages/core/src/Switches.ts",
    breaks: "a project's list of disabled hooks reaches a person's own",
    find: "!(isProjects && isUsers) && means(entry, hook)",
    replace: "(isProjects || isUsers || true) && means(entry, hook)",
    project: "hookline",
    tests: ["settings"]
  },
  {
    id: "switch-modules-run",
    file: "packages/core/src/Switches.ts",
    breaks: "a project's module runs in our process where nobody said that it may",
    find: 'handler._tag === "Module" && allowProjectModules !== true',
    replace: 'handler._tag === "Module" && allowProjectModules === false',
    project: "hookline",
    tests: ["settings"]
  },
  {
    id: "switch-urls-ignored",
    file: "packages/core/src/Switches.ts",
    breaks: "allowed_http_urls of a project does not keep its hooks from others",
    find: "!urls.some((pattern) => covers(pattern, handler.url))",
    replace: "urls.length > 99",
    project: "hookline",
    tests: ["settings"]
  },
  {
    id: "dispatch-runs-itself",
    file: "packages/core/src/Ourselves.ts",
    breaks: "our own dispatch is run as a hook",
    find: '&& first === "dispatch"',
    replace: '&& first === "dispatched"',
    project: "core",
    tests: ["Ourselves"]
  },
  {
    id: "dispatch-hides-guard",
    file: "packages/core/src/Ourselves.ts",
    breaks: "a command that does more besides our own dispatch is not run",
    find: "if (compound.test(text)) return false",
    replace: "if (compound.test(text)) return true",
    project: "core",
    tests: ["Ourselves"]
  },
  {
    id: "address-star-reaches-path",
    file: "packages/core/src/AddressPattern.ts",
    breaks: "a * in a host's name reaches into the path",
    find: "return site !== undefined && rest !== undefined && means(wantedSite, site) && means(wantedRest, rest)",
    replace: "return site !== undefined && rest !== undefined && means(pattern, address)",
    project: "core",
    tests: ["AddressPattern"]
  },
  {
    id: "match-names-ignore-case",
    file: "packages/core/src/MatchIndex.ts",
    breaks: "exact names ignore case",
    find: "(rule.ignoreCase ? lower : asIs)",
    replace: "(rule.ignoreCase ? lower : lower)",
    project: "core",
    tests: ["Matcher"]
  },
  {
    id: "match-patterns-ignore-case",
    file: "packages/core/src/MatchIndex.ts",
    breaks: "patterns ignore case",
    find: "(pattern.ignoreCase ? ascii : asIs)",
    replace: "(pattern.ignoreCase ? ascii : ascii)",
    project: "core",
    tests: ["Matcher"]
  },
  {
    id: "match-stopped-differs",
    file: "packages/core/src/MatchIndex.ts",
    breaks: "a hook whose pattern took too long does not run",
    find: 'if (tried !== "differs") for',
    replace: 'if (tried === "matches") for',
    project: "core",
    tests: ["Matcher", "PatternGuard"]
  },
  {
    id: "finding-dropped",
    file: "packages/core/src/internal/matching/Findings.ts",
    breaks: "what is found out while matching is not told",
    find: "    this.#known.add(key)\n",
    replace: "    if (this.#known.add(key).size > 0) return\n",
    project: "core",
    tests: ["Matcher"]
  },
  {
    id: "script-missing-untold",
    file: "packages/core/src/HooksOfFile.ts",
    breaks: "a script that is not there is not told",
    find: "scripts.length === 0 ? told : [...told, ...scripts]",
    replace: "scripts.length === 0 ? told : [...told]",
    project: "hookline",
    tests: ["discovery"]
  },
  {
    id: "manifest-link-followed",
    file: "packages/core/src/SourceFiles.ts",
    breaks: "a plugin's manifest brings hooks from elsewhere by a link",
    find: "if (outside) return [fileOutside(path, manifest)]",
    replace: 'if (outside && path === "") return [fileOutside(path, manifest)]',
    project: "hookline",
    tests: ["discovery"]
  },
  {
    id: "manifest-leads-out",
    file: "packages/core/src/SourceFiles.ts",
    breaks: "a plugin's manifest names files outside of the plugin",
    find: "if (steps.pop() === undefined) return undefined",
    replace: "steps.pop()",
    project: "hookline",
    tests: ["discovery"]
  },
  {
    id: "file-unreadable-silent",
    file: "packages/core/src/SourceFiles.ts",
    breaks: "a file that can't be read is as good as none",
    find: 'onFailure: (error) => [unreadable(file, "file", error)]',
    replace: "onFailure: () => []",
    project: "hookline",
    tests: ["discovery"]
  },
  {
    id: "settings-environment-weaker",
    file: "packages/core/src/SettingsFiles.ts",
    breaks: "the environment's settings do not count over those of files",
    find: "settings: Settings.over(settings, outside)",
    replace: "settings: Settings.over(outside, settings)",
    project: "hookline",
    tests: ["settings"]
  },
  {
    id: "settings-broken-silent",
    file: "packages/core/src/SettingsFiles.ts",
    breaks: "a file of settings that nobody can read denies nothing under closed",
    find: '      lost: { entries: 0, events: "all" }',
    replace: "      lost: { entries: 0, events: [] }",
    project: "hookline",
    tests: ["settings"]
  },
  {
    id: "settings-largest-cap",
    file: "packages/core/src/SettingsFiles.ts",
    breaks: "of a project's two caps the larger counts",
    find: "Math.min(...caps)",
    replace: "Math.max(...caps)",
    project: "hookline",
    tests: ["settings"]
  },
  {
    id: "catalog-stays-stale",
    file: "packages/core/src/LiveCatalog.ts",
    breaks: "a change of the files is not seen where nobody tells of it",
    find: "if (held !== undefined && watch.changed()) outdate()",
    replace: "if (held === undefined && watch.changed()) outdate()",
    project: "core",
    tests: ["unwatched"]
  },
  {
    id: "catalog-misses-change",
    file: "packages/core/src/LiveCatalog.ts",
    breaks: "a change while the files are read is missed",
    find: "if (!closed && !isPassing && changes === before) held = told",
    replace: "if (!closed && !isPassing) held = told",
    project: "core",
    tests: ["LiveCatalog"]
  },
  {
    id: "session-shared-by-projects",
    file: "packages/core/src/SessionState.ts",
    breaks: "what is remembered of a session counts in another project's",
    find: "JSON.stringify([project, session])",
    replace: 'JSON.stringify(["", session])',
    project: "hookline",
    tests: ["session/SessionStateFile", "session/pipeline"]
  },
  {
    id: "session-never-over",
    file: "packages/core/src/SessionState.ts",
    breaks: "what ran once in a session that is over does not run in the next",
    find: "Effect.sync(() => void sessions.delete(idOf(key)))",
    replace: "Effect.void",
    project: "hookline",
    tests: ["session/SessionStateFile", "session/pipeline"]
  },
  {
    id: "skill-stays-open",
    file: "packages/core/src/OpenSkills.ts",
    breaks: "a skill's hooks stay when it closes",
    find: "if (last >= 0) set(",
    replace: "if (last > 99) set(",
    project: "core",
    tests: ["OpenSkills"]
  },
  {
    id: "skill-closes-all",
    file: "packages/core/src/OpenSkills.ts",
    breaks: "a skill that closes closes all others",
    find: "open.toSpliced(last, 1)",
    replace: "open.slice(0, 0)",
    project: "core",
    tests: ["OpenSkills"]
  },
  {
    id: "skill-open-everywhere",
    file: "packages/core/src/OpenSkills.ts",
    breaks: "a skill that is open in one session is so in all",
    find: "JSON.stringify([project, session])",
    replace: "JSON.stringify([project, session.slice(0, 0)])",
    project: "core",
    tests: ["OpenSkills"]
  },
  {
    id: "rule-unclear-keeps-from-running",
    file: "packages/core/src/PermissionRule.ts",
    breaks: "a rule that nobody can understand keeps its hook from running",
    find: 'if (rule._tag === "Unclear") return true',
    replace: 'if (rule._tag === "Unclear") return false',
    project: "core",
    tests: ["PermissionRule"]
  },
  {
    id: "rule-without-text-keeps-from-running",
    file: "packages/core/src/PermissionRule.ts",
    breaks: "a rule keeps its hook from a call that says nothing of it",
    find: "return texts.length === 0 || texts.some(",
    replace: "return texts.some(",
    project: "core",
    tests: ["PermissionRule"]
  },
  {
    id: "rule-trusts-hidden-commands",
    file: "packages/core/src/PermissionRule.ts",
    breaks: "a rule keeps its hook from a command that may start another",
    find: "isBeyond(command) || speaksOfCommand(content, command)",
    replace: "speaksOfCommand(content, command)",
    project: "core",
    tests: ["PermissionRule"]
  },
  {
    id: "tool-change-in-hooks-words",
    file: "packages/core/src/ToolWords.ts",
    breaks: "a changed input reaches the host in the hook's words",
    find: "? { ...change, value: ToolTable.back(ours, ToolTable.back(theirs, change.value)) }",
    replace: "? { ...change, value: ToolTable.back(theirs, change.value) }",
    project: "hookline",
    tests: ["matching", "pipeline/answer"]
  },
  {
    id: "tool-key-decoy",
    file: "packages/core/src/ToolTable.ts",
    breaks: "of two keys for one thing the guard looks at the later",
    find: "Object.hasOwn(input, theirKey) && !ours.has(ourKey)",
    replace: "Object.hasOwn(input, theirKey)",
    project: "core",
    tests: ["ToolTable"]
  },
  {
    id: "payload-goes-on-after-deny",
    file: "packages/core/src/Pipeline.ts",
    breaks: "the second event of a payload runs although the first was denied",
    find: "if (!Outcome.goesOn(report.outcome)) break",
    replace: "if (!Outcome.goesOn(report.outcome)) continue",
    project: "hookline",
    tests: ["pipeline/payloads"]
  },
  {
    id: "payload-skill-stays",
    file: "packages/core/src/Pipeline.ts",
    breaks: "a skill that the host unloads stays in force",
    find: 'if (skill?._tag === "Unloaded") yield* skillChanged(skill)',
    replace: 'if (skill?._tag === "Unloaded") yield* Effect.void',
    project: "hookline",
    tests: ["skills"]
  },
  {
    id: "session-end-forgets-nothing",
    file: "packages/core/src/Pipeline.ts",
    breaks: "a session that ends with hooks is not forgotten",
    find: "return withProblems(Effect.tap(answered, ended(scene.session)))",
    replace: "return withProblems(answered)",
    project: "hookline",
    tests: ["pipeline/sessionEnd"]
  }
]
