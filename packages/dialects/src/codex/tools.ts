// Codex's tools under the names and keys that hooks know. It reads files by its shell, and writes them by `apply_patch`,
// which `events.ts` divides.
import type { ToolTable } from "@hookline/core/ToolTable"

export const codexTools: ToolTable = {
  tools: [
    { host: "Bash", canonical: "Bash" },
    { host: "view_image", canonical: "Read", keys: { path: "file_path" } },
    { host: "spawn_agent", canonical: "Task", keys: { message: "prompt" } }
  ],
  hooksUse: "host"
}
