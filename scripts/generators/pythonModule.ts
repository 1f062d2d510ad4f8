// Generates the text of the module that `attach amplifier` writes, from the Python file in its folder. `attach` puts its
// constants in front of it.
import { read } from "../internal/workspace.ts"

const folder = "packages/dialects/src/amplifier"

const escaped = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)

export const generate = () => {
  const text = read(`${folder}/module/module.py`)
  if (/^(?:import|from) /m.test(text)) throw new Error("the module imports another while it is loaded")
  return [
    {
      path: `${folder}/moduleText.ts`,
      text: `/** The text of the module, generated from the Python file of its folder by \`npm run generate\`. */\nexport const moduleText = \`${escaped(text)}\`\n`
    }
  ]
}
