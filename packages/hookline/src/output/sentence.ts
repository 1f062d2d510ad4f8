/** A sentence with names of files and hooks in it, on one line. */
import { printer } from "@hookline/node/kit/output/Printer"

export const sentence = printer<string>((text) => text)
