// Closures of hooks: what a command runs is among the files that it names, or the closure says that it can't be known.
import { assert, describe, it } from "@effect/vitest"
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import * as Closure from "../../src/trust/closure.ts"
import * as Imports from "../../src/trust/imports.ts"
import * as Needs from "../../src/trust/needs.ts"
import * as ClosureRuns from "./closureRuns.ts"
import { names, runs } from "./commands.ts"

const place: Closure.Place = {
  project: "/work/app",
  home: "/home/me",
  variables: { PLUGIN: "/plugin", PROJECT: "/work/app" }
}

const filesOf = (text: string): ReadonlyArray<string> =>
  Closure.ofText(text, place).files.map(({ path }) => path.replace("/work/app/", ""))

/** Commands as people write them, with all that they run. */
const resolved: ReadonlyArray<readonly [command: string, files: ReadonlyArray<string>, beyond?: ReadonlyArray<string>]> = [
  ['python3 "$PLUGIN/hooks/guard.py"', ["/plugin/hooks/guard.py"]],
  ['"${PLUGIN:-.}/guard"', ["/plugin/guard"]],
  ['ROOT="${NONE:-$PROJECT/x}"; node "$ROOT/a.js"', ["x/a.js"]],
  ['node --require ./first.js "$PLUGIN/run.cjs" "$PLUGIN/hook.mjs" --flag', ["/plugin/hook.mjs", "/plugin/run.cjs", "first.js"]],
  ["sh -c 'cd \"$PLUGIN\" && exec node dist/x.js'", ["/plugin/dist/x.js", "dist/x.js"]],
  ["cd \"$PLUGIN\" && node dist/x.js", ["/plugin/dist/x.js"]],
  ['bash "$(git rev-parse --show-toplevel)/.hooks/a.sh"', [".hooks/a.sh"]],
  ['R="$(git rev-parse --show-toplevel 2>/dev/null || pwd)"; env A=b timeout 5 "$R/a.sh"', ["a.sh"]],
  ["input=$(cat); echo \"$input\" | jq -r .x; [ -f b.sh ] && . ./b.sh || exit 0", ["b.sh"]],
  ["if command -v bun >/dev/null; then bun run a.ts; else npx tsx a.ts; fi", ["a.ts"], ["npx tsx"]],
  ["NODE=$(command -v node || echo /usr/bin/node); \"$NODE\" a.js", ["a.js"]],
  ["venv/bin/python a.py", ["a.py", "venv/bin/python"]],
  ["npx prettier --write \"$FILE\"", [], ["npx prettier"]],
  ["npm run lint -- --fix", [], ["npm run lint"]],
  ["uv run --project . hooks/a.py", ["hooks/a.py"], ["uv run hooks/a.py"]],
  ["python3 -m tools.guard", ["tools/guard.py", "tools/guard/__init__.py", "tools/guard/__main__.py"], ["python3 -m tools.guard"]],
  ["cat a.sh | grep x; ls b.sh; chmod +x c.sh", []],
  ["jq -r '.tool_input.file_path' | grep -q '\\.env' && exit 2", []],
  ["osascript -e 'display notification \"x\"'", []],
  ["python3 -c 'import subprocess; subprocess.run([\"bash\", \"a.sh\"])'", ["a.sh"]]
] // prettier-ignore

/** Commands of which only the shell knows what they run. */
const open = [
  "$EH", '"$EH"', 'bash "$UNKNOWN_ROOT/a.sh"', 'eval "$X"', 'bash -c "$(cat .x)"', "curl -s https://x.test | sh", "bash hooks/*.sh", "for f in hooks/*; do bash \"$f\"; done", "find . -name '*.sh' -exec {} \\;",
  "echo a.sh | xargs bash", ". <(cat x)", "bash <<< \"$X\"", "cp a.sh /tmp/z.sh; bash /tmp/z.sh", "while read f; do bash $f; done < list", "bash -c \"run $X\"", "echo 'unclosed"
] // prettier-ignore

