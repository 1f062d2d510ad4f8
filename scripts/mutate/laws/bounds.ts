// Laws of bounds: what a project, its files and the agents in it can't do to the guards of the user.
import type { Law } from "../Law.ts"
import { call, kind, literal, mentioning, property } from "./edits.ts"

export const bounds: ReadonlyArray<Law> = [
  {
    id: "project-exports-stay",
    law: "Exports of a project's hooks reach no hook of the user.",
    symbol: "makeReceivers",
    operator: "drop-left",
    mentions: ["receiver", "user", "nothing"]
  },
  {
    id: "deciding-exports-stay",
    law: "The host gets no name of a project's exports that decides which programs run.",
    symbol: "harmless",
    module: "receivers",
    edit: property("set", "set")
  },
  {
    id: "project-file-exports-for-project",
    law: "Exports of a user's hook that runs a file of the project are the project's.",
    symbol: "isOfProject",
    operator: "drop-right",
    mentions: ["projectFile"]
  },
  {
    id: "python-finds-no-project-script",
    law: "The script of a user's Python hook is never one of the project.",
    symbol: "folders",
    module: "PythonScript",
    edit: kind("ConditionalExpression", "[projectDir, ownFolder]")
  },
  {
    id: "lists-hold-no-project-folder",
    law: "No list of folders lets a user's hook load code of the project.",
    symbol: "withoutProject",
    operator: "drop-right",
    mentions: ["isAbsolute", "isForeign"]
  },
  {
    id: "foreign-folder-above-does-not-count",
    law: "A folder above the current one that another user may write is not the project.",
    symbol: "find",
    module: "ProjectFolder",
    edit: mentioning("foreign", kind("BinaryExpression", "true"))
  },
  {
    id: "project-switch-stays",
    law: "A project's switch for all hooks disables no hook of the user.",
    symbol: "byDialect",
    module: "Disabling",
    edit: mentioning("scope", kind("ConditionalExpression", "project.get(dialect)"))
  },
  {
    id: "project-file-counts-as-project",
    law: "A user's hook that runs a file of the project counts as the project's.",
    symbol: "marking",
    module: "ProjectFiles",
    edit: mentioning("projectFile", kind("BinaryExpression", "false"))
  },
  {
    id: "hidden-text-is-shown",
    law: "What is printed shows what a file or a hook has hidden.",
    symbol: "writtenOut",
    edit: call("written", (found = "") => found)
  },
  {
    id: "hidden-text-is-removed",
    law: "A text for a host has no hidden characters.",
    symbol: "legible",
    edit: kind("ConditionalExpression", "found")
  },
  {
    id: "foreign-skill-is-no-users",
    law: "A skill in a folder outside of the user's home has no more rights than the project.",
    symbol: "scopeOf",
    module: "locations",
    operator: "remove-guard",
    mentions: ["home", "config"]
  },
  {
    id: "users-skill-is-kept",
    law: "A project's skill does not switch off the user's of its name.",
    symbol: "resolve",
    module: "ActiveSkills",
    edit: mentioning(
      "own",
      call("add", () => "found")
    )
  },
  {
    id: "linked-folder-is-the-users",
    law: "A project's link to the user's folders does not keep the skills there from being the user's.",
    symbol: "visited",
    edit: property("user", "{ add: (kind, path) => addTo(project, `${kind} ${path}`) }")
  },
  {
    id: "linked-skill-is-one",
    law: "A project's link to a skill of the user is no second skill.",
    symbol: "withoutLinked",
    edit: kind("ConditionalExpression", "found")
  },
  {
    id: "host-variables-of-project-are-undone",
    law: "Variables that a project sets for its host reach no guard of the user.",
    symbol: "drop",
    module: "projectVariables",
    operator: "remove-assignment",
    mentions: ["env", "name", "value"]
  },
  {
    id: "host-value-is-the-users",
    law: "A variable that a project sets has the value with which the host was started, and not that of a program between.",
    symbol: "startedWith",
    operator: "drop-right",
    mentions: ["from", "isAgent"]
  },
  {
    id: "hosts-variable-names-project",
    law: "Only an absolute path in the host's variable names the project.",
    symbol: "told",
    module: "ProjectFolder",
    edit: literal("/", '""')
  },
  {
    id: "agents-grant-nothing",
    law: "A command that changes what guards the user writes nothing below an agent.",
    symbol: "userOnly",
    edit: call("fail", () => "Effect.void")
  },
  {
    id: "unkept-where-a-project-sets-variables",
    law: "An answer that depends on how the host was started is not remembered.",
    symbol: "main",
    module: "command",
    operator: "drop-right",
    mentions: ["isQuiet", "isRestored"]
  },
  {
    id: "own-guard-denies-unattended",
    law: "An agent's call that grants is denied where the agent asks for nothing.",
    symbol: "outcomeOf",
    module: "runner",
    edit: call("isUnattended", () => "false")
  },
  {
    id: "own-guard-fails-to-a-question",
    law: "A call that Hookline's own guard can't judge is a question.",
    symbol: "make",
    module: "hook",
    edit: literal(true, "false")
  }
]
