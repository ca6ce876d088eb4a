import {
  failureOf,
  type FailureClass,
  type FailureCode,
} from '../../../../contract/money/payment-states.ts'
import type { KycState } from '../../../../contract/people/kyc-states.ts'
import { formatPaise } from '../../../../contract/money.ts'
import type {
  CheckLine,
  RedemptionKind,
  Verdict,
} from '../../../../contract/money/redemption-states.ts'
import { TIME_ZONE } from '../../../../contract/time.ts'
import type { MemberStatus } from '../../../../contract/desk/users.ts'
import type { FieldStatus } from '../../people/kyc/index.ts'
import { percent, type Tax, type TaxRule } from '../tax/index.ts'

/** What *can this be paid?* is answered from. Money is paise. */
export type Facts = {
  kind: RedemptionKind
  points: number
  amountPaise: number
  requestedAt: Date
  member: { status: MemberStatus; blockedReason: string | null }
  /** Whether the member's consent to keep their KYC stands. */
  consent: boolean
  kyc: { state: KycState; since: Date | null }
  /** `mayDiffer`: of another try, which another person approves where the money would go elsewhere. */
  destination: { state: FieldStatus; unchanged: boolean; mayDiffer?: boolean }
  /** The last payment of this one that failed or came back, and whether it went to where this would go. */
  lastFailure: { code: FailureCode; at: Date; sameDestination: boolean } | null
  /** What a provider last said against where it would go, of this payment or another of the member. */
  destinationFault: { code: FailureCode; at: Date } | null
  pan: FieldStatus
  /** Codes of other members with the same value. */
  sharing: { destination: readonly string[]; pan: readonly string[] }
  /** Asked for by the member on the day of this one, with it and without what came to nothing. */
  dayPaise: number
  dayLimitPaise: number
  /** What the ledger holds for this redemption. */
  heldPoints: number
  gift: { name: string; quantity: number; hasAddress: boolean } | null
  rule: TaxRule | null
  tax: Tax
}

/** The least that a bank transfer or UPI payment can carry. */
const LEAST_PAISE = 100
const DAY = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: TIME_ZONE })
const line = (
  key: CheckLine['key'],
  label: string,
  state: CheckLine['state'],
  reason: string,
): CheckLine => ({ key, label, state, reason })

/** Whether a redemption can be paid, line by line, each with its reason in plain words. */
export function checklistOf(facts: Facts): CheckLine[] {
  return [
    memberLine(facts),
    kycLine(facts.kyc),
    ...destinationLines(facts),
    ...lastPaymentLines(facts),
    panLine(facts),
    duplicatesLine(facts),
    limitsLine(facts),
    pointsLine(facts),
    ...giftLines(facts),
    taxLine(facts),
  ]
}

/** Of all lines: green when each is ok, red when one stops. */
export function verdictOf(lines: readonly CheckLine[]): Verdict {
  if (lines.some(({ state }) => state === 'stop')) return 'red'
  return lines.some(({ state }) => state === 'warn') ? 'amber' : 'green'
}

function memberLine({ member: { status, blockedReason }, consent }: Facts): CheckLine {
  if (status === 'blocked') {
    const why = blockedReason ? `: ${blockedReason}` : '.'
    return line('member', 'Member', 'stop', `The member is blocked${why}`)
  }
  if (status === 'erased') {
    return line('member', 'Member', 'stop', "The member's personal data was erased.")
  }
  return consent
    ? line('member', 'Member', 'ok', 'The member is active.')
    : line('member', 'Member', 'stop', 'The member withdrew the consent to keep KYC details.')
}

const KYC_REASONS: Record<KycState, (since: string) => string> = {
  none: () => 'Nothing was submitted: it must be approved first.',
  pending: (since) => `It waits for its review${since}: it must be approved first.`,
  resubmit: (since) => `Some of it was refused${since} and waits for the member.`,
  approved: (since) => `Approved${since}.`,
  rejected: (since) => `It was rejected${since}.`,
}

function kycLine({ state, since }: Facts['kyc']): CheckLine {
  const when = since ? ` ${state === 'pending' ? 'since' : 'on'} ${DAY.format(since)}` : ''
  return line('kyc', 'KYC', state === 'approved' ? 'ok' : 'stop', KYC_REASONS[state](when))
}

const DESTINATIONS = { bank: 'Bank account', upi: 'UPI address' } as const
const SHARED = { bank: 'bank account', upi: 'UPI address' } as const
const NOT_ACCEPTED: Record<Exclude<FieldStatus, 'accepted'>, string> = {
  pending: 'It was sent again and waits for its review.',
  refused: 'It was refused in the KYC review.',
  missing: 'It is no longer there.',
}

function destinationLines({ kind, destination, destinationFault }: Facts): CheckLine[] {
  if (kind === 'gift') return []
  const label = DESTINATIONS[kind]
  const { state, unchanged, mayDiffer = false } = destination
  if (state !== 'accepted') return [line('destination', label, 'stop', NOT_ACCEPTED[state])]
  // What KYC accepted is not right where the provider says otherwise.
  if (unchanged && destinationFault) {
    return [line('destination', label, 'warn', 'KYC accepted it, but a payment to it failed.')]
  }
  if (unchanged)
    return [line('destination', label, 'ok', 'Verified, and the same as at the request.')]
  const differs = 'It is another one than at the request'
  return mayDiffer
    ? [line('destination', label, 'warn', `${differs}: another person must approve it.`)]
    : [line('destination', label, 'stop', `${differs}.`)]
}

