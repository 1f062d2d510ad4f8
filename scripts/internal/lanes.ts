// The lanes of tests. A test file belongs to the exhaustive lane if its name ends with `.exhaustive.test.ts`, to the long one if
// it ends with `.long.test.ts`, and to the behaviour lane otherwise.

/** A lane, or both that CI runs, whose workers then import everything once; without one, all tests run. */
export type Lane = "behaviour" | "exhaustive" | "ci" | "long"

/** The variable that names the lane to the configuration of the tests. */
export const variable = "HOOKLINE_TESTS_LANE"

/** The variable that is set in the long lane. `packages/testing/src/internal/isWhole.ts` reads it. */
const whole = "HOOKLINE_TESTS_WHOLE"

/** The variable that is set where CI runs. `packages/testing/src/internal/runsOf.ts` reads it. */
const short = "HOOKLINE_TESTS_SHORT"

/** The files of which the long lane tries all and the other runs a slice, below the folder of their project. */
const sliced: ReadonlyArray<string> = [
  "test/{commands,ownGuard}/*.test.ts",
  "test/{module,plugin}/attach.test.ts",
  "test/conformance/command.test.ts",
  "test/dispatch/deepPayloads.test.ts",
  "test/manage/{attach,migrate}/laws.test.ts",
  "test/ownErrors.test.ts"
]

/** Returns the variables of a process that runs a lane. */
export const environmentOf = (lane: Lane): NodeJS.ProcessEnv => ({
  ...process.env,
  [variable]: lane,
  ...(lane === "long" && { [whole]: "1" }),
  ...(lane === "ci" && { [short]: "1" })
})

/** Patterns of files below the folder of a project. Without a lane, `isLane` is `false`, and they are those of all tests. */
interface Files {
  readonly isLane: boolean
  readonly include: Array<string>
  readonly exclude: Array<string>
}

/** Returns the patterns of a lane's files, and forgets the lane: a test that runs tests of its own chooses for itself. */
export const takeFiles = (): Files => {
  const lane = process.env[variable]
  delete process.env[variable]
  const isNamed = lane === "exhaustive" || lane === "long"
  const exhaustive = lane === "behaviour" ? ["test/**/*.exhaustive.test.ts"] : []
  const isShort = lane === "behaviour" || lane === "ci"
  return {
    isLane: lane !== undefined,
    include: [isNamed ? `test/**/*.${lane}.test.ts` : "test/**/*.test.ts", ...(lane === "long" ? sliced : [])],
    exclude: ["test/fixtures/**", ...exhaustive, ...(isShort ? ["test/**/*.long.test.ts"] : [])]
  }
}
