/** Returns the path of the backup of a file, which `attach` writes before its first change. */
export const backupOf = (file: string): string => `${file}.before-hookline`
