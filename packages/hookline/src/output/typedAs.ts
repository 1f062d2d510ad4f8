/** The words by which npm starts a command that a shell does not find alone: by npx, and by `npm start` in a clone. */
const starts: ReadonlySet<string | undefined> = new Set(["exec", "start"])

/** Returns a command as its user types it: alone, or at the beginning of a code span of a message. */
export const typedAs = (command: string, env: Readonly<Record<string, string | undefined>> = process.env): string =>
  starts.has(env["npm_command"]) ? command.replaceAll(/(^|`)hookline\b/g, "$1npx hookline") : command
