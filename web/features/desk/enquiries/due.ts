import type { EnquiryRow } from '../../../../contract/desk/enquiries.ts'

/** From here on a deadline is near; the list's filter `soon` means the same. */
const SOON_S = 2 * 3600

export type Due = {
  what: 'answer' | 'settle'
  by: string
  /** Seconds; below zero when it has passed. */
  left: number
  urgency: 'missed' | 'soon' | 'ahead'
}

const ENDED: ReadonlySet<string> = new Set<EnquiryRow['state']>(['resolved', 'closed'])

/** The deadline that runs: the first answer's until there is one, then the settling's. */
export function dueOf(
  { state, firstAnswer, resolution }: Pick<EnquiryRow, 'state' | 'firstAnswer' | 'resolution'>,
  now: number,
): Due | null {
  if (ENDED.has(state)) return null
  const what = firstAnswer.doneAt === null ? 'answer' : 'settle'
  // While the member is waited for, nobody here is late.
  if (what === 'settle' && state === 'waiting') return null
  const { by } = what === 'answer' ? firstAnswer : resolution
  const left = (Date.parse(by) - now) / 1000
  return { what, by, left, urgency: left < 0 ? 'missed' : left <= SOON_S ? 'soon' : 'ahead' }
}
