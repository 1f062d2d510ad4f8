/** All commands, for whoever asks what there is. */
import * as Command from "effect/cli/Command"
import { attach, detach } from "./attach.ts"
import { check } from "./check.ts"
import { demo } from "./demo.ts"
import { disable } from "./disable.ts"
import { enable } from "./enable.ts"
import { init } from "./init.ts"
import { install } from "./install.ts"
import { list } from "./list.ts"
import { log } from "./log.ts"
import { migrate } from "./migrate.ts"
import { plan } from "./plan.ts"
import { remove } from "./remove.ts"
import { root } from "./root.ts"
import { run } from "./run.ts"
import { test } from "./test.ts"

/** It is answered before this is loaded; what stands here is its place among the others. */
const dispatch = Command.make("dispatch").pipe(
  Command.withDescription("Be a host's hook command: its payload on stdin, its own answer out (see dispatch --help)")
)

export const hookline = root.pipe(
  Command.withSubcommands([
    run,
    plan,
    list,
    check,
    test,
    log,
    init,
    install,
    remove,
    enable,
    disable,
    migrate,
    attach,
    detach,
    demo,
    dispatch
  ])
)