/** The last failure, and what was ever said against the account or address: it is not tried again. */
function lastPaymentLines({ kind, lastFailure, destinationFault }: Facts): CheckLine[] {
  if (kind === 'gift') return []
  const told = ({ code, at }: { code: FailureCode; at: Date }) =>
    `${failureOf(code).words} (${DAY.format(at)})`
  const label = 'Last payment'
  if (destinationFault) {
    const { destination } = failureOf(destinationFault.code)
    const then =
      destination === 'wrong'
        ? `No payment goes to this ${SHARED[kind]} again: ask the member for another one.`
        : `The member must give the ${SHARED[kind]} again, or another one.`
    return [line('last_payment', label, 'stop', `${told(destinationFault)} ${then}`)]
  }
  if (!lastFailure) return []
  const { destination, class: advice } = failureOf(lastFailure.code)
  if (!lastFailure.sameDestination || destination) {
    const since = `The member has given the ${SHARED[kind]} again since.`
    return [line('last_payment', label, 'ok', `${told(lastFailure)} ${since}`)]
  }
  return [line('last_payment', label, 'warn', `${told(lastFailure)} ${ADVICE[advice]}`)]
}

const ADVICE: Record<FailureClass, string> = {
  fix: 'Check the cause before it is paid again.',
  again: 'It can be paid again as it is.',
  wait: 'It can be paid again as it is, but later.',
}

function panLine({ pan, rule }: Facts): CheckLine {
  if (pan === 'accepted') return line('pan', 'PAN', 'ok', 'Verified.')
  const why = {
    pending: 'The PAN waits for its review',
    refused: 'The PAN was refused',
    missing: 'There is no PAN',
  }[pan]
  const rates = rule
    ? `${percent(rule.rateNoPanBps)} instead of ${percent(rule.rateBps)}`
    : 'higher'
  return line('pan', 'PAN', 'warn', `${why}: where tax is due, it is ${rates}.`)
}

function duplicatesLine({ kind, sharing }: Facts): CheckLine {
  const label = 'Duplicates'
  const told = [
    ...(kind === 'gift' ? [] : [sharedWords(SHARED[kind], sharing.destination)]),
    sharedWords('PAN', sharing.pan),
  ].filter((words) => words !== '')
  return told.length === 0
    ? line('duplicates', label, 'ok', 'No other member has the same details.')
    : line('duplicates', label, 'warn', `${told.join(' ')} Approving it wants a reason.`)
}

/** So many codes are named; of more it is only said that there are. */
export const CODES_SHOWN = 5

function sharedWords(what: string, codes: readonly string[]): string {
  if (codes.length === 0) return ''
  const shown = codes.slice(0, CODES_SHOWN).join(', ')
  const more = codes.length > CODES_SHOWN ? ' and others' : ''
  return `The same ${what} is given by ${shown}${more}.`
}

function limitsLine({ dayPaise, dayLimitPaise, requestedAt }: Facts): CheckLine {
  const [asked, most] = [formatPaise(dayPaise), formatPaise(dayLimitPaise)]
  const day = DAY.format(requestedAt)
  return dayPaise <= dayLimitPaise
    ? line('limits', 'Day limit', 'ok', `${asked} of ${most} asked for on ${day}.`)
    : line(
        'limits',
        'Day limit',
        'stop',
        `${asked} asked for on ${day}, and at most ${most} may be.`,
      )
}

function pointsLine({ points, heldPoints }: Facts): CheckLine {
  const wanted = points.toLocaleString('en-IN')
  if (heldPoints === points) {
    return line('points', 'Points', 'ok', `${wanted} ${points === 1 ? 'is' : 'are'} held for it.`)
  }
  const found = heldPoints.toLocaleString('en-IN')
  const reason = `The ledger holds ${found} for it and should hold ${wanted}: ask an engineer.`
  return line('points', 'Points', 'stop', reason)
}

function giftLines({ gift }: Facts): CheckLine[] {
  if (!gift) return []
  return [
    line('stock', 'Stock', 'ok', `${gift.quantity} × ${gift.name} set aside for it.`),
    gift.hasAddress
      ? line('address', 'Address', 'ok', 'There is an address to send it to.')
      : line('address', 'Address', 'stop', 'There is none yet: add it first.'),
  ]
}

function taxLine({ kind, amountPaise, tax }: Facts): CheckLine {
  const payable = kind === 'gift' || amountPaise - tax.taxPaise >= LEAST_PAISE
  if (payable) return line('tax', 'Tax', 'ok', tax.words)
  const reason = `${tax.words} Of ${formatPaise(amountPaise)} nothing would be left to pay: the member must redeem more at once.`
  return line('tax', 'Tax', 'stop', reason)
}
