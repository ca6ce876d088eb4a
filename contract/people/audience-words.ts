import type { Audience } from './audience.ts'
import { stateName } from '../india.ts'
import type { KycState } from './kyc-states.ts'
import { LANGUAGE_NAMES } from './members.ts'
import { listed } from '../programme/scheme-words.ts'

/** Names that an audience does not carry. */
type AudienceNames = { distributor: (distributorId: number) => string }

/** What is said of a member's KYC after "whose KYC is". */
const KYC_WORDS: Record<KycState, string> = {
  none: 'not sent yet',
  pending: 'waiting',
  resubmit: 'asked for again',
  approved: 'approved',
  rejected: 'rejected',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function activityOf({ activity }: Audience): string | null {
  if (!activity) return null
  const days = activity.days === 1 ? 'the last day' : `the last ${activity.days} days`
  return activity.scanned === 'within' ? `who scanned in ${days}` : `who did not scan in ${days}`
}

/** "a", "a and b" or "a, b and c". */
function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/**
 * An audience as one phrase without a full stop, such as "Retailers and masons in Gujarat whose KYC is
 * approved and who scanned in the last 30 days". Long lists are cut: "and 5 more".
 */
export function audienceWords(audience: Audience, names: AudienceNames): string {
  const { kinds, states, distributorIds, kycStates, languages } = audience
  const who = kinds.length > 0 ? capital(listed(kinds.map((kind) => `${kind}s`))) : 'Members'
  const where = states.length > 0 ? ` in ${listed(states.map(stateName))}` : ''
  const under =
    distributorIds.length > 0 ? ` of ${listed(distributorIds.map(names.distributor))}` : ''
  const kyc =
    kycStates.length > 0
      ? `whose KYC is ${listed(
          kycStates.map((state) => KYC_WORDS[state]),
          { most: 5, last: 'or' },
        )}`
      : null
  const read =
    languages.length > 0
      ? `who read ${listed(
          languages.map((one) => LANGUAGE_NAMES[one]),
          { last: 'or' },
        )}`
      : null
  const clauses = [kyc, read, activityOf(audience)].filter((clause) => clause !== null)
  if (who === 'Members' && !where && !under && clauses.length === 0) return 'All active members'
  return [`${who}${where}${under}`, joined(clauses)].filter(Boolean).join(' ')
}