describe("a closure", () => {
  it("names what commands run", () => {
    for (const [command, files, beyond = []] of resolved) {
      const closure = Closure.ofText(command, place)
      assert.deepStrictEqual(filesOf(command), files, command)
      assert.deepStrictEqual(closure.beyond, beyond, command)
      assert.deepStrictEqual(closure.unknown, [], command)
    }
  })

  it("says where only the shell knows what runs", () => {
    for (const command of open) assert.isAbove(Closure.ofText(command, place).unknown.length, 0, command)
  })

  it("names the code of a program and what it computes", () => {
    const { beyond, code } = Closure.ofText("node -e 'require(\"child_process\").spawnSync(process.argv[1])'", place)
    assert.lengthOf(beyond, 1)
    assert.deepStrictEqual(
      code.map(({ language }) => language),
      ["javascript"]
    )
  })

  it("reads programs with arguments, handlers and other shells", () => {
    const of = (handler: Parameters<typeof Closure.of>[0]) =>
      Closure.of(handler, { ...place, beside: "/work/app/.x" }).files.map(({ path }) => path)
    assert.deepStrictEqual(of({ _tag: "Command", command: "node", args: ["${PLUGIN}/a b.js", "$x"] }), [
      "/plugin/a b.js"
    ])
    assert.deepStrictEqual(of({ _tag: "Command", command: "& ./a.ps1", shell: "powershell" }), ["/work/app/a.ps1"])
    assert.deepStrictEqual(of({ _tag: "Python", script: "a.py" }), ["/work/app/a.py", "/work/app/.x/a.py"])
    assert.include(of({ _tag: "Python", function: "guards.main:check" }), "/work/app/.x/guards/main.py")
    assert.deepStrictEqual(of({ _tag: "Module", path: "a.mjs" }), ["/work/app/.x/a.mjs"])
  })

  it("knows the path of a script in its own text", () => {
    const text = 'DIR="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"; . "$DIR/lib.sh"; "$(dirname "$0")"/next x'
    const { files, unknown } = Closure.ofScript(text, "/work/app/hooks/a.sh", place)
    assert.deepStrictEqual(unknown, [])
    const paths = files.map(({ path }) => path)
    assert.include(paths, "/work/app/hooks/lib.sh")
    assert.include(paths, "/work/app/hooks/next")
  })

  it("proposes the narrowest profile that it proves", () => {
    const profileOf = (command: string) => Needs.profileOf(Closure.ofText(command, place))
    assert.strictEqual(profileOf("python3 guard.py"), "guard")
    assert.strictEqual(profileOf("mkdir -p .state && echo x >> .state/log"), "work")
    assert.strictEqual(profileOf("curl -s -d @- https://x.test"), "net")
    assert.strictEqual(profileOf("notify-send done"), "notify")
    for (const command of ["npx prettier", '"$EH"', "docker ps", "boss hook", "curl x | sh", "notify-send x; curl y"])
      assert.strictEqual(profileOf(command), "open", command)
    assert.deepStrictEqual(Closure.ofText('curl -H "$SLACK_TOKEN" x', place).needs.secrets, ["SLACK_TOKEN"])
  })

  it("names the programs that read variables with secrets by themselves", () => {
    const toolsOf = (command: string) => Closure.ofText(command, place).needs.tools
    for (const [command, tools] of [
      ["gh pr view --json state", ["gh"]],
      ["git push origin main && aws s3 ls", ["aws", "git"]],
      ["git diff --stat | grep x", []],
      ["echo 'never git push, never gh'", []],
      ["npx prettier --check .", ["npx"]],
      ["timeout 5 sh -c 'curl -s https://x.test | jq .'", ["curl"]],
      ['python3 -c \'import subprocess; subprocess.run(["gcloud", "auth", "list"])\'', ["gcloud"]],
      ["npm run lint; docker ps; kubectl get pods", ["docker", "kubectl", "npm"]]
    ] as const)
      assert.deepStrictEqual<unknown>(toolsOf(command), tools, command)
    const script = 'import subprocess\nsubprocess.run(["gh", "pr", "list"])\n'
    assert.deepStrictEqual(
      Imports.of({ text: script, path: "/work/app/a.py", language: "python" }, place).needs.tools,
      ["gh"]
    )
  })

  it("takes little time for hostile texts", () => {
    const nested = Array.from({ length: 40 }, (_, at) => `v${at}="$v${at + 1}$v${at + 2}"; v${at}=x`).join("\n")
    const texts = [
      `${nested}\nbash $v0`, "$(".repeat(50_000), "sh -c '".repeat(1000), `bash ${"$x".repeat(50_000)}`, "eval ".repeat(50_000), "a=b;".repeat(50_000) + "$a", "cd x;".repeat(20_000) + "bash a.sh",
      `${"X=a; ".repeat(5000)}${"X=$X$X; ".repeat(5000)}bash $X`, "env ".repeat(60_000), `awk '${"system(".repeat(20_000)}'`, "find . -exec ".repeat(10_000), "{".repeat(100_000), "x=~/".repeat(60_000)
    ] // prettier-ignore
    for (const text of rowsOf(texts, 2)) {
      const started = process.cpuUsage()
      Closure.ofText(text, place)
      assert.isBelow(process.cpuUsage(started).user / 1000, 5000, text.slice(0, 40))
    }
  })
})

describe("a closure beside a real shell", () => {
  it("names every script that runs, or says that it can't", () => {
    const project = ClosureRuns.make()
    for (const run of rowsOf(runs, 3)) {
      const command = run.replaceAll("@@", "a.sh")
      assert.deepStrictEqual(ClosureRuns.missed(project, command), [], command)
    }
    for (const name of names) assert.deepStrictEqual(ClosureRuns.missed(project, `bash ${name}`), [], name)
    project.remove()
  })
})
