/** The index of the search, as the generator writes it and the page reads it. */

/** A section: the page's address and title, the section's anchor and title, and its text. */
export type Indexed = readonly [url: string, page: string, anchor: string, title: string, text: string]
