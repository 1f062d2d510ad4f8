import * as DialectTest from "@hookline/testing/DialectTest"
import { Harbour } from "../write-a-dialect.ts"

DialectTest.suite(Harbour)
