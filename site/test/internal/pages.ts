// Pages of the site in a browser, each of which may ask the site alone, and may report no error.
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { assert, inject } from "vitest"
import { startChromium } from "./chromium.ts"

/** A browser, started on first use. */
export class Pages {
  private browser: Promise<Browser> | undefined

  /** Opens a page, runs a test on it, and closes it. */
  async use(path: string, test: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
    this.browser ??= startChromium()
    const context = await (await this.browser).newContext(options)
    const problems: Array<string> = []
    const address = inject("address")
    const isOwn = (url: string): boolean =>
      url.startsWith(`${address}/`) || url.startsWith("blob:") || url.startsWith("data:") || url.startsWith("file:")
    context.on("request", (request) => {
      if (!isOwn(request.url())) problems.push(`asked ${request.url()}`)
    })
    context.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? ""
      // A page that is left loads no more.
      if (why !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()}: ${why}`)
    })
    context.on("response", (response) => {
      if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`)
    })
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") problems.push(message.text())
    })
    context.on("weberror", (error) => problems.push(error.error().message))
    try {
      const page = await context.newPage()
      await page.goto(path.includes(":") ? path : `${address}/${path}`)
      await test(page)
      assert.deepStrictEqual(problems, [])
    } finally {
      await context.close()
    }
  }

  async close(): Promise<void> {
    await (await this.browser)?.close()
  }
}
