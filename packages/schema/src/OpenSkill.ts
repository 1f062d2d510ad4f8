/**
 * An open skill as it goes over a wire: with everything that a machine needs on which it was not opened.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Carrier, Scope } from "./Source.ts"

/**
 * Schema for an open skill.
 *
 * @example
 * ```ts
 * import { OpenSkill } from "@hookline/schema/kit/OpenSkill"
 * import * as Schema from "effect/Schema"
 *
 * const read = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(OpenSkill)))
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const OpenSkill = Schema.Struct({
  name: Schema.String,
  /** The kind of carrier, if it is no skill. */
  carrier: Schema.optionalKey(Carrier),
  /**
   * The opener, so that no other program closes the skill. Undefined for hosts: a host closes the skills that hosts
   * opened.
   */
  by: Schema.optionalKey(Schema.String),
  /** The folder of the skill, if the host reports it. It is a path of the machine on which it was opened. */
  folder: Schema.optionalKey(Schema.String),
  /** The skill's hooks, if the host reports them, in the host's dialect. They are JSON. */
  hooks: Schema.optionalKey(Schema.Unknown),
  dialect: Schema.optionalKey(Schema.String),
  /**
   * The files whose hooks are in force since the skill was opened: where no file has hooks under its name any more, they are
   * a loss. Absent for hosts, which open what they have found themselves.
   */
  guards: Schema.optionalKey(Schema.Array(Schema.Struct({ dialect: Schema.String, scope: Scope, file: Schema.String })))
}).annotate({ identifier: "OpenSkill" })

/** @since 0.1.0 */
export type OpenSkill = typeof OpenSkill.Type
