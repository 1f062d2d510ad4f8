import { DialectTest } from "@hookline/testing"
import * as Dialects from "@hookline/dialects/Dialects"

for (const dialect of Dialects.all) DialectTest.suite(dialect)
