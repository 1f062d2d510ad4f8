// Sets of values that a word or an expression may have, and of the paths among them.

/** The values that a word may have. */
export interface Values {
  readonly all: ReadonlyArray<string>
  /** True if it may have others, which only the shell knows. */
  readonly isOpen: boolean
}

/** Limits the values of one word. */
export const mostValues = 32

/** No value that is known. */
export const open: Values = { all: [], isOpen: true }
/** No value at all. */
export const nothing: Values = { all: [], isOpen: false }
/** Creates values that are all there are. */
export const of = (...all: ReadonlyArray<string>): Values => ({ all, isOpen: false })

/** Returns the values of any of some. */
export const union = (values: ReadonlyArray<Values>): Values => {
  const all = [...new Set(values.flatMap((one) => one.all))]
  const isOpen = values.some((one) => one.isOpen) || all.length > mostValues
  return { all: all.slice(0, mostValues), isOpen }
}

/** Changes each value. */
export const map = ({ all, isOpen }: Values, change: (value: string) => string): Values => ({
  all: all.map(change),
  isOpen
})

/** Returns the values of words next to each other. */
export const concatenated = (parts: ReadonlyArray<Values>): Values => {
  let all: ReadonlyArray<string> = [""]
  let isOpen = false
  for (const part of parts) {
    isOpen ||= part.isOpen
    all = all.flatMap((before) => part.all.map((value) => before + value))
    if (all.length > mostValues) isOpen = true
    all = all.slice(0, mostValues)
  }
  return { all, isOpen }
}

/** Joins a path to a folder, without the steps that lead nowhere. A step back stays, because a link may be before it. */
export const join = (folder: string, path: string): string => {
  const whole = path.startsWith("/") ? path : `${folder}/${path}`
  const steps = whole.split("/").filter((step) => step !== "" && step !== ".")
  return `/${steps.join("/")}`
}

/** Returns the steps of a path back, as far as the path shows where they lead. */
export const collapsed = (path: string): string => {
  const steps: Array<string> = []
  for (const step of path.split("/")) {
    if (step === "..") steps.pop()
    else if (step !== "" && step !== ".") steps.push(step)
  }
  return `/${steps.join("/")}`
}

/** Returns the folder of a path, as programs print it. */
export const dirname = (path: string): string => {
  const trimmed = path.replace(/(?<=.)\/+$/, "")
  const at = trimmed.lastIndexOf("/")
  return at === -1 ? "." : trimmed.slice(0, at).replace(/\/+$/, "") || "/"
}

/** Returns the last step of a path. */
export const basename = (path: string): string => path.replace(/(?<=.)\/+$/, "").replace(/^.*\/(?=.)/, "")
