// Begins a run with the test files that take long for their size. Where nothing is known of earlier runs, as in a new clone,
// Vitest begins with the largest files, so that these would be the last, and processors idle while they end.
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { root } from "./workspace.ts"

/** Small files that take ten seconds and more, the slowest first. */
export const slow: ReadonlyArray<string> = [
  "packages/hookline/test/conformance/inProcess.test.ts",
  "packages/fleet/test/faults.test.ts",
  "packages/dialects/test/Dialects.test.ts",
  "packages/node/test/faults/commands.exhaustive.test.ts",
  "packages/core/test/pipeline/laws.test.ts",
  "packages/node/test/trust/spellings.test.ts",
  "packages/executor/test/ProcessCommandRunner.test.ts",
  "scripts/test/shellRules.test.ts",
  "packages/hookline/test/conformance/clamped.test.ts",
  "packages/fleet/test/FleetApproval.test.ts",
  "scripts/test/bounds.test.ts",
  "packages/hookline/test/dispatch/fewDescriptors.test.ts",
  "packages/testing/test/stages.test.ts",
  "packages/hookline/test/conformance/command.test.ts",
  "packages/coordinator/test/approval/ApprovalTerminal.test.ts",
  "packages/hookline/test/plugin/Absence.test.ts",
  "packages/executor/test/shellProof.test.ts",
  "packages/coordinator/test/approval/approvals.test.ts",
  "packages/hookline/test/dispatch/oddFiles.test.ts",
  "packages/executor/test/projectExports.exhaustive.test.ts"
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = slow.findIndex((file) => moduleId === `${root}/${file}`)
  return place < 0 ? slow.length : place
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- This is no array, but the sequencer of Vitest.
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
