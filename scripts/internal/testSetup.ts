// What tests of the command run is the bundle of the sources as they are now.
import { bundle } from "../bundle.ts"

export default bundle
