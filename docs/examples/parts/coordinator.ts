import * as Approval from "@hookline/coordinator/Approval"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import { Hookline } from "hookline"

// There is no approver, and every event is recorded.
export const hooks = Hookline.layer({
  project: ".",
  provide: [Approval.layerDeny, AuditLog.layer({ folder: ".logs/hooks" })]
})
