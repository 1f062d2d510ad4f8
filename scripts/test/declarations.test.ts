import { assert, describe, it } from "@effect/vitest"
import { declarationsOf, exportedFrom } from "../generators/internal/declarations.ts"

const since = " * @since 0.1.0\n */\n"

describe("the declarations of a module", () => {
  it("have the sentence, the example and the code of each export, in order", () => {
    const text = `/** The module. */
/**
 * Adds one.
 *
 * @example
 * \`\`\`ts
 * add(1)
 * \`\`\`
 *
 * @category math
${since}export declare const add: (to: number) => number;
/** A part of its own. */
declare const hidden: 1;
/**
 * A box.
 *
${since}export interface Box {
    readonly in: {
        readonly side: 1;
    };
}
`
    assert.deepStrictEqual(declarationsOf("a.d.ts", text), [
      { name: "add", since: "0.1.0", text: "Adds one.", code: "const add: (to: number) => number", example: "add(1)" },
      {
        name: "Box",
        since: "0.1.0",
        text: "A box.",
        code: "interface Box {\n  readonly in: {\n    readonly side: 1;\n  };\n}",
        example: undefined
      }
    ])
  })

  it("join a type and a value of one name, and the base of a class to it", () => {
    const text = `declare const Port_base: Service<Port, "port">;
/**
 * A port.
 *
${since}export declare class Port extends Port_base {
}
/**
 * A schema.
 *
${since}export declare const Shape: Schema;
/** Its type. */
export type Shape = typeof Shape.Type;
`
    assert.deepStrictEqual(
      declarationsOf("a.d.ts", text).map(({ code }) => code),
      [`class Port extends Service<Port, "port"> {}`, "const Shape: Schema\n\ntype Shape = typeof Shape.Type"]
    )
  })

  it("are refused without a version, and names from other files are listed", () => {
    assert.throws(() => declarationsOf("a.d.ts", "/** A thing. */\nexport declare const a: 1;\n"), /a has no @since/)
    assert.deepStrictEqual(exportedFrom("a.d.ts", `export type { One, Two } from "./b.ts";\nexport {};\n`), [
      "One",
      "Two"
    ])
  })
})
