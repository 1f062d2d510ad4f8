// Builds the command and the site as the sources are now, and serves the site below a path, as a host of pages may.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { extname, join, normalize } from "node:path"
import type { TestProject } from "vitest/node"
import { bundle } from "../../../scripts/bundle.ts"
import { site } from "../../build.ts"
import { findChromium, missing } from "./chromium.ts"

declare module "vitest" {
  /** What the set-up gives to tests. */
  export interface ProvidedContext {
    /** The folder of the site. */
    readonly folder: string
    /** The address of the site, without a slash at its end. */
    readonly address: string
  }
}

const base = "/some/base"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml"
}

const serve = (folder: string) =>
  createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname)
    const file = path.startsWith(`${base}/`) ? normalize(path.slice(base.length)) : ""
    try {
      if (file === "" || file.startsWith("..")) throw new Error("outside of the site")
      const body = readFileSync(join(folder, file))
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })

export default async ({ provide }: TestProject) => {
  // Without a browser, what follows would be built for no test.
  if (findChromium() === undefined) throw new Error(missing)
  const folder = mkdtempSync(join(tmpdir(), "hookline-site-"))
  await bundle()
  await site(folder)
  const server = serve(folder)
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve())
  })
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  provide("folder", folder)
  provide("address", `http://127.0.0.1:${address.port}${base}`)
  return () => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
