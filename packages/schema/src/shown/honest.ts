/**
 * Checks hidden characters that honest text needs: the joiners of emoji and of scripts, and the selectors of variants,
 * each only at a position where it changes how its neighbours look.
 */

const joining = ["Arab", "Syrc", "Nko", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym"]
  .concat(["Sinh", "Mymr", "Khmr"])
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("")

/** Patterns of what is before and behind a character. They are made when the first hidden character is found. */
const patterns = () => ({
  /** An emoji that can be joined to another one, and its modifiers. */
  emoji: /\p{Extended_Pictographic}\p{Emoji_Modifier}?\u{FE0F}?$/u,
  picture: /[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u,
  nextEmoji: /^\p{Extended_Pictographic}/u,
  /** The letters of scripts in which a joiner changes the shape of a letter, as in Persian and Sinhala. */
  letter: new RegExp(`(?=[${joining}])[\\p{L}\\p{M}]$`, "u"),
  nextLetter: new RegExp(`^(?=[${joining}])[\\p{L}\\p{M}]`, "u"),
  mongolian: /\p{Script=Mong}$/u,
  han: /\p{Script=Han}$/u,
  wide: /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u{FF01}-\u{FF60}]$/u,
  nextWide: /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u{FF01}-\u{FF60}]/u,
  keycap: /[0-9#*]$/
})

let made: ReturnType<typeof patterns> | undefined

const tag = (letters: string): string =>
  letters.replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))

/** The only flags that are written in tags, which could otherwise encode any text. */
const flags = ["gbeng", "gbsct", "gbwls"].map((region) => `\u{1F3F4}${tag(region)}\u{E007F}`)

/** Checks whether the character is a part of such a flag. */
const isOfFlag = (text: string, at: number): boolean =>
  flags.some((flag) => {
    // No further back than a flag is long, because a text may be nothing but tags.
    const from = Math.max(0, at - flag.length)
    const start = text.slice(from, at).lastIndexOf("\u{1F3F4}")
    return start >= 0 && text.startsWith(flag, from + start)
  })

/** The longest context: an emoji, its modifier and its variant. */
const around = 5

/** Checks whether the hidden character at a position is honest there. */
export const isHonest = (text: string, at: number, character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  // Most of what is hidden is honest nowhere.
  if (code < 0x600) return false
  const seen = (made ??= patterns())
  const before = text.slice(Math.max(0, at - around), at)
  const next = text.slice(at + character.length, at + character.length + 2)
  if (code === 0x200c || code === 0x200d) {
    const joinsEmoji = code === 0x200d && seen.emoji.test(before) && seen.nextEmoji.test(next)
    return joinsEmoji || (seen.letter.test(before) && seen.nextLetter.test(next))
  }
  if (code === 0xfe0e || code === 0xfe0f) {
    return seen.picture.test(before) || (seen.keycap.test(before) && next.startsWith("\u{20E3}"))
  }
  if (code >= 0x180b && code <= 0x180d) return seen.mongolian.test(before)
  // Most selectors of variants could encode bytes, so that those in use count.
  if ((code >= 0xfe00 && code <= 0xfe02) || (code >= 0xe0100 && code <= 0xe011f)) return seen.han.test(before)
  if (code === 0x3000) return seen.wide.test(before) && seen.nextWide.test(next)
  if (code >= 0xe0020 && code <= 0xe007f) return isOfFlag(text, at)
  return isSign(code)
}

/** Arabic number signs and their kin, which are formats by category, and are seen. */
const isSign = (code: number): boolean =>
  (code >= 0x600 && code <= 0x605) || [0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd].includes(code)
