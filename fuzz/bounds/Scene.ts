/** What is played: a session in a folder. `skill` is what the host says of a skill that it opens. */
export interface Scene {
  readonly cwd: string
  readonly skill: Readonly<Record<string, string>>
}

/** One run of a hook of the user, by the report. */
export interface PlayedRun {
  readonly event: string
  readonly id: string
  readonly status: string
  readonly look?: number
  readonly failure?: string
  readonly exit?: number
  readonly stdout?: string
}

/** The project that was found, and all runs of the user's hooks in it. */
export interface Played {
  readonly project: string
  readonly runs: ReadonlyArray<PlayedRun>
  /** The user's hooks that count as the project's, because they run a file of it: their commands by their ids. */
  readonly counted: Readonly<Record<string, string>>
  /** Why nothing could be played. */
  readonly problem?: string
}
