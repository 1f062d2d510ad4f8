// The paths at which Node and its like search a module.
const endings = [
  "",
  ".js",
  ".json",
  ".node",
  ".mjs",
  ".cjs",
  ".ts",
  ".mts",
  ".tsx",
  ".jsx",
  "/package.json",
  "/index.js",
  "/index.mjs",
  "/index.cjs",
  "/index.ts",
  "/index.json"
]

/** Returns the paths at which Node and its like search a module. */
export const javascriptModule = (path: string): ReadonlyArray<string> => endings.map((ending) => `${path}${ending}`)
