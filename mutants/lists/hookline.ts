// The edge: the command, what is remembered of sessions, hosts' settings, agents' tools.
import type { Mutant } from "../Mutant.ts"

export const hookline: ReadonlyArray<Mutant> = [
  {
    id: "dispatch-denial-unwritten",
    file: "packages/hookline/src/command/dispatch.ts",
    breaks: "a denial that can't be written lets the action pass",
    find: "process.exit(isOut ? answer.exit : 2)",
    replace: "process.exit(isOut ? answer.exit : 0)",
    project: "hookline",
    tests: ["command/unwritten"]
  },
  {
    id: "dispatch-closed-exits-1",
    file: "packages/hookline/src/Dispatch.ts",
    breaks: "our own failure under closed lets the action pass",
    find: 'exit: call.onFailure === "open" ? 1 : 2',
    replace: 'exit: call.onFailure === "open" ? 2 : 1',
    project: "hookline",
    tests: ["command/dispatch"]
  },
  {
    id: "dispatch-failure-open",
    file: "packages/hookline/src/Dispatch.ts",
    breaks: "our own failure is always open",
    find: "FailurePolicy.decide(call.onFailure, {",
    replace: 'FailurePolicy.decide("open", {',
    project: "hookline",
    tests: ["ownFailures"]
  },
  {
    id: "dispatch-late",
    file: "packages/hookline/src/Dispatch.ts",
    breaks: "hooks of dispatch may take longer than the host waits",
    find: "Math.max(1, Math.min(Timeouts.ofDialect(hook, dialect, settings), deadline - performance.now()))",
    replace: "Math.max(1, Timeouts.ofDialect(hook, dialect, settings) + 0 * deadline)",
    project: "hookline",
    tests: ["command/late"]
  },
  {
    id: "dispatch-runs-hosts-own",
    file: "packages/hookline/src/command/dispatch.ts",
    breaks: "hooks that the host runs itself run twice",
    find: "withoutHostsOwn: !includeOwn",
    replace: "withoutHostsOwn: includeOwn",
    project: "hookline",
    tests: ["command/dispatch"]
  },
  {
    id: "dispatch-exports-lost",
    file: "packages/hookline/src/Dispatch.ts",
    breaks: "what hooks export does not reach the host",
    find: "const isNew = before !== after && event?._tag",
    replace: "const isNew = before === after && event?._tag",
    project: "hookline",
    tests: ["command/dispatch"]
  },
  {
    id: "quiet-change-unseen",
    file: "packages/hookline/src/internal/quiet/memory.ts",
    breaks: "dispatch does not look at files again once nothing ran",
    find: "if (sightOf(file) !== sights[file]) return false",
    replace: 'if (sightOf(file) === "") return false',
    project: "hookline",
    tests: ["command/quiet"]
  },
  {
    id: "quiet-remembers-guards",
    file: "packages/hookline/src/internal/quiet/memory.ts",
    breaks: "dispatch takes any question for one that it knows",
    find: "kept.questions.includes(question) && looksTheSame",
    replace: "looksTheSame",
    project: "hookline",
    tests: ["command/quiet"]
  },
  {
    id: "quiet-remembers-runs",
    file: "packages/hookline/src/Dispatch.ts",
    breaks: "a guard that had nothing to say is not asked again",
    find: "report.outcome === Outcome.empty && report.runs.length === 0",
    replace: "report.outcome.notices.length === 0",
    project: "hookline",
    tests: ["command/asked"]
  },
  {
    id: "quiet-tools-alike",
    file: "packages/hookline/src/internal/quiet/question.ts",
    breaks: "a tool's name makes no difference to what dispatch remembers",
    find: "const free = new Set([\n",
    replace: 'const free = new Set([\n  "tool_name",\n',
    project: "hookline",
    tests: ["quiet/question"]
  },
  {
    id: "quiet-every-event",
    file: "packages/hookline/src/internal/quiet/question.ts",
    breaks: "dispatch remembers events by which hooks may export",
    find: '  "PreToolUse",\n  "PostToolUse",',
    replace: '  "SessionStart",\n  "PreToolUse",\n  "PostToolUse",',
    project: "hookline",
    tests: ["quiet/question"]
  },
  {
    id: "quiet-believes-others",
    file: "packages/hookline/src/internal/quiet/memory.ts",
    breaks: "dispatch believes a memory that others may write",
    find: "(mode & 0o022) === 0 &&",
    replace: "(mode & 0o022) >= 0 &&",
    project: "hookline",
    tests: ["command/quiet"]
  },
  {
    id: "quiet-sight-of-time-alone",
    file: "packages/hookline/src/internal/quiet/sight.ts",
    breaks: "a file that was put in another's place looks the same",
    find: "[dev, ino, mode, size, mtimeNs, ctimeNs]",
    replace: "[dev, size, mtimeNs, 0, 0, 0]",
    project: "hookline",
    tests: ["quiet/sight"]
  },
  {
    id: "quiet-too-soon",
    file: "packages/hookline/src/internal/quiet/memory.ts",
    breaks: "a file that may still change in the same moment is remembered",
    find: "if (!Object.values(sights).every((sight) => isSettled(sight, now))) return",
    replace: "if (!Object.values(sights).every((sight) => isSettled(sight, now + 1e9))) return",
    project: "hookline",
    tests: ["command/quiet"]
  },
  {
    id: "session-unlocked",
    file: "packages/hookline/src/internal/session/lock.ts",
    breaks: "two processes write a session's state at once",
    find: "? () => release(lock, owner) : undefined",
    replace: "? () => release(lock, owner) : () => {}",
    project: "hookline",
    tests: ["session/SessionStateFile"]
  },
  {
    id: "session-lock-of-the-dead",
    file: "packages/hookline/src/internal/session/lock.ts",
    breaks: "a lock that a killed process left is never taken",
    find: "owners.some((owner) => isHeld(owner, Date.now() - status.mtimeMs))",
    replace: 'owners.some((owner) => isHeld(owner, Date.now() - status.mtimeMs) || owner !== "")',
    project: "hookline",
    tests: ["session/"]
  },
  {
    id: "session-lock-stolen",
    file: "packages/hookline/src/internal/session/lock.ts",
    breaks: "a lock is taken from a process that lives",
    find: "return startOf(Number(pid)) === start",
    replace: "return startOf(Number(pid)) === undefined",
    project: "hookline",
    tests: ["session/"]
  },
  {
    id: "session-folder-linked",
    file: "packages/hookline/src/internal/session/folders.ts",
    breaks: "a link in a session's place is followed",
    find: "const status = fs.lstatSync(folder, { throwIfNoEntry: false })\n  const why",
    replace: "const status = fs.statSync(folder, { throwIfNoEntry: false })\n  const why",
    project: "hookline",
    tests: ["session/"]
  },
  {
    id: "session-folder-open",
    file: "packages/hookline/src/internal/session/folders.ts",
    breaks: "others may look into what is remembered of sessions",
    find: "else if ((status.mode & 0o077) !== 0) fs.chmodSync(folder, 0o700)",
    replace: "else if ((status.mode & 0o077) < 0) fs.chmodSync(folder, 0o700)",
    project: "hookline",
    tests: ["session/"]
  },
  {
    id: "session-broken-silent",
    file: "packages/hookline/src/internal/session/sessions.ts",
    breaks: "state that nobody understands is begun anew in silence",
    find: "    tellBroken(folder, found.why)\n    file.putAside(folder)",
    replace: "    file.putAside(folder)",
    project: "hookline",
    tests: ["session/pipeline"]
  },
  {
    id: "session-unusable-silent",
    file: "packages/hookline/src/internal/session/sessions.ts",
    breaks: "state that can't be kept is not told of",
    find: "if (!problems.includes(text)) problems = [...problems, text]",
    replace: "if (problems.includes(text)) problems = [...problems, text]",
    project: "hookline",
    tests: ["session/"]
  },
  {
    id: "attach-takes-others",
    file: "packages/hookline/src/internal/attach/sites.ts",
    breaks: "attach takes other people's entries for ours",
    find: 'if (args === undefined) return Ourselves.is({ _tag: "Command", command })',
    replace: 'if (args === undefined) return command !== ""',
    project: "hookline",
    tests: ["attach/"]
  },
  {
    id: "attach-leaves-project",
    file: "packages/hookline/src/internal/disk.ts",
    breaks: "attach writes to where a link leads out of the project",
    find: "const isInside = folder === undefined || real",
    replace: 'const isInside = folder !== "" || real',
    project: "hookline",
    tests: ["attach/"]
  },
  {
    id: "attach-overwrites",
    file: "packages/hookline/src/internal/disk.ts",
    breaks: "attach overwrites what somebody else has written meanwhile",
    find: "    if (!isStill()) return false\n",
    replace: "",
    project: "hookline",
    tests: ["attach/overtaken"]
  },
  {
    id: "attach-loses-mode",
    file: "packages/hookline/src/internal/disk.ts",
    breaks: "attach lets others read settings that were private",
    find: "        fs.fchmodSync(file, like.mode & 0o7777)\n",
    replace: "        fs.fchmodSync(file, 0o644)\n",
    project: "hookline",
    tests: ["attach/"]
  },
  {
    id: "files-link-to-nowhere-silent",
    file: "packages/hookline/src/ConfigFilesNode.ts",
    breaks: "a file that is a link to nowhere is as good as none",
    find: "if (isLink(path)) throw",
    replace: 'if (isLink(path) && path === "") throw',
    project: "hookline",
    tests: ["discovery", "Discoverer"]
  },
  {
    id: "files-not-folder-silent",
    file: "packages/hookline/src/ConfigFilesNode.ts",
    breaks: "a file where a folder of hooks belongs is as good as none",
    find: "throw isThere && absent.has(codeOf(error)) ?",
    replace: "throw !isThere && absent.has(codeOf(error)) ?",
    project: "hookline",
    tests: ["discovery", "Discoverer"]
  },
  {
    id: "tool-runs-unanswered",
    file: "packages/hookline/src/internal/toolkit/before.ts",
    breaks: "a tool runs although nobody answered what a hook asked",
    find: '(verdict._tag === "Pass" || verdict._tag === "Allow")',
    replace: 'verdict._tag !== "Deny"',
    project: "hookline",
    tests: ["agent/HookedToolkit"]
  },
  {
    id: "tool-runs-halted",
    file: "packages/hookline/src/internal/toolkit/before.ts",
    breaks: "a tool runs although a hook halted the agent",
    find: "  halts.length === 0 && (verdict",
    replace: "  halts.length < 99 && (verdict",
    project: "hookline",
    tests: ["agent/HookedToolkit"]
  },
  {
    id: "tool-gets-strange-input",
    file: "packages/hookline/src/internal/toolkit/before.ts",
    breaks: "a tool gets an input that is not its own",
    find: ": { context, halts, goesOn: false, reason: input.why }",
    replace: ": { context, halts, goesOn: true, params: called.params, toolInput: called.event.toolInput }",
    project: "hookline",
    tests: ["agent/HookedToolkit"]
  },
  {
    id: "agent-unknown-word-grants",
    file: "packages/hookline/src/internal/agent/permitted.ts",
    breaks: "any answer of a person lets a tool run",
    find: "return Approval.isGrant(answer.success.value.answer) ?",
    replace: 'return Approval.isGrant(`${answer.success.value.answer}`) || answer.success.value.found === "asked" ?',
    project: "hookline",
    tests: ["agent/HookedAgent"]
  },
  {
    id: "agent-denied-runs",
    file: "packages/hookline/src/internal/agent/permitted.ts",
    breaks: "a tool whose permission a hook denied is asked about",
    find: "if (!isAllowed(outcome)) return yield* refused(reasonOf(outcome))",
    replace: "if (outcome.halts.length > 0) return yield* refused(reasonOf(outcome))",
    project: "hookline",
    tests: ["agent/denied"]
  }
]
