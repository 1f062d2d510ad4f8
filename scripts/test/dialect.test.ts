// The dialect of the guide keeps the laws of dialects.
import * as DialectTest from "@hookline/testing/DialectTest"
import { Harbour } from "../../docs/examples/write-a-dialect.ts"

DialectTest.suite(Harbour)
