// The lanes of tests. A test file belongs to the exhaustive lane if its name ends with `.exhaustive.test.ts`, to the long one if
// it ends with `.long.test.ts`, and to the behaviour lane otherwise.

/** A lane; without one, all tests run. */
export type Lane = "behaviour" | "exhaustive" | "long"

/** The variable by which `scripts/test.ts` names the lane to the configuration of the tests. */
const variable = "HOOKLINE_TESTS_LANE"

/** Returns the variables of a process that runs a lane. */
export const environmentOf = (lane: Lane): NodeJS.ProcessEnv => ({ ...process.env, [variable]: lane })

/** Returns the patterns of a lane's files, and forgets the lane: a test that runs tests of its own chooses for itself. */
export const takeFiles = (): { readonly include: Array<string>; readonly exclude: Array<string> } => {
  const lane = process.env[variable]
  delete process.env[variable]
  const isNamed = lane === "exhaustive" || lane === "long"
  const others = ["test/**/*.exhaustive.test.ts", "test/**/*.long.test.ts"]
  return {
    include: [isNamed ? `test/**/*.${lane}.test.ts` : "test/**/*.test.ts"],
    exclude: ["test/fixtures/**", ...(lane === "behaviour" ? others : [])]
  }
}
