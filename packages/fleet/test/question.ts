/** Returns a question of a machine. */
export const question = (id: string, leftMillis = 30_000) => ({
  id,
  session: "s",
  by: "guard",
  prompt: "Push?",
  options: ["Allow once", "Deny"],
  leftMillis,
  default: "deny" as const
})
