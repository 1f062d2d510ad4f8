// How large each package is, as a table in docs/publishing.md.
import type { Tarball } from "./tarballs.ts"

const kilobytes = (bytes: number): number => Math.round(bytes / 1024)

const row = ({ files, name, size, unpackedSize }: Tarball): string =>
  `| \`${name}\` | ${kilobytes(size)} KB | ${kilobytes(unpackedSize)} KB | ${files.length} |`

/** The table of these packages. */
export const table = (all: ReadonlyArray<Tarball>): string =>
  ["| package | packed | on the disk | files |", "| --- | ---: | ---: | ---: |", ...all.map(row)].join("\n")

const places = /(<!-- sizes -->\n)[\s\S]*?(<!-- \/sizes -->)/

/** The page with this table. */
export const withTable = (page: string, written: string): string =>
  page.replace(places, (_, before: string, after: string) => `${before}\n${written}\n\n${after}`)

const sizesIn = (text: string): ReadonlyMap<string, number> =>
  new Map([...text.matchAll(/\| `(\S+)`\s+\|\s+(\d+) KB/g)].map(([, name = "", size]) => [name, Number(size)]))

/** Which packages are far from what a page says of them: half as much again, or half. */
export const far = (page: string, all: ReadonlyArray<Tarball>): ReadonlyArray<string> => {
  const told = sizesIn(page)
  return all.flatMap(({ name, size }) => {
    const was = told.get(name)
    if (was === undefined) return [`${name} is not in the table of docs/publishing.md`]
    const now = kilobytes(size)
    return now > was * 1.5 || now < was / 1.5 ? [`${name} is ${now} KB, and docs/publishing.md says ${was} KB`] : []
  })
}
