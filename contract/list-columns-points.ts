import type { BatchRow } from './batches.ts'
import { chargeRate } from './charge-words.ts'
import type { Charge, ChargeRule } from './charges.ts'
import { stateName } from './india.ts'
import type { Account, TransferRow } from './points.ts'
import { flagsInWords } from './flag-words.ts'
import type { ScanRow } from './scans.ts'
import { TIME_ZONE } from './time.ts'
import type { SchemeRow } from './schemes.ts'
import { capital, columnsOf, dayWords, numberWords, type ListFile } from './list-column.ts'
import * as labels from './list-labels.ts'

const scan = columnsOf<ScanRow>()
const transfer = columnsOf<TransferRow>()
const batch = columnsOf<BatchRow>()
const scheme = columnsOf<SchemeRow>()
const rule = columnsOf<ChargeRule>()
const charge = columnsOf<Charge>()

const flagWords = ({ review, flags }: ScanRow): string | null =>
  review && [labels.REVIEW_NAMES[review], flagsInWords(flags)].filter(Boolean).join(' ')

const MOMENT = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})
const firstWords = ({ first }: ScanRow): string | null =>
  first && `${first.memberName} (${first.memberCode}), ${MOMENT.format(new Date(first.at))}`

export const scans: ListFile<ScanRow> = {
  id: ({ memberId, scanId }) => `${memberId}-${scanId}`,
  columns: [
    scan.moment('recordedAt', 'When', (row) => row.recordedAt),
    scan.text('result', 'Result', (row) => labels.SCAN_RESULT_NAMES[row.result]),
    scan.number('points', 'Points', (row) => row.points),
    scan.text('member', 'Member', (row) => row.memberName),
    scan.text('mobile', 'Mobile', (row) => row.mobile),
    scan.text('memberCode', 'Member code', (row) => row.memberCode),
    scan.text('first', 'Scanned first by', firstWords),
    scan.text('product', 'Product', (row) => row.productName),
    scan.text('plant', 'Plant', (row) => row.plantName),
    scan.text('place', 'Place', (row) => stateName(row.state)),
    scan.text('device', 'Device', (row) => row.device),
    scan.text('flags', 'Review and flags', flagWords),
    scan.number('batch', 'Batch', (row) => row.batchId),
    scan.number('serial', 'Serial', (row) => row.serial),
  ],
}

const isOwn = (account: Account): boolean => account === 'available' || account === 'held'

/** As the member sees them: below zero where he lost them. */
const signedPoints = ({ points, debit, credit }: TransferRow): number =>
  isOwn(debit) && !isOwn(credit) ? -points : points

export const transfers: ListFile<TransferRow> = {
  id: ({ memberId, transferId }) => `${memberId}-${transferId}`,
  columns: [
    transfer.moment('recordedAt', 'When', (row) => row.recordedAt),
    transfer.text('kind', 'Kind', (row) => labels.TRANSFER_NAMES[row.kind]),
    transfer.text('member', 'Member', (row) => row.memberName),
    transfer.text('mobile', 'Mobile', (row) => row.mobile),
    transfer.text('memberCode', 'Member code', (row) => row.memberCode),
    transfer.number('points', 'Points', signedPoints),
    transfer.text(
      'movement',
      'From → to',
      ({ debit, credit }) => `${labels.ACCOUNT_NAMES[debit]} → ${labels.ACCOUNT_NAMES[credit]}`,
    ),
    transfer.number('availableAfter', 'Available after', (row) => row.availableAfter),
    transfer.number('heldAfter', 'Held after', (row) => row.heldAfter),
    transfer.text('ref', 'Reference', (row) => row.ref),
    transfer.text('scheme', 'Scheme', (row) => row.schemeName),
  ],
}

const COUNT_WORDS = [
  ['active', 'active'],
  ['scanned', 'scanned'],
  ['deactivated', 'deactivated'],
  ['blocked', 'blocked'],
  ['printed', 'not activated'],
] as const

const countWords = ({ counts }: BatchRow): string =>
  COUNT_WORDS.filter(([state]) => counts[state] > 0)
    .map(([state, word]) => `${numberWords(counts[state])} ${word}`)
    .join(' · ') || 'No coupons yet'

