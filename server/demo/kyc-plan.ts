import type { KycField } from '../../contract/people/kyc-states.ts'

/** What happens to the KYC of one member of the demo; hours are counted back from now. */
export type KycCase = {
  memberId: number
  sentAgo: number
  /** Without it the submission still waits. */
  decidedAgo?: number
  refused?: Partial<Record<KycField, string>>
  rejected?: string
  /** What was refused is sent again. */
  againAgo?: number
  /** After the approval another bank account is sent. */
  bankAgo?: number
  /** Has the bank account of that member. */
  accountOf?: number
  withoutPan?: boolean
}

const DAY = 24
/** One in a hundred is blocked: those are left out by whoever plays this. */
const approved = (memberId: number, index: number): KycCase => {
  const sentAgo = (20 + index * 3.1) * DAY
  return { memberId, sentAgo, decidedAgo: sentAgo - 3 - (index % 5) * 4 }
}
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Every state that a KYC can have; the newest submissions come last. */
export const KYC_CASES: readonly KycCase[] = [
  ...range(1, 16).map(approved),
  { ...approved(25, 17), withoutPan: true },
  { ...approved(26, 18), accountOf: 3 },
  { ...approved(27, 19), bankAgo: 6 },
  { ...approved(28, 20), bankAgo: 30 },
  {
    memberId: 29,
    sentAgo: 12 * DAY,
    decidedAgo: 11 * DAY,
    refused: { pan: 'not_yours', bank: 'not_yours' },
    rejected: 'Papers of another person, sent from two accounts.',
  },
  {
    memberId: 30,
    sentAgo: 9 * DAY,
    decidedAgo: 8.8 * DAY,
    refused: { selfie: 'other' },
    rejected: 'The selfie is a picture of a screen; sent so three times.',
  },
  { memberId: 31, sentAgo: 6 * DAY, decidedAgo: 5.5 * DAY, refused: { pan: 'unreadable' } },
  { memberId: 32, sentAgo: 5 * DAY, decidedAgo: 4.6 * DAY, refused: { bank: 'mismatch' } },
  {
    memberId: 33,
    sentAgo: 4 * DAY,
    decidedAgo: 3.7 * DAY,
    refused: { pan: 'name_differs', selfie: 'unreadable' },
  },
  {
    memberId: 34,
    sentAgo: 7 * DAY,
    decidedAgo: 6.5 * DAY,
    refused: { bank: 'incomplete' },
    againAgo: 20,
  },
  {
    memberId: 35,
    sentAgo: 8 * DAY,
    decidedAgo: 7.5 * DAY,
    refused: { pan: 'unreadable' },
    againAgo: 51,
  },
  ...range(36, 44).map((memberId, index) => ({ memberId, sentAgo: 80 - index * 9 })),
  { memberId: 48, sentAgo: 3, accountOf: 5 },
]
