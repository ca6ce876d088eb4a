/** A sentence that must be true of the whole database, and the query for the rows that break it. */
export type Invariant = { name: string; sql: string }
