// The cases that only the command can play, through the real command: those about a host's answer, a process's
// environment or its input. Of those about an answer alone, which is also read in process, every third; all in the long lane.
import { isWhole } from "@hookline/testing/kit/internal/isWhole"
import { isOfCommand, onlyCommand } from "./byCommand.ts"
import { playAll } from "./playAll.ts"
import { cases } from "./table.ts"

playAll(cases.filter(isOfCommand).filter((one, at) => isWhole || onlyCommand(one) || at % 3 === 0))
