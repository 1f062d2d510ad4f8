/** The calls and parts of outcomes that no adapter can express, or that pass by the hooks of one. */

export interface Limit {
  readonly what: string
  readonly becomes: string
  /** The test, or the scenario, by which it is known. Without one, it is known by the sources of the SDK. */
  readonly test?: string
  readonly scenario?: string
}

export const limits: Readonly<Record<string, ReadonlyArray<Limit>>> = {
  "claude-agent-sdk": [
    {
      what: "SessionStart: the SDK calls nothing back for it",
      becomes:
        "It runs with the session's first prompt, as `startup` unless `source` is `resume`; context reaches the model",
      scenario: "context at the start"
    },
    {
      what: "SessionEnd: the SDK calls nothing back for it",
      becomes: "Its hooks do not run; the program can `emit` it"
    },
    {
      what: "WorktreeCreate: its callback must make the worktree",
      becomes: "Not registered, unless `events` names it",
      test: "calls back for each event but the one whose callback must make a worktree"
    },
    {
      what: "A grant by `approve` of this process",
      becomes: "The call passes, and the SDK's own permissions still decide about it",
      test: "asks in this process where the program has an approver, and leaves a grant to the SDK's permissions"
    },
    { what: "Variables that a hook exports", becomes: "They reach later hooks, and not the SDK's shell" },
    {
      what: "Hooks of Claude Code's own settings, which `settingSources` loads",
      becomes: "They run twice, unless `excludeHostHooks` leaves them to the SDK or `settingSources` is `[]`"
    },
    {
      what: "A denial of TaskCompleted or TeammateIdle",
      becomes: "A decision to block, with a warning of the process: the SDK may ignore it, which was not run",
      test: "blocks by a decision where the SDK ignores failures, and warns"
    },
    {
      what: "A failure at the end of a turn",
      becomes: "The SDK lets the turn end, because it ignores `onFailure` there"
    }
  ],
  ai: [
    {
      what: "A call that the model's provider executes",
      becomes:
        "PreToolUse may deny it or ask where the SDK waits for an approval; no hook runs after it, and none changes it"
    },
    {
      what: "A tool without `execute`, which a client executes",
      becomes: "PreToolUse may deny it or ask; a changed input denies it; no hook runs after it",
      test: "that is executed elsewhere is denied where hooks would change it, and judged in any case"
    },
    {
      what: "Parts of a result that a generator gives before the last",
      becomes: "They pass as they come; hooks get the last part, and only that can change",
      test: "gives parts of its result as they come, and the last as hooks left it"
    },
    {
      what: "A question in `guard.tools` alone",
      becomes: "Denied, because nothing there asks; prompts and halts are those of `guard.settings`",
      test: "denies in tools alone, which nobody has asked about"
    },
    {
      what: "An input that a schema has made to something that is no JSON, such as a `Date`",
      becomes: "Denied, with the place in it: a guard must not be given less than there is",
      test: "is denied where its input is no JSON"
    },
    {
      what: "A halt, or a blocked prompt",
      becomes: "A `HookHalt` error, unless the program has a `stopWhen` for the halt",
      test: "ends at a halt: by the program's conditions, or else by an error"
    },
    {
      what: "Stop: the SDK asks nothing at the end",
      becomes: "It runs in `guard.turn`, and nowhere else",
      scenario: "blocks the stop"
    },
    {
      what: "The `abortSignal` of one call of a `ToolLoopAgent`",
      becomes:
        "Hooks before a call run to their end, and the call does not run; the signal of the settings ends them at once"
    },
    { what: "Images and files of a prompt", becomes: "They pass: hooks get its text, and may block it" },
    { what: "SessionEnd", becomes: "Its hooks do not run; the program can `emit` it" }
  ],
  langchain: [
    { what: "A tool that the model's provider executes", becomes: "No hook runs: no middleware is asked" },
    { what: "`tool.invoke` by the program or by another tool", becomes: "No hook runs: no middleware is asked" },
    {
      what: "Middleware after this one in the list",
      becomes: "It may change a call that hooks have judged: put this one last"
    },
    {
      what: "An input that hooks change after `humanInTheLoopMiddleware` has had it approved",
      becomes: "It runs as hooks left it, without another question"
    },
    {
      what: "A question without a checkpointer",
      becomes: "The graph can't be interrupted: the run ends with LangChain's error, and the call does not run"
    },
    {
      what: "A question, when the graph resumes",
      becomes:
        "Hooks run once more, and another question than the one that was answered in this process is put anew; of the answers to questions of another process the last one counts",
      test: "is put anew where hooks would run another input than the one that was approved"
    },
    { what: "The `artifact` of a result", becomes: "It stays as it was: the model does not read it, the program may" },
    {
      what: "A result that hooks change, of a `Command` without a message of a tool",
      becomes: "The call ends with an error in its place",
      test: "is replaced by an error where hooks change one that has no message"
    },
    {
      what: "Other messages in a `Command`, such as one of the user",
      becomes: "They pass: hooks get the messages of tools"
    },
    { what: "Images and files of a prompt", becomes: "They pass: hooks get its text, and may block it" },
    {
      what: "Context beside a `Command` without a message of a tool",
      becomes: "It is dropped, with a warning of the process"
    },
    {
      what: 'Context after a failure, with `errors: "throw"`',
      becomes: "It is dropped: the error goes to the middleware around",
      test: "that fails is an error for the model, with the context of hooks"
    },
    { what: "SessionEnd", becomes: "Its hooks do not run; the program can `emit` it" }
  ]
}
