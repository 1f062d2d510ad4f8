/**
 * Returns a command as its user types it. In a project that has Hookline among its packages, and started it by npx, a shell
 * does not find `hookline` alone.
 */
export const typedAs = (command: string, env: Readonly<Record<string, string | undefined>> = process.env): string =>
  env["npm_command"] === "exec" ? command.replace(/^hookline\b/, "npx hookline") : command
