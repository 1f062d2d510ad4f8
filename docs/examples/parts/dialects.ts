import * as Dialects from "@hookline/dialects/Dialects"

export const title = Dialects.named("gemini")?.title // "Gemini CLI"
