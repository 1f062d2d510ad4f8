// The stages keep the laws that their contracts make for everybody.
import { Discoverer } from "@hookline/core/Discoverer"
import { Executor } from "@hookline/core/Executor"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { SessionState } from "@hookline/core/SessionState"
import { Translator } from "@hookline/core/Translator"
import { Settle } from "@hookline/coordinator/Settle"
import {
  DiscovererTest,
  ExecutorTest,
  MapperTest,
  MatcherTest,
  SettleTest,
  TestPipeline,
  TranslatorTest
} from "@hookline/testing"
import * as SkillDiscoverer from "@hookline/skills/SkillDiscoverer"
import * as Layer from "effect/Layer"

MapperTest.suite("Mapper.layerNoDeps", Mapper.layerNoDeps)
DiscovererTest.suite("Discoverer.layerNoDeps", Discoverer.layerNoDeps)
DiscovererTest.suite(
  "SkillDiscoverer.layer",
  Layer.provide(SkillDiscoverer.layer, Layer.provide(SessionState.layerMemory, TestPipeline.thisProject))
)
MatcherTest.suite("Matcher.layerNoDeps", Matcher.layerNoDeps)
ExecutorTest.suite("Executor.layerNoDeps", Executor.layerNoDeps)
TranslatorTest.suite("Translator.layerNoDeps", Translator.layerNoDeps)
SettleTest.suite("Settle.layer", Settle.layer)
