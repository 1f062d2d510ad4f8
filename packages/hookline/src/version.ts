/** The version of all packages. */
export const version = "0.1.0"
