/** The sentences for mistakes in JSON, with their fixes, by the parser's names. */
export const sentences: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  InvalidSymbol: [
    "this word is no value, or a double quote before it lacks its backslash",
    `Put texts in double quotes, and write \\" inside of one.`
  ],
  InvalidNumberFormat: ["this number is invalid", "Write it as 30 or 1.5."],
  PropertyNameExpected: ["a key in double quotes belongs here", `Write "key": value.`],
  ValueExpected: ["a value belongs here", "Write it, or take the comma before it away."],
  ColonExpected: ["a colon belongs here", `Write "key": value.`],
  CommaExpected: [
    "a comma belongs here, or a double quote inside of a text lacks its backslash",
    `Write "a", "b" between values, and \\" inside of a text.`
  ],
  CloseBraceExpected: ["the object that began before does not end", "Write the missing }."],
  CloseBracketExpected: ["the list that began before does not end", "Write the missing ]."],
  EndOfFileExpected: ["the file's object has ended, and something follows", "Take the rest away."],
  UnexpectedEndOfComment: ["a comment does not end", "Write */."],
  UnexpectedEndOfString: ["a text does not end on its line", `Write ", and \\n for a new line.`],
  UnexpectedEndOfNumber: ["this number is invalid", "Write it as 30 or 1.5."],
  InvalidUnicode: ["\\u needs four hexadecimal digits", "Write \\u00e9, or the character itself."],
  InvalidEscapeCharacter: [
    "a backslash escapes a character that needs no escape",
    `Only \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u need one; a single quote is written as it is.`
  ],
  InvalidCharacter: ["a text holds a character that JSON writes differently", "Write \\t, \\n or \\u00…."]
}
