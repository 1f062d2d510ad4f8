// Lets a process be another one for a while, as far as its variables, its folder and its words go.

/** Gives this process other variables, another folder and other words. Returns the function that restores them. */
export const become = (
  words: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>>
): (() => void) => {
  const before = { argv: process.argv, cwd: process.cwd(), env: { ...process.env } }
  const put = (variables: NodeJS.ProcessEnv): void => {
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(variables, name)) delete process.env[name]
    for (const [name, value] of Object.entries(variables)) process.env[name] = value
  }
  put(env)
  process.chdir(cwd)
  process.argv = [process.execPath, ...words]
  return () => {
    put(before.env)
    process.chdir(before.cwd)
    process.argv = before.argv
  }
}
