// The cases that only the command can play, through the real command: those about a host's answer, a process's
// environment or its input.
import { isOfCommand } from "./byCommand.ts"
import { playAll } from "./playAll.ts"
import { cases } from "./table.ts"

playAll(cases.filter(isOfCommand))
