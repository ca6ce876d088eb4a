/** What a decision to move depends on. */
export type EffectFacts = {
  decided: boolean
  /** Whether the coupon still stands with the first scan, and if not, with whom. */
  stands: boolean
  withClaimant: boolean
  firstErased: boolean
  claimant: 'active' | 'blocked' | 'erased'
  /** Points that the first scan gave, and of these what can be taken now. */
  takes: number
  available: number
}

const OTHERWISE = 'Keep the points where they are, and let two people adjust points if need be.'

const grouped = (value: number) => value.toLocaleString('en-IN')

/** Why the points cannot be moved now, with the way out; null when they can. */
export function whyNotMove(facts: EffectFacts): string | null {
  if (facts.decided) return 'This dispute is decided.'
  if (facts.withClaimant) {
    return 'The coupon is with the claimant by now: keep the points where they are.'
  }
  if (!facts.stands) {
    return 'The coupon changed hands since this dispute was opened. Keep, and open another dispute if the member still claims it.'
  }
  if (facts.firstErased) {
    return `The data of the first member was erased and the points lapsed. ${OTHERWISE}`
  }
  if (facts.claimant === 'erased') return 'The data of the claimant was erased: keep the points.'
  if (facts.claimant === 'blocked') {
    return 'The claimant is blocked and earns nothing. Unblock the member first, or keep the points where they are.'
  }
  if (facts.available < facts.takes) {
    return `The first member has only ${grouped(facts.available)} of the ${grouped(facts.takes)} points available. ${OTHERWISE}`
  }
  return null
}
