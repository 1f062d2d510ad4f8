import { Skills } from "@hookline/skills/Skills"
import * as Layer from "effect/Layer"
import { Hookline } from "hookline"

// The skill is open as long as the layer is: from the start of the program that is given it to its end.
const release = Layer.effectDiscard(Skills.use((skills) => skills.activate("release")))

export const hooks = release.pipe(Layer.provideMerge(Hookline.layer({ project: "examples/skilled-project" })))
