// The pages in a browser: search, dark mode, narrow screens, the keyboard.
import { afterAll, assert, describe, inject, it } from "vitest"
import { Pages } from "./internal/pages.ts"

const pages = new Pages()

afterAll(() => pages.close())

describe("the search", () => {
  it("finds a page by the keyboard, from any page", () =>
    pages.use("docs/reference/api/core.html", async (page) => {
      await page.keyboard.press("/")
      await page.getByRole("combobox", { name: "Search" }).fill("which hooks fire")
      await page.getByRole("option").first().waitFor()
      const chosen = () => page.getByRole("option", { selected: true }).getAttribute("id")
      await page.keyboard.press("ArrowDown")
      assert.strictEqual(await chosen(), "result-1")
      await page.keyboard.press("ArrowUp")
      assert.strictEqual(await chosen(), "result-0")
      await page.keyboard.press("Enter")
      await page.waitForURL(`${inject("address")}/docs/which-hooks-fire.html*`)
      assert.strictEqual(await page.getByRole("heading", { level: 1 }).textContent(), "Which hooks fire, and why")
    }))

  it("finds text inside of a section, and says where there is none", () =>
    pages.use("index.html", async (page) => {
      await page.getByRole("button", { name: "Search" }).click()
      const field = page.getByRole("combobox", { name: "Search" })
      await field.fill("permissionDecision")
      await page.getByRole("option").first().waitFor()
      await field.fill("a word that no page has: qqxzzy")
      await page.getByText("Not found.").waitFor()
      await page.keyboard.press("Escape")
      await field.waitFor({ state: "hidden" })
    }))
})

describe("dark mode", () => {
  const background = () => getComputedStyle(document.body).backgroundColor
  const light = "rgb(255, 255, 255)"

  it("is the system's, until the user chooses, and stays chosen", () =>
    pages.use(
      "index.html",
      async (page) => {
        assert.notStrictEqual(await page.evaluate(background), light)
        await page.getByRole("button", { name: "Dark mode", pressed: true }).click()
        assert.strictEqual(await page.evaluate(background), light)
        await page.goto(`${inject("address")}/docs/trust.html`)
        assert.strictEqual(await page.evaluate(background), light)
        await page.getByRole("button", { name: "Dark mode", pressed: false }).click()
        await page.reload()
        assert.notStrictEqual(await page.evaluate(background), light)
      },
      { colorScheme: "dark" }
    ))

  it("is off where the system is light", () =>
    pages.use("index.html", async (page) => assert.strictEqual(await page.evaluate(background), light), {
      colorScheme: "light"
    }))
})

describe("a narrow screen", () => {
  it.each([
    "index.html",
    "docs/compatibility.html",
    "docs/reference/api/core.html",
    "docs/command.html",
    "playground.html"
  ])("shows %s without scrolling sideways", (path) =>
    pages.use(
      path,
      async (page) => {
        const [width, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
        assert.isAtMost(width, screen)
      },
      { viewport: { width: 390, height: 800 } }
    )
  )
})

it("the first key leads past the navigation", () =>
  pages.use("docs/trust.html", async (page) => {
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "main")
  }))

it("the pages work as files, without a server", () =>
  pages.use(`file://${inject("folder")}/playground.html`, async (page) => {
    await page.locator("#playground-answer[data-stdout]").waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search" }).fill("trust")
    await page.locator("#search-results").getByRole("option").first().waitFor()
  }))
