// Begins a run with the test files that take long for their size, and ends it with those that fill the memory of their worker.
//
// Where nothing is known of earlier runs, as in a new clone, Vitest begins with the largest files, so that slow ones would be
// the last, and processors idle while they end. A process that a test starts begins as a copy of the worker's tables of memory,
// which takes 1 ms at 50 MB, and 6 ms at 800 MB.
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { root } from "./workspace.ts"

/** Small files that take ten seconds and more, the slowest first. */
export const slow: ReadonlyArray<string> = [
  "packages/hookline/test/conformance/inProcess.test.ts",
  "packages/fleet/test/faults.test.ts",
  "packages/node/test/faults/commands.exhaustive.test.ts",
  "packages/node/test/trust/spellings.test.ts",
  "packages/executor/test/ProcessCommandRunner.test.ts",
  "scripts/test/shellRules.test.ts",
  "packages/hookline/test/conformance/clamped.test.ts",
  "scripts/test/bounds.test.ts",
  "packages/hookline/test/dispatch/fewDescriptors.test.ts",
  "packages/hookline/test/conformance/command.test.ts",
  "packages/coordinator/test/approval/ApprovalTerminal.test.ts",
  "packages/hookline/test/plugin/Absence.test.ts",
  "packages/executor/test/shellProof.test.ts",
  "packages/hookline/test/dispatch/oddFiles.test.ts",
  "packages/executor/test/projectExports.exhaustive.test.ts"
]

/** Files that leave a large heap, most of them by thousands of cases of a law, the slowest first. */
export const large: ReadonlyArray<string> = [
  "packages/dialects/test/Dialects.test.ts",
  "packages/testing/test/stages.test.ts",
  "packages/core/test/pipeline/laws.test.ts",
  "packages/hookline/test/manage/migrate/laws.test.ts",
  "packages/fleet/test/FleetApproval.test.ts",
  "packages/fleet/test/FleetApproval.exhaustive.test.ts",
  "packages/core/test/trust/closure.test.ts",
  "packages/fleet/test/FleetAudit.test.ts",
  "packages/hookline/test/manage/attach/laws.test.ts",
  "scripts/test/fuzz.test.ts",
  "packages/core/test/match/ToolSpelling.test.ts",
  "packages/core/test/match/losses.test.ts",
  "packages/core/test/discover/FailedReadings.test.ts",
  "scripts/test/pack.test.ts",
  "packages/hookline/test/manage/attach/entries.test.ts",
  "packages/hookline/test/output/printers.test.ts",
  "packages/core/test/match/shell/commands.exhaustive.test.ts",
  "packages/coordinator/test/approval/approvals.test.ts",
  "packages/node/test/ports/BrokenPorts.exhaustive.test.ts",
  "packages/dialects/test/InstalledPlugins.test.ts",
  "packages/node/test/composition/secondLook.test.ts",
  "packages/core/test/trust/trusted.test.ts",
  "packages/skills/test/discovery.test.ts",
  "packages/coordinator/test/laws.test.ts",
  "packages/fleet/test/FleetState.test.ts",
  "packages/prompt/test/agent/reading.test.ts"
]

const placeIn = (files: ReadonlyArray<string>, { moduleId }: TestSpecification): number =>
  files.findIndex((file) => moduleId === `${root}/${file}`)

const placeOf = (file: TestSpecification): number => {
  const last = placeIn(large, file)
  if (last >= 0) return slow.length + 1 + last
  const place = placeIn(slow, file)
  return place < 0 ? slow.length : place
}

export class SlowFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- This is no array, but the sequencer of Vitest.
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}
