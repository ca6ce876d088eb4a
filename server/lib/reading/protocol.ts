/** What the reader is asked: a PNG, and how much processor time it may take. Its first answer, 0, says that it is ready. */
export type Question = { id: number; png: Uint8Array; cpuMs: number }
/** The text that could be read, whether that is all of it, and the processor time it took. */
export type Answer = { id: number; text: string; complete: boolean; cpuMs: number }
