// Every eighth of the cases that are played in this process, through the real command, too.
import { canPlay, isOfCommand } from "./byCommand.ts"
import { playAll } from "./playAll.ts"
import { cases } from "./table.ts"

playAll(cases.filter((one, at) => at % 8 === 0 && canPlay(one) && !isOfCommand(one)))
