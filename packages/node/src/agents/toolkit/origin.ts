/** The origin of texts that hooks give the model: hooks, events, sizes and times. */
import type { Message } from "@hookline/coordinator/ContextSink"

/** Creates the options of a message or of a part of one, which models do not read. */
export const optionsOf = (from: Message["from"]) => ({ hookline: { from: from.map((one) => ({ ...one })) } })
