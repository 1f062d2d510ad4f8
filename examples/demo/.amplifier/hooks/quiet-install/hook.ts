// Keeps packages from running scripts of their own while they are installed. A module runs in the process of the agent,
// so that it costs next to nothing, and only where the person has said `"allow_project_modules": true` in ~/.hookline.
// It is given the event as data, and returns what a command would print.

interface Event {
  readonly toolInput: { readonly command: string }
}

const install = /^npm (?:install|i|ci|add)(?= |$)/

export default ({ toolInput }: Event) => {
  const { command } = toolInput
  if (!install.test(command) || command.includes("--ignore-scripts")) return undefined
  const updated = command.replace(install, (words) => `${words} --ignore-scripts`)
  // A change replaces the whole input: what else stands in it is kept.
  return { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { ...toolInput, command: updated } } }
}
