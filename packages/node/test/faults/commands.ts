// What a command can suffer, whoever starts it.
import type { FaultTest } from "@hookline/testing"
import { rmSync } from "node:fs"
import path from "node:path"

const command = (text: string, more: FaultTest.Entry = {}): FaultTest.Entry => ({
  type: "command",
  command: text,
  ...more
})

/** Too short for a hook that never ends, and enough for one that only has to start. */
const short = { timeout: 0.4 }

const said = (text: string): string => `printf '%s' '${text}'`

export const commands: Readonly<Record<string, FaultTest.Fault>> = {
  // Crashes
  "an exit code that is no answer": {
    hook: command("echo oh >&2; exit 7"),
    told: /exit code 7: oh/,
    stage: "translate"
  },
  "a signal": {
    hook: command("echo wrong >&2; kill -9 $$"),
    told: /ended by SIGKILL, after it printed: wrong/,
    stage: "execute"
  },
  "a signal to all of its group": { hook: command("kill -9 0"), told: /ended by SIGKILL/, stage: "execute" },
  "a crash that dumps": { hook: command("kill -SEGV $$"), told: /ended by SIGSEGV/, stage: "execute" },
  "a crash with half an answer": {
    hook: command(`${said('{"hookSpecificOutput": {"permissionDecision": "al')}; kill -9 $$`),
    told: /ended by SIGKILL/,
    stage: "execute"
  },

  // Hangs
  "a hang": { hook: command("sleep 600", short), told: /did not answer within 0.4 s/, stage: "execute" },
  "a hang that no signal ends, with all that it has started": {
    hook: command("trap '' TERM INT HUP; (trap '' TERM; sleep 600) & while :; do sleep 1; done", short),
    told: /did not answer within 0.4 s/
  },
  "a hang in another session of processes": {
    hook: command("setsid sleep 600 & sleep 600", short),
    told: /did not answer within 0.4 s/
  },
  "a stop": { hook: command("kill -STOP $$", short), told: /did not answer within 0.4 s/ },
  "a hang after a whole answer": {
    hook: command(
      `${said('{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}')}; sleep 600`,
      short
    ),
    told: /did not answer within 0.4 s/
  },
  "output without end": { hook: command("yes", short), told: /did not answer within 0.4 s/ },

  // Garbage
  "broken JSON": { hook: command(said('{"decision": }')), told: /can't be understood/, stage: "translate" },
  "a reply that ends in its middle": {
    hook: command(said('{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny" }')),
    told: /can't be understood/,
    stage: "translate"
  },
  "an unknown word": { hook: command(said('{"decision": "perhaps"}')), told: /decision/, stage: "translate" },
  "a field of another type": {
    hook: command(said('{"continue": "no"}')),
    told: /neither true nor false/,
    stage: "translate"
  },
  "a reply that is cut at the cap": {
    hook: command(`printf '{"a": "'; head -c 3000000 /dev/zero | tr '\\0' x; printf '"}'`),
    told: /JSON|cut|MiB/,
    stage: "translate"
  },
  "a reply behind more than is kept": {
    hook: command(`head -c 3000000 /dev/zero | tr '\\0' x; ${said('{"decision": "approve"}')}`),
    told: /more than 1 MiB/,
    stage: "execute"
  },
  "a reply amid other text": {
    hook: command(`echo checking; ${said('{"decision": "approve"}')}`),
    told: /amid other text/,
    stage: "translate"
  },
  "a reply with a key twice": {
    hook: command(said('{"decision": "approve", "decision": "approve"}')),
    told: /decision is in it twice/,
    stage: "translate"
  },
  "a reply in UTF-16": {
    hook: command(`printf '{\\0"\\0a\\0"\\0:\\0001\\0}\\0'`),
    told: /UTF-16/,
    stage: "translate"
  },
  "garbage in an object's brackets": {
    hook: command("printf '{'; head -c 5000 /dev/zero | tr '\\0' '\\377'; printf '}'"),
    told: /can't be understood/,
    stage: "translate"
  },
  "closing all that it could speak by": {
    hook: command("exec <&- >&- 2>&-; exit 3"),
    told: /exit code 3/,
    stage: "translate"
  },

  // What is not there, or may not be run
  "a missing program": { hook: command("no-such-program --check"), told: /no-such-program.*not found/s },
  "a missing program, without a shell": {
    hook: command("no-such-program", { args: ["--check"] }),
    told: /no-such-program is not there, in no folder of PATH/,
    stage: "execute"
  },
  "a missing script": { hook: command("./no/guard.sh"), told: /no\/guard\.sh.*not found/s },
  "a script that went after it was found": {
    hook: command("./gone.sh"),
    files: { "gone.sh": { script: "#!/bin/sh\nexit 0\n" } },
    prepare: (folder) => rmSync(path.join(folder, "gone.sh")),
    told: /gone\.sh.*not found/s
  },
  "a missing interpreter": {
    hook: command("./other-interpreter"),
    files: { "other-interpreter": { script: "#!/no/such/interpreter\n" } },
    told: /code 12[67].*other-interpreter/s
  },
  "a missing interpreter, without a shell": {
    hook: command("${CLAUDE_PROJECT_DIR}/no-interpreter", { args: [] }),
    files: { "no-interpreter": { script: "#!/no/such/interpreter\n" } },
    told: /no-interpreter is there, but not the interpreter that its first line names/,
    stage: "execute"
  },
  "a missing shell": {
    hook: command("exit 0", { shell: "no-such-shell" }),
    told: /no-such-shell is not there, in no folder of PATH/,
    stage: "execute"
  },
  "no run bit": {
    hook: command("./no-run-bit.sh"),
    files: { "no-run-bit.sh": "exit 0\n" },
    told: /no-run-bit\.sh.*Permission denied/s
  },
  "no run bit, without a shell": {
    hook: command("${CLAUDE_PROJECT_DIR}/no-bit.sh", { args: [] }),
    files: { "no-bit.sh": "exit 0\n" },
    told: /no-bit\.sh may not be run: give it its run bit \(chmod \+x/,
    stage: "execute"
  },
  "a folder in the place of a script": { hook: command("./src"), files: { "src/x": "" }, told: /src/ },
  "a command that no process can be given": { hook: command("echo \0"), told: /null bytes/, stage: "execute" },

  // A full disk
  "a full disk that it writes to": {
    hook: command("echo x >/dev/full"),
    told: /No space left|exit code [12]|write error/i
  },
  "a full disk that its answer goes to": {
    hook: command(`exec >/dev/full; ${said('{"continue": true}')} || exit 9`),
    told: /exit code/
  }
}

/** All of them run where a folder is gone that they are to run in. */
export const homeless: Readonly<Record<string, FaultTest.Fault>> = {
  "a folder that is not there any more": {
    hook: command("exit 0"),
    prepare: (folder) => rmSync(folder, { recursive: true }),
    told: /its folder .* is not there/,
    stage: "execute"
  }
}
