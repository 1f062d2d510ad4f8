// What is done about an outcome: questions, texts for the model, messages, the log.
import type { Mutant } from "../Mutant.ts"

export const coordinator: ReadonlyArray<Mutant> = [
  {
    id: "approval-unknown-word-grants",
    file: "packages/coordinator/src/Approval.ts",
    breaks: "any answer but deny grants",
    find: "grants.has(answer.trim().toLowerCase())",
    replace: 'answer.trim().toLowerCase() !== "deny"',
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-minds-case",
    file: "packages/coordinator/src/Approval.ts",
    breaks: "a yes in capitals is a no",
    find: "grants.has(answer.trim().toLowerCase())",
    replace: "grants.has(answer.trim())",
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-timeout-grants",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "silence grants",
    find: 'granted: silence === "allow",\n  found: "timeout"',
    replace: 'granted: silence !== "allow",\n  found: "timeout"',
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-default-allows",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "silence allows where the hook does not say",
    find: 'default: silence = "deny"',
    replace: 'default: silence = "allow"',
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-nobody-grants",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "nobody being there grants",
    find: 'answer: "deny",\n  granted: false,',
    replace: 'answer: "deny",\n  granted: true,',
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-always-for-all-hooks",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "what was granted one hook for always is granted to all",
    find: "JSON.stringify([by, prompt])",
    replace: "JSON.stringify([prompt])",
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-always-unoffered",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "what was never offered for always is granted so",
    find: "Approval.isForAlways(answer) && request.options.some(Approval.isForAlways)",
    replace: "Approval.isForAlways(answer)",
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-always-forgotten",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "what was granted for always is asked again",
    find: "(forAlways ? state.mark(",
    replace: "(!forAlways ? state.mark(",
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-first-question-only",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "of several questions only the first is asked",
    find: "if (ruled.granted) continue",
    replace: "if (ruled.granted) break",
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-dialogs-at-once",
    file: "packages/coordinator/src/internal/settle/approval.ts",
    breaks: "a person gets two dialogs at once",
    find: "return dialog.withPermits(1)(",
    replace: "return dialog.withPermits(0)(",
    project: "coordinator",
    tests: ["approvals", "Coordinator"]
  },
  {
    id: "approval-no-limit",
    file: "packages/coordinator/src/internal/bounded.ts",
    breaks: "a dialog, or a native handler, may take as long as it likes",
    find: "Math.min(Math.max(millis, 0), longest)",
    replace: "Math.max(millis, longest)",
    project: "coordinator",
    tests: ["Registry"]
  },
  {
    id: "rules-first-wins",
    file: "packages/coordinator/src/ApprovalRules.ts",
    breaks: "a rule that allows comes before one that denies",
    find: 'return meant.some(({ answer }) => answer === "deny") ? "deny" : meant[0]?.answer',
    replace: "return meant[0]?.answer",
    project: "coordinator",
    tests: ["ApprovalRules"]
  },
  {
    id: "rules-unreadable-allow",
    file: "packages/coordinator/src/ApprovalRules.ts",
    breaks: "a file of rules that can't be read has none",
    find: 'error.reason._tag === "NotFound" ?',
    replace: 'error.reason._tag !== "BadResource" ?',
    project: "coordinator",
    tests: ["unreadableRules"]
  },
  {
    id: "rules-star-reaches-far",
    file: "packages/coordinator/src/internal/glob.ts",
    breaks: "a * of a rule reaches over the end of a command",
    find: 'if (token === "*") return within',
    replace: 'if (token === "*") return "[^]*"',
    project: "coordinator",
    tests: ["ApprovalRules"]
  },
  {
    id: "rules-unanchored",
    file: "packages/coordinator/src/internal/glob.ts",
    breaks: "a rule allows what only begins as it says",
    find: "new RegExp(`^${source(pattern)}$`)",
    replace: "new RegExp(`^${source(pattern)}`)",
    project: "coordinator",
    tests: ["ApprovalRules"]
  },
  {
    id: "chain-without-previous",
    file: "packages/coordinator/src/internal/audit/chain.ts",
    breaks: "a record does not hold the hash of the one before it",
    find: '"prev":"${prev}",${rest}`',
    replace: '"prev":"${sha256("")}",${rest}`',
    project: "coordinator",
    tests: ["audit/Verify", "audit/Log"]
  },
  {
    id: "verify-order-ignored",
    file: "packages/coordinator/src/AuditVerify.ts",
    breaks: "records that were moved or taken away are not noticed",
    find: "(prev !== wasBefore.hash || link.count !== wasBefore.count + 1)",
    replace: "(prev !== wasBefore.hash && link.count < 0)",
    project: "coordinator",
    tests: ["audit/Verify"]
  },
  {
    id: "verify-hash-ignored",
    file: "packages/coordinator/src/internal/audit/chain.ts",
    breaks: "a record that was changed is not noticed",
    find: "sha256(line.slice(0, -endLength)) === hash ?",
    replace: "hash !== prev ?",
    project: "coordinator",
    tests: ["audit/Verify"]
  },
  {
    id: "verify-head-ignored",
    file: "packages/coordinator/src/AuditVerify.ts",
    breaks: "a log that was rewritten is not noticed against its head",
    find: "return known?.hash === hash",
    replace: "return known !== undefined",
    project: "coordinator",
    tests: ["audit/Verify"]
  },
  {
    id: "verify-tail-ignored",
    file: "packages/coordinator/src/AuditVerify.ts",
    breaks: "a log whose tail was cut off is not noticed",
    find: 'return [error("cut", name, text)]',
    replace: 'return text === "" ? [error("cut", name, text)] : []',
    project: "coordinator",
    tests: ["audit/Turns"]
  },
  {
    id: "verify-file-missed",
    file: "packages/coordinator/src/AuditVerify.ts",
    breaks: "a file of the log that is gone is not noticed",
    find: 'count === 0 ? [] : [error("missing"',
    replace: 'count >= 0 ? [] : [error("missing"',
    project: "coordinator",
    tests: ["audit/Verify"]
  },
  {
    id: "log-unredacted",
    file: "packages/coordinator/src/internal/audit/writer.ts",
    breaks: "secrets are written down",
    find: "JSON.stringify(redactEntry(entry))",
    replace: "JSON.stringify(entry)",
    project: "coordinator",
    tests: ["audit/audits"]
  },
  {
    id: "log-names-unredacted",
    file: "packages/coordinator/src/AuditRedaction.ts",
    breaks: "what is named as a secret is written down",
    find: "  return inAssignments(out)\n",
    replace: "  return out\n",
    project: "coordinator",
    tests: ["audit/Redaction"]
  },
  {
    id: "log-addresses-unredacted",
    file: "packages/coordinator/src/AuditRedaction.ts",
    breaks: "passwords in addresses are written down",
    find: "out = out.replace(words, inAddress)",
    replace: "out = out.replace(words, (word) => word)",
    project: "coordinator",
    tests: ["audit/Redaction"]
  },
  {
    id: "log-folder-open",
    file: "packages/coordinator/src/internal/audit/place.ts",
    breaks: "others may look into the log's folder",
    find: "if (ours !== undefined && (mode & 0o077) !== 0) fs.chmodSync(path, 0o700)",
    replace: "if (ours === undefined && (mode & 0o077) !== 0) fs.chmodSync(path, 0o700)",
    project: "coordinator",
    tests: ["audit/strangers"]
  },
  {
    id: "log-file-open",
    file: "packages/coordinator/src/internal/audit/place.ts",
    breaks: "others may read the log",
    find: "fs.openSync(path, flags, 0o600)",
    replace: "fs.openSync(path, flags, 0o644)",
    project: "coordinator",
    tests: ["audit/Log"]
  },
  {
    id: "log-follows-links",
    file: "packages/coordinator/src/internal/audit/place.ts",
    breaks: "the log is written to where a link leads",
    find: "if (isLink(on)) throw",
    replace: "if (isLink(`${on} `)) throw",
    project: "coordinator",
    tests: ["audit/Log"]
  },
  {
    id: "log-loss-silent",
    file: "packages/coordinator/src/internal/audit/writer.ts",
    breaks: "the log does not say that it lacks records",
    find: "if (this.#unsaid !== undefined) this.#say(this.#unsaid)",
    replace: "if (this.#unsaid === undefined) this.#headIsOld = true",
    project: "coordinator",
    tests: ["audit/Log"]
  },
  {
    id: "log-torn",
    file: "packages/coordinator/src/internal/audit/batch.ts",
    breaks: "half a record stays in the log",
    find: "    fs.ftruncateSync(file, size)\n    return true",
    replace: "    return true",
    project: "coordinator",
    tests: ["audit/Log"]
  },
  {
    id: "log-torn-goes-on",
    file: "packages/coordinator/src/internal/audit/turns.ts",
    breaks: "a file that was changed is gone on with",
    find: "if (next?.prev !== link.hash || next.link.count !== link.count + 1) return undefined",
    replace: "if (next === undefined) return undefined",
    project: "coordinator",
    tests: ["audit/strangers"]
  },
  {
    id: "budget-of-one-ignored",
    file: "packages/coordinator/src/ContextBudget.ts",
    breaks: "one text may be as long as it likes",
    find: "injection.bytes > bytes ?",
    replace: "injection.bytes > bytes * bytes ?",
    project: "coordinator",
    tests: ["Coordinator"]
  },
  {
    id: "budget-of-turn-ignored",
    file: "packages/coordinator/src/ContextBudget.ts",
    breaks: "the texts of a turn may be as long as they like",
    find: "sum > tokens ? over",
    replace: "sum > tokens * tokens ? over",
    project: "coordinator",
    tests: ["Coordinator"]
  },
  {
    id: "budget-never-anew",
    file: "packages/coordinator/src/Coordinator.ts",
    breaks: "a new turn has what the last one has left",
    find: 'if (event._tag === "UserPromptSubmit") parts',
    replace: 'if (event._tag === "SessionEnd") parts',
    project: "coordinator",
    tests: ["Coordinator"]
  },
  {
    id: "text-steers-terminals",
    file: "packages/coordinator/src/internal/plain.ts",
    breaks: "a text that steers a terminal reaches it",
    find: "strange.test(text) ? text",
    replace: 'strange.test("") ? text',
    project: "coordinator",
    tests: ["Coordinator", "HookResult", "ApprovalTerminal"]
  },
  {
    id: "emission-goes-on-after-deny",
    file: "packages/coordinator/src/internal/emit/emission.ts",
    breaks: "handlers are asked after one has denied",
    find: 'if (verdict._tag === "Deny") return',
    replace: 'if (verdict._tag === "Defer") return',
    project: "coordinator",
    tests: ["Registry"]
  },
  {
    id: "emission-goes-on-after-halt",
    file: "packages/coordinator/src/internal/emit/emission.ts",
    breaks: "handlers are asked after one has halted the agent",
    find: "return halts.length > 0 ?",
    replace: "return halts.length > 99 ?",
    project: "coordinator",
    tests: ["Registry"]
  },
  {
    id: "emission-changes-unseen",
    file: "packages/coordinator/src/internal/emit/emission.ts",
    breaks: "a handler sees the event as it first came",
    find: "    current = changedEvent(current, outcome.changes)\n",
    replace: "",
    project: "coordinator",
    tests: ["Registry"]
  },
  {
    id: "emission-allow-outlives-change",
    file: "packages/coordinator/src/internal/emit/emission.ts",
    breaks: "a handler's Allow counts although a later one changed the input",
    find: "outcome, sawChanges: changes })",
    replace: "outcome, sawChanges: changes + 99 })",
    project: "coordinator",
    tests: ["Registry", "laws"]
  },
  {
    id: "registry-order-reversed",
    file: "packages/coordinator/src/internal/emit/Shelf.ts",
    breaks: "handlers of a higher priority are asked first",
    find: "one.priority - other.priority",
    replace: "other.priority - one.priority",
    project: "coordinator",
    tests: ["Registry"]
  },
  {
    id: "said-nonsense-passes",
    file: "packages/coordinator/src/Said.ts",
    breaks: "a handler that returned nonsense has said nothing",
    find: 'return new Garbled({ hook: by, issue: "it returned what is no Outcome: make one with Outcome.make" })',
    replace: "return Outcome.empty",
    project: "coordinator",
    tests: ["failures"]
  },
  {
    id: "said-misspelled-passes",
    file: "packages/coordinator/src/Said.ts",
    breaks: "a handler that misspelled its verdict has said nothing",
    find: "if (strange !== undefined) {",
    replace: 'if (strange === "") {',
    project: "coordinator",
    tests: ["failures"]
  }
]
