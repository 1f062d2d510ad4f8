import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as DialectTest from "@hookline/testing/DialectTest"

DialectTest.suite(ClaudeCode)
