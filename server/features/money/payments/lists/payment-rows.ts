import {
  failureOf,
  PROVIDER_NAMES,
  type FailureCode,
} from '../../../../../contract/money/payment-states.ts'
import type { PaymentRow, PaymentStory } from '../../../../../contract/money/payments.ts'
import type { Checked } from '../../redemptions/index.ts'
import type { DetailsAsked } from '../send/details.queries.ts'
import type { FoundEvent, FoundPayment } from './payment-list.queries.ts'

/** What may be done about a payment that came to nothing; `why`: why the caller may not begin another. */
export type May = {
  why: string | null
  checked: Checked | undefined
  mayAskDetails: boolean
  asked: DetailsAsked | undefined
}

/** A payment as a list shows it to one person. */
export function toRow(found: FoundPayment, alerts: number, may: May | null): PaymentRow {
  return {
    rowId: found.rowId,
    redemptionId: found.redemptionId,
    redemptionNumber: found.redemptionNumber,
    redemptionState: found.redemptionState,
    paymentId: found.paymentId,
    number: found.number,
    attempt: found.attempt,
    state: found.state,
    provider: found.provider,
    mode: found.mode,
    kind: found.kind,
    memberId: found.memberId,
    memberCode: found.memberCode,
    memberName: found.memberName,
    mobile: found.mobile,
    grossPaise: found.grossPaise,
    taxPaise: found.taxPaise,
    netPaise: found.netPaise,
    destination: found.destination,
    since: found.since.toISOString(),
    sentAt: found.sentAt?.toISOString() ?? null,
    processedAt: found.processedAt?.toISOString() ?? null,
    reversedAt: found.reversedAt?.toISOString() ?? null,
    utr: found.utr,
    providerId: found.providerId,
    providerState: found.providerState,
    nextPollAt: found.nextPollAt?.toISOString() ?? null,
    failure: failureOfRow(found),
    bankFileNumber: found.bankFileNumber,
    alerts,
    verdict: may?.checked?.verdict ?? null,
    problems: may?.checked?.lines.filter(({ state }) => state !== 'ok') ?? [],
    mayReinitiate: may !== null && may.why === null,
    whyNot: may?.why ?? null,
    mayAskDetails: may?.mayAskDetails ?? false,
    detailsAsked: may?.asked ? { at: may.asked.at.toISOString(), by: may.asked.by } : null,
  }
}

/** What the checklist or a person wrote says more than the words of its code. */
const OWN_WORDS = new Set<FailureCode>(['checklist', 'settled'])
const SAY_LITTLE = new Set<FailureCode>(['other', 'refused', 'returned'])

function failureOfRow({ state, failureCode, failureDetail }: FoundPayment): PaymentRow['failure'] {
  if (state !== 'failed' && state !== 'reversed') return null
  const { code, words, class: kind } = failureOf(failureCode ?? 'returned')
  if (OWN_WORDS.has(code) && failureDetail) {
    return { code, words: `${words} ${failureDetail}`, class: kind }
  }
  const toldMore = SAY_LITTLE.has(code) && failureDetail
  return { code, words: toldMore ? `${words} It said: ${failureDetail}` : words, class: kind }
}

const WHAT: Record<string, string> = {
  queue: 'Queued',
  propose: 'Proposed: the money would go elsewhere than before',
  approve: 'Approved',
  decline: 'Declined',
  send: 'Sent',
  wait: 'Not taken yet: it is tried again',
  resend: 'The same request sent again',
  lose: 'Its answer was lost',
  ask: 'The provider was asked',
  find: 'Found at the provider',
  told: 'The provider reported a status',
  utr: 'The UTR came',
  process: 'Paid',
  fail: 'Failed',
  reverse: 'Came back',
  alert: 'Put before a person',
  ask_details: 'The member was asked for other details',
}

type StoryEvent = PaymentStory['attempts'][number]['events'][number]

/** What happened to a payment, in words. */
export function toStoryEvent(
  { at, source, action, note, staffName }: FoundEvent,
  provider: FoundPayment['provider'],
): StoryEvent {
  const who = PROVIDER_NAMES[provider ?? 'razorpayx']
  const by = {
    staff: staffName ?? 'Staff',
    sender: 'HIL Dashboard',
    provider: who,
    webhook: `${who}, by itself`,
    'bank file': staffName === null ? 'Bank file' : `${staffName}, bank file`,
  }[source]
  return { at: at.toISOString(), by, what: WHAT[action] ?? action, note }
}
