// Hooks that come with a skill, and leave with it.
import type { Mutant } from "../Mutant.ts"

export const skills: ReadonlyArray<Mutant> = [
  {
    id: "skill-stays-after-scope",
    file: "packages/skills/src/Skills.ts",
    breaks: "a skill's hooks stay when what opened it is over",
    find: "Effect.acquireRelease(open(name, where), ({ close }) => close)",
    replace: "Effect.acquireRelease(open(name, where), () => Effect.void)",
    project: "skills",
    tests: ["activation", "sessions"]
  },
  {
    id: "skill-catalog-stale",
    file: "packages/skills/src/internal/LiveSkills.ts",
    breaks: "a skill that opens or closes changes nothing until files do",
    find: "last.shelf === shelf && last.changes === changes",
    replace: "last.shelf === shelf",
    project: "skills",
    tests: ["activation", "sessions"]
  },
  {
    id: "skill-catalog-of-others",
    file: "packages/skills/src/internal/LiveSkills.ts",
    breaks: "a session has the hooks of another one's skills",
    find: "if (isSame && last?.session === session) return",
    replace: "if (isSame) return",
    project: "skills",
    tests: ["sessions"]
  },
  {
    id: "skill-everywhere-missed",
    file: "packages/skills/src/internal/LiveSkills.ts",
    breaks: "a skill that is open everywhere is not where a session has its own",
    find: "[...everywhere, ...own]",
    replace: "own",
    project: "skills",
    tests: ["everywhere"]
  },
  {
    id: "skill-shadowed-silent",
    file: "packages/skills/src/Shelf.ts",
    breaks: "a skill that another one hides is not told of",
    find: "        diagnostics.push(shadowed(one, before))\n",
    replace: "",
    project: "skills",
    tests: ["discovery"]
  },
  {
    id: "skill-is-persons",
    file: "packages/skills/src/SkillPlaces.ts",
    breaks: "a project's skill has the rights of a person's own",
    find: 'isInside(folder, project) ? "project" : "user"',
    replace: 'isInside(folder, project) ? "user" : "user"',
    project: "skills",
    tests: ["paths", "discovery", "sessions"]
  },
  {
    id: "skill-folder-by-beginning",
    file: "packages/skills/src/SkillPlaces.ts",
    breaks: "a folder whose name begins like the project's is inside of it",
    find: "path.startsWith(`${folder}/`)",
    replace: "path.startsWith(folder)",
    project: "skills",
    tests: ["scopes"]
  },
  {
    id: "skill-agent-stops-everything",
    file: "packages/skills/src/SkillReading.ts",
    breaks: "an agent's Stop hook runs for the main agent",
    find: 'if (hook.event !== "Stop") return hook',
    replace: 'if (hook.event !== "") return hook',
    project: "skills",
    tests: ["discovery", "activation"]
  },
  {
    id: "skill-unreadable-silent",
    file: "packages/skills/src/SkillReading.ts",
    breaks: "a skill that can't be read is as good as one without hooks",
    find: 'content._tag === "Problem" ? [content.problem] : []',
    replace: 'content._tag === "Problem" ? [content.problem].slice(1) : []',
    project: "skills",
    tests: ["unreadable"]
  },
  {
    id: "skill-hooks-told-ignored",
    file: "packages/skills/src/ToldHooks.ts",
    breaks: "hooks that a host told of a skill do not run",
    find: "hooks !== undefined && hooks !== null &&",
    replace: "hooks !== undefined && hooks === null &&",
    project: "skills",
    tests: ["sessions"]
  },
  {
    id: "skill-runs-twice",
    file: "packages/skills/src/InForce.ts",
    breaks: "a skill's hook runs twice where its host told it besides",
    find: "skill.hooks.filter(({ id }) => !running.has(id))",
    replace: "skill.hooks.filter(({ id }) => !running.has(`${id} `))",
    project: "skills",
    tests: ["doubled"]
  },
  {
    id: "skill-forbidden-hides",
    file: "packages/skills/src/Shelf.ts",
    breaks: "a skill of a project whose hooks are forbidden hides a person's own",
    find: '(scope === "user" ? allowUserHooks : allowProjectHooks) !== false',
    replace: '(scope === "user" ? allowUserHooks : true) !== false',
    project: "skills",
    tests: ["discovery", "sessions"]
  }
]
