// Two groups of the table with untrusted hooks: replies, most of which are about a denial, and what each event supports.
import { rowsOf } from "@hookline/testing/kit/internal/runsOf"
import { playClamped } from "./clamped.ts"
import { tables } from "./table.ts"

const sections = new Set(["replies", "carries"])

playClamped(
  rowsOf(
    tables.filter(({ section }) => sections.has(section)).flatMap(({ cases }) => cases),
    2
  )
)
