/** Decodes and encodes the text of a record. */
import { TrustRecord } from "@hookline/schema/kit/TrustRecord"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(TrustRecord))

/** Decodes a record. A text of another version, or with an unknown decision, is none. */
export const decodeTrustRecord = (text: string): TrustRecord | undefined => Option.getOrUndefined(decode(text))

/** Encodes a record, so that a person can read and compare it. */
export const encodeTrustRecord = (record: TrustRecord): string => `${JSON.stringify(record, undefined, 2)}\n`