export const batches: ListFile<BatchRow> = {
  id: ({ batchId }) => String(batchId),
  columns: [
    batch.text('batch', 'Batch', ({ batchId, letters }) => `${batchId} (${letters})`),
    batch.text('status', 'Status', (row) => labels.BATCH_NAMES[row.status]),
    batch.text('product', 'Product', (row) => row.productName),
    batch.text('plant', 'Plant', (row) => row.plantName),
    batch.number('quantity', 'Coupons', (row) => row.quantity),
    batch.number('points', 'Points', (row) => row.points),
    batch.text('counts', 'By state', countWords),
    batch.text('approvals', 'Approvals', (row) => `${row.approvals} of ${row.approvalsNeeded}`),
    batch.day('expiresOn', 'Expires on', (row) => row.expiresOn),
    batch.moment('requestedAt', 'Requested', (row) => row.requestedAt),
    batch.text('requestedBy', 'By', (row) => row.requestedBy),
  ],
}

type Days = { fromDay: string; toDay: string | null }
const daysWords = ({ fromDay, toDay }: Days): string => {
  if (toDay === null) return `From ${dayWords(fromDay)}`
  return fromDay === toDay ? dayWords(fromDay) : `${dayWords(fromDay)} – ${dayWords(toDay)}`
}

export const schemes: ListFile<SchemeRow> = {
  id: ({ schemeId }) => String(schemeId),
  columns: [
    scheme.text('name', 'Scheme', (row) => row.name),
    scheme.text('status', 'State', (row) => labels.SCHEME_STATUS_NAMES[row.status]),
    scheme.text('sentence', 'The rule', (row) => row.sentence),
    scheme.text('kind', 'Kind', (row) => labels.SCHEME_KIND_NAMES[row.kind]),
    scheme.text('days', 'Days', daysWords),
    scheme.number('bonuses', 'Bonuses', (row) => row.bonuses),
    scheme.text(
      'budget',
      'Budget',
      ({ spent, budget }) => `${numberWords(spent)} of ${numberWords(budget)} points spent`,
    ),
    scheme.number('priority', 'Turn', (row) => row.priority),
    scheme.text('stacks', 'With others', (row) => (row.stacks ? 'Stacks' : 'Alone')),
    scheme.text('createdBy', 'Drafted by', (row) => row.createdBy),
  ],
}

export const chargeRules: ListFile<ChargeRule> = {
  id: ({ ruleId }) => String(ruleId),
  columns: [
    rule.text('rule', 'Rule', (row) => `Rule ${row.ruleId}`),
    rule.text('status', 'State', (row) => labels.RULE_NAMES[row.status]),
    rule.text('amount', 'Pays', chargeRate),
    rule.text('groups', 'For', (row) => row.productGroups.join(', ') || 'Every product'),
    rule.text(
      'tiers',
      'To retailers of',
      ({ tiers }) => tiers.map(capital).join(', ') || 'Every tier',
    ),
    rule.text('days', 'Days', daysWords),
    rule.number('charges', 'Charges', (row) => row.charges),
    rule.money('paid', 'Paid', (row) => row.paidPaise),
    rule.day('lastPaidOn', 'Last paid', (row) => row.lastPaidOn),
    rule.text('note', 'Note', (row) => row.note),
    rule.text('createdBy', 'Made by', (row) => row.createdBy),
  ],
}

export const charges: ListFile<Charge> = {
  id: ({ retailerId, scanId }) => `${retailerId}-${scanId}`,
  columns: [
    charge.text('retailer', 'Retailer', (row) => row.retailerName),
    charge.text('state', 'State', (row) => labels.CHARGE_NAMES[row.state]),
    charge.money('charge', 'Charge', (row) => row.paise),
    charge.text('rule', 'Rule', (row) => `Rule ${row.ruleId}`),
    charge.text('member', 'Scanned by', (row) => row.memberName),
    charge.text('product', 'Product', (row) => row.productName),
    charge.number('points', 'Points', (row) => row.points),
    charge.moment('recordedAt', 'Scan', (row) => row.recordedAt),
    charge.moment('dueAt', 'Due since', (row) => row.dueAt),
    charge.text('retailerCode', 'Retailer code', (row) => row.retailerCode),
    charge.text('memberCode', 'Member code', (row) => row.memberCode),
    charge.text('scan', 'Scan id', (row) => row.scanId),
  ],
}
