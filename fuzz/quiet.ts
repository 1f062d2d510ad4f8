// Changes two projects alike, and asks both the same: one remembers to what there was nothing to say, the other forgets it
// before each question. `node --conditions=@hookline/source fuzz/quiet.ts 60 7` for a minute, by that seed. Their answers
// may never differ.
import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Chance, chance } from "./mutate.ts"

const [, , seconds = "60", seed = String(Date.now() % 1e6)] = process.argv
const bin = path.join(import.meta.dirname, "../packages/hookline/bin/hookline.js")
const root = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), "hookline-fuzz-quiet-")))

/** What was written a moment ago is not remembered; nobody waits for that here. */
const later = path.join(root, "later.cjs")
fs.writeFileSync(later, "const now = Date.now; Date.now = () => now() + 10_000\n")

type Change = (world: string) => void

const at = (world: string, file: string): string => path.join(world, file)

const attempt = (act: () => void): void => {
  try {
    act()
  } catch (error) {
    // A change that can't be made here can't be made in the other, either.
    if (!(error instanceof Error && "code" in error)) throw error
  }
}

const write = (world: string, file: string, text: string): void => {
  fs.mkdirSync(path.dirname(at(world, file)), { recursive: true })
  fs.writeFileSync(at(world, file), text)
}

