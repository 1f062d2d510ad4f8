import { assert, describe, it } from "@effect/vitest"
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"

const is = (command: string, args?: ReadonlyArray<string>): boolean =>
  SelfReference.is({ _tag: "Command", command, ...(args !== undefined && { args }) })

describe("SelfReference", () => {
  it.each([
    "hookline dispatch",
    "hookline dispatch --host claude",
    "/usr/local/bin/hookline dispatch",
    '"$HOME/My Tools/hookline" dispatch --host claude',
    "npx hookline dispatch",
    "npx -y hookline@latest dispatch --host x",
    "npx -p hookline hookline dispatch",
    "node ./node_modules/hookline/hookline.js dispatch",
    "node --import ./trace.js /opt/hookline.js dispatch",
    "HOOKLINE_ENABLED=true exec hookline dispatch",
    "hookline dispatch --host claude 2>/dev/null || true",
    "/opt/node /opt/hookline.js dispatch --host claude --event PreToolUse --on-failure closed || exit 2",
    `/opt/node /opt/hookline.js dispatch || echo '{"decision":{"behavior":"deny"}}'`,
    "/opt/node /opt/hookline.js dispatch --event WorktreeRemove || [ $? -ne 2 ]",
    String.raw`/opt/node '/a (b) & c/it'\''s/hookline.js' dispatch --host claude`,
    "cd /home/me/.cursor && { /opt/node /opt/hookline.js dispatch --host cursor --event PreToolUse\n}",
    String.raw`cd '/home/it'\''s me/.cursor' && { hookline dispatch --host cursor || exit 2${"\n"}}`
  ])("is %s", (command) => {
    assert.isTrue(is(command))
  })

  it.each([
    "hookline check",
    "hookline --version dispatch",
    "./guard.sh hookline dispatch",
    "node guard.js hookline dispatch",
    "echo hookline dispatch",
    "hookline dispatch && ./guard.sh",
    "hookline dispatch; ./guard.sh",
    "hookline dispatch || ./guard.sh",
    "hookline dispatch\n./guard.sh",
    "hookline dispatch $(./guard.sh)",
    "hookline dispatch | ./guard.sh",
    "my-hookline dispatch",
    "hookline dispatch || echo '{}' && ./guard.sh",
    "hookline dispatch || echo '{}'; ./guard.sh",
    "hookline dispatch || echo $(./guard.sh)",
    "hookline dispatch || [ $? -ne 2 ] && ./guard.sh",
    "hookline dispatch # '\n./guard.sh\n'",
    `hookline dispatch "'" ; ./guard.sh "'"`,
    String.raw`hookline dispatch \' ; ./guard.sh \'`,
    String.raw`hookline dispatch $'\'' ; ./guard.sh ; $'\''`,
    "cd /a && { ./guard.sh\n}",
    "cd /a && { hookline dispatch; ./guard.sh\n}",
    "cd /a && { hookline dispatch\n}; ./guard.sh",
    "cd /a && { hookline dispatch\n./guard.sh\n}",
    "cd $(./guard.sh) && { hookline dispatch\n}",
    "./guard.sh && { hookline dispatch\n}",
    "npx -y",
    "npx dispatch",
    "dispatch",
    `hookline dispatch ${"x".repeat(1000)}`
  ])("is not %s, which may guard something", (command) => {
    assert.isFalse(is(command))
  })

  it("is a program with its arguments, too", () => {
    assert.isTrue(is("hookline", ["dispatch", "--host", "a; b"]))
    assert.isTrue(is("npx", ["hookline", "dispatch"]))
    assert.isFalse(is("hookline", ["check"]))
    assert.isFalse(is("echo", ["hookline", "dispatch"]))
  })

  it("is never anything but a command", () => {
    assert.isFalse(SelfReference.is({ _tag: "Prompt", prompt: "hookline dispatch" }))
  })
})
