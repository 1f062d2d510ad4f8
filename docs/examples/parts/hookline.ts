// <promises>
import { Hookline } from "hookline"

await using hooks = await Hookline.open({ project: "." })
const input = { command: "git push --force" }
const report = await hooks.emit({ event: "PreToolUse", tool: "Bash", input })
console.log(report.goesOn, report.reasons[0]?.text) // false, where a hook denies it, and why
// </promises>

export { report }
