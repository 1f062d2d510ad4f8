/** What the generator knows of agents and files, written into the page. */

/** An agent, with the events that it fires. */
export interface HostFact {
  readonly name: string
  readonly title: string
  readonly fires: ReadonlyArray<string>
  /** The events that it alone has. */
  readonly own: ReadonlyArray<string>
}

/** The choices of the playground. */
export interface Facts {
  readonly hosts: ReadonlyArray<HostFact>
  readonly events: ReadonlyArray<{ readonly name: string; readonly hasTool: boolean }>
  readonly files: ReadonlyArray<{ readonly path: string; readonly title: string }>
}
