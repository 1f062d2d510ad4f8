// The tests of processes, files and audit: those whose outcome depends on the user's rights, and no more, since they run
// a second time.
const inPackage = (name: string, files: ReadonlyArray<string>): ReadonlyArray<string> =>
  files.map((file) => `packages/${name}/test/${file}.test.ts`)

export const tests: ReadonlyArray<string> = [
  ...inPackage("executor", [
    "WarmShells",
    "EnvFile",
    "background",
    "commands",
    "heldPipes",
    "sandbox/hostile",
    "sandbox/SystemSandbox"
  ]),
  ...inPackage("coordinator", ["audit/AuditLog", "audit/SharedLog", "audit/AuditLogForeignFiles"]),
  ...inPackage("skills", ["discovery", "UnreadableSkills"]),
  ...inPackage("node", [
    "cases/HookCaseFiles",
    "faults/finding",
    "faults/scarcity",
    "node/ConfigLocations",
    "node/WatchedRights",
    "node/session/StateFailures"
  ]),
  ...inPackage("hookline", ["manage/attach/files"])
]
