// The laws of approvals over a gate, on each database.
import { approvalSuite } from "./approvals.ts"
import { onGates } from "./gates.ts"

onGates("questions over a gate", (fleet) => approvalSuite(fleet))
