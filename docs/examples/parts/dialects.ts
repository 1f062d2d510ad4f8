import * as Dialects from "@hookline/dialects/Dialects"

export const names = Dialects.all.map(({ name }) => name) // ["amplifier", "amcp", "claude", "amplihack"]
