/** Whether a trial runs in its long form: npm run trust -- <name> [seed]. */
export const FULL = process.env.TRUST === 'full'

/** What everything random of a run comes from. It is printed; given again, it plays the same. */
export const SEED = Number(process.env.TRUST_SEED ?? Date.now() % 1_000_000)

/** Whether everything runs that there is (npm run test:all), also what is much like another test. */
export const ALL = process.env.TESTS === 'all' || FULL

/** How many examples are tried, and from which seed. */
export const examples = (small: number, full: number) => ({
  numRuns: FULL ? full : small,
  seed: SEED,
})
