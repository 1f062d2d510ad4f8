/** The code of a worker, which `site/bundle.ts` builds first. */
declare module "virtual:patterns" {
  const code: string
  export default code
}

declare module "virtual:engine" {
  const code: string
  export default code
}
