// The patches of Codex's `apply_patch`. What Codex applies must be read, file by file.
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { fileCalls } from "../../src/codex/fileCalls.ts"
import { named, parse } from "../../src/codex/patch.ts"
import { patchesIn } from "../../src/codex/shellPatches.ts"

const patch = (...lines: ReadonlyArray<string>): string => ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n")

describe("a patch of Codex", () => {
  it("has the files that it adds, deletes, changes and moves", () => {
    const text = patch(
      "*** Add File: new.txt",
      "+one",
      "+",
      "+two",
      "*** Delete File: old dir/gone.txt",
      "*** Update File: a.ts",
      "*** Move to: b.ts",
      "@@ class A",
      " keep",
      "-before",
      "+after",
      "@@",
      "+last",
      "*** End of File"
    )
    assert.deepStrictEqual(parse(text), [
      { _tag: "Add", path: "new.txt", content: "one\n\ntwo\n" },
      { _tag: "Delete", path: "old dir/gone.txt" },
      {
        _tag: "Update",
        path: "a.ts",
        movedTo: "b.ts",
        replacements: [
          { before: "keep\nbefore", after: "keep\nafter" },
          { before: "", after: "last" }
        ]
      }
    ])
  })

  it.each([
    ["blanks around its marks", " *** Begin Patch \n  *** Add File: a  \n+x\n*** End Patch  "],
    ["carriage returns", "*** Begin Patch\r\n*** Add File: a\r\n+x\r\n*** End Patch\r\n"],
    ["a here-document around it", "<<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF\n"],
    ["an environment", patch("*** Environment ID: remote", "*** Add File: a", "+x")],
    ["a blank that JavaScript does not trim", patch("*** Add File: a\u0085", "+x")]
  ])("may have %s", (_, text) => {
    assert.deepStrictEqual(parse(text), [{ _tag: "Add", path: "a", content: "x\n" }])
  })

  it("has lines that look like marks in the file that it changes", () => {
    const text = patch("*** Update File: a", " *** Delete File: b", "+*** End Patch", "- *** Begin Patch", "", "-x")
    assert.deepStrictEqual(parse(text), [
      {
        _tag: "Update",
        path: "a",
        replacements: [
          { before: "*** Delete File: b\n *** Begin Patch\n\nx", after: "*** Delete File: b\n*** End Patch\n" }
        ]
      }
    ])
  })

  it.each([
    ["", []],
    ["*** Begin Patch", []],
    [patch(), []],
    [patch("*** Frobnicate File: a"), []],
    ["*** Add File: a\n+x", ["a"]],
    [patch("*** Add File: a", "x", "*** Update File: b"), ["a", "b"]],
    [patch("*** Update File: a", "@@", "?", " *** Move to: c"), ["a", "c"]]
  ])("can't be read: %j", (text, files) => {
    assert.isUndefined(parse(text))
    assert.deepStrictEqual(named(text), files)
  })

  const Path = Arbitrary.map(Arbitrary.schema(Schema.String), (text) => `f${text.replaceAll(/[\s\u0085\ufeff]/g, "_")}`)
  const Lines = Schema.Array(Schema.String.check(Schema.isPattern(/^[^\n\r]*$/)))

  it.prop(
    "has every file and line that was put into it",
    [Path, Path, Lines, Lines],
    ([one, other, added, removed]) => {
      const text = patch(
        `*** Add File: ${one}`,
        ...added.map((line) => `+${line}`),
        `*** Update File: ${other}`,
        ...added.map((line) => `+${line}`),
        ...removed.map((line) => `-${line}`)
      )
      const isChanged = added.length + removed.length > 0
      assert.deepStrictEqual(parse(text), [
        { _tag: "Add", path: one, content: added.map((line) => `${line}\n`).join("") },
        {
          _tag: "Update",
          path: other,
          replacements: isChanged ? [{ before: removed.join("\n"), after: added.join("\n") }] : []
        }
      ])
    }
  )

  it("is read in linear time", () => {
    const long = " ".repeat(200_000)
    const texts = [`*** Add File: a${long}b`, `*** Update File: a\n${long}x`, "*** Begin Patch\n".repeat(20_000)]
    for (const text of texts) {
      fileCalls(patch(text), "/p")
      patchesIn(`apply_patch cd${long}cd \n${long}${patch(text).repeat(2)}`, "/p")
    }
  })

  it.prop("names its files however it is broken", [Path, Path, Schema.String], ([one, other, rubbish]) => {
    const text = patch(`*** Add File: ${one}`, `+x`, "?", `*** Delete File: ${other}`, rubbish)
    const files = fileCalls(text, undefined).map(({ toolInput }) => toolInput["file_path"])
    assert.includeMembers(files, [one, other])
  })
})

describe("the calls of a patch", () => {
  it("are one Write or Edit for each file, with absolute paths", () => {
    const text = patch(
      "*** Add File: src/../.env",
      "+A=1",
      "*** Update File: /etc/hosts",
      "-a",
      "+b",
      "*** Update File: x",
      "*** Move to: y",
      "@@",
      "-a",
      "+b",
      "@@",
      "-c",
      "+d",
      "*** Delete File: z"
    )
    const twice = {
      old_string: "a\nc",
      new_string: "b\nd",
      edits: [
        { old_string: "a", new_string: "b" },
        { old_string: "c", new_string: "d" }
      ]
    }
    assert.deepStrictEqual(fileCalls(text, "/p"), [
      { toolName: "Write", toolInput: { file_path: "/p/.env", content: "A=1\n" } },
      { toolName: "Edit", toolInput: { file_path: "/etc/hosts", old_string: "a", new_string: "b" } },
      { toolName: "Edit", toolInput: { file_path: "/p/x", ...twice } },
      { toolName: "Edit", toolInput: { file_path: "/p/y", ...twice } },
      { toolName: "Delete", toolInput: { file_path: "/p/z" } }
    ])
  })

  it("are edits by the whole text where it can't be read", () => {
    const text = patch("*** Update File: a", "secret")
    assert.deepStrictEqual(fileCalls(text, "/p"), [
      { toolName: "Edit", toolInput: { file_path: "/p/a", old_string: "", new_string: text } }
    ])
  })
})

describe("a command's patches", () => {
  const body = patch("*** Add File: a", "+x").trim()

  it.each([
    ["a here-document", `apply_patch <<'EOF'\n${body}\nEOF`, "/p"],
    ["another folder", `cd sub && apply_patch <<EOF\n${body}\nEOF`, "/p/sub"],
    ["two folders, one after the other", `cd a; cd ../b && apply_patch <<EOF\n${body}\nEOF`, "/p/b"],
    ["a quoted folder", `cd "my sub" && applypatch <<EOF\n${body}\nEOF`, "/p/my sub"],
    ["an argument", `apply_patch "${body}"`, "/p"],
    ["a pipe", `cat <<X | apply_patch\n${body}\nX`, "/p"]
  ])("are found in %s", (_, command, cwd) => {
    assert.deepStrictEqual(patchesIn(command, "/p"), [{ patch: body, folders: [...new Set(["/p", cwd])] }])
  })

  it("end at a line that begins with the mark, so that no file hides behind another one", () => {
    const text = patch("*** Update File: a", " *** End Patch", "+x", "*** Delete File: b").trim()
    const [found] = patchesIn(`apply_patch <<EOF\n${text}\nEOF`, "/p")
    assert.deepStrictEqual(named(found?.patch ?? ""), ["a", "b"])
  })

  it("are none where the program is not named", () => {
    assert.deepStrictEqual(patchesIn(`cat <<EOF\n${body}\nEOF`, "/p"), [])
  })
})
