/** Lists all commands. */
import * as Command from "effect/cli/Command"
import { attach, detach } from "./attach/command.ts"
import { check } from "./check/command.ts"
import { demo } from "./demo/command.ts"
import { disable } from "./disable/command.ts"
import { doctor } from "./doctor/command.ts"
import { enable } from "./enable/command.ts"
import { fleet } from "./fleet/command.ts"
import { init } from "./init/command.ts"
import { install } from "./install/command.ts"
import { list } from "./list/command.ts"
import { log } from "./log/command.ts"
import { migrate } from "./migrate/command.ts"
import { outdated } from "./outdated/command.ts"
import { plan } from "./plan/command.ts"
import { remove } from "./remove/command.ts"
import { description } from "./root.ts"
import { run } from "./run/command.ts"
import { flags, status } from "./status/command.ts"
import { test } from "./test/command.ts"
import { update } from "./update/command.ts"
import { trust, untrust } from "./trust/command.ts"

/** A placeholder for help: `dispatch` is answered before this is loaded. */
const dispatch = Command.make("dispatch").pipe(
  Command.withDescription("Be a host's hook command: its payload on stdin, its own answer out (see dispatch --help)")
)

export const hookline = Command.make("hookline", flags, status).pipe(
  Command.withDescription(description),
  Command.withSubcommands([
    run,
    plan,
    list,
    check,
    doctor,
    test,
    log,
    init,
    install,
    outdated,
    update,
    remove,
    enable,
    disable,
    trust,
    untrust,
    migrate,
    attach,
    detach,
    fleet,
    demo,
    dispatch
  ])
)