const events = ["PreToolUse", "PreToolUse", "PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "Notification"]
const tools = ["Bash", "Write", "Task", "mcp__a__b"]
const matchers = ["Bash", "Write", "Bash|Write", "*", "mcp__.*", "(", "Agent"]

const groups = ({ below, of }: Chance): string => {
  const handler = {
    type: "command",
    command: of(["echo no >&2; exit 2", "true", "echo no >&2; exit 2", "/nowhere/at/all"]),
    ...(below(4) === 0 && { if: of(["Bash(rm *)", "Write(*.ts)", "Bash(", "Bash"]) }),
    ...(below(6) === 0 && { once: true }),
    ...(below(6) === 0 && { timeout: of([-1, 5]) }),
    ...(below(6) === 0 && { onFailure: of(["closed", "open"]) })
  }
  return JSON.stringify({ [of(events)]: [{ matcher: of(matchers), hooks: [handler] }] })
}

const hooks = (chance: Chance): string => {
  const text = `{"hooks":${groups(chance)}}`
  return chance.below(8) === 0 ? text.slice(0, -2) : chance.below(10) === 0 ? '{"disableAllHooks":true}' : text
}

const skill = (chance: Chance): string => `---\nname: careful\ndescription: d\nhooks: ${groups(chance)}\n---\n`

const toml = ({ of }: Chance): string =>
  `[[hooks.PreToolUse.handlers]]\nmatcher = "${of(tools)}"\ntype = "command"\ncommand = "echo no >&2; exit 2"\n`

const settings = ({ of }: Chance): string =>
  of([
    "{}",
    '{"failure_policy":"closed"}',
    '{"enabled":false}',
    '{"allow_project_hooks":false}',
    '{"allow_user_hooks":false}',
    '{"disabled":["*"]}',
    "{"
  ])

/** The settings of a user, who trusts the project or does not. */
const ownSettings = (chance: Chance): string => (chance.below(3) === 0 ? settings(chance) : trusting(settings(chance)))

const trusting = (text: string): string =>
  text.replace(/^\{/, text.length > 2 ? '{"trust":{"paths":["/**"]},' : '{"trust":{"paths":["/**"]}')

const files: Readonly<Record<string, (chance: Chance) => string>> = {
  "project/.amplifier/hooks/hooks.json": hooks,
  "project/.amplifier/hooks/one/hooks.json": hooks,
  "project/.amplifier/hooks/two/hooks/hooks.json": hooks,
  "project/.amplifier/hooks/two/more/other.json": hooks,
  "project/.amplifier/hooks/two/.claude-plugin/plugin.json": ({ of }) =>
    of(['{"hooks":"./more/other.json"}', "{}", '{"hooks":"../../x.json"}', "{"]),
  "project/.amcp/hooks.toml": toml,
  "project/.claude/settings.json": hooks,
  "project/.claude/settings.local.json": hooks,
  "project/.hookline/settings.json": settings,
  "project/.amplifier/skills/careful/SKILL.md": skill,
  "project/sub/.amplifier/hooks/hooks.json": hooks,
  "home/.amplifier/hooks/hooks.json": hooks,
  "home/.amplifier/hooks/own/hooks.json": hooks,
  "home/.config/amcp/hooks.toml": toml,
  "home/.hookline/settings.json": ownSettings,
  "home/.claude/settings.json": hooks,
  "elsewhere/hooks.json": hooks,
  "elsewhere/deep/hooks.json": hooks
}

const links: ReadonlyArray<readonly [from: string, ends: ReadonlyArray<string>]> = [
  ["project/.amplifier/hooks/linked", ["../../../elsewhere", "../../../elsewhere/deep", "nowhere"]],
  ["project/.amplifier/hooks/two/more", ["../../../../elsewhere", "nowhere"]],
  ["project/.amplifier", ["../elsewhere", "../home/.amplifier"]],
  ["project/.hookline/settings.local.json", ["../../home/.hookline/settings.json", "nowhere"]],
  ["home/.amplifier/hooks", ["../../elsewhere", "../../project/.amplifier/hooks"]]
]

const changes: ReadonlyArray<(chance: Chance) => Change> = [
  ...Array.from({ length: 6 }, () => (chance: Chance): Change => {
    const file = chance.of(Object.keys(files))
    const text = files[file]?.(chance) ?? ""
    return (world) => write(world, file, text)
  }),
  // A text of the same length and time.
  (chance) => {
    const file = chance.of(Object.keys(files))
    const [one, other] = [chance.of(tools), chance.of(tools)]
    return (world) => {
      const { atime, mtime } = fs.statSync(at(world, file))
      fs.writeFileSync(at(world, file), fs.readFileSync(at(world, file), "utf8").replace(one, other))
      fs.utimesSync(at(world, file), atime, mtime)
    }
  },
  (chance) => {
    const file = chance.of(Object.keys(files))
    const up = chance.below(3)
    const path_ = up === 0 ? file : path.dirname(file)
    return (world) => fs.rmSync(at(world, path_), { recursive: true })
  },
  (chance) => {
    const [from, ends] = chance.of(links)
    const end = chance.of(ends)
    return (world) => {
      fs.rmSync(at(world, from), { recursive: true, force: true })
      fs.mkdirSync(path.dirname(at(world, from)), { recursive: true })
      fs.symlinkSync(end, at(world, from))
    }
  },
  // Folders change places.
  (chance) => {
    const [one, other] = [chance.of(Object.keys(files)), chance.of(Object.keys(files))]
    return (world) => {
      fs.renameSync(path.dirname(at(world, one)), at(world, "aside"))
      fs.mkdirSync(path.dirname(path.dirname(at(world, other))), { recursive: true })
      fs.rmSync(path.dirname(at(world, other)), { recursive: true, force: true })
      fs.renameSync(at(world, "aside"), path.dirname(at(world, other)))
    }
  },
  (chance) => {
    const folder = chance.of(["project/.git", "project/sub/.git", "project/.claude", "project/sub/.hookline"])
    const isGone = chance.below(2) === 0
    return (world) =>
      isGone ? fs.rmSync(at(world, folder), { recursive: true }) : fs.mkdirSync(at(world, folder), { recursive: true })
  },
  // What is remembered of sessions is gone, or broken.
  (chance) => {
    const isGone = chance.below(2) === 0
    return (world) => {
      const sessions = at(world, "home/.local/state/hookline/sessions")
      if (isGone) fs.rmSync(sessions, { recursive: true })
      else
        for (const name of fs.readdirSync(sessions, { recursive: true, encoding: "utf8" }))
          if (name.endsWith("state.json")) fs.writeFileSync(path.join(sessions, name), "{")
    }
  }
]

interface Question {
  readonly words: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly payload: unknown
}

const skillTold = ({ of }: Chance): Question => ({
  words: ["--host", "amplifier"],
  env: {},
  cwd: "project",
  payload: {
    event: of(["skill:loaded", "skill:loaded", "skill:unloaded"]),
    data: { skill_name: "careful", session_id: of(["s1", "s2"]) }
  }
})

const hostEvent = ({ below, of }: Chance): Question => {
  const event = below(25) === 0 ? of(["SessionStart", "SessionEnd"]) : of(events)
  const input = of([{ command: "ls" }, { command: "rm x" }, { file_path: "/a.ts" }, {}])
  return {
    words: [
      "--host",
      below(6) === 0 ? "amplihack" : "claude",
      ...(below(8) === 0 ? ["--on-failure", "closed"] : []),
      ...(below(8) === 0 ? ["--include-own"] : []),
      ...(below(12) === 0 ? ["--project", "."] : [])
    ],
    env: {
      ...(below(12) === 0 && { HOOKLINE_FAILURE_POLICY: "closed" }),
      ...(below(12) === 0 && { HOOKLINE_ENABLED: "false" }),
      ...(below(8) === 0 && { CLAUDE_PROJECT_DIR: "WORLD/project" })
    },
    cwd: below(6) === 0 ? "project/sub" : "project",
    payload: {
      hook_event_name: event,
      session_id: of(["s1", "s1", "s2"]),
      ...(event.includes("Tool") && {
        tool_name: of(tools),
        tool_input: below(25) === 0 ? of([null, [], "x", JSON.stringify(input)]) : input
      }),
      ...(event === "PostToolUse" && { tool_response: of(["text", {}, ""]) }),
      ...(event === "UserPromptSubmit" && { prompt: of(["hello", "", "/careful"]) }),
      ...(event === "Notification" && { message: of(["m", ""]), notification_type: of(["idle", "auth"]) }),
      ...(event === "Stop" && { stop_hook_active: below(2) === 0 }),
      ...(event === "SessionStart" && { source: "startup" }),
      ...(event === "SessionEnd" && { reason: "other" })
    }
  }
}

const quietIn = (world: string): string => at(world, "home/.local/state/hookline/quiet")

interface Said {
  readonly text: string
  readonly isFromMemory: boolean
}

const ask = (world: string, { cwd, env, payload, words }: Question): Said => {
  const folder = at(world, cwd)
  fs.mkdirSync(folder, { recursive: true })
  const memoryBefore = fs.existsSync(quietIn(world)) ? fs.statSync(quietIn(world)).mtimeMs : 0
  const { status, stderr, stdout } = spawnSync(process.execPath, [bin, "dispatch", ...words], {
    cwd: folder,
    input: JSON.stringify(payload),
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: at(world, "home"),
      XDG_CACHE_HOME: path.join(root, "cache"),
      NODE_OPTIONS: `--require ${later}`,
      HOOKLINE_AUDIT: "off",
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace("WORLD", world)]))
    }
  })
  const text = `${status} ${stdout}${stderr}`.replaceAll(world, "WORLD").replaceAll(/[0-9a-f]{64}/g, "SESSION")
  const isSame = fs.existsSync(quietIn(world)) && fs.statSync(quietIn(world)).mtimeMs === memoryBefore
  return { text, isFromMemory: isSame && text === "0 " }
}

