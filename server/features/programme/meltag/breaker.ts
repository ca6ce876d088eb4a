/**
 * Remembers a failure for a while. Until then it is the answer, at once; after that one caller at a
 * time tries, and the others still get what is remembered. `clock` gives milliseconds.
 */
export function makeBreaker<Failure>(memoryMs: number, clock: () => number) {
  let failure: Failure | null = null
  let until = 0
  let probing = false
  return {
    /** What failed lately, or null: then the caller tries and says how it went. */
    failed(): Failure | null {
      if (failure === null) return null
      if (probing || clock() < until) return failure
      probing = true
      return null
    },
    /** How a try went: null for well. */
    tell(outcome: Failure | null): void {
      failure = outcome
      until = clock() + memoryMs
      probing = false
    },
    /** A try that came to nothing, neither well nor badly. */
    skip(): void {
      probing = false
    },
  }
}
