import { test } from "vitest"
import * as HookTest from "@hookline/testing/HookTest"

HookTest.suite(".amplifier/hooks", test)
