// Whoever is asked, and by whatever layer: the laws of approvals hold.
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Approval from "@hookline/coordinator/Approval"
import * as ApprovalRules from "@hookline/coordinator/ApprovalRules"
import { ApprovalTest, TestApproval } from "@hookline/testing"
import * as Layer from "effect/Layer"

ApprovalTest.suite("a script", Approval.layerScripted)

ApprovalTest.suite("a person of a test", (answers) => TestApproval.layer(answers))

ApprovalTest.suite("a person behind rules that say nothing", (answers) =>
  ApprovalRules.layer("/no/such/rules.json").pipe(Layer.provide([NodeServices.layer, TestApproval.layer(answers)]))
)
