import * as Approval from "@hookline/coordinator/Approval"
import * as AuditLog from "@hookline/coordinator/AuditLog"
import * as Layer from "effect/Layer"

// Nobody is there to be asked, and what hooks did is kept.
export const around = Layer.mergeAll(Approval.layerDeny, AuditLog.layer({ folder: ".logs/hooks" }))
