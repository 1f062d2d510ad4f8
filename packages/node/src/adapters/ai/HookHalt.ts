/** The end of a call of the model by hooks. */

/**
 * The error with which a call of the model ends after a halt (`continue: false`) or a blocked prompt.
 *
 * @category errors
 * @since 0.1.0
 */
export class HookHalt extends Error {
  override readonly name = "HookHalt"
}
