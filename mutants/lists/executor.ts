// The runners: processes, requests, modules, and the variables that hooks get.
import type { Mutant } from "../Mutant.ts"

export const executor: ReadonlyArray<Mutant> = [
  {
    id: "env-file-readable",
    file: "packages/executor/src/EnvFile.ts",
    breaks: "the session's exports can be read by everybody",
    find: 'openSync(file, "wx", 0o600)',
    replace: 'openSync(file, "wx", 0o644)',
    project: "executor",
    tests: ["EnvFile"]
  },
  {
    id: "env-file-lasting-readable",
    file: "packages/executor/src/EnvFile.ts",
    breaks: "exports that outlive the process can be read by everybody",
    find: "O_NOFOLLOW | O_NONBLOCK, 0o600",
    replace: "O_NOFOLLOW | O_NONBLOCK, 0o644",
    project: "executor",
    tests: ["EnvFile"]
  },
  {
    id: "env-file-follows-links",
    file: "packages/executor/src/internal/env/exported.ts",
    breaks: "a link in the exports' place is followed",
    find: "constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK",
    replace: "constants.O_RDONLY | constants.O_NONBLOCK",
    project: "executor",
    tests: ["EnvFile"]
  },
  {
    id: "env-file-sets-ours",
    file: "packages/executor/src/internal/env/exported.ts",
    breaks: "hooks export variables that are ours to set",
    find: "const isOwn = ({ name }: Change): boolean => !reserved.has(name)",
    replace: "const isOwn = ({ name }: Change): boolean => !reserved.has(`${name} `)",
    project: "executor",
    tests: ["EnvFile"]
  },
  {
    id: "env-file-bad-line-costs-all",
    file: "packages/executor/src/internal/env/assignments.ts",
    breaks: "a bad line of the exports costs all lines after it",
    find: "problems.push({ line: lineOf(at), text: statement.problem })\n      at = nextLine(text, at)",
    replace: "problems.push({ line: lineOf(at), text: statement.problem })\n      at = text.length",
    project: "executor",
    tests: ["EnvFile"]
  },
  {
    id: "env-file-runs-nothing-told",
    file: "packages/executor/src/internal/env/assignments.ts",
    breaks: "what an export would have to run is taken for its text",
    find: 'if (next === "(" || next === "{") return',
    replace: 'if (next === "{") return',
    project: "executor",
    tests: ["EnvFile"]
  },
  {
    id: "env-keys-passed-on",
    file: "packages/executor/src/HookEnv.ts",
    breaks: "hooks get the keys of providers",
    find: " && (!providerKeys.includes(name) || names(rule, name))",
    replace: "",
    project: "executor",
    tests: ["environment"]
  },
  {
    id: "env-minimal-ignored",
    file: "packages/executor/src/HookEnv.ts",
    breaks: "the rule minimal lets everything be inherited",
    find: 'if (rule === "minimal") return naming(necessary)',
    replace: 'if (rule === "minimal") return () => true',
    project: "executor",
    tests: ["environment"]
  },
  {
    id: "env-list-ignored",
    file: "packages/executor/src/HookEnv.ts",
    breaks: "a list of variables lets everything be inherited",
    find: "return Array.isArray(rule) ? naming(rule) : () => true",
    replace: "return () => true",
    project: "executor",
    tests: ["environment"]
  },
  {
    id: "env-of-others-inherited",
    file: "packages/executor/src/HookEnv.ts",
    breaks: "a hook inherits another host's variables",
    find: "entry[1] !== undefined && !reserved.has(entry[0])",
    replace: "entry[1] !== undefined",
    project: "executor",
    tests: ["environment"]
  },
  {
    id: "env-file-path-missing",
    file: "packages/executor/src/HookEnv.ts",
    breaks: "FILE_PATH does not name a notebook",
    find: "[file, path, notebook].find",
    replace: "[file, path].find",
    project: "executor",
    tests: ["filePath"]
  },
  {
    id: "shell-unquoted",
    file: "packages/executor/src/internal/process/shellText.ts",
    breaks: "a value's quote ends the quoting in a warm shell",
    find: "`'${text.replaceAll(\"'\", String.raw`'\\''`)}'`",
    replace: "`'${text}'`",
    project: "executor",
    tests: ["environment"]
  },
  {
    id: "shell-sets-its-own",
    file: "packages/executor/src/internal/process/shellText.ts",
    breaks: "a warm shell is told variables by which it changes how it reads",
    find: "name.test(variable) && !owned.test(variable)",
    replace: "name.test(variable)",
    project: "executor",
    tests: ["shellText"]
  },
  {
    id: "shell-substitutes-parent",
    file: "packages/executor/src/internal/process/commandOf.ts",
    breaks: "arguments are filled with any variable of this process",
    find: 'Object.hasOwn(variables, name) ? (variables[name] ?? "") : all',
    replace: 'Object.hasOwn(variables, name) ? (variables[name] ?? "") : (process.env[name] ?? all)',
    project: "executor",
    tests: ["commands"]
  },
  {
    id: "wrap-ignored",
    file: "packages/executor/src/ProcessRunner.ts",
    breaks: "a person's sandbox does not stand around their hooks",
    find: "[...wrap, ...(settings.wrap ?? [])]",
    replace: "[...wrap, ...(settings.wrap ?? []).slice(99)]",
    project: "executor",
    tests: ["commands"]
  },
  {
    id: "redirect-to-others",
    file: "packages/executor/src/internal/http/redirect.ts",
    breaks: "an event is sent on to another host",
    find: "if (from.hostname !== to.hostname) return false\n",
    replace: "",
    project: "executor",
    tests: ["HttpRunner"]
  },
  {
    id: "redirect-to-plain",
    file: "packages/executor/src/internal/http/redirect.ts",
    breaks: "an event that was to go by https is sent on by http",
    find: '(from.protocol === to.protocol || to.protocol === "https:")',
    replace: '(from.protocol === to.protocol || to.protocol !== "")',
    project: "executor",
    tests: ["HttpRunner"]
  },
  {
    id: "redirect-by-fetch",
    file: "packages/executor/src/HttpRunner.ts",
    breaks: "redirects are followed before anybody looks at them",
    find: 'redirect: "manual"',
    replace: 'redirect: "follow"',
    project: "executor",
    tests: ["HttpRunner"]
  },
  {
    id: "redirect-past-allowed",
    file: "packages/executor/src/internal/http/redirect.ts",
    breaks: "allowed_http_urls does not count for where an event is sent on",
    find: "if (!Address.isAllowed(allowed, url.href)) {",
    replace: "if (!Address.isAllowed(undefined, url.href)) {",
    project: "executor",
    tests: ["HttpRunner"]
  },
  {
    id: "urls-ignored",
    file: "packages/executor/src/internal/http/address.ts",
    breaks: "allowed_http_urls does not count",
    find: "patterns === undefined || patterns.some((pattern) => covers(pattern, text))",
    replace: 'patterns === undefined || text !== ""',
    project: "executor",
    tests: ["HttpRunner"]
  },
  {
    id: "header-takes-any-variable",
    file: "packages/executor/src/internal/http/headers.ts",
    breaks: "a header holds variables that its hook may not have",
    find: "allowed.includes(name) && Object.hasOwn(env(), name)",
    replace: "Object.hasOwn(env(), name)",
    project: "executor",
    tests: ["HttpRunner"]
  },
  {
    id: "http-cut-untold",
    file: "packages/executor/src/HttpRunner.ts",
    breaks: "a body that was cut counts as a whole one",
    find: "body, ...(cut && { cut })",
    replace: "body, ...(!cut && { cut })",
    project: "executor",
    tests: ["HttpRunner"]
  },
  {
    id: "output-cut-untold",
    file: "packages/executor/src/internal/process/supervise.ts",
    breaks: "output that was cut counts as whole",
    find: "cut: out.cut() || err.cut()",
    replace: "cut: out.cut() && err.cut()",
    project: "executor",
    tests: ["badHooks", "lostGuards"]
  },
  {
    id: "signal-is-success",
    file: "packages/executor/src/internal/process/replyOf.ts",
    breaks: "a hook that was killed is one that had nothing to say",
    find: "return Effect.fail(executing(new Failed({ hook: hook.id, issue })))",
    replace: 'return Effect.succeed({ _tag: "Exit", code: 0, stdout: "", stderr: issue })',
    project: "executor",
    tests: ["badHooks", "lostGuards"]
  },
  {
    id: "limit-leaves-processes",
    file: "packages/executor/src/internal/process/supervise.ts",
    breaks: "what a hook has started lives on when its time is up",
    find: "if (child.pid !== undefined) groups.terminate(child.pid)",
    replace: "if (child.pid === undefined) groups.terminate(0)",
    project: "executor",
    tests: ["endsInSession"]
  },
  {
    id: "limit-ends-leader-alone",
    file: "packages/executor/src/internal/process/Groups.ts",
    breaks: "of a hook that is ended only the first process is",
    find: "process.kill(hasGroups ? -pid : pid, name)",
    replace: "process.kill(pid, name)",
    project: "executor",
    tests: ["endsInSession"]
  },
  {
    id: "limit-asks-only",
    file: "packages/executor/src/internal/process/Groups.ts",
    breaks: "a process that does not listen is never made to end",
    find: 'kills.delete(pid)\n      signal(pid, "SIGKILL")',
    replace: "kills.delete(pid)",
    project: "executor",
    tests: ["endsInSession"]
  },
  {
    id: "limit-misses-inner-groups",
    file: "packages/executor/src/internal/process/Groups.ts",
    breaks: "groups that a hook has made for itself live on",
    find: "for (const pid of [...pids, ...within]) dismiss(pid)",
    replace: "for (const pid of pids) dismiss(pid)",
    project: "executor",
    tests: ["endsInSession"]
  },
  {
    id: "exit-leaves-processes",
    file: "packages/executor/src/internal/process/Processes.ts",
    breaks: "hooks outlive a process that just exits",
    find: "      groups.killAll()\n      pipes.close()",
    replace: "      pipes.close()",
    project: "executor",
    tests: ["leaving"]
  },
  {
    id: "session-leaves-processes",
    file: "packages/executor/src/internal/process/Processes.ts",
    breaks: "closing the session does not wait for what it ends",
    find: "      await groups.close()\n",
    replace: "",
    project: "executor",
    tests: ["timeouts", "badHooks"]
  },
  {
    id: "left-behind-holds-answer",
    file: "packages/executor/src/internal/process/supervise.ts",
    breaks: "a process that a hook left behind holds its answer back",
    find: "else grace = setTimeout(drained, rest)",
    replace: "else grace = setTimeout(drained, rest * 1000)",
    project: "executor",
    tests: ["heldPipes"]
  },
  {
    id: "left-behind-writes-answer",
    file: "packages/executor/src/internal/process/supervise.ts",
    breaks: "what a process that was left behind prints breaks the hook's answer",
    find: "    out.endWithJson()\n",
    replace: "",
    project: "executor",
    tests: ["lostGuards", "badHooks"]
  },
  {
    id: "module-changes-event",
    file: "packages/executor/src/internal/module/shown.ts",
    breaks: "a function changes the event for everybody",
    find: "return Object.freeze(value.map(frozen))",
    replace: "return value",
    project: "executor",
    tests: ["ModuleRunner"]
  },
  {
    id: "module-never-again",
    file: "packages/executor/src/internal/module/Modules.ts",
    breaks: "a module that has changed runs as it was",
    find: "if (before?.version === version) return before.namespace",
    replace: "if (before !== undefined) return before.namespace",
    project: "executor",
    tests: ["ModuleRunner"]
  },
  {
    id: "python-silent-exit",
    file: "packages/executor/src/PythonRunner.ts",
    breaks: "a Python function that never returned had nothing to say",
    find: "return fails(work, issue, reply.stderr)",
    replace: 'return issue === "" ? fails(work, issue, reply.stderr) : Effect.succeed({ _tag: "Value", value: null })',
    project: "executor",
    tests: ["PythonRunner"]
  }
]
