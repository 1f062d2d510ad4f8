import { Skills } from "@hookline/skills/Skills"

// In force until the scope closes, or the session ends.
export const open = Skills.use((skills) => skills.activate("release", { session: "s1" }))
