// A small MCP server over a pipe, with one tool. It stands for one that somebody else has written.
import { createInterface } from "node:readline"

const run = {
  name: "run",
  description: "Runs a command",
  inputSchema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] }
}

/** What a request is answered by. */
const answerTo = ({ method, params }) => {
  if (method === "tools/list") return { tools: [run] }
  if (method === "tools/call") return { content: [{ type: "text", text: `ran ${params.arguments.command}` }] }
  return {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "echo", version: "1.0.0" }
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line)
  if (request.id === undefined) return
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, result: answerTo(request) })}\n`)
})