const worlds = ["a", "b"].map((name) => path.join(root, name))
const [remembering = "", forgetting = ""] = worlds

const run = (): number => {
  const random = chance(Number(seed))
  const until = Date.now() + Number(seconds) * 1000
  let known = 0
  let asked = 0
  let past: ReadonlyArray<string> = []
  const begin = (): void => {
    past = []
    for (const world of worlds) {
      fs.rmSync(world, { recursive: true, force: true })
      fs.mkdirSync(at(world, "project/.hookline"), { recursive: true })
      write(world, "home/.hookline/settings.json", trusting("{}"))
    }
  }
  begin()
  let last: Question | undefined
  while (Date.now() < until) {
    if (random.below(60) === 0) begin()
    if (random.below(3) === 0) {
      const change = random.of(changes)(random)
      for (const world of worlds) attempt(() => change(world))
      past = [...past, change.toString().slice(0, 200)]
    }
    const isAgain = last !== undefined && random.below(2) === 0
    const question = isAgain && last ? last : random.below(10) === 0 ? skillTold(random) : hostEvent(random)
    last = question
    fs.rmSync(quietIn(forgetting), { recursive: true, force: true })
    const one = ask(remembering, question)
    const other = ask(forgetting, question)
    asked += 1
    if (one.isFromMemory) known += 1
    past = [...past, `${JSON.stringify(question)} => ${one.text}`]
    if (one.text !== other.text) {
      console.error(
        `They differ (seed ${seed}), after\n${past.slice(-12).join("\n")}\nwith: ${one.text}\nwithout: ${other.text}`
      )
      return 1
    }
  }
  console.log(`${asked} questions, ${known} of them answered by what was known (seed ${seed}).`)
  return 0
}

const exit = run()
fs.rmSync(root, { recursive: true, force: true })
process.exit(exit)
