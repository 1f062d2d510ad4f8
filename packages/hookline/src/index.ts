/**
 * The library of `@hookline/node` under the name that people install: `import { Hookline } from "hookline"`.
 *
 * @since 0.1.0
 */
export * from "@hookline/node"
