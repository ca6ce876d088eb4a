import type { WorkTopic } from '../../../../contract/insight/live.ts'

/** Logs of what happened, each with a number that grows: what a row more in one of them is about. */
export const LOGS = {
  kyc_event: ['kyc'],
  redemption_event: ['redemptions', 'payments', 'parcels'],
  payment_event: ['payments', 'redemptions'],
  enquiry_message: ['enquiries', 'disputes'],
  batch_event: ['batches'],
} as const satisfies Record<string, readonly WorkTopic[]>
export type Log = keyof typeof LOGS

/** What an act of staff is about, by the subject of its audit row. */
const SUBJECTS: Readonly<Record<string, readonly WorkTopic[]>> = {
  bank_answer: ['payments'],
  bank_file: ['payments'],
  coupon_batch: ['batches'],
  dispute: ['disputes', 'enquiries'],
  enquiry: ['enquiries'],
  kyc: ['kyc'],
  onboarding: ['onboarding'],
  onboarding_row: ['onboarding'],
  parcel: ['parcels'],
  payment: ['payments'],
  redemption: ['redemptions', 'payments', 'parcels'],
  scan: ['scans'],
  scheme: ['schemes'],
}

/** How far each log and the audit trail have come. */
export type Marks = Record<Log, string> & { audit: string }

/** What changed between two looks; `subjects` are those of the audit rows that came between. */
export function topicsBetween(
  before: Marks,
  after: Marks,
  subjects: readonly string[],
): Set<WorkTopic> {
  const logs = Object.keys(LOGS) as Log[]
  const changed = logs.filter((log) => before[log] !== after[log])
  return new Set([
    ...changed.flatMap((log): readonly WorkTopic[] => LOGS[log]),
    ...subjects.flatMap((subject) => SUBJECTS[subject] ?? []),
  ])
}
