import { test } from "vitest"
import * as HookTest from "@hookline/testing/HookTest"
import * as TestModel from "@hookline/testing/TestModel"

HookTest.suite(".claude", test, { provide: [TestModel.layer({ ok: false, reason: "It deletes a table." })] })
