// Every way to run a file of the project, with every way to write its path.
import { describe, it } from "@effect/vitest"
import { law, others, paths, ways } from "./projectCommands.ts"

describe("a hook of the user's", () => {
  it.live(
    "counts as the project's for every way to run a file of the project",
    () => law([...paths.flatMap((path) => ways.map((way) => way(path))), ...others]),
    120_000
  )
})
