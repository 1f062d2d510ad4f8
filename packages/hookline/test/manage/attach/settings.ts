// What tests of attaching share: the command, and texts of settings.
import { claudeHost } from "@hookline/dialects/kit/claude/host"
import * as AttachText from "hookline/kit/manage/attach/AttachText"

export const options = (more: Partial<AttachText.Options> = {}): AttachText.Options => ({
  host: claudeHost,
  command: ["/opt/node", "/opt/hookline.js"],
  limitMillis: () => 30_000,
  ...more
})

/** An edited text; anything else fails the test. */
export const edited = (answer: ReturnType<typeof AttachText.attached>): AttachText.Edited => {
  if (!("text" in answer)) throw new Error(JSON.stringify(answer))
  return answer
}

export const attach = (text: string | undefined, more?: Partial<AttachText.Options>): string =>
  edited(AttachText.attached(text, options(more))).text

export const detach = (text: string, before?: string, host = claudeHost): string =>
  edited(AttachText.detached(text, host, before)).text
