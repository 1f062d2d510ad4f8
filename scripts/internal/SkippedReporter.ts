// Lists the tests that were skipped for a reason of this machine, each with the reason, after all others have run.
import type { Reporter, TestModule } from "vitest/node"

export default class SkippedReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const tests = modules.flatMap((module) => [...module.children.allTests("skipped")])
    // A test that was only not chosen, by `-t` or by `.only` of another, has no reason.
    const skipped = tests.flatMap((test) => {
      const result = test.result()
      return result.state === "skipped" && result.note !== undefined ? [{ test, reason: result.note }] : []
    })
    if (skipped.length === 0) return
    console.log(`Skipped for what is missing here: ${skipped.length} test${skipped.length === 1 ? "" : "s"}`)
    for (const { reason, test } of skipped)
      console.log(`  ${test.project.name} ${test.module.relativeModuleId} > ${test.fullName}: ${reason}`)
    console.log("")
  }
}
