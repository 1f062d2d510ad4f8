// The pipeline of real stages keeps the laws, whichever host it answers.
import * as Dialects from "@hookline/dialects/Dialects"
import { PipelineLaws, TestPipeline } from "@hookline/testing"

for (const host of Dialects.all) {
  PipelineLaws.suite(`the pipeline that answers ${host.title}`, (files, script, policies) =>
    TestPipeline.layer(files, script, { host, provide: policies })
  )
}
