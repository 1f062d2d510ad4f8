/** Errors of a system without room for another file or process, which may clear soon. */
export const crowded: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "EAGAIN"])
