// What the example uses of `ai`, with a model that wants to push by force: one step, with one call.
interface Settings {
  readonly model: string
  readonly prompt: string
  readonly tools: { readonly shell: object }
}

interface Status {
  readonly type: string
  readonly reason?: string
}

const toolCall = { toolCallId: "c1", toolName: "shell", input: { command: "git push --force" } }

export const generateText = async (settings: Settings) => {
  const approval: unknown = "toolApproval" in settings ? settings.toolApproval : undefined
  // The guard has put it there.
  const approve = approval as (options: object) => Promise<Status>
  const { reason, type } = await approve({ toolCall, tools: settings.tools, messages: [] })
  return { text: type === "denied" ? reason : "Pushed." }
}
