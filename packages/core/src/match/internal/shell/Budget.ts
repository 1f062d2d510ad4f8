// A limit of the work on one text, in characters that are looked at. It makes the time linear in the text, whatever is
// nested in it.

/** Thrown where a text can't be read as the shell would read it, or not within the limits. */
export const unclear = new Error("unclear")

export const giveUp = (): never => {
  throw unclear
}

/** Returns the result, or `undefined` if the text is unclear or exhausts the stack. Other errors are thrown again. */
export const orUnclear = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch (error) {
    if (error !== unclear && !(error instanceof RangeError)) throw error
    return undefined
  }
}

/** Characters that may be looked at for each character of the text. Ordinary commands need about ten. */
export const perCharacter = 40

export class Budget {
  spent = 0
  readonly #most: number

  constructor(length: number) {
    this.#most = perCharacter * (length + 100)
  }

  spend(characters: number): void {
    this.spent += characters
    if (this.spent > this.#most) giveUp()
  }
}
