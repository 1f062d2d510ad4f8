import { test } from "node:test"
import * as HookTest from "@hookline/testing/HookTest"

HookTest.suite(".amplifier/hooks", test)
